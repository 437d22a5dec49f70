"""Small edits of what belongs together: lists shared or changed, lines that hang on others."""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator
from typing import Any

from tutor_app.programs.small_edits.expression_edits import Alternative, FaultKind

BlockEdit = tuple[FaultKind, tuple[int, ...], list[ast.stmt], list[ast.stmt]]
_CHANGING = frozenset(
    ("append", "extend", "insert", "remove", "pop", "clear", "add", "discard", "update")
)


def group_edits(body: list[ast.stmt]) -> Iterator[BlockEdit]:
    """Yield kind, lines, a block, and what can stand in its place."""
    for place, node in enumerate(body):
        for kind, lines, new in _instead_of(node):
            yield kind, lines, body, [*body[:place], new, *body[place + 1 :]]
        if place + 1 == len(body):
            continue
        behind = body[place + 1]
        if isinstance(node, ast.If) and not node.orelse and isinstance(behind, ast.Assign):
            other = copy.copy(node)
            other.orelse = [behind]
            yield "branch", (behind.lineno,), body, [*body[:place], other, *body[place + 2 :]]
        both = _at_once(node, behind)
        if both is not None:
            lines = (node.lineno, behind.lineno)
            yield "statement_place", lines, body, [*body[:place], both, *body[place + 2 :]]


def group_alternatives(node: ast.expr, owner: ast.AST) -> Iterator[Alternative]:
    """Yield what can stand in the place of an expression that makes or takes from a group."""
    match node:
        case ast.BinOp(left=ast.List(elts=[each]), op=ast.Mult(), right=count) if _is_group(each):
            yield "aliasing", _made_anew(each, count)
        case ast.Call(func=ast.Attribute(attr="pop"), args=[]):
            yield "method", ast.Call(node.func, [ast.Constant(0)], [])
        case ast.Call(func=ast.Attribute(attr="pop"), args=[ast.Constant(value=0)]):
            yield "method", ast.Call(node.func, [], [])
        case ast.Call(func=ast.Name(id="len")) if isinstance(owner, ast.BinOp | ast.Return):
            for op in (ast.Add(), ast.Sub()):
                yield "constant", ast.BinOp(node, op, ast.Constant(1))
        case ast.Constant(value=str(text)) if len(text) == 1 and text.swapcase() != text:
            yield "constant", ast.Constant(text.swapcase())
        case _:
            pass


def _instead_of(node: ast.stmt) -> Iterator[tuple[FaultKind, tuple[int, ...], ast.stmt]]:
    match node:
        case ast.Assign(targets=[ast.Name() as name], value=ast.Name() as value):
            own = ast.Call(ast.Attribute(value, "copy", ast.Load()), [], [])
            yield "aliasing", (node.lineno,), ast.Assign([name], own)
        case ast.For(iter=ast.Name() as group, body=inner) if _changes(inner, group.id):
            lines = (node.lineno, *_changes(inner, group.id))
            over = copy.copy(node)
            over.iter = ast.Call(ast.Name("list", ast.Load()), [group], [])
            yield "changed_in_loop", lines, over
        case _:
            pass


def _changes(body: list[ast.stmt], name: str) -> tuple[int, ...]:
    """Return the lines of a block that change a group of this name in place."""
    found: list[int] = []
    for node in (each for part in body for each in ast.walk(part)):
        match node:
            case ast.Call(func=ast.Attribute(value=ast.Name(id=group), attr=method)):
                if group == name and method in _CHANGING:
                    found.append(node.lineno)
            case ast.Delete(targets=[ast.Subscript(value=ast.Name(id=group))]) if group == name:
                found.append(node.lineno)
            case _:
                pass
    return tuple(found)


def _at_once(node: ast.stmt, behind: ast.stmt) -> ast.stmt | None:
    """Return two assignments made in one: the second reads what stood there before the first."""
    match node, behind:
        case (
            ast.Assign(targets=[ast.Name() as one], value=first),
            ast.Assign(targets=[ast.Name() as two], value=second),
        ):
            targets: Any = ast.Tuple([one, two], ast.Store())
            return ast.Assign([targets], ast.Tuple([first, second], ast.Load()))
        case _:
            return None


def _is_group(node: ast.expr) -> bool:
    is_made = isinstance(node, ast.BinOp) and isinstance(node.left, ast.List)
    return is_made or isinstance(node, ast.List | ast.Dict | ast.Set | ast.Call)


def _made_anew(each: ast.expr, count: ast.expr) -> ast.expr:
    rounds = ast.Call(ast.Name("range", ast.Load()), [count], [])
    loop = ast.comprehension(ast.Name("_", ast.Store()), rounds, [], 0)
    return ast.ListComp(each, [loop])
