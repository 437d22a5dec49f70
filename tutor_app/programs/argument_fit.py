"""Whether the arguments of a call fit how a program uses its parameters."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from tutor_app.programs.code_in_text import is_value

Use = Literal["number", "group", "ordered", "text", "mapping", "list"]

_OF_GROUPS = frozenset("len max min sum sorted enumerate reversed list set tuple any all".split())
_OF_NUMBERS = frozenset("range abs round chr bin hex".split())
_METHODS: dict[Use, frozenset[str]] = {
    "text": frozenset("split strip lower upper join replace startswith endswith isdigit".split()),
    "mapping": frozenset("items keys values get setdefault".split()),
    "list": frozenset("append sort extend insert remove reverse".split()),
}
_FITTING: dict[Use, tuple[type, ...]] = {
    "number": (int, float, complex, bool, set, frozenset),  # sets are subtracted, too
    "group": (list, tuple, set, frozenset, dict, str, bytes),
    "ordered": (list, tuple, dict, str, bytes),
    "text": (str, bytes),
    "mapping": (dict,),
    "list": (list, set, bytearray),
}
_GROUPS = (list, tuple, set, frozenset)


@dataclass(frozen=True, slots=True)
class _Used:
    """How a name is used, how what a loop takes from it is, and how what an index gives is."""

    itself: frozenset[Use] = frozenset()
    looped: frozenset[Use] = frozenset()
    indexed: frozenset[Use] = frozenset()


def call_fits(call: ast.expr, program: ast.Module) -> bool:
    """Whether each call of the program's functions in an expression has arguments that fit.

    The number of arguments must be right, and each value of the kind that the function's body
    works on. Names are looked up in the program's top level; what isn't known is taken to fit.
    """
    functions = {each.name: each for each in program.body if isinstance(each, ast.FunctionDef)}
    known = dict(_top_level_values(program))
    for node in ast.walk(call):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            function = functions.get(node.func.id)
            if function is not None and not _fits(node, function, known):
                return False
    return True


def bind_arguments(call: ast.Call, function: ast.FunctionDef) -> dict[str, ast.expr] | None:
    """Return the parameters with the arguments they get, None where the call is no possible one."""
    arguments = function.args
    places = [each.arg for each in (*arguments.posonlyargs, *arguments.args)]
    names = {*places, *(each.arg for each in arguments.kwonlyargs)}
    if any(isinstance(each, ast.Starred) for each in call.args):
        return {}
    if len(call.args) > len(places) and arguments.vararg is None:
        return None
    given = dict(zip(places, call.args, strict=False))
    for each in call.keywords:
        if each.arg is None:
            return {}
        if each.arg in given or (each.arg not in names and arguments.kwarg is None):
            return None
        given[each.arg] = each.value
    optional = places[len(places) - len(arguments.defaults) :] if arguments.defaults else []
    needed = set(places) - set(optional)
    needed |= {
        each.arg
        for each, default in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)
        if default is None
    }
    return given if needed <= set(given) else None


def _top_level_values(program: ast.Module) -> Iterator[tuple[str, ast.expr]]:
    for node in program.body:
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            yield node.targets[0].id, node.value


def _fits(call: ast.Call, function: ast.FunctionDef, known: dict[str, ast.expr]) -> bool:
    given = bind_arguments(call, function)
    if given is None:
        return False
    for name, argument in given.items():
        node = known.get(argument.id) if isinstance(argument, ast.Name) else argument
        if node is None or not is_value(ast.unparse(node)):
            continue
        if not _value_fits(ast.literal_eval(node), _uses_of(name, function)):
            return False
    return True


def _value_fits(value: object, used: _Used) -> bool:
    if value is None:
        return True
    if not all(isinstance(value, _FITTING[use]) for use in used.itself):
        return False
    looped: list[object] = list(value) if isinstance(value, (*_GROUPS, dict)) else []
    indexed = list(value.values()) if isinstance(value, dict) else looped
    return all(isinstance(each, _FITTING[use]) for each in looped for use in used.looped) and all(
        isinstance(each, _FITTING[use]) for each in indexed for use in used.indexed
    )


def _uses_of(name: str, function: ast.FunctionDef) -> _Used:
    """Say how a parameter is used; of one that the function sets anew nothing is known."""
    elements = {
        target.id
        for node in ast.walk(function)
        for loop, target in _loops(node)
        if isinstance(loop, ast.Name) and loop.id == name and isinstance(target, ast.Name)
    }
    if _is_set_again(name, function):
        return _Used()
    asked = _asked_for_their_type(function)
    uses = [
        (use, on)
        for node in ast.walk(function)
        for use, on in _uses_at(node)
        if not (isinstance(on, ast.Name) and on.id in asked)
    ]
    return _Used(
        itself=frozenset(use for use, on in uses if isinstance(on, ast.Name) and on.id == name),
        looped=frozenset(
            use
            for use, on in uses
            if (isinstance(on, ast.Name) and on.id in elements) or _is_taken_from(on, name)
        ),
        indexed=frozenset(use for use, on in uses if _is_part_of(on, name)),
    )


def _asked_for_their_type(function: ast.FunctionDef) -> frozenset[str]:
    """Return the names whose type the function looks at: what it does then is of some types."""
    return frozenset(
        each.args[0].id
        for each in ast.walk(function)
        if isinstance(each, ast.Call) and isinstance(each.func, ast.Name)
        if each.func.id in ("isinstance", "type") and each.args
        if isinstance(each.args[0], ast.Name)
    )


def _is_set_again(name: str, function: ast.FunctionDef) -> bool:
    return any(
        isinstance(node, ast.Name) and node.id == name and isinstance(node.ctx, ast.Store)
        for node in ast.walk(function)
    )


def _is_part_of(node: ast.expr, name: str) -> bool:
    """Whether a piece of code is an element of the name's value: `name[…]`, not `name[a:b]`."""
    return (
        isinstance(node, ast.Subscript)
        and not isinstance(node.slice, ast.Slice)
        and isinstance(node.value, ast.Name)
        and node.value.id == name
    )


