"""What somebody else's result, or a value that is to be tried, comes to in the calculation on the
table: put in and worked out, or held against its first line."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any, Final, Literal

from mpmath import mp

from tutor_app.calculations.check_calculation import check_message
from tutor_app.calculations.checking.exact_values import NotExact, exact
from tutor_app.calculations.checking.follow_equations import SidedRelation, groups_hold
from tutor_app.calculations.checking.known_names import put_in
from tutor_app.calculations.checking.numeric_values import ValueUnknown, value_at
from tutor_app.calculations.checking.same_value import compare, in_time, is_near
from tutor_app.calculations.checking.solution_points import holds, solve_pairs
from tutor_app.calculations.reading.choose_reading import settle
from tutor_app.calculations.reading.expression_tree import CalculationUnread, Node, names_in, num
from tutor_app.calculations.reading.parse_expression import parse_text
from tutor_app.calculations.reading.plain_notation import plain_notation
from tutor_app.calculations.reading.show_expression import show, show_relation
from tutor_app.calculations.slips.made_examples import number_of

# "solves", "fails": its values were put into the first lines. "equals", "differs": it is compared
# with the value of the first line, or as a line that might follow from it; "part": it is a term.
Fit = Literal["solves", "fails", "equals", "differs", "part", "unknown"]
_RELATED: Final = frozenset({"=", "<", ">", "<=", ">="})
_TRIED: Final = tuple(Fraction(each, 2) for each in (0, 2, 4, 6, 8, 10, -2, -4, 1, 3, 12, 20, -6))


Related = tuple[Node, str, Node]


@dataclass(frozen=True, slots=True, kw_only=True)
class PutIn:
    """A relation of the task with values put in: its two sides, and whether it holds."""

    relation: str
    left: str
    right: str
    result: str
    holds: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimFacts:
    """A claim as it was read, and what it comes to.

    `task` is what it is held against; `put_in` are the task's relations with the values of `tried`.
    `own` says the value that the work on the table comes to, where it is a number; `claim_holds`:
    the claim holds for what was tried, and the task does not. `relates`: it is an equation or an
    inequality itself.
    """

    shown: str
    fit: Fit
    task: str = ""
    tried: str = ""
    put_in: tuple[PutIn, ...] = ()
    own: str = ""
    claim_holds: bool = False
    relates: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class _WorkOnTable:
    """The calculation on the table: the relations it begins with, else the expression."""

    relations: tuple[tuple[Node, str, Node], ...]
    expression: Node | None
    last: Node | None


def find_claim(work: str, claim: str) -> ClaimFacts:
    """Return what a claim comes to in a calculation."""
    table = _table(work)
    values, relation, alone = _read_claim(claim)
    names = sorted(frozenset().union(*(names_in(a) | names_in(b) for a, _, b in table.relations)))
    if alone is not None and table.relations and len(names) == 1 and not names_in(alone):
        values = {names[0]: (alone,)}
    shown = _shown_claim(claim, values, relation, alone)
    if table.relations:
        if values and set(names) <= set(values):
            return _put_in(table, shown, values)
        if relation is not None and len(names) == 1:
            return _parted(table, shown, _cases(claim) or [[relation]], names[0])
    if table.expression is not None:
        told = alone if alone is not None else relation[2] if relation is not None else None
        if told is None and len(values) == 1:
            (told, *_), *_rest = values.values()
        if told is not None:
            return _compared(table, shown, table.expression, told)
    return ClaimFacts(shown=shown, fit="unknown")


def _table(work: str) -> _WorkOnTable:
    found = check_message(work)
    given = {each.line for each in found.checked.verdicts if each.sense == "given"}
    relations: list[tuple[Node, str, Node]] = []
    chains = [
        (number, chain) for number, line in enumerate(found.written.lines) for chain in line.chains
    ]
    for number, chain in chains:
        exprs = [settle(each, found.reading) for each in chain.exprs]
        is_equation = len(exprs) == 2 and chain.rels[0] in _RELATED and not chain.continues
        defines = exprs[0].op in ("called", "primed", "opaque")
        if number in given and is_equation and not defines:
            relations.append((exprs[0], chain.rels[0], exprs[1]))
    first = _expression(found.written.lines and chains[0][1], found.reading) if chains else None
    last = settle(chains[-1][1].exprs[-1], found.reading) if chains else None
    return _WorkOnTable(
        relations=tuple(relations), expression=None if relations else first, last=last
    )


def _expression(chain: object, reading: frozenset[str]) -> Node | None:
    """Return what a first line works out: the right side of "P = 3/8 · 2/7", else its left one."""
    exprs = [settle(each, reading) for each in getattr(chain, "exprs", ())]
    if not exprs:
        return None
    names = exprs[0].op in ("name", "opaque", "called", "primed")
    return exprs[1] if names and len(exprs) > 1 else exprs[0]


Values = Mapping[str, tuple[Node, ...]]


def _read_claim(claim: str) -> tuple[Values, tuple[Node, str, Node] | None, Node | None]:
    """Return the values that a claim gives names, else its relation, else its expression."""
    found = check_message(claim)
    values: dict[str, tuple[Node, ...]] = {}
    for line in found.written.lines:
        for chain in line.chains:
            exprs = [settle(each, found.reading) for each in chain.exprs]
            if chain.continues and len(exprs) == 1:
                return {}, None, exprs[0]
            if not chain.rels:
                return {}, None, exprs[0]
            if exprs[0].op == "name" and chain.rels == ("=",) and not names_in(exprs[1]):
                values[exprs[0].text] = (*values.get(exprs[0].text, ()), exprs[1])
            else:
                return {}, (exprs[0], chain.rels[0], exprs[1]), None
    if values:
        return values, None, None
    try:
        return {}, None, settle(parse_text(plain_notation(claim).strip()), frozenset())
    except CalculationUnread:
        return {}, None, None


def _cases(claim: str) -> list[list[Related]]:
    """Return what a claim says where it is one line of several cases: x < 0 or x > 3."""
    found = check_message(claim)
    if len(found.written.lines) != 1 or len(found.written.lines[0].chains) < 2:
        return []
    cases = []
    for group in found.written.lines[0].groups:
        told: list[Related] = []
        for chain in group:
            exprs = [settle(each, found.reading) for each in chain.exprs]
            told += zip(exprs, chain.rels, exprs[1:], strict=False)
        cases.append(told)
    return cases


def _shown_claim(
    claim: str, values: Values, relation: tuple[Node, str, Node] | None, alone: Node | None
) -> str:
    if values:
        return ", ".join(
            f"{name} = {show(each)}" for name, several in values.items() for each in several
        )
    if relation is not None:
        cases = [", ".join(show_relation(*each) for each in case) for case in _cases(claim)]
        return " or ".join(cases) or show_relation(*relation)
    return show(alone) if alone is not None else " ".join(claim.split())


def _put_in(table: _WorkOnTable, shown: str, values: Values) -> ClaimFacts:
    """Put every choice of the values into the relations; the first that fails is shown."""
    results: list[PutIn] = []
    for choice in product(*values.values()):
        bound = dict(zip(values, choice, strict=True))
        results = list(put_values_in(table.relations, bound))
        if len(results) < len(table.relations):
            return ClaimFacts(shown=shown, fit="unknown")
        if not all(each.holds for each in results):
            break
    fails = [each for each in results if not each.holds]
    tried = ", ".join(f"{name} = {show(each)}" for name, each in bound.items())
    return ClaimFacts(
        shown=shown,
        fit="fails" if fails else "solves",
        task="; ".join(show_relation(*each) for each in table.relations),
        tried=tried,
        put_in=tuple(fails[:1] or results),
    )


def relations_of(work: str) -> tuple[Related, ...]:
    """Return the relations that a calculation begins with; () where its first one was not taken in,
    so that others may be no part of the task."""
    found = check_message(work)
    first = next((n for n, line in enumerate(found.written.lines) if line.chains[0].rels), None)
    senses = {each.sense for each in found.checked.verdicts if each.line == first}
    taken = bool(senses) and senses <= {"given", "unverified"} and not found.written.unread
    return _table(work).relations if taken else ()


def put_values_in(relations: Sequence[Related], bound: Mapping[str, Node]) -> Iterator[PutIn]:
    """Yield each relation with values put in, up to the first that has no value there."""
    for left, sign, right in relations:
        sides = [put_in(each, dict(bound)) for each in (left, right)]
        held = holds((sides[0], sides[1]), sign, {})
        numbers = [_number(each) for each in sides]
        if held is None or not all(numbers):
            return
        yield PutIn(
            relation=show_relation(left, sign, right),
            left=numbers[0],
            right=numbers[1],
            result=f"{numbers[0]} {_sign(sign)} {numbers[1]}",
            holds=held,
        )


def read_told(text: str) -> Node:
    """Return what a number or an expression in a text is; a name where it can't be read."""
    try:
        return settle(parse_text(plain_notation(text).strip()), frozenset())
    except CalculationUnread:
        return Node("name", ("unread",))


