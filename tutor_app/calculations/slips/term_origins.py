"""Where a term of a line comes from: the products of the line before it that make it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from typing import Any, Final

import sympy as sp

from tutor_app.calculations.check_calculation import ReadAndChecked, check_message
from tutor_app.calculations.checking.exact_values import exact
from tutor_app.calculations.checking.same_value import in_time
from tutor_app.calculations.reading.choose_reading import settle
from tutor_app.calculations.reading.expression_tree import CalculationUnread, Node
from tutor_app.calculations.reading.parse_expression import parse_text
from tutor_app.calculations.reading.show_expression import show
from tutor_app.calculations.slips.find_slip import same_numbers
from tutor_app.calculations.slips.slip_patterns import pattern_of
from tutor_app.calculations.slips.term_products import (
    SourceTerm,
    TermProduct,
    show_factors,
    show_value,
    source_terms,
)
from tutor_app.calculations.slips.value_rules import terms_of

_SECONDS: Final = 1.5


@dataclass(frozen=True, slots=True, kw_only=True)
class TermOrigin:
    """A term of a line with the terms of the line before that make it.

    `terms` are these, each with its products as text: "−1 · (−4) = 4"; `inside` is the one term
    without the minus before it, "" where it has none. `stood`: the term stood there already.
    `is_right`: the line follows; where it does not, the products hold what the term should be.
    """

    value: str
    before: str
    terms: tuple[tuple[str, tuple[str, ...]], ...]
    factors: tuple[str, str] | None = None
    inside: str = ""
    stood: bool = False
    is_right: bool = True


def find_origin(text: str, values: tuple[str, ...]) -> TermOrigin | None:
    """Return where the first of some values that a line of a calculation has as a term comes from;
    None where none has one, or nothing makes it."""
    found = check_message(text)
    stood: TermOrigin | None = None
    for value in values:
        told = in_time(partial(_value, value, found), _SECONDS)
        for before, after, is_right in steps_taken(found) if told is not None else ():
            step = partial(_of_step, before, after, told, is_right=is_right)
            origin: TermOrigin | None = in_time(step, _SECONDS)
            if origin is not None and not origin.stood:
                return origin
            stood = stood or origin
    return stood


def steps_taken(found: ReadAndChecked) -> Iterator[tuple[Node, Node, bool]]:
    """Yield each step of a calculation within one expression, or one side, with whether it keeps
    the value; the first wrong one first, then from the last to the first."""
    first = found.checked.first_wrong
    if first is not None and len(first.before) == len(first.after):
        for one, other in zip(first.before, first.after, strict=True):
            if not same_numbers(one, other):
                yield one, other, False
    steps: list[tuple[Node, Node]] = []
    sides: tuple[Node, ...] = ()
    for line in found.written.lines:
        for chain in line.chains:
            exprs = tuple(settle(each, found.reading) for each in chain.exprs)
            if chain.continues and sides:
                exprs = (sides[-1], *exprs)
            steps += [*pairwise(exprs), *zip(sides, exprs, strict=False)]
            sides = exprs
    for one, other in reversed(steps):
        if one != other and same_numbers(one, other):
            yield one, other, True


def _value(text: str, found: ReadAndChecked) -> Any:
    try:
        tree = settle(parse_text(text.lstrip("+ ")), found.reading)
    except CalculationUnread:
        return None
    return sp.expand(exact(tree))


_Made = tuple[SourceTerm, tuple[TermProduct, ...]]


def _of_step(before: Node, after: Node, value: Any, *, is_right: bool) -> TermOrigin | None:
    written = [sp.expand(exact(each)) for each in terms_of(pattern_of(after))]
    sources = source_terms(before)
    if value == 0 or value not in written:
        return None
    alike = [
        (source, tuple(each for each in source.products if _is_alike(each.value, value)))
        for source in sources
    ]
    made: list[_Made] = [(source, products) for source, products in alike if products]
    own = [each for each in made if _sum(each[1]) == value]
    single: list[_Made] = [(s, (p,)) for s, products in made for p in products if p.value == value]
    turned: list[_Made] = [(s, (p,)) for s, products in made for p in products if p.value == -value]
    chosen = own or single or (made if _sum(p for _, ps in made for p in ps) == value else [])
    is_right = is_right or bool(chosen)  # that term, whatever else the line has
    if not chosen:
        chosen = turned or [
            (s, (p,)) for s in sources for p in s.products if sp.expand(p.inner) == value
        ]
    if not chosen:
        return None
    if len(own) > 1 or (not own and len(single) > 1):
        chosen = [max(chosen, key=lambda each: len(each[0].products))]
    return _told(chosen, value, before, is_right=is_right)


def _told(
    chosen: list[tuple[SourceTerm, tuple[TermProduct, ...]]],
    value: Any,
    before: Node,
    *,
    is_right: bool,
) -> TermOrigin:
    source, products = chosen[0]
    one = len(chosen) == 1
    minus = one and products[0].outer == -1 and len(source.products) > 1
    shown = show_value(value)
    return TermOrigin(
        value=shown if shown.startswith("−") else f"+{shown}",
        before=show(before),
        terms=tuple((show(each.node), tuple(_worked(one) for one in own)) for each, own in chosen),
        factors=show_factors(products[0]) if one and len(products) == 1 else None,
        inside=show(source.node.nodes[0]) if minus else "",
        stood=one and len(source.products) == 1 and products[0].factors is None,
        is_right=is_right,
    )


def _worked(product: TermProduct) -> str:
    factors, value = show_factors(product), show_value(product.value)
    return f"{factors[0]} · {factors[1]} = {value}" if factors is not None else value


def _is_alike(one: Any, other: Any) -> bool:
    return bool(one != 0 and sp.simplify(one / other).is_number)


def _sum(products: Any) -> Any:
    return sp.expand(sum(each.value for each in products))
