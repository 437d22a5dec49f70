"""Words as the sparse rankings see them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from tutor_app.domain.lexicon import read_word_lists
from tutor_app.domain.normal_form import without_accents

_TOKEN = re.compile(r"[^\W_]+")
_NUMBER = re.compile(r"^[\d.]+\s+")  # of a section's title
_SUFFIXES = ("ingly", "edly", "ings", "ing", "ies", "ied", "es", "ed", "s", "ly")
LISTS = read_word_lists(Path(__file__).with_name("unsearched_words.yaml"))
_SHORTEST_ROOT = 3  # letters
_STOP_WORDS = LISTS["stop_words"]
CHAT_WORDS = LISTS["chat"]  # they tell nothing of a message's subject


def tokens(text: str) -> list[str]:
    """Return the content words, in small letters, without accents and endings."""
    plain = without_accents(text)
    found = _TOKEN.findall(plain.lower())
    return [stem(token) for token in found if token not in _STOP_WORDS]


def roots(text: str) -> set[str]:
    """Return the roots of a text's content words."""
    return {token.rstrip("e") for token in tokens(text)}


def stem(token: str) -> str:
    """Cut one common English ending off where at least three letters stay."""
    for suffix in _SUFFIXES:
        if token.endswith(suffix) and len(token) - len(suffix) >= 3:
            return token[: -len(suffix)] + ("y" if suffix in ("ies", "ied") else "")
    return token


def without_degree(word: str) -> Iterator[str]:
    """Yield what "closest", "faster" and "bigger" may be degrees of."""
    for ending in ("est", "er"):
        root = word.removesuffix(ending)
        if root != word and len(root) >= _SHORTEST_ROOT:
            yield from (root, f"{root}e", *([root[:-1]] if root[-1] == root[-2] else ()))


def without_number(title: str) -> str:
    """Return a section's title without the number before it."""
    return _NUMBER.sub("", title)
