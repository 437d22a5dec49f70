"""Whether a line is one equation added to another, or taken from it, with one term wrong."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations
from typing import Any, Final

import sympy as sp

from tutor_app.calculations.checking.exact_values import NotExact, exact
from tutor_app.calculations.reading.expression_tree import Node

_MOST: Final = 4  # equations
_FACTORS: Final = (1, -1, 2, -2, 3, -3)


def combines_wrongly(told: Sequence[tuple[Node, Node]], after: tuple[Node, Node]) -> bool:
    """Whether exactly one term of a line is not that of two equations put together."""
    try:
        own = sp.expand(exact(after[0]) - exact(after[1]))
        wholes = [sp.expand(exact(left) - exact(right)) for left, right in told[:_MOST]]
    except NotExact:
        return False
    names = sorted(own.free_symbols.union(*(each.free_symbols for each in wholes)), key=str)
    if len(names) < 2 or len(wholes) < 2:
        return False
    if not all(each.is_polynomial(*names) for each in (own, *wholes)):
        return False
    for one, other in permutations(wholes, 2):
        for factor in _FACTORS:
            made = sp.expand(one + factor * other)
            if len(_terms(made - own, names)) == 1 and len(_terms(own, names)) > 1:
                return True
    return False


def _terms(value: Any, names: Sequence[Any]) -> dict[Any, Any]:
    value = sp.expand(value)
    return sp.Poly(value, *names).as_dict() if value != 0 else {}
