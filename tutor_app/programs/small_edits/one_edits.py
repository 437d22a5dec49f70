"""All the programs that are one small edit away from a program."""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from tutor_app.programs.small_edits.expression_edits import FaultKind, expression_edits
from tutor_app.programs.small_edits.group_edits import group_alternatives
from tutor_app.programs.small_edits.statement_edits import statement_edits


@dataclass(frozen=True, slots=True, kw_only=True)
class Edit:
    """A program with one edit. `lines` are those of the program before that the edit is about.

    `kind` is what is wrong with the program before, if the edit mends it.
    """

    kind: FaultKind
    lines: tuple[int, ...]
    source: str


def one_edits(program: ast.Module) -> Iterator[Edit]:
    """Yield each program that is one edit away, in the order of the lines within each function.

    Edits are of operators, comparisons, constants, names in scope, ranges, indices, defaults,
    methods, the place of a statement and of a `return`. Some may not compile.
    """
    tree = copy.deepcopy(program)
    yield from _shared_by_objects(tree)
    for function in [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]:
        for node, field, place in _slots(function):
            old = _get(node, field, place)
            for kind, new in (
                *expression_edits(old, node, function),
                *group_alternatives(old, node),
            ):
                with _put(node, field, place, new):
                    yield Edit(kind=kind, lines=_lines(old), source=ast.unparse(tree))
        for kind, lines, body, new_body in statement_edits(function):
            with _put_body(body, new_body):
                yield Edit(kind=kind, lines=lines, source=_unparsed(tree))
        yield from _renamed_everywhere(tree, function)
        yield from _bounds_everywhere(tree, function)


def _shared_by_objects(tree: ast.Module) -> Iterator[Edit]:
    """Yield the program with a list or the like of a class made anew for each of its objects."""
    for owner in [node for node in tree.body if isinstance(node, ast.ClassDef)]:
        makers = [n for n in owner.body if isinstance(n, ast.FunctionDef) and n.name == "__init__"]
        for shared in [node for node in owner.body if isinstance(node, ast.Assign)]:
            match shared:
                case ast.Assign(
                    targets=[ast.Name(id=name)], value=ast.List() | ast.Dict() | ast.Set()
                ):
                    pass
                case _:
                    continue
            for maker in makers:
                own = ast.Attribute(ast.Name("self", ast.Load()), name, ast.Store())
                made = ast.Assign([own], shared.value)
                with _put_body(maker.body, [made, *maker.body]):
                    yield Edit(kind="default_value", lines=(shared.lineno,), source=_unparsed(tree))


def _unparsed(tree: ast.Module) -> str:
    return ast.unparse(ast.fix_missing_locations(tree))


def _slots(function: ast.FunctionDef) -> Iterator[tuple[ast.AST, str, int | None]]:
    """Yield where the expressions of a function stand: owner, field, place in a list."""
    for node in ast.walk(function):
        for field, value in ast.iter_fields(node):
            if field in ("annotation", "returns", "decorator_list", "ctx"):
                continue
            if isinstance(value, ast.expr):
                yield node, field, None
            elif isinstance(value, list):
                for place, each in enumerate(value):
                    if isinstance(each, ast.expr):
                        yield node, field, place


def _get(node: ast.AST, field: str, place: int | None) -> ast.expr:
    value: Any = getattr(node, field)
    expression: ast.expr = value if place is None else value[place]
    return expression


def _set(node: ast.AST, field: str, place: int | None, new: ast.expr) -> None:
    if place is None:
        setattr(node, field, new)
    else:
        getattr(node, field)[place] = new


@contextmanager
def _put(node: ast.AST, field: str, place: int | None, new: ast.expr) -> Iterator[None]:
    old = _get(node, field, place)
    _set(node, field, place, new)
    try:
        yield
    finally:
        _set(node, field, place, old)


@contextmanager
def _put_body(body: list[ast.stmt], new: list[ast.stmt]) -> Iterator[None]:
    old = list(body)
    body[:] = new
    try:
        yield
    finally:
        body[:] = old


def _lines(node: ast.expr) -> tuple[int, ...]:
    return (node.lineno,)


def _renamed_everywhere(tree: ast.Module, function: ast.FunctionDef) -> Iterator[Edit]:
    """Yield the program with one name for another in all the tests of a function."""
    tests = [node.test for node in ast.walk(function) if isinstance(node, ast.If | ast.While)]
    reads = [each for test in tests for each in ast.walk(test) if isinstance(each, ast.Name)]
    names = {each.id for each in ast.walk(function) if isinstance(each, ast.Name)}
    names |= {each.arg for each in function.args.args}
    for old in sorted({each.id for each in reads}):
        places = [each for each in reads if each.id == old]
        if len(places) < 2:
            continue
        for new in sorted(names - {old}):
            for each in places:
                each.id = new
            lines = tuple(sorted({each.lineno for each in places}))
            yield Edit(kind="name", lines=lines, source=ast.unparse(tree))
        for each in places:
            each.id = old


_INCLUSIVE: dict[type[ast.cmpop], type[ast.cmpop]] = {ast.Lt: ast.LtE, ast.Gt: ast.GtE}
_STRICT: dict[type[ast.cmpop], type[ast.cmpop]] = {ast.LtE: ast.Lt, ast.GtE: ast.Gt}


def _bounds_everywhere(tree: ast.Module, function: ast.FunctionDef) -> Iterator[Edit]:
    """Yield the program with the bounds of all its loops counted in, or all left out."""
    loops = [node.test for node in ast.walk(function) if isinstance(node, ast.While)]
    tests = [test for test in loops if isinstance(test, ast.Compare)]
    for others in (_INCLUSIVE, _STRICT):
        places = [test for test in tests if type(test.ops[0]) in others]
        if len(places) < 2:
            continue
        before = [test.ops for test in places]
        for test in places:
            test.ops = [others[type(test.ops[0])](), *test.ops[1:]]
        lines = tuple(sorted(test.lineno for test in places))
        yield Edit(kind="comparison", lines=lines, source=ast.unparse(tree))
        for test, ops in zip(places, before, strict=True):
            test.ops = ops
