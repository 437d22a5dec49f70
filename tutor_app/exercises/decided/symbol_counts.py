"""Counts told by a letter, "10 times V", "V − 1": another count by the same letter is another one.

They are compared as they stand, factor and summand; what the letter is of is left to others.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from tutor_app.domain.lexicon import NUMBER_WORDS

_MINUS: Final = r"[-−–]|minus|less"
_COUNT: Final = re.compile(
    rf"(?<![\w.])(?:(?P<factor>\d+)\s*(?:[*·×]|x\s|times\s)?\s*)?[(]?\s*(?P<letter>[A-Z])\s*"
    rf"(?:(?P<sign>\+|plus\s|{_MINUS})\s*(?P<summand>\d+|one|two)(?![\w.]))?(?!\w)"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class SymbolCount:
    """A count such as 10 · (V − 1): a `factor`, its letter and what is added to that."""

    factor: int
    letter: str
    summand: int
    words: str

    def at(self, value: int) -> int:
        """Return what it comes to for a value of its letter."""
        return self.factor * (value + self.summand)


def counts_by_letter(text: str) -> Iterator[SymbolCount]:
    """Yield the counts of a text in which a letter is multiplied, or something is added to it."""
    for found in _COUNT.finditer(text):
        factor, told = found["factor"], found["summand"]
        if factor is None and told is None:
            continue
        summand = 0 if told is None else int(NUMBER_WORDS.get(told, told))
        less = found["sign"] is not None and found["sign"].strip() not in ("+", "plus")
        yield SymbolCount(
            factor=1 if factor is None else int(factor),
            letter=found["letter"],
            summand=-summand if less else summand,
            words=found[0].strip(" ("),
        )


def other_count(said: str, point: str) -> SymbolCount | None:
    """Return the count of what is said that a point has otherwise, by the same factor and letter.

    None where it says the point's as well, or only counts of other things.
    """
    wanted = {(one.factor, one.letter, one.summand) for one in counts_by_letter(point)}
    told = list(counts_by_letter(said))
    if any((one.factor, one.letter, one.summand) in wanted for one in told):
        return None
    pairs = {one[:2] for one in wanted}
    return next((one for one in told if (one.factor, one.letter) in pairs), None)
