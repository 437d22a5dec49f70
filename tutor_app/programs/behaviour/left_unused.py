"""What a program makes and never uses: a variable that no line reads, an element that no round
looks at."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping

from tutor_app.programs.behaviour.shown_cause import ShownCause
from tutor_app.programs.questions.step_facts import LONGEST_VALUE, is_at, next_of_frame
from tutor_app.programs.replies.format_code import as_code, name_call
from tutor_app.programs.run_values import CaseResult, Step
from tutor_app.programs.run_verdicts import read_literal
from tutor_app.wording.catalogue import phrase

NEVER_READ = phrase("programs_causes.never_read", "line", "name", "value")
LAST_UNSEEN = phrase("programs_causes.last_unseen", "code", "value", "call")
FIRST_UNSEEN = phrase("programs_causes.first_unseen", "code", "value", "call")
NAME_ALONE = phrase("programs_causes.name_alone")
END_LEFT_OUT = phrase("programs_causes.end_left_out")

FEWEST = 2  # elements of a group of which one is left out


def never_read(tree: ast.Module, focus: CaseResult) -> Iterator[ShownCause]:
    """Yield the variables of functions that are given a value which no line reads."""
    for function in ast.walk(tree):
        if not isinstance(function, ast.FunctionDef):
            continue
        names = [node for node in ast.walk(function) if isinstance(node, ast.Name)]
        read = {node.id for node in names if isinstance(node.ctx, ast.Load)}
        for node in ast.walk(function):
            match node:
                case ast.Assign(targets=[ast.Name(id=name)]) if name not in read:
                    value = _value_after(node, name, focus)
                    if value is not None and len(value) <= LONGEST_VALUE:
                        yield ShownCause(
                            cause="never_read",
                            lines=(node.lineno,),
                            fact=NEVER_READ(
                                line=node.lineno, name=as_code(name), value=as_code(value)
                            ),
                            rule=NAME_ALONE(),
                            names=frozenset({name}),
                            values=frozenset({value}),
                        )
                case _:
                    pass


def _value_after(node: ast.stmt, name: str, focus: CaseResult) -> str | None:
    at = next((n for n, step in enumerate(focus.trace) if is_at(step, node)), None)
    after = next_of_frame(focus.trace, at) if at is not None else None
    return dict(after.variables).get(name) if after is not None else None


def never_looked_at(tree: ast.Module, focus: CaseResult) -> Iterator[ShownCause]:
    """Yield the first or last element of a list or text that a loop goes through by its places, and
    that nothing looks at."""
    for function in ast.walk(tree):
        if not isinstance(function, ast.FunctionDef):
            continue
        for loop in ast.walk(function):
            match loop:
                case ast.For(iter=ast.Call(func=ast.Name(id="range"))):
                    for name in dict.fromkeys(each.id for each in _indexed(loop)):
                        yield from _unseen(function, loop, name, focus)
                case _:
                    pass


def _indexed(tree: ast.AST) -> Iterator[ast.Name]:
    """Yield the names of which one element is read."""
    for node in ast.walk(tree):
        match node:
            case ast.Subscript(value=ast.Name() as of, slice=at) if not isinstance(at, ast.Slice):
                yield of
            case _:
                pass


def _measured(tree: ast.AST) -> Iterator[ast.Name]:
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Name(id="len"), args=[ast.Name() as of]):
                yield of
            case _:
                pass


def _unseen(
    function: ast.FunctionDef, loop: ast.For, name: str, focus: CaseResult
) -> Iterator[ShownCause]:
    """Yield the element at an end that no place looks at, where one call has gone through all."""
    by_place = {*_indexed(function), *_measured(function)}
    names = (node for node in ast.walk(function) if isinstance(node, ast.Name))
    if any(node.id == name and node not in by_place for node in names):
        return  # it is used as a whole as well
    begun = [step for step in focus.trace if is_at(step, loop)]
    is_one = sum(s.event == "call" and s.function == function.name for s in focus.trace) == 1
    is_read, group = read_literal(dict(begun[0].variables).get(name, "")) if begun else (False, 0)
    if not (is_one and is_read and isinstance(group, list | str) and len(group) >= FEWEST):
        return
    seen: set[int] = set()
    for step in focus.trace:
        for node in _subscripts(function, name, step):
            place = _place(node.slice, step)
            if place is None:
                return  # which ones are looked at is not known
            seen.add(place % len(group))
    missed = [n for n in (len(group) - 1, 0) if n not in seen]
    for place in missed[:1] if seen and focus.error is None else []:
        told = LAST_UNSEEN if place else FIRST_UNSEEN
        code, value = as_code(f"{name}[{place}]"), as_code(repr(group[place]))
        yield ShownCause(
            cause="never_looked_at",
            lines=(loop.lineno,),
            fact=told(code=code, value=value, call=name_call(focus.case)),
            rule=END_LEFT_OUT() if place else "",
            names=frozenset({name}),
            values=frozenset({repr(group[place])}),
        )


def _subscripts(function: ast.FunctionDef, name: str, step: Step) -> Iterator[ast.Subscript]:
    if step.event != "line":
        return
    for node in ast.walk(function):
        match node:
            case ast.Subscript(value=ast.Name(id=of)) if of == name and node.lineno == step.line:
                yield node
            case _:
                pass


def _place(node: ast.expr, step: Step) -> int | None:
    """Return the whole number that an index is at a step, None where that is not known."""
    held: Mapping[str, str] = dict(step.variables)
    match node:
        case ast.Constant(value=int(value)):
            return value
        case ast.Name(id=name):
            held_there = read_literal(held.get(name, ""))[1]
            return held_there if isinstance(held_there, int) else None
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            inner = _place(operand, step)
            return None if inner is None else -inner
        case ast.Call(func=ast.Name(id="len"), args=[ast.Name(id=name)]):
            group = read_literal(held.get(name, ""))[1]
            return len(group) if isinstance(group, list | str | tuple) else None
        case ast.BinOp(op=ast.Add() | ast.Sub() as op, left=left, right=right):
            one, other = _place(left, step), _place(right, step)
            if one is None or other is None:
                return None
            return one + other if isinstance(op, ast.Add) else one - other
        case _:
            return None
