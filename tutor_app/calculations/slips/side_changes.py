"""What a wrong step of an equation did to each of its terms, on the left and on the right."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import sympy as sp

from tutor_app.calculations.check_calculation import check_message
from tutor_app.calculations.checking.exact_values import NotExact, exact, symbol
from tutor_app.calculations.checking.same_value import in_time
from tutor_app.calculations.reading.choose_reading import settle
from tutor_app.calculations.reading.expression_tree import (
    CalculationUnread,
    Node,
    has_op,
    names_in,
    walk,
)
from tutor_app.calculations.reading.parse_expression import parse_text
from tutor_app.calculations.reading.show_expression import show

_SECONDS: Final = 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class SideChange:
    """A term as it stood on one side before and after a step, "0" where there is none; `amount` is
    what was added to it, without its sign, and `added` whether that was more or less."""

    before: str
    after: str
    amount: str
    added: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class TermChange:
    """What a step did to the terms of one kind, those of x or the plain numbers, on both sides."""

    left: SideChange
    right: SideChange
    has_name: bool

    @property
    def is_alike(self) -> bool:
        """Whether the same was done on both sides."""
        return (self.left.amount, self.left.added) == (self.right.amount, self.right.added)


def find_changes(text: str) -> tuple[TermChange, ...]:
    """Return what the first wrong step in a text did to each kind of term that it changed.

    () where the first wrong line is drawn from no equation between polynomials, or where more than
    one kind of term was treated unlike: then it was no adding on both sides, save where each was
    brought over with its sign, so that as much was added on one side as was taken from the other.
    """
    found = check_message(text)
    first = found.checked.first_wrong if found.outcome == "wrong" else None
    if first is None or len(first.before) != 2 or len(first.after) != 2:
        return ()
    if any(has_op(factor, "add") for side in first.before for factor in _factors(side)):
        return ()  # a bracket still stands there: its terms were not written
    changes = in_time(lambda: _changes(first.before, first.after), _SECONDS) or ()
    unlike = [each for each in changes if not each.is_alike]
    moved = all(each.left.amount == each.right.amount for each in unlike)
    return changes if len(unlike) == 1 or (unlike and moved) else ()


def _factors(side: Node) -> list[Node]:
    """Return what stands under a product or a division within a side."""
    return [part for each in walk(side) if each.op in ("mul", "div", "pow") for part in each.nodes]


def _changes(before: tuple[Node, ...], after: tuple[Node, ...]) -> tuple[TermChange, ...]:
    names = sorted(frozenset().union(*map(names_in, (*before, *after))))
    try:
        sides = [_terms(each, names) for each in (*before, *after)]
    except (NotExact, sp.PolynomialError):
        return ()
    kinds = sorted({kind for side in sides for kind in side}, reverse=True)
    found = []
    for kind in kinds:
        term = sp.Mul(*(symbol(n) ** p for n, p in zip(names, kind, strict=True)))
        left, right = (
            _change(sides[k].get(kind, 0), sides[k + 2].get(kind, 0), term) for k in (0, 1)
        )
        if left.amount != "0" or right.amount != "0":
            found.append(TermChange(left=left, right=right, has_name=any(kind)))
    return tuple(found)


def _terms(side: Node, names: list[str]) -> dict[tuple[int, ...], Any]:
    """Return the factor of each kind of term of one side, by the powers of the names."""
    value = exact(side)
    if not names:
        return {(): value}
    return dict(sp.Poly(value, *(symbol(name) for name in names)).terms())


def _change(before: Any, after: Any, term: Any) -> SideChange:
    amount = after - before
    return SideChange(
        before=_shown(before * term),
        after=_shown(after * term),
        amount=_shown(abs(amount) * term),
        added=bool(amount > 0),
    )


def _shown(value: Any) -> str:
    try:
        return show(settle(parse_text(str(value).replace("**", "^")), frozenset()))
    except CalculationUnread:
        return str(value)
