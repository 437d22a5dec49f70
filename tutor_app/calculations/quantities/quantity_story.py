"""A task of quantities as it was read: what is given, what it comes to, and what slips lead to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal

Kind = Literal[
    "percents", "original", "change", "share", "proportion", "inverse", "distance", "time", "speed",
    "mean_speed", "mixture", "ages", "statistics", "units", "catch_up", "ways", "rows", "events",
]  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class StoryQuantity:
    """A number of a story: what is asked for, or one by which one comes to it.

    `percent`: it is told in per cent; None where it may be told either way. `unit` is what it is
    measured in, "" where any unit may stand behind it. `name` tells apart quantities that are asked
    for beside each other, as a mean and a median, or the ages of two.
    """

    value: Fraction
    percent: bool | None = False
    unit: str = ""
    name: str = ""
    asked: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class QuantityStory:
    """A story with what it comes to.

    `told` are the values of the sentence that says how it was read; `slips` what a known slip comes
    to, by its name; `taken` the places in the message of the numbers that it was read from. `sure`:
    no number of the task is left over. `step` is a first step, worked, and `example` the same with
    other numbers, worked. `inputs` are the units of what is given, `given` its numbers.
    """

    kind: Kind
    told: Mapping[str, object]
    quantities: tuple[StoryQuantity, ...]
    slips: tuple[tuple[str, StoryQuantity], ...] = ()
    taken: frozenset[int] = frozenset()
    sure: bool = True
    step: str = ""
    example: str = ""
    inputs: frozenset[str] = field(default_factory=frozenset)
    given: frozenset[Fraction] = field(default_factory=frozenset)


def shown_number(value: Fraction) -> str:
    """Return a number as students write it: 54, 661.5, 100/3."""
    if value.denominator == 1:
        return str(value.numerator)
    bare = value.denominator
    for prime in (2, 5):
        while bare % prime == 0:
            bare //= prime
    if bare == 1 and len(str(value.denominator)) < 8:
        return f"{float(value):.6f}".rstrip("0").rstrip(".")
    return f"{value.numerator}/{value.denominator}"
