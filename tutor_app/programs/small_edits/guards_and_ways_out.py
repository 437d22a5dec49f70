"""Small edits of when a statement is done: with a test around it, or out of the branch it is in."""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator

from tutor_app.programs.small_edits.expression_edits import FaultKind

Placed = tuple[FaultKind, tuple[int, ...], list[ast.stmt], list[ast.stmt]]


def ways_out(body: list[ast.stmt]) -> Iterator[Placed]:
    """Yield a block with a statement of a branch that is not its last moved behind the decision:
    it is done whichever way that goes."""
    for place, node in enumerate(body):
        if not isinstance(node, ast.If):
            continue
        for branch in ("body", "orelse"):
            inner: list[ast.stmt] = getattr(node, branch)
            for at, each in enumerate(inner[:-1]):
                if isinstance(each, ast.Return | ast.Break | ast.Continue):
                    continue
                out = copy.copy(node)
                setattr(out, branch, [*inner[:at], *inner[at + 1 :]])
                new = [*body[:place], out, each, *body[place + 1 :]]
                yield "statement_place", (each.lineno,), body, new


def guards(body: list[ast.stmt]) -> Iterator[Placed]:
    """Yield a block with a statement that is done under a test only: a value that is overwritten by
    a larger or smaller one alone, an element that is put in once."""
    for place, node in enumerate(body):
        for test in _tests_of(node):
            guarded = ast.If(test, [node], [])
            yield "update", (node.lineno,), body, [*body[:place], guarded, *body[place + 1 :]]


def _tests_of(node: ast.stmt) -> Iterator[ast.expr]:
    match node:
        case ast.Assign(targets=[ast.Name(id=name)], value=ast.Name() | ast.Subscript() as value):
            held = ast.Name(name, ast.Load())
            yield from (ast.Compare(value, [op], [held]) for op in (ast.Gt(), ast.Lt()))
        case ast.Expr(
            value=ast.Call(
                func=ast.Attribute(value=ast.Name() as group, attr="append"),
                args=[ast.Name() as added],
            )
        ):
            yield ast.Compare(added, [ast.NotIn()], [group])
        case _:
            pass