def _is_taken_from(node: ast.expr, name: str) -> bool:
    """Whether it stands for what a loop over the name takes apart (`_uses_at` writes it so)."""
    return (
        isinstance(node, ast.Starred) and isinstance(node.value, ast.Name) and node.value.id == name
    )


def _loops(node: ast.AST) -> Iterator[tuple[ast.expr, ast.expr]]:
    if isinstance(node, ast.For | ast.comprehension):
        yield node.iter, node.target


def _uses_at(node: ast.AST) -> Iterator[tuple[Use, ast.expr]]:
    """Yield what one piece of code asks of the parts that it works on."""
    for loop, target in _loops(node):
        yield "group", loop
        if isinstance(target, ast.Tuple):  # each element is taken apart
            yield "group", ast.Starred(value=loop, ctx=ast.Load())
    match node:
        case ast.Subscript(value=value, slice=ast.Slice()):
            yield "ordered", value
        case ast.Subscript(value=value, slice=index):
            yield "ordered", value
            if isinstance(index, ast.BinOp):
                yield "number", index.left
        case ast.Call():
            yield from _uses_in_call(node)
        case ast.BinOp():
            yield from _uses_in_sum(node)
        case ast.Compare(left=left, ops=ops, comparators=comparators):
            yield from _uses_in_comparison([left, *comparators], ops)
        case _:
            pass


def _uses_in_call(node: ast.Call) -> Iterator[tuple[Use, ast.expr]]:
    match node:
        case ast.Call(func=ast.Name(id=name), args=[only]) if name in _OF_GROUPS:
            yield "group", only
        case ast.Call(func=ast.Name(id=name), args=args) if name in _OF_NUMBERS:
            yield from (("number", each) for each in args)
        case ast.Call(func=ast.Attribute(value=value, attr=attr)):
            yield from ((use, value) for use, methods in _METHODS.items() if attr in methods)
        case _:
            pass


def _uses_in_sum(node: ast.BinOp) -> Iterator[tuple[Use, ast.expr]]:
    if isinstance(node.op, ast.Sub | ast.Div | ast.FloorDiv | ast.Pow):
        yield "number", node.left
        yield "number", node.right
    elif isinstance(node.op, ast.Add):
        for one, other in ((node.left, node.right), (node.right, node.left)):
            if isinstance(other, ast.Constant) and isinstance(other.value, int | float):
                yield "number", one
            elif isinstance(other, ast.Constant) and isinstance(other.value, str):
                yield "text", one
    elif isinstance(node.op, ast.Mod) and not isinstance(node.left, ast.Constant | ast.JoinedStr):
        yield "number", node.left


def _uses_in_comparison(
    sides: list[ast.expr], ops: list[ast.cmpop]
) -> Iterator[tuple[Use, ast.expr]]:
    for one, op, other in zip(sides, ops, sides[1:], strict=False):
        if isinstance(op, ast.In | ast.NotIn):
            yield "group", other
        elif isinstance(op, ast.Lt | ast.LtE | ast.Gt | ast.GtE):
            for side, beside in ((one, other), (other, one)):
                if isinstance(beside, ast.Constant) and isinstance(beside.value, int | float):
                    yield "number", side
