"""By which words a text names a test that the course examines by."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from tutor_app.domain.lexicon import read_word_lists
from tutor_app.retrieval.vocabulary import plain_words

_EXAMS: Final = read_word_lists(Path(__file__).with_name("exam_words.yaml"))["exams"]


def exams_named(text: str) -> frozenset[str]:
    """Return the words of a text that name a test."""
    return _EXAMS.intersection(plain_words(text))


def exam_named(text: str) -> str:
    """Return the test that a text names, "" where it names none."""
    return min(exams_named(text), default="")
