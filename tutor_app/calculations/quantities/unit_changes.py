"""A measure that is to be told in another unit, and measures in different units compared."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Final

import pint

from tutor_app.calculations.quantities.quantity_story import (
    QuantityStory,
    StoryQuantity,
    shown_number,
)
from tutor_app.calculations.quantities.told_numbers import IN_HOURS, ToldToken, told_tokens
from tutor_app.calculations.reading.unit_trees import unit_registry

_OF_TIMES: Final = "1 h = 60 min, 3 h = 180 min"
_OF_LENGTHS: Final = "1 m = 100 cm, 4 m = 400 cm"


def read_unit_change(
    tokens: Sequence[ToldToken], given: Sequence[ToldToken]
) -> QuantityStory | None:
    """Return a measure that is to be told in another unit."""
    if len(given) != 1 or given[0].number is None or given[0].unit not in _UNITS:
        return None
    one = given[0]
    others = [
        unit
        for each in tokens
        if each.number is None
        and each.start != one.start
        and (unit := _SPELT.get(each.text, each.text)) in _UNITS
        and unit != one.unit
        and not each.claimed
    ]
    asks = {"in", "into", "to", "many", "convert", "as"} & {each.text for each in tokens}
    if not others or not asks:
        return None
    factor = _factor(one.unit, others[0])
    if factor is None:
        return None
    number = one.number or Fraction(0)
    slips = [("divided_instead_of_times", StoryQuantity(value=number / factor, unit=others[0]))]
    linear = _linear(one.unit, others[0])
    if linear is not None:
        slips += [("length_factor", StoryQuantity(value=number * linear, unit=others[0]))]
        if linear**2 != factor:
            slips += [("length_factor", StoryQuantity(value=number * linear**2, unit=others[0]))]
    if {one.unit, others[0]} <= set(IN_HOURS):
        slips += [("hundred_minutes", StoryQuantity(value=number * 100, unit=others[0]))]
    else:
        slips += [
            (
                "power_of_ten",
                StoryQuantity(value=number * factor * Fraction(10) ** power, unit=others[0]),
            )
            for power in (-3, -2, -1, 1, 2, 3)
        ]
    return QuantityStory(
        kind="units",
        told={"measure": f"{shown_number(number)} {one.unit}", "unit": others[0]},
        quantities=(StoryQuantity(value=number * factor, unit=others[0]),),
        slips=tuple((name, each) for name, each in slips if each.value != number * factor),
        taken=frozenset({one.start}),
        step=f"1 {one.unit} = {shown_number(factor)} {others[0]}",
        example=_OF_TIMES if one.unit not in IN_HOURS else _OF_LENGTHS,
        inputs=frozenset({one.unit}),
    )  # fmt: skip


_SPELT: Final = {
    "hour": "h", "minute": "min", "second": "s", "litre": "l", "liter": "l", "metre": "m",
    "meter": "m", "kilometre": "km", "kilometer": "km", "kilo": "kg", "gram": "g", "hr": "h",
    "kmh": "km/h", "sec": "s", "kph": "km/h",
}  # fmt: skip
_PINT: Final = {
    "km/h": "km/hour", "m/s": "m/second", "mph": "mile/hour", "h": "hour", "min": "minute",
    "s": "second", "l": "liter", "ml": "milliliter", "cm2": "cm**2", "m2": "m**2", "mm2": "mm**2",
    "km2": "km**2", "cm3": "cm**3", "m3": "m**3", "mm3": "mm**3", "km": "km", "m": "m", "cm": "cm",
    "mm": "mm", "mile": "mile", "kg": "kg", "g": "gram", "day": "day", "week": "week",
}  # fmt: skip
_UNITS: Final = frozenset(_PINT)


def _factor(one: str, other: str) -> Fraction | None:
    try:
        found = unit_registry().Quantity(Fraction(1), _PINT[one]).to(_PINT[other])
    except pint.PintError:
        return None
    return Fraction(str(found.magnitude)).limit_denominator(10**9)


def _linear(one: str, other: str) -> Fraction | None:
    """Return the factor of the lengths, where areas or volumes are changed."""
    if one[-1:] in "23" and one[-1:] == other[-1:] and one[:-1] in _PINT and other[:-1] in _PINT:
        return _factor(one[:-1], other[:-1])
    return None


def measures_in_one_unit(one: str, other: str) -> tuple[Fraction, Fraction] | None:
    """Return two measures, "10 m/s" and "30 km/h", in the unit of the second; None where one is
    none, or they measure different things.
    """
    found = []
    for text in (one, other):
        tokens = [each for each in told_tokens(text) if each.number is not None]
        if len(tokens) != 1 or tokens[0].unit not in _UNITS:
            return None
        found.append(tokens[0])
    factor = _factor(found[0].unit, found[1].unit)
    first, second = (each.number or Fraction(0) for each in found)
    return (first * factor, second) if factor is not None else None
