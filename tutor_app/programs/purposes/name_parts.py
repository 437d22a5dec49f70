"""The words of a text and of the names in it, as the catalogue of purposes says them."""

from __future__ import annotations

import re
from collections.abc import Collection
from pathlib import Path

from tutor_app.domain.data_files import read_yaml

_PARTS = re.compile(r"\d(?:st|nd|rd|th)\b|[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+")
_SPELLINGS: dict[str, str] = read_yaml(Path(__file__).with_name("spellings.yaml"))
SHORTEST_PART = 2  # letters of a word that is written together with another


def parts_of(text: str) -> list[str]:
    """Return the words of a text, and of the names in it, without endings, in one spelling."""
    found = (each.casefold() for each in _PARTS.findall(text))
    return [part for each in found for part in _spelled(each)]


def parts_of_name(name: str, known: Collection[str]) -> list[str]:
    """Return the words of a name; one that is several known words in one is these: "maxpos"."""
    parts = parts_of(name)
    if len(parts) != 1 or parts[0] in known:
        return parts
    return _parted(name.strip("_").casefold(), known) or parts


def _spelled(word: str) -> list[str]:
    said = _SPELLINGS.get(word) or _SPELLINGS.get(_stem(word))
    return said.split() if said is not None else [_stem(word)]


def _parted(word: str, known: Collection[str]) -> list[str]:
    """Return the known words that a word consists of, the longest first; none where it has more."""
    if not word:
        return []
    for end in range(len(word), SHORTEST_PART - 1, -1):
        first = _spelled(word[:end])
        if all(each in known for each in first):
            rest = _parted(word[end:], known)
            if rest or end == len(word):
                return [*first, *rest]
    return []


def _stem(word: str) -> str:
    return word[:-1] if word.endswith("s") and len(word) > 3 and word[-2] not in "su" else word
