"""What a message wants of a round of practice, and what the round is to be on."""

from __future__ import annotations

from pathlib import Path
from typing import Final, Literal, cast

from tutor_app.answering.course_map.map_values import CourseMap, Term
from tutor_app.answering.course_map.term_words import has_term, pad_words
from tutor_app.answering.practice.cloze_check import is_right
from tutor_app.conversation.from_map.named_terms import mask_names, term_named
from tutor_app.conversation.turn_context import TurnContext
from tutor_app.domain.data_files import read_yaml
from tutor_app.domain.values import Document
from tutor_app.exercises.exercise_task import item_named
from tutor_app.retrieval.course_index import CourseIndex
from tutor_app.retrieval.nearest_example import ALIKE, nearest_groups
from tutor_app.retrieval.numbered_references import documents_named
from tutor_app.retrieval.vocabulary import plain_words
from tutor_app.understanding.hasty_typing import written_out

PracticeWish = Literal[
    "quiz",
    "task",
    "another",
    "harder",
    "easier",
    "stop",
    "resume",
    "unknown",
    "hint",
    "reveal",
    "confused",
    "why",
    "progress",
    "others",
]
_WISHES: Final[dict[str, list[str]]] = read_yaml(Path(__file__).with_name("practice_wishes.yaml"))
_OF_THE_QUESTION: Final = ("hint", "confused", "why")
# Chosen on the first set of evals/questions/practice_wishes.jsonl.
_ALIKE_AT_QUESTION = 0.48
_FEWEST, _LONGEST = 2, 12  # words of a message that is read by the nearest example


def practice_wish(turn: TurnContext, course_map: CourseMap) -> PracticeWish | None:
    """Return what a message wishes by the example that it is nearest to; None where to none.

    "others" is what wishes something else, or nothing. While a question waits, less is needed to
    see a wish: what is neither wish nor question is an answer.
    """
    text = written_out(turn.message.text)
    words = plain_words(text)
    if len(words) > _LONGEST:
        return None
    if len(words) < _FEWEST:  # by meaning a word alone is near to anything
        said = (name for name, group in _WISHES.items() if any(is_right(text, (w,)) for w in group))
        return cast("PracticeWish | None", next(said, None))
    term = term_named(text, course_map)
    masked = mask_names(text, term)
    alike = ALIKE if turn.session.asked_in_round is None else _ALIKE_AT_QUESTION
    found = nearest_groups([masked], _WISHES, turn.services.embedder, alike)[0]
    if term is not None and found in _OF_THE_QUESTION:
        return "others"  # "an example of a spanning tree" asks the course
    return cast("PracticeWish | None", found)


def may_ask_for_quiz(turn: TurnContext) -> bool:
    """Whether a message's act leaves room for a wish to be asked."""
    return not turn.act.sure or "ask.practice" in (turn.act.act, turn.act.second)


def asks_for_quiz(turn: TurnContext, wish: PracticeWish | None) -> bool:
    """Whether a message asks to be asked, and for no exercise of the course or of its own."""
    act = turn.act
    if wish == "task" or item_named(turn.message.text, turn.session, turn.book) is not None:
        return False
    if act.act == "ask.practice":
        return act.sure or wish == "quiz"
    return wish == "quiz" and (act.second == "ask.practice" or not act.sure)


def document_wished(turn: TurnContext, index: CourseIndex) -> Document | None:
    """Return the lecture or chapter that a message names by its number."""
    named = documents_named(turn.message.text, index.chunks)
    return next((each for each in named if each.kind in ("textbook", "slides")), None)


def terms_around(term: Term, course_map: CourseMap) -> tuple[str, ...]:
    """Return the keys of a term, of those named after it, and of those that its definition uses."""
    said = pad_words(term.definition.text)
    near = [
        other.key
        for other in course_map.shown_terms
        if other.key != term.key
        and (
            {*term.words} <= {*other.words}
            or has_term(pad_words(other.definition.text), term.key)
            or has_term(said, other.key)
        )
    ]
    return (term.key, *near)
