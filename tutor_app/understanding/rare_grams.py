"""Short texts as vectors of their character n-grams (Cavnar and Trenkle 1994), rare ones first."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

_SIZES: Final = (2, 3, 4)  # characters of an n-gram


def rarity_of_grams(groups: Sequence[Sequence[Sequence[str]]]) -> dict[str, float]:
    """Return by n-gram the logarithm of how many times as many groups there are as have it.

    A group is a list of texts, a text its words.
    """
    counts = Counter(
        gram for group in groups for gram in {gram for words in group for gram in _grams(words)}
    )
    return {gram: math.log(len(groups) / count) for gram, count in counts.items()}


def gram_vector(
    words: Sequence[str], rarity: Mapping[str, float], unseen: float = 0.0
) -> dict[str, float]:
    """Return a text as a unit vector by n-gram; those of no `rarity` weigh as `unseen` ones."""
    weights = {
        gram: count * rarity.get(gram, unseen) for gram, count in Counter(_grams(words)).items()
    }
    length = math.sqrt(sum(weight**2 for weight in weights.values())) or 1.0
    return {gram: weight / length for gram, weight in weights.items()}


def _grams(words: Sequence[str]) -> Iterator[str]:
    padded = f" {' '.join(words)} "
    for size in _SIZES:
        yield from (padded[at : at + size] for at in range(len(padded) - size + 1))