def value_of(node: Node) -> Any:
    """Return the value of an expression without names; None where it has none."""
    try:
        return value_at(node, {})
    except ValueUnknown:
        return None


def _sign(sign: str) -> str:
    return {"<=": "≤", ">=": "≥"}.get(sign, sign)


def _number(node: Node) -> str:
    whole = number_of(node)
    if whole is not None:
        return show(whole)
    found = in_time(lambda: exact(node), 0.5)
    if found is not None and len(str(found)) < 12 and not getattr(found, "free_symbols", True):
        return str(found).replace("-", "−").replace("sqrt", "√")
    try:
        value = value_at(node, {})
        return mp.nstr(value, 6).replace("-", "−") if mp.im(value) == 0 else ""
    except (ValueUnknown, TypeError, ValueError, AttributeError):
        return ""


def _parted(
    table: _WorkOnTable, shown: str, cases: Sequence[Sequence[Related]], name: str
) -> ClaimFacts:
    """Look for a number at which the task and the claim part."""
    left, sign, right = cases[0][0]
    if any(names_in(one) | names_in(other) != {name} for case in cases for one, _, other in case):
        return ClaimFacts(shown=shown, fit="unknown")
    equates = any(rel == "=" for _, rel, _ in table.relations)
    tried: list[Node | None] = [_as_node(each) for each in _TRIED]
    if sign == "=":
        solved = solve_pairs([(left, right)])
        tried = [_near_node(point[name]) for point in solved.points if mp.im(point[name]) == 0]
    same = 0
    for value in filter(None, tried):
        point = {name: value_at(value, {})}
        groups = [[SidedRelation(*each) for each in case] for case in cases]
        claimed = groups_hold(groups, point)
        needed = [holds((a, b), rel, point) for a, rel, b in table.relations]
        if claimed is None or None in needed:
            continue
        same += 1
        if claimed is not all(needed) and (claimed or not equates):
            # Of an equation no solution is told: only what the claim has too much.
            return ClaimFacts(
                shown=shown,
                fit="differs",
                task="; ".join(show_relation(*each) for each in table.relations),
                tried=f"{name} = {show(value)}",
                put_in=tuple(put_values_in(table.relations, {name: value})),
                claim_holds=bool(claimed),
            )
    fit: Fit = "unknown" if same < len(_TRIED) // 2 or equates else "equals"
    task = show_relation(*table.relations[0])
    return ClaimFacts(shown=shown, fit=fit, task=task, relates=True)


