"""Words by which messages of another language are told apart, as they are compared."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

from tutor_app.domain.lexicon import read_word_lists
from tutor_app.retrieval.text_language import ENGLISH, small_words

_WORD: Final = re.compile(r"[^\W\d_]+")


@cache
def word_lists(language: str) -> Mapping[str, frozenset[str]]:
    return read_word_lists(Path(__file__).parent / f"move_words_{language}.yaml")


@cache
def fillers(language: str) -> frozenset[str]:
    """Return the small words that change nothing of what a message wants."""
    told = word_lists(language)
    return small_words(language) - told["telling"] | told["fillers"]


@cache
def small_words_of(language: str) -> frozenset[str]:
    """Return the small words that a language has and English has not."""
    return small_words(language) - small_words(ENGLISH)


def words_of(text: str) -> list[str]:
    """Return the words of a text as they are compared."""
    return [plain_word(word) for word in _WORD.findall(text)]


def plain_word(word: str) -> str:
    """Return a word in small letters, without signs that are written in two ways."""
    return word.casefold().replace("ß", "ss")
