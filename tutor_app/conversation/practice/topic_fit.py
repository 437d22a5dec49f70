"""Whether a question of practice is on what the round was wished to be on."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from tutor_app.answering.practice.questions.course_for_practice import CourseForPractice
from tutor_app.domain.practice import PracticeQuestion
from tutor_app.retrieval.search_terms import tokens

_LETTER: Final = re.compile(r"(?<![^\W\d_])[^\W\d_](?![^\W\d_])")  # that stands for a number
_TELLING: Final = 5  # letters of a beginning


def words_of_topic(
    question: PracticeQuestion, topic: Sequence[str], course: CourseForPractice
) -> int:
    """Return how many of a topic's stems and letters a question has, or the section it is from."""
    chunk = course.chunk(question.chunk_id)
    headings = chunk.headings[1:] if chunk is not None else ()  # the first is the document's
    texts = (question.text, question.name, question.item, question.sentence, *headings)
    stems = {stem for text in texts for stem in tokens(text.replace("_", " "))}
    words = {*stems, *_LETTER.findall(question.text)}
    return sum(any(is_form_of(one, word) for word in words) for one in topic)


def is_form_of(one: str, other: str) -> bool:
    """Whether two stems are of one word, as far as their beginnings tell: percent, percentage."""
    short, long = sorted((one, other), key=len)
    return one == other or (len(short) >= _TELLING and long.startswith(short))
