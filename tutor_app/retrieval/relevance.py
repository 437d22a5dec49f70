"""How relevant a course is to a question: below a profile's floor the question is declined."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass

from tutor_app.domain.values import RetrievalResult, Scores
from tutor_app.retrieval.course_index import CourseIndex, Query
from tutor_app.retrieval.search_terms import CHAT_WORDS, stem, tokens, without_degree
from tutor_app.retrieval.text_language import ENGLISH
from tutor_app.retrieval.vocabulary import english_ranks, plain_words

# Where the project's own cross-encoder read the passages: a logistic regression on the questions of
# six documents, each read by a network that had seen neither document nor writer
# (docs/experiments.md).
_OF_PASSAGE, _OF_SENTENCE, _OF_NEARNESS, _OF_FOREIGN, _BIAS = 0.612, 0.274, 0.745, -3.130, 1.588
NOTHING_READ = -9.0  # the logit that stands for none
# Chosen on the dev questions and the tuning half of evals/questions/decline.jsonl
# (docs/experiments.md): what a question of nothing but foreign words would lose.
_FOREIGN = 0.3
_PLAIN = 3000  # rank among English words: what is more common belongs to no subject
_SHORTEST = 3
_FAR = 0.3  # relevance below which nothing in the course is worth naming as the nearest
_FAR_FROM_LOGISTICS = 0.2
_FEW_KNOWN = 1  # content words that the course has
_SAYS_SOMETHING = 2  # content words: with fewer ("why?") a message is about nothing of its own
_CONTRACTION = re.compile(r"(?:.*n|ca|wo)t")


def relevance(query: Query, scores: Sequence[Scores], index: CourseIndex) -> float:
    """Return the mean of the two best cosines, less a penalty for foreign words.

    In another language than English, which the default embedder does not know and whose words
    cannot be told from foreign ones, the share of the question's words counts if it is higher.
    """
    near = nearness(scores)
    if query.language != ENGLISH:
        return max(0.0, near, index.coverage(query))
    return max(0.0, near - _FOREIGN * foreign_share(query, index))


def nearness(scores: Sequence[Scores]) -> float:
    """Return the mean of the best chunk's cosine and the best sentence's; 0 without any."""
    dense = max((s.dense for s in scores if s.dense is not None), default=0.0)
    sentence = max((s.sentence for s in scores if s.sentence is not None), default=0.0)
    return (dense + sentence) / 2


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerEvidence:
    """What tells whether the course answers a question that was read with its passages.

    `passage` and `sentence` are the best logits, `near` is `nearness`, `foreign` `foreign_share`.
    """

    passage: float
    sentence: float
    near: float
    foreign: float


def answer_probability(seen: AnswerEvidence) -> float:
    """Return how likely the course answers. Fitted where one question of eight has no answer."""
    logit = _OF_PASSAGE * seen.passage + _OF_SENTENCE * seen.sentence
    logit += _OF_NEARNESS * seen.near + _OF_FOREIGN * seen.foreign + _BIAS
    return 1 / (1 + math.exp(-logit))


def is_off_topic(query: Query, found: RetrievalResult, index: CourseIndex) -> bool:
    """Return whether a message is about something else altogether, judging by its nearest passage.

    Either way nothing is quoted; measured in docs/experiments.md. A course's logistics say little
    about many things ("can i get an extension? im sick"), so a nearest passage there counts sooner.
    """
    said = set(query.words)
    known = {word for word in said if index.knows(word)}
    far = _FAR
    if found.nearest is not None and found.nearest.chunk.document.kind == "logistics":
        far = _FAR_FROM_LOGISTICS
    return found.relevance < far and len(said) >= _SAYS_SOMETHING and len(known) <= _FEW_KNOWN


def foreign_share(query: Query, index: CourseIndex) -> float:
    """Return the share of a question's words that name something the course never mentions.

    Everyday words, chat, and recognised slips of the pen do not count.
    """
    asked = set(tokens(query.text))
    foreign = {word for word in plain_words(query.text) if _is_foreign(word, index)}
    count = max(0, len(foreign) - len(query.also))
    return count / len(asked) if asked else 0.0


def _is_foreign(word: str, index: CourseIndex) -> bool:
    if len(word) < _SHORTEST or word in CHAT_WORDS or _CONTRACTION.fullmatch(word):
        return False
    if index.vocabulary.stems[stem(word)] or word in index.abbreviations:
        return False
    if any(index.vocabulary.stems[stem(plain)] for plain in without_degree(word)):
        return False
    return english_ranks().get(word, _PLAIN) >= _PLAIN
