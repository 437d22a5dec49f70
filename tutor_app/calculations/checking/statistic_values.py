"""Figures of a list of data: the mean, the median, the range and others, exactly."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Final

from tutor_app.calculations.reading.expression_tree import Node, num

_STATISTICS: Final[Mapping[str, Callable[[list[Fraction]], Fraction]]] = {
    "mean": lambda data: sum(data, Fraction(0)) / len(data),
    "average": lambda data: sum(data, Fraction(0)) / len(data),
    "median": statistics.median,
    "range": lambda data: max(data) - min(data),
    "mode": statistics.mode,
    "sum": lambda data: sum(data, Fraction(0)),
    "total": lambda data: sum(data, Fraction(0)),
}
MOST_DATA = 200


def statistic_of(word: str, data: Sequence[str]) -> Node | None:
    """Return the figure that a word names, of numbers as typed; None for another word."""
    if word not in _STATISTICS or not 2 < len(data) <= MOST_DATA:
        return None
    value = _STATISTICS[word]([Fraction(each.replace(",", "")) for each in data])
    node = Node("div", (num(abs(value.numerator)), num(value.denominator)))
    return node if value >= 0 else Node("neg", (node,))
