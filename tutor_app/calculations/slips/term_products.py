"""What a term of a sum comes to, product by product: −(x − 2)(x + 2) is −1 · x · x, −1 · x · 2 …"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import reduce
from itertools import product
from operator import mul
from typing import Any, Final

import sympy as sp

from tutor_app.calculations.checking.exact_values import exact
from tutor_app.calculations.reading.choose_reading import settle
from tutor_app.calculations.reading.expression_tree import (
    CalculationUnread,
    Node,
    names_in,
    num,
)
from tutor_app.calculations.reading.parse_expression import parse_text
from tutor_app.calculations.reading.show_expression import show
from tutor_app.calculations.slips.slip_patterns import pattern_of
from tutor_app.calculations.slips.value_rules import terms_of

_LARGEST_POWER: Final = 3  # of a bracket that is written out
_MOST_PRODUCTS: Final = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class TermProduct:
    """One product that a term comes to: what stands before its brackets, and a term of each."""

    outer: Any
    picks: tuple[Any, ...]

    @property
    def inner(self) -> Any:
        """What the picked terms come to without what stands before the brackets."""
        return reduce(mul, self.picks, sp.Integer(1))

    @property
    def value(self) -> Any:
        return sp.expand(self.outer * self.inner)

    @property
    def factors(self) -> tuple[Any, Any] | None:
        """The two that are multiplied last; None where nothing is."""
        if self.outer != 1 and self.picks:
            return self.outer, sp.expand(self.inner)
        if len(self.picks) > 1:
            return self.picks[0], sp.expand(reduce(mul, self.picks[1:]))
        return None


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceTerm:
    """A term as it was written, with its sign, and the products that it comes to."""

    node: Node
    products: tuple[TermProduct, ...]

    @property
    def value(self) -> Any:
        return sp.expand(sum(each.value for each in self.products))

    @property
    def is_square(self) -> bool:
        """Whether it is the square of a sum, with or without a factor."""
        body = self.node.nodes[0] if self.node.op == "neg" else self.node
        return any(
            each.op == "pow" and each.nodes[0].op == "add" and each.nodes[1] == num(2)
            for each in (body, *body.nodes)
        )


def source_terms(expression: Node) -> tuple[SourceTerm, ...]:
    """Return the terms of an expression with their products.

    Raises:
        NotExact: one of them is no product that can be written out.
    """
    return tuple(
        SourceTerm(node=each, products=tuple(_products(each)))
        for term in terms_of(pattern_of(expression))
        for each in _by_linearity(term)
    )


def _by_linearity(term: Node) -> Iterator[Node]:
    """Yield the derivative of each term of a sum; of anything else the term."""
    if term.op != "deriv":
        yield term
        return
    for each in terms_of(term.nodes[0]):
        negative = each.op == "neg"
        derived = Node("deriv", (each.nodes[0] if negative else each, *term.args[1:]))
        yield Node("neg", (derived,)) if negative else derived


def _products(term: Node) -> Iterator[TermProduct]:
    outer: Any = sp.Integer(1)
    sums: list[tuple[Any, ...]] = []
    for factor in _factors(term):
        power = factor.op == "pow" and factor.nodes[0].op == "add"
        base = factor.nodes[0] if power else factor
        count = _whole(factor.nodes[1]) if power else 1
        if base.op == "add" and 1 <= count <= _LARGEST_POWER:
            sums += [tuple(exact(each) for each in base.nodes)] * count
        else:
            outer *= exact(factor)
    if reduce(mul, map(len, sums), 1) > _MOST_PRODUCTS:
        outer, sums = exact(term), []
    for picks in product(*sums):
        yield TermProduct(outer=outer, picks=picks)


def _factors(term: Node) -> Iterator[Node]:
    if term.op == "neg":
        yield Node("neg", (num(1),))
        yield from _factors(term.nodes[0])
    elif term.op == "mul":
        for each in term.nodes:
            yield from _factors(each)
    elif term.op == "div" and not names_in(term.nodes[1]):
        yield from _factors(term.nodes[0])
        yield Node("div", (num(1), term.nodes[1]))
    else:
        yield term


def _whole(node: Node) -> int:
    return int(node.text) if node.op == "num" and node.text.isdecimal() else 0


def show_value(value: Any) -> str:
    """Return a value of SymPy as text for a student."""
    text = str(value).replace("**", "^").replace("exp(", "e^(")
    try:
        return show(settle(parse_text(text), frozenset()))
    except CalculationUnread:
        return text


def show_factors(product: TermProduct) -> tuple[str, str] | None:
    """Return the two that are multiplied last as text, the second as it stands behind the first."""
    if product.factors is None:
        return None
    one, other = product.factors
    first, second = show_value(one), show_value(other)
    return (
        f"({first})" if one.is_Add else first,
        f"({second})" if other.is_Add or second.startswith("−") else second,
    )
