"""Whether what is told is a part of a line on the table: one of its terms, or a product in one."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Any, Final

import sympy as sp

from tutor_app.calculations.check_calculation import ReadAndChecked, check_message
from tutor_app.calculations.checking.exact_values import exact
from tutor_app.calculations.checking.same_value import in_time
from tutor_app.calculations.reading.choose_reading import settle
from tutor_app.calculations.reading.expression_tree import Node
from tutor_app.calculations.reading.show_expression import show, show_relation
from tutor_app.calculations.slips.changed_terms import changed_term
from tutor_app.calculations.slips.find_slip import same_numbers
from tutor_app.calculations.slips.slip_patterns import pattern_of
from tutor_app.calculations.slips.term_origins import steps_taken
from tutor_app.calculations.slips.term_products import SourceTerm, source_terms
from tutor_app.calculations.slips.value_rules import terms_of

_SECONDS: Final = 1.5


@dataclass(frozen=True, slots=True, kw_only=True)
class PartOfLine:
    """A part of the line `before`, as told: the term `source`, or one product in it.

    `made` is what stands for the term in a wrong line, where it is the one that was changed.
    """

    line: str
    source: str
    before: str
    is_right: bool
    is_product: bool = False
    made: str = ""


def find_part(work: str, told: str) -> PartOfLine | None:
    """Return which part of a line of the work is told, alone; None where it is none."""
    found = check_message(told)
    chains = [chain for line in found.written.lines for chain in line.chains]
    if len(chains) != 1 or chains[0].continues or set(chains[0].rels) - {"="}:
        return None
    exprs = [settle(each, found.reading) for each in chains[0].exprs]
    if len(exprs) > 2 or (len(exprs) == 2 and found.outcome not in ("right", "wrong")):
        return None
    return in_time(partial(_part, check_message(work), exprs), _SECONDS)


def _part(work: ReadAndChecked, exprs: list[Node]) -> PartOfLine | None:
    steps = [*steps_taken(work)]
    first = work.checked.first_wrong
    of_equation = first is not None and len(first.before) == 2
    if not of_equation and any(same_numbers(exprs[0], each) for each, _, _ in steps[:1]):
        return None  # the whole line once more
    for before, after, is_right in steps:
        changed = None if is_right else changed_term(before, after)
        for source in source_terms(before) if before.op == "add" or len(exprs) == 2 else ():
            told = _told(source, exprs)
            if not told or (len(exprs) == 1 and is_right):
                continue
            at = changed is not None and changed.made is not None and changed.source == source.node
            return PartOfLine(
                line=show_relation(exprs[0], "=", exprs[1]) if exprs[1:] else show(exprs[0]),
                source=show(source.node),
                before=show(before),
                is_right=same_numbers(exprs[0], exprs[-1]),
                is_product=told == "product",
                made=show(changed.made) if at and changed is not None and changed.made else "",
            )
    return None


def _told(source: SourceTerm, exprs: list[Node]) -> str:
    """Return whether the left side is a term with brackets, or one of the products in it."""
    left = exprs[0]
    value = sp.expand(exact(left))
    if len(source.products) < 2:
        return ""
    if len(exprs) == 1:
        return "term" if len(terms_of(pattern_of(left))) > 1 and value == source.value else ""
    own = source_terms(left)
    if len(own) == 1 and len(own[0].products) > 1:
        return "term" if value in (source.value, -source.value) else ""
    factors = _factors(left)
    for each in source.products:
        if each.factors is not None and factors and value in (each.value, -each.value):
            if factors == {abs(one) for one in each.factors}:
                return "product"
    return ""


def _factors(node: Node) -> set[Any]:
    body = node.nodes[0] if node.op == "neg" else node
    return {abs(exact(each)) for each in body.nodes} if body.op == "mul" else set()
