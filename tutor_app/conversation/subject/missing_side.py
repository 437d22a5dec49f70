"""A comparison of which the course has one side only: the other is said to be missing."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from tutor_app.domain.lexicon import QUESTION_WORDS, SMALL_WORDS, TASK_VERBS, read_word_lists
from tutor_app.retrieval.course_index import CourseIndex
from tutor_app.retrieval.search_terms import tokens

_LISTS: Final = read_word_lists(Path(__file__).with_name("two_sides.yaml"))
_SIGNS = ".,:;!?()\"'“”"
_CLITICS = ("'s", "’s", "s")  # "whats the difference"
_LONGEST = 4  # words of a name


def side_not_in_course(text: str, index: CourseIndex) -> str:
    """Return what a message compares and the course never says, as the message names it.

    "" where it compares nothing, or all that it names stands in the course.
    """
    words = [word.strip(_SIGNS) for word in text.split()]
    plain = [word.casefold() for word in words]
    if _LISTS["compares"].isdisjoint(plain):
        return ""
    parts: list[list[str]] = [[]]
    for word, small in zip(words, plain, strict=True):
        if small in _LISTS["joins"]:
            parts.append([])
        elif not _is_small(small):
            parts[-1].append(word)
    for part in parts:
        unknown = [
            word for word in part if tokens(word) and not any(map(index.knows, tokens(word)))
        ]
        if unknown and len(part) <= _LONGEST:
            return " ".join(part)
    return ""


def _is_small(word: str) -> bool:
    asks = next((word.removesuffix(end) for end in _CLITICS if word.endswith(end)), word)
    beside = _LISTS["choice"] | _LISTS["compares"]
    return not word or asks in QUESTION_WORDS or word in SMALL_WORDS | TASK_VERBS | beside
