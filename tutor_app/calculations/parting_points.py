"""A number at which a wrong line parts from the one before it."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any, Final

from mpmath import mp

from tutor_app.calculations.checking.calculation_verdicts import LineVerdict
from tutor_app.calculations.checking.follow_equations import Equations, SidedRelation
from tutor_app.calculations.checking.numeric_values import ValueUnknown, value_at
from tutor_app.calculations.checking.same_value import is_logical_form
from tutor_app.calculations.checking.solution_points import holds
from tutor_app.calculations.reading.expression_tree import has_op, names_in

_MOST_NAMES: Final = 4
_ROWS: Final = ((2, 1, 3, 5), (1, 2, 5, 3), (3, 4, 2, 1))  # numbers that are tried
_TRUTHS: Final = {True: "T", False: "F"}


def parting_point(first: LineVerdict) -> tuple[str, str, tuple[str, str] | None]:
    """Return a name, a number for it, and both values there; None where it solves the line."""
    if len(first.before) == 2 and len(first.after) >= 2:
        return _own_solution(first)
    if len(first.before) != 1 or len(first.after) != 1:
        return "", "", None
    names = sorted(names_in(first.before[0]) | names_in(first.after[0]))
    if has_op(first.before[0], "integral") or not 0 < len(names) <= _MOST_NAMES:
        return "", "", None
    if is_logical_form(first.before[0], first.after[0]):
        return _apart_by_truth(first, names)
    if len(names) > 1:
        return _apart_by_several(first, names)
    for number in (2, 1, 3, 5, 0, -1):
        point = {names[0]: mp.mpf(number)}
        try:
            values = [value_at(each, point) for each in (first.before[0], first.after[0])]
        except ValueUnknown:
            continue
        texts = [mp.nstr(value, 6) for value in values if mp.im(value) == 0]
        if len(texts) == 2 and texts[0] != texts[1]:
            shown = (_plain_number(values[0]), _plain_number(values[1]))
            return names[0], str(number).replace("-", "−"), shown
    return "", "", None


def _apart_by_truth(
    first: LineVerdict, names: list[str]
) -> tuple[str, str, tuple[str, str] | None]:
    """Return the first row of the truth table in which two statements part."""
    for row in product((True, False), repeat=len(names)):
        point: dict[str, Any] = dict(zip(names, row, strict=True))
        try:
            values = [bool(value_at(each, point)) for each in (first.before[0], first.after[0])]
        except (ValueUnknown, TypeError):
            return "", "", None
        if values[0] is not values[1]:
            shown = (_TRUTHS[values[0]], _TRUTHS[values[1]])
            return names[0], _told_of(names, [_TRUTHS[each] for each in row]), shown
    return "", "", None


def _apart_by_several(
    first: LineVerdict, names: list[str]
) -> tuple[str, str, tuple[str, str] | None]:
    """Return small numbers for several names at which two expressions part."""
    for row in _ROWS:
        point: dict[str, Any] = {
            name: mp.mpf(number) for name, number in zip(names, row, strict=False)
        }
        try:
            values = [value_at(each, point) for each in (first.before[0], first.after[0])]
        except (ValueUnknown, TypeError):
            continue
        if any(isinstance(value, bool) or mp.im(value) != 0 for value in values):
            continue
        shown = (_plain_number(values[0]), _plain_number(values[1]))
        if shown[0] != shown[1]:
            return names[0], _told_of(names, [*map(str, row)]), shown
    return "", "", None


def _told_of(names: list[str], values: list[str]) -> str:
    """Return the values of all names, to stand behind the first one and its sign: "2, b = 1"."""
    rest = [f"{name} = {value}" for name, value in zip(names[1:], values[1:], strict=False)]
    return ", ".join([values[0], *rest])


def _plain_number(value: object) -> str:
    nearest = Fraction(str(mp.nstr(value, 15))).limit_denominator(60)
    if abs(mp.mpf(nearest.numerator) / nearest.denominator - value) < mp.mpf(10) ** -9:
        return str(nearest).replace("-", "−")
    return str(mp.nstr(value, 5)).replace("-", "−")


def _own_solution(first: LineVerdict) -> tuple[str, str, tuple[str, str] | None]:
    """Return a number that solves the wrong line and not the equation before it; what solves that
    one is for the student to find."""
    known = Equations(given=[SidedRelation(first.before[0], "=", first.before[1])])
    if set(first.relations) != {"="} or len(known.names) != 1 or first.sense == "gains":
        return "", "", None
    (name,) = known.names
    for left, right in zip(first.after[::2], first.after[1::2], strict=False):
        wrong = Equations(given=[SidedRelation(left, "=", right)])
        for point in wrong.solutions.points if wrong.names == known.names else ():
            fails = holds((first.before[0], first.before[1]), "=", point) is False
            if fails and mp.im(point[name]) == 0:
                return name, _plain_number(point[name]), None
    return "", "", None