def _as_node(number: Fraction) -> Node:
    value = num(abs(number.numerator))
    value = value if number.denominator == 1 else Node("div", (value, num(number.denominator)))
    return Node("neg", (value,)) if number < 0 else value


def _near_node(value: Any) -> Node | None:
    """Return the fraction that a value is; None if it is none of small numbers."""
    nearest = Fraction(str(mp.nstr(mp.re(value), 15))).limit_denominator(60)
    near = abs(mp.mpf(nearest.numerator) / nearest.denominator - mp.re(value)) < mp.mpf(10) ** -9
    return _as_node(nearest) if near else None


def _is_term_of(told: Node, expression: Node) -> bool:
    """Whether what is told is one term of an expression multiplied out: the 6x of (x + 3)²."""
    if told.op == "add" or not names_in(told) or not names_in(expression):
        return False
    with suppress(NotExact):
        terms = in_time(lambda: exact(expression).expand().as_ordered_terms(), 0.5) or []
        return len(terms) > 1 and exact(told) in terms
    return False


def _are_apart(expression: Node, told: Node) -> bool:
    """Whether a number tells nothing of an expression: that has a letter, and so no one value, or
    the number is what a limit is near to."""
    if names_in(told):
        return False
    if expression.op not in ("lim", "integral", "sum"):
        return bool(names_in(expression))
    values = value_of(expression), value_of(told)
    return expression.op == "lim" and None not in values and is_near(*values)


def _compared(table: _WorkOnTable, shown: str, expression: Node, told: Node) -> ClaimFacts:
    sameness = compare(expression, told)
    if sameness == "different" and _are_apart(expression, told):
        sameness = "unknown"
    fit: Fit = {"same": "equals", "rounded": "equals", "different": "differs"}.get(  # type: ignore[assignment]
        sameness, "unknown"
    )
    if fit == "differs" and _is_term_of(told, expression):
        fit = "part"
    own = ""
    if table.last is not None and not names_in(table.last):
        own = _number(table.last)
    return ClaimFacts(shown=shown, fit=fit, task=show(expression), own=own)
