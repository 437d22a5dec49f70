"""Which part of the formula for quadratic equations makes wrong solutions of one."""

from __future__ import annotations

from typing import Any, Final

import sympy as sp

from tutor_app.calculations.checking.claimed_sides import with_sign
from tutor_app.calculations.checking.exact_values import NotExact, exact
from tutor_app.calculations.reading.expression_tree import Node, has_op, names_in

_SQUARE: Final = 2


def formula_slip(before: tuple[Node, ...], after: tuple[Node, ...]) -> str:
    """Return the name of the slip in the formula that makes both wrong solutions; "" if none does.

    `after` are the sides of "x = …", with ± or twice.
    """
    names = names_in(before[0]) | names_in(before[1])
    told = after[1::2]
    if len(names) != 1 or any(each.op != "name" for each in after[::2]):
        return ""
    try:
        signed = [with_sign(e, s) for e in told for s in ((1, -1) if has_op(e, "pm") else (1,))]
        values = {sp.simplify(exact(each, positive=False)) for each in signed}
        whole = sp.Poly(exact(before[0]) - exact(before[1]))
    except (NotExact, sp.PolynomialError, sp.GeneratorsNeeded):
        return ""
    if whole.degree() != _SQUARE or len(values) != _SQUARE:
        return ""
    a, b, c = whole.all_coeffs()
    made = {
        "formula_sign_of_b": _solutions(b, b**2 - 4 * a * c, 2 * a),
        "formula_over_a": _solutions(-b, b**2 - 4 * a * c, a),
        "formula_discriminant": _solutions(-b, b**2 + 4 * a * c, 2 * a),
    }
    return next((name for name, solved in made.items() if solved == values), "")


def _solutions(first: Any, under: Any, below: Any) -> set[Any]:
    return {sp.simplify((first + sign * sp.sqrt(under)) / below) for sign in (1, -1)}
