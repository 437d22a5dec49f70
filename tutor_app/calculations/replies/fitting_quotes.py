"""Quotes of the course that speak of what was looked for; one that merely comes nearest is none."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from tutor_app.calculations.replies.calculation_hints import Cite
from tutor_app.domain.lexicon import SMALL_WORDS, read_word_lists
from tutor_app.domain.values import Quote

_WORD: Final = re.compile(r"[^\W\d_]{4,}")
_LOOSE: Final = SMALL_WORDS | frozenset(
    read_word_lists(Path(__file__).parents[1] / "speech" / "questions_beside.yaml")["loose"]
)
_STEM: Final = 6  # letters by which two forms of a word are one
_FEWEST: Final = 2  # words that a quote must share with what was looked for


def to_the_point(cite: Cite) -> Cite:
    """Return a way to quote that leaves out what shares hardly a word with what is looked for."""

    def fitting(topic: str) -> Sequence[Quote]:
        wanted = _stems(topic)
        fewest = min(_FEWEST, len(wanted))
        return [each for each in cite(topic) if len(wanted & _stems(each.paragraph)) >= fewest]

    return fitting


def _stems(text: str) -> set[str]:
    words = (word.casefold() for word in _WORD.findall(text))
    return {word[:_STEM] for word in words if word not in _LOOSE}
