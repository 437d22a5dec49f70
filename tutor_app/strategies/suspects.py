"""Which lines of a program are worth asking about first: shapes that often go wrong.

Nothing here is a verdict: a line that has such a shape may well be right. It decides only the order
of questions, and which other program is worked beside this one.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeVar

from tutor_app.strategies.program_view import Program

Node = TypeVar("Node", bound=ast.AST)

_LOOPS = (ast.For, ast.While)
_TEXT_METHODS = frozenset("strip lstrip rstrip lower upper replace title capitalize split".split())
_METHODS = _TEXT_METHODS | frozenset("append pop keys values items copy sort read count".split())


@dataclass(frozen=True, slots=True, kw_only=True)
class Suspect:
    """A line with a shape that often goes wrong, and the kind of fault that comes with it."""

    line: int
    fault: str


def suspects(program: Program) -> tuple[Suspect, ...]:
    """Return the lines worth asking about first, each once, the most telling shape first."""
    if program.tree is None:
        return ()
    found: dict[int, Suspect] = {}
    for look in _LOOKS:
        for suspect in look(program.tree):
            found.setdefault(suspect.line, suspect)
    return tuple(found.values())


def _defaults_made_once(tree: ast.Module) -> Iterator[Suspect]:
    for node in _of(tree, ast.FunctionDef):
        for default in node.args.defaults:
            if isinstance(default, ast.List | ast.Dict | ast.Set):
                yield Suspect(line=node.lineno, fault="a value that is made only once")
    for made in _of(tree, ast.ClassDef):
        for each in made.body:
            if isinstance(each, ast.Assign) and isinstance(each.value, ast.List | ast.Dict):
                yield Suspect(line=each.lineno, fault="a value that is made only once")


def _results_dropped(tree: ast.Module) -> Iterator[Suspect]:
    for node in _of(tree, ast.Expr):
        match node.value:
            case ast.Call(func=ast.Attribute(attr=name)) if name in _TEXT_METHODS:
                yield Suspect(line=node.lineno, fault="a text that stays as it was")
            case ast.BinOp() | ast.Compare() | ast.Subscript() | ast.Attribute() | ast.Name():
                yield Suspect(line=node.lineno, fault="the answer of an inner call is lost")
    for function in _of(tree, ast.FunctionDef):
        hands_back = any(isinstance(n, ast.Return) and n.value for n in ast.walk(function))
        for node in _of(function, ast.Expr):
            match node.value:
                case ast.Call(func=ast.Name(id=name)) if name == function.name and hands_back:
                    yield Suspect(line=node.lineno, fault="the answer of an inner call is lost")


def _methods_not_called(tree: ast.Module) -> Iterator[Suspect]:
    called = {id(node.func) for node in _of(tree, ast.Call)}
    for node in _of(tree, ast.Attribute):
        if node.attr in _METHODS and id(node) not in called and isinstance(node.ctx, ast.Load):
            yield Suspect(line=node.lineno, fault="a method that takes something else")


def _lists_changed_on_the_way(tree: ast.Module) -> Iterator[Suspect]:
    for loop in _of(tree, ast.For):
        if not isinstance(loop.iter, ast.Name):
            continue
        for node in _of(loop, ast.Call):
            match node.func:
                case ast.Attribute(value=ast.Name(id=name), attr="remove" | "pop" | "append"):
                    if name == loop.iter.id:
                        fault = "changing a list while going through it"
                        yield Suspect(line=node.lineno, fault=fault)


def _begun_again(tree: ast.Module) -> Iterator[Suspect]:
    """A value that a loop builds up, and sets to a constant in each of its rounds."""
    for loop in _loops(tree):
        built = {name for node in loop.body for name in _built_in(node)}
        for node in loop.body:
            match node:
                case ast.Assign(targets=[ast.Name(id=name)], value=ast.Constant() | ast.List()):
                    if name in built:
                        fault = "a value that begins again in each round"
                        yield Suspect(line=node.lineno, fault=fault)


def _tests_that_stay(tree: ast.Module) -> Iterator[Suspect]:
    for loop in _of(tree, ast.While):
        tested = {node.id for node in _of(loop.test, ast.Name)}
        touched = {node.id for part in loop.body for node in _of(part, ast.Name) if _is_set(node)}
        touched |= {name for part in loop.body for name in _changed_by_method(part)}
        calls = any(isinstance(node, ast.Call) for node in ast.walk(loop.test))
        leaves = any(isinstance(n, ast.Break | ast.Return) for n in ast.walk(loop))
        if tested and not tested & touched and not calls and not leaves:
            yield Suspect(line=loop.lineno, fault="a loop whose test never changes")


def _moves_that_stay(tree: ast.Module) -> Iterator[Suspect]:
    """In a loop, a tested variable that is set to another one as it is."""
    for loop in _of(tree, ast.While):
        tested = {node.id for node in _of(loop.test, ast.Name)}
        for node in _of(loop, ast.Assign):
            match node:
                case ast.Assign(targets=[ast.Name(id=name)], value=ast.Name()) if name in tested:
                    yield Suspect(line=node.lineno, fault="a loop whose test never changes")


def _returns_in_loops(tree: ast.Module) -> Iterator[Suspect]:
    for loop in _loops(tree):
        last = loop.body[-1]
        match last:
            case ast.Return():
                yield Suspect(line=last.lineno, fault="a return at another depth")
            case ast.If(body=[*_, ast.Return()], orelse=[*_, ast.Return() as other]):
                yield Suspect(line=other.lineno, fault="a return at another depth")


def _recursions_without_rest(tree: ast.Module) -> Iterator[Suspect]:
    for function in _of(tree, ast.FunctionDef):
        inner = [
            node
            for node in _of(function, ast.Call)
            if isinstance(node.func, ast.Name) and node.func.id == function.name
        ]
        if inner and not any(isinstance(n, ast.If | ast.IfExp) for n in ast.walk(function)):
            fault = "a recursion that does not come to rest"
            yield Suspect(line=inner[0].lineno, fault=fault)


def _names_never_read(tree: ast.Module) -> Iterator[Suspect]:
    for function in _of(tree, ast.FunctionDef):
        read = {n.id for n in _of(function, ast.Name) if isinstance(n.ctx, ast.Load)}
        for node in _of(function, ast.Assign):
            match node.targets:
                case [ast.Name(id=name)] if name not in read:
                    yield Suspect(line=node.lineno, fault="a name that is known only inside")


def _first_values(tree: ast.Module) -> Iterator[Suspect]:
    """A product begun at 0, a sum begun elsewhere, a best value begun at 0."""
    for body in _bodies(tree):
        starts = {
            node.targets[0].id: node
            for node in body
            if isinstance(node, ast.Assign)
            and isinstance(node.targets[0], ast.Name)
            and isinstance(node.value, ast.Constant)
        }
        for name, node in starts.items():
            assert isinstance(node.value, ast.Constant)
            loops = [each for each in body if isinstance(each, ast.For | ast.While)]
            if any(_odd_start(name, node.value.value, loop) for loop in loops):
                yield Suspect(line=node.lineno, fault="a wrong first value")


def _odd_start(name: str, value: object, loop: ast.stmt) -> bool:
    for node in ast.walk(loop):
        match node:
            case ast.AugAssign(target=ast.Name(id=target), op=ast.Mult()) if target == name:
                return value == 0
            case ast.AugAssign(target=ast.Name(id=target), op=ast.Add()) if target == name:
                return isinstance(value, int) and value not in (0, False)
            case ast.Assign(
                targets=[ast.Name(id=target)],
                value=ast.BinOp(left=ast.Name(id=left), op=ast.Add() | ast.Mult() as op),
            ) if target == left == name:
                wanted = 0 if isinstance(op, ast.Add) else 1
                return isinstance(value, int) and value != wanted
            case ast.Compare(
                left=ast.Name(), ops=[ast.Gt() | ast.Lt()], comparators=[ast.Name(id=best)]
            ):
                if best == name and value == 0:
                    return True
    return False


def _tests_in_a_row(tree: ast.Module) -> Iterator[Suspect]:
    """Two decisions in a row that set the same variable: both may hold."""
    for body in _bodies(tree):
        for one, two in zip(body, body[1:], strict=False):
            if isinstance(one, ast.If) and isinstance(two, ast.If):
                both = set(_set_in(one)) & set(_set_in(two))
                if both and not any(isinstance(n, ast.Return) for n in ast.walk(one)):
                    yield Suspect(line=two.lineno, fault="two tests that both hold")


def _set_over(tree: ast.Module) -> Iterator[Suspect]:
    for loop in _loops(tree):
        for node in _of(loop, ast.Assign):
            match node:
                case ast.Assign(targets=[ast.Subscript()], value=ast.Constant()):
                    yield Suspect(
                        line=node.lineno, fault="the new value takes the place of the old"
                    )
    for body in _bodies(tree):
        for one, two in zip(body, body[1:], strict=False):
            match (one, two):
                case (
                    ast.Assign(targets=[first], value=second),
                    ast.Assign(targets=[third], value=fourth),
                ) if (ast.unparse(first), ast.unparse(second)) == (
                    ast.unparse(fourth),
                    ast.unparse(third),
                ):
                    yield Suspect(line=one.lineno, fault="a value that is gone too early")


def _ranges(tree: ast.Module) -> Iterator[Suspect]:
    """Counting loops whose ends are worked out, or whose body reaches beside the place it is at."""
    for loop in _of(tree, ast.For):
        match loop.iter:
            case ast.Call(func=ast.Name(id="range"), args=args):
                beside = any(isinstance(node.slice, ast.BinOp) for node in _of(loop, ast.Subscript))
                worked_out = any(isinstance(each, ast.BinOp) for each in args) or len(args) > 1
                if beside:
                    yield Suspect(line=loop.lineno, fault="a place that is one too far")
                elif worked_out:
                    fault = "a range that ends or begins elsewhere"
                    yield Suspect(line=loop.lineno, fault=fault)


def _decisions(tree: ast.Module) -> Iterator[Suspect]:
    for node in ast.walk(tree):
        if isinstance(node, ast.If | ast.While) and isinstance(node.test, ast.BoolOp):
            yield Suspect(line=node.lineno, fault="two questions joined in one")
    typed = {
        node.targets[0].id
        for node in _of(tree, ast.Assign)
        if isinstance(node.targets[0], ast.Name)
        and isinstance(node.value, ast.Call)
        and isinstance(node.value.func, ast.Name)
        and node.value.func.id == "input"
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare | ast.BinOp):
            if any(name.id in typed for name in _of(node, ast.Name)):
                yield Suspect(line=node.lineno, fault="a value of another kind")


def _divisions(tree: ast.Module) -> Iterator[Suspect]:
    for node in ast.walk(tree):
        if isinstance(node, ast.BinOp | ast.AugAssign) and isinstance(
            node.op, ast.Div | ast.FloorDiv
        ):
            yield Suspect(line=node.lineno, fault="two divisions that are not the same")


_LOOKS = (
    _defaults_made_once,
    _results_dropped,
    _methods_not_called,
    _lists_changed_on_the_way,
    _begun_again,
    _tests_that_stay,
    _returns_in_loops,
    _recursions_without_rest,
    _names_never_read,
    _first_values,
    _tests_in_a_row,
    _set_over,
    _moves_that_stay,
    _ranges,
    _decisions,
    _divisions,
)


def _of(tree: ast.AST, kind: type[Node]) -> Iterator[Node]:
    return (node for node in ast.walk(tree) if isinstance(node, kind))


def _loops(tree: ast.AST) -> Iterator[ast.For | ast.While]:
    return (node for node in ast.walk(tree) if isinstance(node, _LOOPS))


def _bodies(tree: ast.Module) -> Iterator[list[ast.stmt]]:
    for node in ast.walk(tree):
        for part in ("body", "orelse"):
            body = getattr(node, part, None)
            if isinstance(body, list) and body and isinstance(body[0], ast.stmt):
                yield body


def _is_set(node: ast.Name) -> bool:
    return isinstance(node.ctx, ast.Store)


def _set_in(node: ast.stmt) -> Iterator[str]:
    return (each.id for each in _of(node, ast.Name) if _is_set(each))


def _built_in(node: ast.stmt) -> Iterator[str]:
    for each in ast.walk(node):
        match each:
            case ast.AugAssign(target=ast.Name(id=name)):
                yield name
            case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr="append" | "extend")):
                yield name


def _changed_by_method(node: ast.stmt) -> Iterator[str]:
    for each in _of(node, ast.Call):
        match each.func:
            case ast.Attribute(value=ast.Name(id=name)):
                yield name
