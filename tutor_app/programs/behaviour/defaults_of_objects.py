"""A list or dict that is the default of a class's parameter, and that its objects keep."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from tutor_app.programs.behaviour.changed_groups import is_changed_by, is_group, one_default
from tutor_app.programs.behaviour.shown_cause import ShownCause

SELF = "self."


def defaults_of_objects(tree: ast.Module) -> Iterator[ShownCause]:
    """Yield the defaults that objects keep under a name of their own and that a method changes,
    where an object is made without another value for it."""
    for of in ast.walk(tree):
        if not isinstance(of, ast.ClassDef):
            continue
        made = next((n for n in of.body if isinstance(n, ast.FunctionDef) and _makes(n)), None)
        for place, name, default in _defaults(made) if made is not None else ():
            kept = [own for own in _kept_as(made, name) if _is_changed(of, own)]
            if made is not None and kept and is_group(default) and _is_left_out(tree, of, place):
                cause = one_default(made, name, default, None)
                yield replace(cause, names=cause.names | {*kept})


def with_object_shown(
    defaults: Sequence[ShownCause], shared: Iterable[ShownCause]
) -> Iterator[ShownCause]:
    """Yield both, what is one object because of a default together with that: its rule says why."""
    shown: set[ShownCause] = set()
    left = []
    for same in shared:
        reason = next((each for each in defaults if _is_reason(each, same)), None)
        if reason is None:
            left.append(same)
        elif reason not in shown:
            shown.add(reason)
            lines = (*reason.lines, *same.lines)
            yield replace(reason, fact=same.fact, names=reason.names | same.names, lines=lines)
    yield from (each for each in defaults if each not in shown)
    yield from left


def _is_reason(default: ShownCause, same: ShownCause) -> bool:
    own = [name.removeprefix(SELF) for name in default.names if name.startswith(SELF)]
    return any(all(path.endswith(f".{name}") for path in same.names) for name in own)


def _makes(function: ast.FunctionDef) -> bool:
    return function.name == "__init__"


def _defaults(function: ast.FunctionDef) -> Iterator[tuple[int, str, ast.expr]]:
    """Yield the parameters that have a default: their place behind `self`, name and default."""
    args, defaults = function.args.args, function.args.defaults
    first = len(args) - len(defaults)
    for place, default in enumerate(defaults, first):
        yield place - 1, args[place].arg, default


def _kept_as(function: ast.FunctionDef | None, name: str) -> Iterator[str]:
    for node in function.body if function is not None else ():
        match node:
            case ast.Assign(targets=[ast.Attribute() as own], value=ast.Name(id=kept)):
                if kept == name and ast.unparse(own).startswith(SELF):
                    yield ast.unparse(own)
            case _:
                pass


def _is_changed(of: ast.ClassDef, own: str) -> bool:
    return any(is_changed_by(node, own) for node in ast.walk(of) if isinstance(node, ast.stmt))


def _is_left_out(tree: ast.Module, of: ast.ClassDef, place: int) -> bool:
    calls = [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and ast.unparse(node.func) == of.name
    ]
    return any(len(each.args) <= place and not each.keywords for each in calls)
