"""Small edits of one expression, each with the kind of fault that it would mend."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Literal

FaultKind = Literal[
    "comparison",
    "operator",
    "grouping",
    "condition",
    "constant",
    "name",
    "range",
    "index",
    "argument",
    "start_value",
    "default_value",
    "aliasing",
    "changed_in_loop",
    "method",
    "conversion",
    "update",
    "return_place",
    "missing_return",
    "printed_not_returned",
    "result_not_kept",
    "statement_place",
    "branch",
    "loop_exit",
    "syntax",
    "exception",
    "never_ends",
    "unknown",
]
Alternative = tuple[FaultKind, ast.expr]

_COMPARISONS: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.Gt, ast.GtE, ast.NotEq),
    ast.LtE: (ast.Lt, ast.GtE, ast.Gt),
    ast.Gt: (ast.GtE, ast.Lt, ast.LtE, ast.NotEq),
    ast.GtE: (ast.Gt, ast.LtE, ast.Lt),
    ast.Eq: (ast.NotEq, ast.LtE, ast.GtE),
    ast.NotEq: (ast.Eq, ast.Lt, ast.Gt),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
    ast.Is: (ast.IsNot, ast.Eq),
    ast.IsNot: (ast.Is, ast.NotEq),
}
_OPERATORS: tuple[type[ast.operator], ...] = (
    ast.Add,
    ast.Sub,
    ast.Mult,
    ast.Div,
    ast.FloorDiv,
    ast.Mod,
)
_METHODS = {
    "pop": ("remove",),
    "remove": ("pop", "discard"),
    "append": ("extend", "add"),
    "extend": ("append",),
    "add": ("append",),
    "lower": ("upper",),
    "upper": ("lower",),
    "find": ("index", "count"),
    "keys": ("values", "items"),
    "values": ("keys", "items"),
    "items": ("keys", "values"),
}
_FUNCTIONS = {"max": "min", "min": "max", "any": "all", "all": "any", "len": "sum", "sum": "len"}


def expression_edits(
    node: ast.expr, owner: ast.AST, function: ast.FunctionDef
) -> Iterator[Alternative]:
    """Yield what can stand in the place of an expression in its owner, a part of the function."""
    if isinstance(owner, ast.Assign | ast.AugAssign | ast.For) and _is_target(node, owner):
        return
    if isinstance(node, ast.Compare | ast.BinOp | ast.BoolOp | ast.UnaryOp):
        yield from _of_operation(node)
    elif isinstance(node, ast.Constant):
        yield from _of_constant(node, owner)
        yield from _of_start(node, owner, function)
    elif isinstance(node, ast.Name):
        yield from _of_name(node, owner, function)
    elif isinstance(node, ast.Call):
        yield from _of_call(node)
    elif isinstance(node, ast.Subscript):
        yield from _of_subscript(node)
    if isinstance(owner, ast.If | ast.While) and owner.test is node:
        yield "condition", ast.UnaryOp(ast.Not(), node)


def _of_operation(node: ast.expr) -> Iterator[Alternative]:
    match node:
        case ast.Compare(ops=[op], comparators=[right]):
            for kind in _COMPARISONS.get(type(op), ()):
                yield "comparison", ast.Compare(node.left, [kind()], [right])
        case ast.BinOp():
            yield from _of_sum(node)
        case ast.BoolOp(op=op, values=values):
            other = ast.Or() if isinstance(op, ast.And) else ast.And()
            yield "condition", ast.BoolOp(other, values)
            yield from (("condition", value) for value in values)
        case ast.UnaryOp(operand=operand) if not isinstance(operand, ast.Constant):
            yield "condition", operand
        case _:
            pass


def _is_target(node: ast.expr, owner: ast.Assign | ast.AugAssign | ast.For) -> bool:
    return node in owner.targets if isinstance(owner, ast.Assign) else node is owner.target


def _of_sum(node: ast.BinOp) -> Iterator[Alternative]:
    for kind in _OPERATORS:
        if not isinstance(node.op, kind):
            yield "operator", ast.BinOp(node.left, kind(), node.right)
    if isinstance(node.op, ast.Sub | ast.Div | ast.FloorDiv | ast.Mod):
        yield "operator", ast.BinOp(node.right, node.op, node.left)
    match node:
        case ast.BinOp(left=a, op=outer, right=ast.BinOp(left=b, op=inner, right=c)):
            yield "grouping", ast.BinOp(ast.BinOp(a, outer, b), inner, c)
        case ast.BinOp(left=ast.BinOp(left=a, op=inner, right=b), op=outer, right=c):
            yield "grouping", ast.BinOp(a, inner, ast.BinOp(b, outer, c))
    match node:
        case ast.BinOp(
            left=ast.BinOp(left=a, op=first, right=b),
            op=middle,
            right=ast.BinOp(left=c, op=last, right=d),
        ):
            yield "grouping", ast.BinOp(ast.BinOp(ast.BinOp(a, first, b), middle, c), last, d)


def _of_constant(node: ast.Constant, owner: ast.AST) -> Iterator[Alternative]:
    kind: FaultKind = "start_value" if isinstance(owner, ast.Assign) else "constant"
    match node.value:
        case bool(value):
            yield kind, ast.Constant(not value)
        case int(value) | float(value):
            for new in dict.fromkeys((value + 1, value - 1, 0, 1, -value)):
                if new != value:
                    yield kind, _number(new)
        case "":
            yield kind, ast.Constant(" ")
        case " ":
            yield kind, ast.Constant("")
        case _:
            pass


def _of_start(
    node: ast.Constant, owner: ast.AST, function: ast.FunctionDef
) -> Iterator[Alternative]:
    """Yield the first element of each parameter for a number that something begins with."""
    if isinstance(owner, ast.Assign) and isinstance(node.value, int | float):
        for each in function.args.args:
            first = ast.Subscript(ast.Name(each.arg, ast.Load()), ast.Constant(0), ast.Load())
            yield "start_value", first


def _number(value: float) -> ast.expr:
    return ast.Constant(value) if value >= 0 else ast.UnaryOp(ast.USub(), ast.Constant(-value))


def _of_name(node: ast.Name, owner: ast.AST, function: ast.FunctionDef) -> Iterator[Alternative]:
    if not isinstance(node.ctx, ast.Load) or (isinstance(owner, ast.Call) and owner.func is node):
        return
    for name in _names_in_scope(function):
        if name != node.id:
            yield "name", ast.Name(name, ast.Load())
    in_call = isinstance(owner, ast.Call) and node in owner.args
    if in_call or isinstance(owner, ast.Compare | ast.BinOp | ast.Return | ast.Assign):
        for op in (ast.Add(), ast.Sub()):
            yield "argument" if in_call else "constant", ast.BinOp(node, op, ast.Constant(1))
        yield "conversion", ast.Call(ast.Name("str", ast.Load()), [node], [])
        yield "conversion", ast.Call(ast.Name("int", ast.Load()), [node], [])
    elif isinstance(owner, ast.Subscript) and owner.slice is node:
        yield "index", ast.BinOp(node, ast.Sub(), ast.Constant(1))
        yield "index", ast.BinOp(node, ast.Add(), ast.Constant(1))


def _names_in_scope(function: ast.FunctionDef) -> list[str]:
    stored = (
        node.id
        for node in ast.walk(function)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    )
    return list(dict.fromkeys([*(each.arg for each in function.args.args), *stored]))


def _of_call(node: ast.Call) -> Iterator[Alternative]:
    match node:
        case ast.Call(func=ast.Name(id="range"), args=args):
            yield from (("range", ast.Call(node.func, new, [])) for new in _ranges(args))
        case ast.Call(func=ast.Name(id=name), args=args) if name in _FUNCTIONS:
            yield "method", ast.Call(ast.Name(_FUNCTIONS[name], ast.Load()), args, node.keywords)
        case ast.Call(func=ast.Attribute(value=value, attr=attr), args=args):
            for name in _METHODS.get(attr, ()):
                yield "method", ast.Call(ast.Attribute(value, name, ast.Load()), args, [])
        case _:
            pass


def _ranges(args: list[ast.expr]) -> Iterator[list[ast.expr]]:
    one = ast.Constant(1)
    match args:
        case [stop]:
            yield [one, stop]
            yield [one, _plus(stop, 1)]
            yield [_plus(stop, 1)]
            yield [_plus(stop, -1)]
        case [start, stop]:
            yield [_plus(start, 1), stop]
            yield [_plus(start, -1), stop]
            yield [start, _plus(stop, 1)]
            yield [start, _plus(stop, -1)]
            yield [_plus(start, 1), _plus(stop, 1)]
            yield [_plus(start, -1), _plus(stop, -1)]
        case [start, stop, step]:
            yield [start, _plus(stop, 1), step]
            yield [start, _plus(stop, -1), step]
            yield [_plus(start, 1), stop, step]
            yield [_plus(start, -1), stop, step]


def _plus(node: ast.expr, number: int) -> ast.expr:
    match node:
        case ast.Constant(value=int(value)) if not isinstance(value, bool):
            return _number(value + number)
        case ast.BinOp(left=left, op=ast.Add(), right=ast.Constant(value=1)) if number == -1:
            return left
        case ast.BinOp(left=left, op=ast.Sub(), right=ast.Constant(value=1)) if number == 1:
            return left
        case _:
            operator = ast.Add() if number > 0 else ast.Sub()
            return ast.BinOp(node, operator, ast.Constant(abs(number)))


def _of_subscript(node: ast.Subscript) -> Iterator[Alternative]:
    match node.slice:
        case ast.Slice(lower=lower, upper=upper, step=step):
            for low, high in _bounds(lower, upper):
                yield "index", ast.Subscript(node.value, ast.Slice(low, high, step), node.ctx)
        case ast.Name() | ast.Constant():
            pass  # edited by themselves
        case index:
            for number in (1, -1):
                yield "index", ast.Subscript(node.value, _plus(index, number), node.ctx)


def _bounds(
    lower: ast.expr | None, upper: ast.expr | None
) -> Iterator[tuple[ast.expr | None, ast.expr | None]]:
    for number in (1, -1):
        if lower is not None:
            yield _plus(lower, number), upper
        if upper is not None:
            yield lower, _plus(upper, number)
    if lower is not None:
        yield None, upper
    if upper is not None:
        yield lower, None
