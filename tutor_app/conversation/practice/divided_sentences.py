"""A sentence divided where it may turn to something else, into the likeliest parts.

Semi-Markov segmentation (Sarawagi and Cohen 2004): every span between two cuts is weighed as one
part, and the division is taken whose parts have the greatest product.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Protocol, TypeVar

import numpy as np

from tutor_app.domain.lexicon import read_word_lists

OF_A_PART: Final = 0.7  # what each part costs, in logarithms of likelihood; chosen on other writers
_MOST_CUTS = 6  # in one sentence: each pair of them is a span that is weighed
PART_WORDS: Final = read_word_lists(Path(__file__).with_name("part_words.yaml"))
_TURNS: Final = "|".join(sorted(PART_WORDS["turns"]))
# A dash; between a number and a term it is a minus.
_DASH: Final = r"(?<![\d²³)])(?<!\b[a-z])\s+[-–—]+\s+|\s+[-–—]+\s+(?![\d(]|[b-hj-z]\b)"
_CUT: Final = re.compile(rf"(?<=[;,:])\s+|\s+(?=(?:{_TURNS})\b)|{_DASH}", re.IGNORECASE)


class Likely(Protocol):
    """What has a likelihood, 0 to 1."""

    @property
    def likely(self) -> float: ...


Part = TypeVar("Part", bound=Likely)


@dataclass(frozen=True, slots=True)
class Stretch:
    """A stretch from one cut of a sentence to a later one."""

    first: int
    last: int
    text: str


def spans_of(sentence: str) -> list[Stretch]:
    """Return every stretch of a sentence between two of the places where it may turn."""
    cuts = sorted({0, *(cut.end() for cut in _CUT.finditer(sentence)), len(sentence)})
    if len(cuts) > _MOST_CUTS + 1:
        cuts = [*cuts[:_MOST_CUTS], cuts[-1]]
    places = range(len(cuts))
    return [
        Stretch(first, last, _trimmed(sentence[cuts[first] : cuts[last]]) or sentence)
        for first in places
        for last in places[first + 1 :]
    ]


def _trimmed(text: str) -> str:
    """Return a span without the signs it was cut at; a minus before a number stays."""
    return text.strip(" ,;:").rstrip("-–— ")


def divide(weighed: Sequence[tuple[Stretch, Part]]) -> list[Part]:
    """Return the parts of a sentence whose likelihoods have the greatest product."""
    best: dict[int, tuple[float, list[Part]]] = {0: (0.0, [])}
    for span, part in sorted(weighed, key=lambda each: each[0].last):
        score, parts = best[span.first]
        score += float(np.log(max(part.likely, 1e-9))) - OF_A_PART
        if span.last not in best or score > best[span.last][0]:
            best[span.last] = score, [*parts, part]
    return best[max(best)][1]
