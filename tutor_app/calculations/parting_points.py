"""A number at which a wrong line parts from the one before it."""

from __future__ import annotations

from fractions import Fraction

from mpmath import mp

from tutor_app.calculations.checking.calculation_verdicts import LineVerdict
from tutor_app.calculations.checking.follow_equations import Equations, SidedRelation
from tutor_app.calculations.checking.numeric_values import ValueUnknown, value_at
from tutor_app.calculations.checking.solution_points import holds
from tutor_app.calculations.reading.expression_tree import has_op, names_in


def parting_point(first: LineVerdict) -> tuple[str, str, tuple[str, str] | None]:
    """Return a name, a number for it, and both values there; None where it solves the line."""
    if len(first.before) == 2 and len(first.after) >= 2:
        return _own_solution(first)
    if len(first.before) != 1 or len(first.after) != 1:
        return "", "", None
    names = sorted(names_in(first.before[0]) | names_in(first.after[0]))
    if len(names) != 1 or has_op(first.before[0], "integral"):
        return "", "", None
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
