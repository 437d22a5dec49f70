"""Figures of data told in prose: mean, median, mode, range, variance, standard deviation."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Final

from tutor_app.calculations.quantities.quantity_story import (
    QuantityStory,
    StoryQuantity,
    shown_number,
)
from tutor_app.calculations.quantities.told_numbers import ToldToken

FEWEST_DATA: Final = 3
_ROUNDED: Final = 10**9


def _variance(data: list[Fraction]) -> Fraction:
    return statistics.pvariance(data)


def _deviation(data: list[Fraction]) -> Fraction:
    return Fraction(float(statistics.pvariance(data)) ** 0.5).limit_denominator(_ROUNDED)


def _of_sample(data: list[Fraction]) -> Fraction:
    return statistics.variance(data)


FIGURES: Final[Mapping[str, Callable[[list[Fraction]], Fraction]]] = {
    "mean": lambda data: sum(data, Fraction(0)) / len(data),
    "median": statistics.median,
    "mode": statistics.mode,
    "range": lambda data: max(data) - min(data),
    "variance": _variance,
    "deviation": _deviation,
}
_NAMES: Final = {
    "average": "mean", "mean": "mean", "median": "median", "mode": "mode", "range": "range",
    "variance": "variance", "deviation": "deviation", "sd": "deviation", "var": "variance",
    "std": "deviation", "stdev": "deviation",
}  # fmt: skip


def figure_named(word: str) -> str:
    """Return the figure of data that a word names, "" for another word."""
    return _NAMES.get(word, "")


def data_in(tokens: Sequence[ToldToken]) -> tuple[ToldToken, ...]:
    """Return the longest row of numbers that stand side by side, between commas or "and"."""
    best: list[ToldToken] = []
    row: list[ToldToken] = []
    for token in tokens:
        if token.number is not None and not token.work and not token.percent:
            row.append(token)
        elif token.text not in (",", "and", "€", "$"):
            best, row = (row if len(row) > len(best) else best), []
    return tuple(row if len(row) > len(best) else best)


def read_data(tokens: Sequence[ToldToken], given: Sequence[ToldToken]) -> QuantityStory | None:
    """Return the figures of a row of data that a message speaks of."""
    row = data_in(tokens)
    named = {figure_named(each.text) for each in tokens} - {""}
    if len(row) < FEWEST_DATA or not named or not set(given) <= set(row):
        return None
    data = [each.number for each in row if each.number is not None]
    if "mode" in named and len(statistics.multimode(data)) > 1:
        return None
    quantities = [
        StoryQuantity(value=figure(data), name=name, asked=name in named)
        for name, figure in FIGURES.items()
        if name != "mode" or len(statistics.multimode(data)) == 1
    ]
    # By these one comes to a figure: its sum, how many there are, and each of the data.
    steps = {sum(data, Fraction(0)), Fraction(len(data)), *data}
    quantities += [StoryQuantity(value=value, asked=False) for value in sorted(steps)]
    root = Fraction(float(_of_sample(data)) ** 0.5).limit_denominator(_ROUNDED)
    for name, value in (("variance", _of_sample(data)), ("deviation", root)):
        quantities.append(StoryQuantity(value=value, name=name, asked=name in named))
    return QuantityStory(
        kind="statistics",
        told={"data": ", ".join(map(shown_number, data))},
        quantities=tuple(quantities),
        slips=tuple(_slips(data)),
        taken=frozenset(each.start for each in row),
        step=f"sorted: {', '.join(map(shown_number, sorted(data)))}" if "median" in named else "",
        example="1, 4, 10: (1 + 4 + 10) / 3 = 5",
    )


def _slips(data: list[Fraction]) -> list[tuple[str, StoryQuantity]]:
    total = sum(data, Fraction(0))
    middle = len(data) // 2
    rows = sorted(data)
    told = [
        ("median_unsorted", data[middle], "median"),
        ("one_of_the_middle", rows[middle], "median"),
        ("one_of_the_middle", rows[middle - 1], "median"),
        ("count_off_by_one", total / (len(data) - 1), "mean"),
        ("count_off_by_one", total / (len(data) + 1), "mean"),
        ("mean_for_median", total / len(data), "median"),
        ("mean_for_median", statistics.median(data), "mean"),
        ("largest_alone", max(data), "range"),
        ("root_forgotten", _variance(data), "deviation"),
        ("root_forgotten", _of_sample(data), "deviation"),
        ("root_taken", _deviation(data), "variance"),
    ]
    if len(data) % 2 == 0:
        told.insert(0, ("median_unsorted", (data[middle] + data[middle - 1]) / 2, "median"))
    else:
        told = [each for each in told if each[0] != "one_of_the_middle"]
    return [(slip, StoryQuantity(value=value, name=name)) for slip, value, name in told]
