"""Sums along edges that a message gives as a reason: "S-A is 3 and A-G is 6, that's 9"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, Literal

from tutor_app.domain.traces import Number, Problem
from tutor_app.tracing.checking.compare_values import same_value
from tutor_app.tracing.claims.claim_parts import ClaimParts
from tutor_app.tracing.claims.claim_symbols import symbols_of
from tutor_app.tracing.claims.exact_facts import ExactFacts

LONGEST = 400  # characters
_PARTS: Final = re.compile(
    r"(?i)(?<=[?!;\n])|(?<=\.)(?=\s|$)|\b(?=(?:because|since|cause|cuz|bc)\b)"
)
_JOINS: Final = frozenset(("dash", "arrow"))
_QUANTITIES: Final = frozenset(("g", "dist"))
# "stale": the sum is right, and rests on a value that a cheaper way has replaced.
SumVerdict = Literal["right", "stale", "other_weight", "wrong_sum", "open"]


@dataclass(frozen=True, slots=True, kw_only=True)
class EdgeSum:
    """Edges with the weights told of them, joined to a way, and what they are said to add up to."""

    edges: tuple[tuple[str, str, Number], ...]
    total: Number

    @property
    def way(self) -> tuple[str, ...]:
        return (self.edges[0][0], *(edge[1] for edge in self.edges))


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgedSum:
    """A sum with its verdict; `node` is the one whose value is stale, `step` the row that shows it.

    `before` is what leads to the way's first node, `value` the stale one, `weight` that of the edge
    that was told with another.
    """

    told: EdgeSum
    verdict: SumVerdict
    before: Number = 0
    node: str = ""
    value: Number = 0
    step: int | None = None
    edge: tuple[str, str] = ("", "")
    weight: Number = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class SumsRead:
    """The sums of a message, and what it says beside them."""

    sums: tuple[EdgeSum, ...]
    rest: str


def read_edge_sums(text: str, problem: Problem) -> SumsRead | None:
    """Return the sums along edges of the problem's graph that a message tells; None without any."""
    if problem.graph is None or len(text) > LONGEST or "|" in text:
        return None
    sums: list[EdgeSum] = []
    rest: list[str] = []
    for part in _PARTS.split(text):
        told = _sum_in(part, problem) if part.strip() else None
        if told is None:
            rest.append(part)
        else:
            sums.append(told)
    totals = {f"{each.total:g}" for each in sums}
    left = [part for part in rest if not _asks_of(part, totals, problem)]
    return SumsRead(sums=tuple(sums), rest="".join(left).strip()) if sums else None


def _asks_of(part: str, totals: set[str], problem: Problem) -> bool:
    """Whether a part asks of a sum alone: "is 9 wrong?"."""
    symbols = symbols_of(part, problem) if part.strip() else ()
    named = {f"{symbol.number:g}" for symbol in symbols if symbol.kind == "number"}
    return bool(named) and named <= totals and not any(each.kind == "node" for each in symbols)


def _sum_in(part: str, problem: Problem) -> EdgeSum | None:
    symbols = symbols_of(part, problem)
    parts = ClaimParts(symbols)
    edges: list[tuple[str, str, Number]] = []
    of_nodes: dict[str, Number] = {}
    place, reasons = 0, False
    while place < len(symbols):
        edge = _edge_at(parts, place)
        if edge is not None:
            edges.append(edge[0])
            place = edge[1]
            continue
        valued = _node_with_value(parts, place)
        if valued is not None:
            of_nodes[valued[0]], place = valued[1], valued[2]
            continue
        reasons = reasons or parts.kind(place) in ("reason", "then", "plus")
        value = parts.value(place)
        if value is not None and edges:
            chained = all(one[1] == other[0] for one, other in pairwise(edges))
            says = reasons or len(edges) > 1
            ends = parts.kind(value.behind) not in ("node", "open_bracket")
            fits = chained and says and ends
            return EdgeSum(edges=tuple(edges), total=value.number) if fits else None
        if edges and parts.kind(place) == "node" and parts.kind(place + 1) in ("node", *_JOINS):
            return None  # another way begins that has no weight
        place += 1
    return _of_its_end(edges, of_nodes)


