"""Short messages of another language, read as an English one that does the same.

What tells acts apart was learned from English. A message that names nothing of a course ("ich hänge
fest") is compared with examples by its character n-grams (Cavnar and Trenkle 1994), the rarer ones
weighing more, and only where all of its words are words of such messages: one that names something
is left as it is. Dangers are no move: they are found in lists (outright.py).
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from tutor_app.domain.data_files import read_yaml

_HERE: Final = Path(__file__).parent
_SIZES: Final = (2, 3, 4)  # characters of an n-gram
_NEAR: Final = 0.55  # cosine: below it no example says the same
_LONGEST: Final = 12  # words
_WORD: Final = re.compile(r"[^\W\d_]+")


@dataclass(frozen=True, slots=True)
class _Moves:
    """Examples as unit vectors of n-grams, each with its English; all of their words.

    `rarity` of an n-gram: the logarithm of how many times as many moves there are as have it.
    """

    rarity: Mapping[str, float]
    examples: tuple[tuple[Mapping[str, float], str], ...]
    words: frozenset[str]


def as_english_move(text: str, language: str) -> str | None:
    """Return the English message that does the same; None where none is near, or it names more."""
    words = _words(text)
    moves = _read(language)
    if not words or len(words) > _LONGEST or not set(words) <= moves.words:
        return None
    vector = _vector(words, moves.rarity)
    near, english = max(
        ((_cosine(vector, example), english) for example, english in moves.examples),
        default=(0.0, ""),
    )
    return english if near >= _NEAR else None


@cache
def _read(language: str) -> _Moves:
    file = _HERE / f"moves_{language}.yaml"
    if not file.exists():
        return _Moves({}, (), frozenset())
    told: dict[str, list[str]] = read_yaml(file)
    moves = {english: [_words(one) for one in ways] for english, ways in told.items()}
    having = Counter(
        gram for ways in moves.values() for gram in {gram for one in ways for gram in _grams(one)}
    )
    rarity = {gram: math.log(len(moves) / count) for gram, count in having.items()}
    return _Moves(
        rarity,
        tuple((_vector(one, rarity), english) for english, ways in moves.items() for one in ways),
        frozenset(word for ways in moves.values() for one in ways for word in one),
    )


def _words(text: str) -> list[str]:
    return [word.replace("ß", "ss") for word in _WORD.findall(text.casefold())]


def _grams(words: list[str]) -> list[str]:
    padded = f" {' '.join(words)} "
    return [padded[at : at + size] for size in _SIZES for at in range(len(padded) - size + 1)]


def _vector(words: list[str], rarity: Mapping[str, float]) -> dict[str, float]:
    weights = {
        gram: count * rarity.get(gram, 0.0) for gram, count in Counter(_grams(words)).items()
    }
    length = math.sqrt(sum(weight**2 for weight in weights.values())) or 1.0
    return {gram: weight / length for gram, weight in weights.items()}


def _cosine(one: Mapping[str, float], other: Mapping[str, float]) -> float:
    return sum(weight * other.get(gram, 0.0) for gram, weight in one.items())
