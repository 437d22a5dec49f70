"""The calls that stand below a program's definitions: in its loops, and among what it prints."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Collection, Iterator, Mapping
from copy import deepcopy

MOST_ROUNDS = 6  # of a loop that are written out
_RUN_AS_SCRIPT = "__name__ == '__main__'"


def lists_outside(program: ast.Module) -> dict[str, ast.expr]:
    """Return the names below a program's definitions that are given one list, written out there."""
    found: dict[str, ast.expr] = {}
    for node in program.body:
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.List() | ast.Tuple() as value):
                found[name] = value
            case _:
                pass
    return found


def calls_of_loops(node: ast.stmt, known: Mapping[str, ast.expr]) -> Iterator[ast.expr]:
    """Yield the expressions that a top-level loop or `if __name__ …` computes, round by round.

    A loop over values that stand there is written out: its variable, and names that its body sets,
    give way to what they stand for. Of any other statement there is nothing to write out.
    """
    match node:
        case ast.If(test=test) if ast.unparse(test) == _RUN_AS_SCRIPT:
            yield from _written_out(node.body, known)
        case ast.For():
            yield from _written_out([node], known)
        case _:
            return


def call_in_print(node: ast.Expr) -> ast.expr:
    """Return what a statement computes: of a print with labels, the one call among them.

    What only rounds or counts a value for the print is none: all that is printed counts then.
    """
    match node.value:
        case ast.Call(func=ast.Name(id="print"), args=[_, _, *_] as args):
            calls = [each for each in args if isinstance(each, ast.Call)]
            if any(ast.unparse(each.func) in dir(builtins) for each in calls):
                return node.value
            return calls[0] if len(calls) == 1 else node.value
        case _:
            return node.value


def _written_out(body: list[ast.stmt], known: Mapping[str, ast.expr]) -> Iterator[ast.expr]:
    """Yield the expressions of some statements, with known names replaced, in order."""
    names, told = dict(known), set[str]()
    for node in body:
        match node:
            case ast.For(iter=ast.Call(func=ast.Name(id=called)) as over) if called != "range":
                yield from _own_call(_replaced(over, names))
                return  # what it goes through is known when it runs
            case ast.For(target=ast.Name(id=name), iter=over, body=inside):
                for value in _values(_replaced(over, names)):
                    yield from _written_out(inside, {**names, name: value})
            case ast.For(target=ast.Tuple(elts=targets), iter=over, body=inside):
                for value in _values(_replaced(over, names)):
                    yield from _written_out(inside, {**names, **_taken_apart(targets, value)})
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                is_of_round = isinstance(value, ast.Call) and _reads(value, names.keys() - {name})
                names[name] = _replaced(value, names)
                kept = [names[name]] if is_of_round else []
                told |= {ast.unparse(each) for each in kept}
                yield from kept
            case ast.AugAssign(target=ast.Name(id=name)):
                names.pop(name, None)
            case ast.Expr():
                shown = _replaced(call_in_print(node), names)
                yield from [] if _shows_only(shown, told) else [shown]
            case _:
                return  # what else it does is not followed


def _own_call(over: ast.expr) -> Iterator[ast.expr]:
    """Yield what a loop goes through, without what only numbers or orders it: `enumerate(f(3))`."""
    calls = [each for each in ast.walk(over) if isinstance(each, ast.Call)]
    yield from [each for each in calls if ast.unparse(each.func) not in dir(builtins)][:1]


def _shows_only(shown: ast.expr, told: Collection[str]) -> bool:
    """Whether a print has no calls but those told before."""
    calls = [each for each in getattr(shown, "args", []) if isinstance(each, ast.Call)]
    return bool(calls) and all(ast.unparse(each) in told for each in calls)


def _reads(value: ast.expr, names: Collection[str]) -> bool:
    return any(isinstance(each, ast.Name) and each.id in names for each in ast.walk(value))


def _values(over: ast.expr) -> list[ast.expr]:
    """Return what a loop goes through, where its values stand there; else nothing."""
    match over:
        case ast.List(elts=elts) | ast.Tuple(elts=elts):
            return elts[:MOST_ROUNDS]
        case ast.Call(func=ast.Name(id="range"), args=args) if all(
            isinstance(each, ast.Constant) and isinstance(each.value, int) for each in args
        ):
            ends = [each.value for each in args if isinstance(each, ast.Constant)]
            rounds = range(*ends) if ends and 0 not in ends[2:] else range(0)  # type: ignore[arg-type]
            return [ast.Constant(value) for value in rounds[:MOST_ROUNDS]]
        case _:
            return []


def _taken_apart(targets: list[ast.expr], value: ast.expr) -> dict[str, ast.expr]:
    """Return the names of a loop with the parts of one of its values."""
    parts = value.elts if isinstance(value, ast.Tuple | ast.List) else []
    return {
        target.id: part
        for target, part in zip(targets, parts, strict=False)
        if isinstance(target, ast.Name)
    }


def _replaced(tree: ast.expr, names: Mapping[str, ast.expr]) -> ast.expr:
    replaced: ast.expr = _Replacing(names).visit(deepcopy(tree))
    return replaced


class _Replacing(ast.NodeTransformer):
    def __init__(self, names: Mapping[str, ast.expr]) -> None:
        self._names = names

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return self._names.get(node.id, node)