def _of_its_end(
    edges: list[tuple[str, str, Number]], of_nodes: Mapping[str, Number]
) -> EdgeSum | None:
    """Return the sum of "R-T is 8 and R has 2, so T is 10": its total is what its end has."""
    chained = bool(edges) and all(one[1] == other[0] for one, other in pairwise(edges))
    if not chained or edges[-1][1] not in of_nodes or not of_nodes.keys() <= _ends(edges):
        return None
    return EdgeSum(edges=tuple(edges), total=of_nodes[edges[-1][1]])


def _ends(edges: list[tuple[str, str, Number]]) -> set[str]:
    return {edges[0][0], edges[-1][1]}


def _node_with_value(parts: ClaimParts, place: int) -> tuple[str, Number, int] | None:
    """Return the node of "R has 2", its value and the place behind it."""
    if parts.kind(place) != "node":
        return None
    at = parts.skip(place + 1, "is", "equals", "filler", "of")
    value = parts.value(at)
    if value is None or at == place + 1:
        return None
    return parts.at(place).node, value.number, value.behind


def _edge_at(parts: ClaimParts, place: int) -> tuple[tuple[str, str, Number], int] | None:
    """Return the edge of "A-G is 6", "from b to c is 1" and the place behind it."""
    if parts.kind(place) != "node" or parts.kind(place - 1) in _JOINS:
        return None
    joined = place + 1
    if parts.kind(joined) in _JOINS or parts.at(joined).text.casefold() == "to":
        joined += 1
    elif not parts.at(joined).glued:
        return None
    if parts.kind(joined) != "node" or parts.kind(joined + 1) in _JOINS:
        return None
    at = parts.skip(joined + 1, "is", "equals", "filler", "cost", "open_bracket", "of")
    if parts.kind(at) != "number" or parts.kind(at + 1) == "plus":
        return None
    told = (parts.at(place).node, parts.at(joined).node, parts.at(at).number)
    return told, parts.skip(at + 1, "close_bracket")


def judge_sum(told: EdgeSum, facts: ExactFacts) -> JudgedSum:
    """Return whether a sum is right, and the value it rests on is still the one that counts."""
    quantity = next((each for each in _QUANTITIES if _has(facts, each)), None)
    for source, target, weight in told.edges:
        own = facts.weight(source, target)
        if own is None:
            return JudgedSum(told=told, verdict="open")
        if not same_value(own, weight):
            return JudgedSum(told=told, verdict="other_weight", edge=(source, target), weight=own)
    along = sum(weight for _, _, weight in told.edges)
    first = told.way[0]
    start = facts.run.problem.start
    befores = [0] if first == start else [v for _, v in facts.history(first, quantity or "")]
    if quantity is None or not befores:
        verdict: SumVerdict = "right" if same_value(along, told.total) else "open"
        return JudgedSum(told=told, verdict=verdict)
    before = next((each for each in befores if same_value(each + along, told.total)), None)
    if before is None:
        return JudgedSum(told=told, verdict="wrong_sum", before=befores[-1])
    return _stale(told, before, facts, quantity) or JudgedSum(
        told=told, verdict="right", before=before
    )


def _stale(told: EdgeSum, before: Number, facts: ExactFacts, quantity: str) -> JudgedSum | None:
    """Return the sum with the first node on its way whose value has been replaced by a less one."""
    for node, value in _values_along(told, before):
        history = facts.history(node, quantity)
        better = next((row for row, each in history if each < value), None)
        held = any(same_value(each, value) for _, each in history)
        if better is not None and (held or node != told.way[-1]):
            return JudgedSum(
                told=told, verdict="stale", before=before, node=node, value=value, step=better
            )
    return None


def _values_along(told: EdgeSum, before: Number) -> Iterator[tuple[str, Number]]:
    value = before
    yield told.way[0], value
    for _, target, weight in told.edges:
        value += weight
        yield target, value


def _has(facts: ExactFacts, quantity: str) -> bool:
    return any(facts.history(node, quantity) for node in facts.order)
