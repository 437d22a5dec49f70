"""Units of measure as products of base units, by pint."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import Any

import pint

from tutor_app.calculations.reading.expression_tree import CalculationUnread, Node, num

_SPELT = {
    "min": "minute", "hr": "hour", "hrs": "hour", "secs": "second", "sec": "second", "h": "hour",
    "kmh": "km/hour", "mph": "mile/hour", "inches": "inch", "L": "liter", "l": "liter",
    "t": "tonne", "tonnes": "tonne", "lb": "pound", "oz": "ounce", "ft": "foot", "yd": "yard",
    "weeks": "week", "ha": "hectare", "cl": "centiliter", "mL": "milliliter", "ml": "milliliter",
    "K": "kelvin",
}  # fmt: skip


@cache
def unit_registry() -> pint.UnitRegistry[Fraction]:
    return pint.UnitRegistry(non_int_type=Fraction)


@cache
def unit_tree(unit: str) -> Node:
    """Return a unit as a number times powers of base units, whose names begin with "§".

    Raises:
        CalculationUnread: there is no such unit.
    """
    try:
        base: Any = unit_registry().Quantity(Fraction(1), _SPELT.get(unit, unit)).to_base_units()
        factor = Fraction(str(base.magnitude)).limit_denominator(10**9)
    except (pint.PintError, ValueError, TypeError, AttributeError) as exc:
        raise CalculationUnread from exc
    parts = [Node("div", (num(factor.numerator), num(factor.denominator)))]
    for name, power in base.unit_items():
        whole = Fraction(power).limit_denominator(9)
        exponent = Node("div", (num(whole.numerator), num(whole.denominator)))
        if whole.numerator < 0:
            exponent = Node("neg", (Node("div", (num(-whole.numerator), num(whole.denominator))),))
        parts.append(Node("pow", (Node("name", (f"§{name}",)), exponent)))
    return Node("mul", tuple(parts))
