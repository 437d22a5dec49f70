"""Small edits of a function's statements: their place, their kind, what is missing."""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator
from typing import Any

from tutor_app.programs.small_edits.expression_edits import FaultKind
from tutor_app.programs.small_edits.group_edits import group_edits
from tutor_app.programs.small_edits.guards_and_ways_out import guards, ways_out

BodyEdit = tuple[FaultKind, tuple[int, ...], list[ast.stmt], list[ast.stmt]]
_KEEPING = frozenset("append extend sort reverse add remove insert clear update".split())


def statement_edits(function: ast.FunctionDef) -> Iterator[BodyEdit]:
    """Yield kind, lines, a block of the function, and what can stand in the place of its lines."""
    for owner, body in _blocks(function):
        yield from _moves(owner, body)
        for place, node in enumerate(body):
            for kind, new in _instead_of(node):
                yield kind, (node.lineno,), body, [*body[:place], *new, *body[place + 1 :]]
        yield from group_edits(body)
        yield from _branches(body)
        yield from ways_out(body)
        yield from guards(body)
        yield from _own_results(function, body)
    yield from _returns(function)
    yield from _defaults(function)


def _blocks(function: ast.FunctionDef) -> Iterator[tuple[ast.AST, list[ast.stmt]]]:
    for node in ast.walk(function):
        for field in ("body", "orelse"):
            body: Any = getattr(node, field, None)
            if isinstance(body, list) and body and isinstance(body[0], ast.stmt):
                yield node, body


def _moves(owner: ast.AST, body: list[ast.stmt]) -> Iterator[BodyEdit]:
    """Yield a block with a statement moved out of or into the loop or decision beside it."""
    for place, node in enumerate(body):
        inner: Any = getattr(node, "body", None)
        if not isinstance(node, ast.For | ast.While | ast.If) or not inner:
            continue
        for branch in ("body", "orelse"):
            last: Any = getattr(node, branch)
            if last and (len(last) > 1 or branch == "orelse"):
                out = copy.copy(node)
                setattr(out, branch, last[:-1])
                new = [*body[:place], out, last[-1], *body[place + 1 :]]
                yield _kind_of_move(last[-1]), (last[-1].lineno,), body, new
        if place + 1 < len(body) and not _ends_loop(node, body[place + 1]):
            into = copy.copy(node)
            into.body = [*inner, body[place + 1]]
            new = [*body[:place], into, *body[place + 2 :]]
            yield _kind_of_move(body[place + 1]), (body[place + 1].lineno,), body, new
        yield from _out_of_both(node, body, place)
        yield from _begun_anew(node, body, place)
        yield from _done_after(node, body, place)
    for place in range(len(body) - 1):
        one, two = body[place], body[place + 1]
        if _is_simple(one) and (_is_simple(two) or _skips(two)):
            new = [*body[:place], two, one, *body[place + 2 :]]
            yield "statement_place", (one.lineno, two.lineno), body, new


def _out_of_both(node: ast.stmt, body: list[ast.stmt], place: int) -> Iterator[BodyEdit]:
    """Yield a statement that ends the last decision of a loop moved behind the loop."""
    inner: Any = getattr(node, "body", None)
    if not isinstance(node, ast.For | ast.While) or not isinstance(inner[-1], ast.If):
        return
    decision = inner[-1]
    for branch in ("body", "orelse"):
        last = getattr(decision, branch)
        if not last or not isinstance(last[-1], ast.Return):
            continue
        if len(last) == 1 and branch == "body":
            continue
        inside, out = copy.copy(decision), copy.copy(node)
        setattr(inside, branch, last[:-1])
        out.body = [*inner[:-1], inside]
        new = [*body[:place], out, last[-1], *body[place + 1 :]]
        yield "return_place", (last[-1].lineno,), body, new


