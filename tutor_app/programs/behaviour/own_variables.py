"""What belongs to one call alone, and what is put into a list as one thing."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from itertools import groupby

from tutor_app.programs.behaviour.shown_cause import ShownCause
from tutor_app.programs.code_in_text import parse_expression
from tutor_app.programs.questions.step_facts import LONGEST_VALUE, is_at, next_of_frame
from tutor_app.programs.replies.format_code import as_code
from tutor_app.programs.run_values import CaseResult, Step
from tutor_app.wording.catalogue import phrase

OWN_OF_CALL = phrase("programs_causes.own_of_call", "line", "name", "inner", "outer", "of")
OWN_NAMES = phrase("programs_causes.own_names")
ONE_ELEMENT = phrase("programs_causes.one_element", "line", "name", "value")
AS_ONE = phrase("programs_causes.as_one")

MOST_VALUES = 5  # of a variable in an inner call
_OPENS = ("[", "{", "<")  # of what one call can change for another


def own_variables(focus: CaseResult) -> Iterator[ShownCause]:
    """Yield the variables of a function that calls itself, with what the inner call has and what
    the outer one holds before and after."""
    found: dict[str, tuple[int, ShownCause]] = {}
    for at, step in enumerate(focus.trace):
        outer = _calling(focus.trace, at) if step.event == "call" else None
        after = next_of_frame(focus.trace, outer) if outer is not None else None
        if outer is None or after is None:
            continue
        before = focus.trace[outer]
        for name, value in before.variables:
            inner = _values_within(focus.trace, at, name)
            stays = dict(after.variables).get(name) == value
            is_plain = not any(each.startswith(_OPENS) for each in (value, *inner))
            is_told = len(inner) <= MOST_VALUES and all(len(e) <= LONGEST_VALUE for e in inner)
            others = len({*inner} - {value})  # the call in which it changes most says most
            if stays and is_plain and is_told and inner and others > found.get(name, (-1, None))[0]:
                found[name] = others, _own(before, name, value, inner)
    yield from (cause for _, cause in found.values())


def _calling(trace: Sequence[Step], at: int) -> int | None:
    """Return the step of the same function that makes the call which begins at a step."""
    inner = trace[at]
    outer = next((n for n in range(at - 1, -1, -1) if trace[n].depth < inner.depth), None)
    is_own = outer is not None and trace[outer].function == inner.function
    return outer if is_own and inner.function != "<module>" else None


def _values_within(trace: Sequence[Step], at: int, name: str) -> list[str]:
    """Return what a variable holds in the call that begins at a step, each change once."""
    depth, held = trace[at].depth, list[str]()
    for step in trace[at:]:
        if step.depth < depth:
            break
        if step.depth == depth and name in (now := dict(step.variables)):
            held.append(now[name])
    return [value for value, _ in groupby(held)]


def _own(step: Step, name: str, value: str, inner: Sequence[str]) -> ShownCause:
    return ShownCause(
        cause="own_variables",
        lines=(),
        fact=OWN_OF_CALL(
            line=step.line,
            name=as_code(name),
            inner=", ".join(map(as_code, inner)),
            outer=as_code(value),
            of=as_code(step.function),
        ),
        rule=OWN_NAMES(),
        names=frozenset({name}),
        is_trap=False,
    )


def put_in_whole(tree: ast.Module, focus: CaseResult) -> Iterator[ShownCause]:
    """Yield the appends that put a whole group into a list whose other elements are none."""
    for node in ast.walk(tree):
        match node:
            case ast.Expr(value=ast.Call(func=ast.Attribute(value=group, attr="append"))):
                name = ast.unparse(group)
                value = _nested(node, name, focus)
                if value is not None:
                    yield ShownCause(
                        cause="put_in_whole",
                        lines=(node.lineno,),
                        fact=ONE_ELEMENT(
                            line=node.lineno, name=as_code(name), value=as_code(value)
                        ),
                        rule=AS_ONE(),
                        names=frozenset({name}),
                        values=frozenset({value}),
                    )
            case _:
                pass


def _nested(node: ast.stmt, name: str, focus: CaseResult) -> str | None:
    """Return the group that a statement appends; None where the others are groups as well."""
    groups = ast.List | ast.Tuple | ast.Set
    for at, step in enumerate(focus.trace):
        after = next_of_frame(focus.trace, at) if is_at(step, node) else None
        held = parse_expression(dict(after.variables).get(name, "")) if after is not None else None
        if isinstance(held, ast.List) and len(held.elts) > 1:
            *others, last = held.elts
            if isinstance(last, groups) and not any(isinstance(each, groups) for each in others):
                return ast.unparse(last)
    return None
