"""The lines of a reading that tell something of a run."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final

from evals.understanding.step_reading.line_parts import LineParts, read_number, split_row
from tutor_app.domain.traces import Number
from tutor_app.tracing.spoken.statements import RunStatement

NOT: Final = "not "
QUANTITIES: Final = ("f", "g", "h")
_TERM: Final = re.compile(r"([+-]?)\s*(\d+(?:\.\d+)?)")
_STATES: Final = {"waits": "waits", "closed": "closed", "unmet": "new"}
Told = tuple[RunStatement, ...]


def read_statement(line: str, parts: LineParts) -> Told:
    """Return what a line tells; () where it is none of the language, or names no such node.

    "path S A B = 5" tells two things.
    """
    text, row = split_row(line)
    denied = text.startswith(NOT)
    kind, _, rest = (text[len(NOT) :] if denied else text).strip().partition(" ")
    read = _READERS.get(kind)
    told = read(rest.strip(), parts) if read is not None else ()
    return tuple(replace(each, row=row, denied=each.denied is not denied) for each in told)


def _taken(rest: str, parts: LineParts) -> Told:
    node = parts.node(rest)
    return () if node is None else (RunStatement(kind="taken", node=node),)


def _value(rest: str, parts: LineParts) -> Told:
    name, _, number = rest.rpartition(" ")
    quantity = next((each for each in QUANTITIES if name.endswith(f" {each}")), None)
    node = parts.node(name.removesuffix(f" {quantity}"))
    value = read_number(number)
    if node is None or value is None:
        return ()
    if math.isinf(value):
        return (RunStatement(kind="new", node=node, nodes=(node,)),)
    return (RunStatement(kind="value", node=node, number=value, quantity=quantity),)


def _listed(rest: str, parts: LineParts) -> Told:
    entries = parts.entries(rest)
    if entries is None:
        return ()
    values = tuple(value for _, value in entries)
    told = RunStatement(kind="listed", nodes=tuple(node for node, _ in entries))
    return (replace(told, values=values if any(v is not None for v in values) else ()),)


def _state(kind: str) -> Callable[[str, LineParts], Told]:
    def read(rest: str, parts: LineParts) -> Told:
        nodes = parts.nodes(rest)
        told = RunStatement(kind=_STATES[kind], nodes=nodes)  # type: ignore[arg-type]
        return (replace(told, node=nodes[0] if len(nodes) == 1 else None),) if nodes else ()

    return read


def _adds(rest: str, parts: LineParts) -> Told:
    name, colon, listed = rest.partition(":")
    node, entries = parts.node(name), parts.entries(listed)
    if node is None or entries is None or not colon:
        return ()
    return (RunStatement(kind="adds", node=node, nodes=tuple(each for each, _ in entries)),)


def _unchanged(rest: str, parts: LineParts) -> Told:
    nodes = parts.nodes(rest)
    return () if rest and not nodes else (RunStatement(kind="unchanged", nodes=nodes[:1]),)


def _path(rest: str, parts: LineParts) -> Told:
    way, equals, total = rest.partition("=")
    nodes, number = parts.nodes(way), read_number(total)
    if not nodes:
        return ()
    told = (RunStatement(kind="path", nodes=nodes),)
    if not equals or number is None:
        return told
    return (*told, RunStatement(kind="cost", nodes=nodes, number=number))


def _cost(rest: str, _parts: LineParts) -> Told:
    number = read_number(rest)
    return () if number is None else (RunStatement(kind="cost", number=number),)


def _offer(rest: str, parts: LineParts) -> Told:
    told = parts.with_number(rest)
    if told is None or len(told[0]) != 2:
        return ()
    return (RunStatement(kind="offer", nodes=told[0], number=told[1]),)


def _parent(rest: str, parts: LineParts) -> Told:
    nodes = parts.nodes(rest)
    if len(set(nodes)) != 2 or len(nodes) != 2:
        return ()
    return (RunStatement(kind="parent", node=nodes[0], nodes=nodes[1:]),)


def _sum(rest: str, _parts: LineParts) -> Told:
    added, _, total = rest.partition("=")
    found = _TERM.findall(added)
    terms: tuple[Number, ...] = tuple(
        number if sign != "-" else -number
        for sign, each in found
        if (number := read_number(each)) is not None
    )
    number = read_number(total)
    if number is None or not terms:
        return ()
    return (RunStatement(kind="sum", terms=terms, number=number),)


def _edge(rest: str, parts: LineParts) -> Told:
    nodes, number = parts.nodes(rest), None
    if len(nodes) != 2 and (told := parts.with_number(rest)) is not None:
        nodes, number = told
    return () if len(nodes) != 2 else (RunStatement(kind="edge", nodes=nodes, number=number),)


def _order(rest: str, parts: LineParts) -> Told:
    nodes = parts.nodes(rest)
    return (RunStatement(kind="order", nodes=nodes),) if len(nodes) > 1 else ()


def _follows(rest: str, parts: LineParts) -> Told:
    one, _, other = rest.partition(" after ")
    node, after = parts.node(one), parts.node(other)
    if node is None or after is None:
        return ()
    return (RunStatement(kind="follows", node=node, nodes=(after,)),)


def _blamed(rest: str, parts: LineParts) -> Told:
    node = parts.node(rest)
    return () if rest and node is None else (RunStatement(kind="blamed", node=node),)


def _ended(rest: str, _parts: LineParts) -> Told:
    return () if rest else (RunStatement(kind="ended"),)


def _goal(rest: str, parts: LineParts) -> Told:
    node = parts.node(rest)
    return () if node is None else (RunStatement(kind="goal", node=node),)


_READERS: Final[Mapping[str, Callable[[str, LineParts], Told]]] = {
    "take": _taken,
    "value": _value,
    "list": _listed,
    **{kind: _state(kind) for kind in _STATES},
    "adds": _adds,
    "same": _unchanged,
    "path": _path,
    "cost": _cost,
    "offer": _offer,
    "from": _parent,
    "sum": _sum,
    "edge": _edge,
    "order": _order,
    "next": _follows,
    "blame": _blamed,
    "end": _ended,
    "goal": _goal,
}