def _begun_anew(node: ast.stmt, body: list[ast.stmt], place: int) -> Iterator[BodyEdit]:
    """Yield a loop each round of which begins with the values that are set before the loop."""
    inner: Any = getattr(node, "body", None)
    if not isinstance(node, ast.For | ast.While):
        return
    for start in body[:place]:
        if isinstance(start, ast.Assign):
            again = copy.copy(node)
            again.body = [start, *inner]
            yield (
                "statement_place",
                (start.lineno,),
                body,
                [*body[:place], again, *body[place + 1 :]],
            )


def _done_after(node: ast.stmt, body: list[ast.stmt], place: int) -> Iterator[BodyEdit]:
    """Yield a loop after which one of its steps is done once more, for what is left at its end."""
    if not isinstance(node, ast.For | ast.While):
        return
    steps = [each for each in ast.walk(node) if isinstance(each, ast.stmt) and each is not node]
    for step in steps:
        is_decision = isinstance(step, ast.If) and all(_is_simple(each) for each in step.body)
        if is_decision or _is_simple(step):
            once = copy.copy(step)
            if isinstance(once, ast.If):
                once.orelse = []
            new = [*body[: place + 1], once, *body[place + 1 :]]
            yield "statement_place", (step.lineno,), body, new


def _kind_of_move(node: ast.stmt) -> FaultKind:
    return "return_place" if isinstance(node, ast.Return) else "statement_place"


def _is_simple(node: ast.stmt) -> bool:
    return isinstance(node, ast.Assign | ast.AugAssign | ast.Expr)


def _ends_loop(node: ast.stmt, last: ast.stmt) -> bool:
    """Whether a loop would make one round with a statement at its end: nobody has meant that."""
    return isinstance(node, ast.For | ast.While) and isinstance(last, ast.Return)


def _skips(node: ast.stmt) -> bool:
    """Whether a decision leaves out what stands behind it."""
    return isinstance(node, ast.If) and isinstance(node.body[-1], ast.Continue | ast.Break)


def _instead_of(node: ast.stmt) -> Iterator[tuple[FaultKind, list[ast.stmt]]]:
    match node:
        case ast.AugAssign() | ast.Assign():
            yield from (("update", [new]) for new in _other_updates(node))
            value = node.value
            if isinstance(value, ast.Call) and _is_keeping(value):
                yield "result_not_kept", [ast.Expr(value)]
        case ast.Expr():
            yield from ((kind, [new]) for kind, new in _meant_by_value(node))
        case ast.Break():
            yield "loop_exit", [ast.Pass()]
            yield "loop_exit", [ast.Continue()]
        case ast.Continue():
            yield "loop_exit", [ast.Break()]
        case ast.If(test=test, body=body, orelse=[]):
            yield "branch", [ast.While(test, body, [])]
        case ast.While(test=test, body=body, orelse=[]):
            yield "branch", [ast.If(test, body, [])]
        case _:
            pass


def _other_updates(node: ast.Assign | ast.AugAssign) -> Iterator[ast.stmt]:
    match node:
        case ast.AugAssign(target=target, op=op, value=value):
            for kind in (ast.Add, ast.Sub, ast.Mult, ast.FloorDiv):
                if not isinstance(op, kind):
                    yield ast.AugAssign(target, kind(), value)
            yield ast.Assign([target], value)
        case ast.Assign(targets=[ast.Name() as name], value=value):
            yield ast.AugAssign(name, ast.Add(), value)
        case ast.Assign(targets=[ast.Subscript(value=group, slice=key) as entry], value=value):
            start = ast.List([], ast.Load()) if isinstance(value, ast.List) else ast.Constant(0)
            before = ast.Call(ast.Attribute(group, "get", ast.Load()), [key, start], [])
            yield ast.Assign([entry], ast.BinOp(before, ast.Add(), value))
            yield ast.AugAssign(entry, ast.Add(), value)


