"""What each part of a line gave when it was run, noted by a copy of the program on its way."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache

from tutor_app.programs.code_in_text import parse_expression, parse_program
from tutor_app.programs.questions.noted_copy import (
    HEAD,
    NOTED,
    SAME,
    noted_in,
    place,
    with_notes,
)
from tutor_app.programs.run_program import run_program
from tutor_app.programs.run_values import CaseResult, Limits, Step

_LIMITS = Limits(trace_steps=12_000)


@dataclass(frozen=True, slots=True, kw_only=True)
class Visit:
    """One time that a line was run: its place `at` in the trace, and what its expressions gave.

    `same` are groups of names and parts that were one and the same object before it.
    """

    line: int
    at: int
    noted: tuple[tuple[ast.expr, str], ...] = ()
    same: tuple[tuple[str, ...], ...] = ()

    def value_of(self, node: ast.expr) -> str | None:
        """Return what an expression gave, None where that was not noted."""
        if isinstance(node, ast.Constant):
            return ast.unparse(node)
        return next((value for each, value in self.noted if place(each) == place(node)), None)


@lru_cache(maxsize=8)
def read_visits(source: str, result: CaseResult) -> tuple[Visit, ...]:
    """Return the lines that a traced run has come to, in its order, with what they worked on.

    None are returned where the copy does not do what the program did.
    """
    tree = parse_program(source)
    if tree is None or not result.trace:
        return ()
    nodes = list(noted_in(tree))
    copy = with_notes(source, tree, nodes)
    is_endless = result.status == "timed_out"
    limits = replace(_LIMITS, steps=_LIMITS.trace_steps) if is_endless else _LIMITS
    again = next(iter(run_program(copy, [result.case], limits, trace_case=0).results), None)
    if again is None or _outcome(again) != _outcome(result):
        return ()
    lines = {at for at, step in enumerate(result.trace) if step.event == "line"}  # it may be cut
    return tuple(each for each in _visits(again.trace, nodes) if each.at in lines)


def _outcome(result: CaseResult) -> tuple[str | None, ...]:
    return result.status, result.value, result.printed


def put_in(node: ast.expr, visit: Visit) -> str:
    """Return an expression with the values of its operands in their places: `0 >= 0`."""
    return ast.unparse(with_operands(node, [_literal(visit, each) for each in operands(node)]))


def operands(node: ast.expr) -> list[ast.expr]:
    """Return what an expression works on."""
    match node:
        case ast.BinOp(left=left, right=right):
            return [left, right]
        case ast.Compare(left=left, comparators=others):
            return [left, *others]
        case ast.BoolOp(values=values):
            return values
        case ast.UnaryOp(operand=operand):
            return [operand]
        case ast.Call(args=args):
            return args
        case ast.Subscript(slice=index):
            return [index]
        case _:
            return []


def with_operands(node: ast.expr, new: Sequence[ast.expr]) -> ast.expr:
    """Return an expression with other operands."""
    match node:
        case ast.BinOp(op=op):
            return ast.BinOp(new[0], op, new[1])
        case ast.Compare(ops=ops):
            return ast.Compare(new[0], ops, list(new[1:]))
        case ast.BoolOp(op=either):
            return ast.BoolOp(either, list(new))
        case ast.UnaryOp(op=sign):
            return ast.UnaryOp(sign, new[0])
        case ast.Call(func=func, keywords=keywords):
            return ast.Call(func, list(new), keywords)
        case ast.Subscript(value=value):
            return ast.Subscript(value, new[0], ast.Load())
        case _:
            return node


def _literal(visit: Visit, node: ast.expr) -> ast.expr:
    """Return the value of an operand as code, the operand where it has none that can be written."""
    value = visit.value_of(node)
    return (parse_expression(value) if value is not None else None) or node


# --- what its run shows -----------------------------------------------------------------------


@dataclass(slots=True)
class _Open:
    """A visit that is being read."""

    line: int
    at: int
    noted: list[tuple[ast.expr, str]] = field(default_factory=list)
    same: tuple[tuple[str, ...], ...] = ()


def _visits(trace: Sequence[Step], nodes: Sequence[ast.expr]) -> Iterator[Visit]:
    found: list[_Open] = []
    last: dict[int, _Open] = {}  # by depth
    at = 0
    for step in trace:
        if step.function == NOTED:
            if step.event == "return" and step.depth - 1 in last:
                _note(last[step.depth - 1], step, nodes)
            continue
        if step.event == "line" and step.line <= len(HEAD):
            continue  # of a script the lines that define the noting are run, too
        if step.event == "line":
            last[step.depth] = _Open(step.line - len(HEAD), at)
            found.append(last[step.depth])
        at += 1
    for each in found:
        yield Visit(line=each.line, at=each.at, noted=tuple(each.noted), same=each.same)


def _note(visit: _Open, step: Step, nodes: Sequence[ast.expr]) -> None:
    number = int(dict(step.variables).get("place_", "0"))
    if number != SAME:
        visit.noted.append((nodes[number], step.detail))
        return
    groups = parse_expression(step.detail)  # a list of lists of texts, unless it was cut
    if groups is not None:
        visit.same = tuple(tuple(group) for group in ast.literal_eval(groups))