def _meant_by_value(node: ast.Expr) -> Iterator[tuple[FaultKind, ast.stmt]]:
    """Yield what a value that nothing is done with may have been meant as."""
    match node.value:
        case ast.Call(func=ast.Name(id="print"), args=[only]):
            yield "printed_not_returned", ast.Return(only)
        case ast.Call(func=ast.Attribute(value=ast.Name(id=name))) as call:
            yield "result_not_kept", ast.Assign([ast.Name(name, ast.Store())], call)
        case ast.Compare(left=ast.Name(id=name), ops=[ast.Eq()], comparators=[value]):
            yield "update", ast.Assign([ast.Name(name, ast.Store())], value)
        case ast.Name() | ast.BinOp() | ast.Call() as value:
            yield "missing_return", ast.Return(value)
        case _:
            pass


def _own_results(function: ast.FunctionDef, body: list[ast.stmt]) -> Iterator[BodyEdit]:
    """Yield a function that adds what a call of itself gives to what it has so far."""
    sums = dict.fromkeys(
        node.id
        for node in ast.walk(function)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    )
    for place, node in enumerate(body):
        match node:
            case ast.Expr(value=ast.Call(func=ast.Name(id=name)) as call) if name == function.name:
                for each in sums:
                    added = ast.AugAssign(ast.Name(each, ast.Store()), ast.Add(), call)
                    new = [*body[:place], added, *body[place + 1 :]]
                    yield "result_not_kept", (node.lineno,), body, new
            case _:
                pass


def _is_keeping(call: ast.Call) -> bool:
    """Whether a method changes its object and gives None."""
    return isinstance(call.func, ast.Attribute) and call.func.attr in _KEEPING


def _branches(body: list[ast.stmt]) -> Iterator[BodyEdit]:
    """Yield `if` and `elif` taken for each other."""
    for place, node in enumerate(body):
        behind = body[place + 1] if place + 1 < len(body) else None
        if isinstance(node, ast.If) and isinstance(behind, ast.If) and not node.orelse:
            joined = ast.If(node.test, node.body, [behind])
            yield "branch", (behind.lineno,), body, [*body[:place], joined, *body[place + 2 :]]
        if isinstance(node, ast.If) and len(node.orelse) == 1:
            other = node.orelse[0]
            if isinstance(other, ast.If):
                alone = ast.If(node.test, node.body, [])
                new = [*body[:place], alone, other, *body[place + 1 :]]
                yield "branch", (other.lineno,), body, new


def _returns(function: ast.FunctionDef) -> Iterator[BodyEdit]:
    """Yield the function with a `return` at its end, and with all its prints as returns."""
    body = function.body
    last = body[-1]
    line = last.end_lineno or last.lineno
    if not isinstance(last, ast.Return):
        names = dict.fromkeys(
            node.id
            for node in ast.walk(function)
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
        )
        for name in names:
            returned = ast.Return(ast.Name(name, ast.Load()))
            yield "missing_return", (line,), body, [*body, returned]
    printing = _PrintsReturned()
    changed = [printing.visit(copy.deepcopy(node)) for node in body]
    if len(printing.lines) > 1:
        yield "printed_not_returned", tuple(printing.lines), body, changed


class _PrintsReturned(ast.NodeTransformer):
    """Turns each `print(x)` into `return x`; a printed "None" is meant as None."""

    def __init__(self) -> None:
        self.lines: list[int] = []

    def visit_Expr(self, node: ast.Expr) -> ast.stmt:
        match node.value:
            case ast.Call(func=ast.Name(id="print"), args=[only]):
                self.lines.append(node.lineno)
                is_none = isinstance(only, ast.Constant) and only.value == "None"
                return ast.Return(ast.Constant(None) if is_none else only)
            case _:
                return node


def _defaults(function: ast.FunctionDef) -> Iterator[BodyEdit]:
    """Yield the function with a default that is made anew in each call."""
    named = function.args.args[-len(function.args.defaults) :] if function.args.defaults else []
    for argument, default in zip(named, function.args.defaults, strict=True):
        if isinstance(default, ast.List | ast.Dict | ast.Set | ast.Call):
            fresh = ast.Assign([ast.Name(argument.arg, ast.Store())], default)
            body = function.body
            yield "default_value", (function.lineno,), body, [fresh, *body]
