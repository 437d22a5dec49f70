"""The input to talk about next: the smallest that goes wrong, known or looked for."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from tutor_app.programs.argument_fit import call_fits
from tutor_app.programs.code_in_text import called_in, is_value, parse_expression, parse_program
from tutor_app.programs.generate_inputs import (
    generate_calls,
    is_graph,
    size_of_call,
    vary_calls,
)
from tutor_app.programs.run_program import run_program
from tutor_app.programs.run_values import Call, Case, CaseResult, ProgramRun

Reason = Literal["wrong", "crashes", "never_ends", "breaks_type"]

MOST_GENERATED = 100  # inputs run at once
_TYPES: dict[str, tuple[str, ...]] = {
    "int": ("int",),
    "float": ("int", "float"),
    "str": ("str",),
    "bool": ("bool",),
    "list": ("list",),
    "dict": ("dict",),
    "tuple": ("tuple",),
    "set": ("set",),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class FailingInput:
    """An input on which a program goes wrong.

    Only "wrong" says that another value must come out: nothing decides what a generated input
    that crashes must give, and the student may mean to leave it out.
    """

    result: CaseResult
    reason: Reason


def next_failing_input(
    source: str, run: ProgramRun, *, solution: str | None = None, seed: int = 0
) -> FailingInput | None:
    """Return the input to go on with, for a program that was run on its cases; None if all is well.

    The student's own failing input comes first, then the smallest of the others. Where no case
    fails, inputs of the cases' kind are generated: held against an instructor's `solution`, which
    never enters the student's process, or without one run to see whether the program crashes,
    hangs or gives another type than its header says.
    """
    if not run.loads:
        return None
    if run.failing:
        result = min(run.failing, key=_order)
        return FailingInput(result=result, reason=_reason(result))
    cases = [result.case for result in run.results]
    calls = generate_inputs(source, cases, seed)
    if not calls:
        return None
    if solution is None:
        new = [Case(call=Call(text=call), origin="generated") for call in calls]
    else:
        new = list(answer_calls(solution, calls))
    return _first_wrong(source, run_program(source, new))


def _order(result: CaseResult) -> tuple[bool, int, str]:
    call = result.case.call.text
    return result.case.origin != "student", size_of_call(call), call


def _reason(result: CaseResult) -> Reason:
    if result.status == "timed_out":
        return "never_ends"
    return "crashes" if result.status == "raised" else "wrong"


def generate_inputs(
    source: str, cases: Sequence[Case], seed: int = 0, *, varies: bool = False
) -> tuple[str, ...]:
    """Return new calls of the kind of these cases that fit the program's parameters; with `varies`
    small variations of the cases themselves come first."""
    tree = parse_program(source)
    calls = [case.call.text for case in cases if not case.call.is_script]
    function = _called_function(tree, calls) if tree is not None else None
    if tree is None or function is None:
        return ()
    values = _named_values(tree)
    spelled = [_spelled_out(call, values) for call in calls]
    varied = vary_calls(spelled, function.name) if varies else ()
    made = (*varied, *generate_calls(spelled, function.name, MOST_GENERATED, seed=seed))
    parsed = ((call, parse_expression(call)) for call in dict.fromkeys(made))
    fitting = [call for call, node in parsed if node is not None and call_fits(node, tree)]
    graphs = {repr(each): name for name, each in values.items() if is_graph(each)}
    return tuple(_with_names(call, graphs) for call in fitting)


def _named_values(tree: ast.Module) -> dict[str, object]:
    """Return the plain values that a program gives names at its top level, each once."""
    named: dict[str, object] = {}
    for node in tree.body:
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=value) if is_value(
                ast.unparse(value)
            ):
                named[name] = ast.literal_eval(value)
            case _:
                pass
    return named


def _spelled_out(call: str, values: Mapping[str, object]) -> str:
    """Return a call with the values in it that it has by name."""
    tree = parse_expression(call)
    if tree is None:
        return call
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            node.args = [
                ast.parse(repr(values[each.id]), mode="eval").body
                if isinstance(each, ast.Name) and each.id in values
                else each
                for each in node.args
            ]
    return ast.unparse(tree)


def _with_names(call: str, names: Mapping[str, str]) -> str:
    """Return a call with the names of the graphs that it is given."""
    for text, name in names.items():
        call = call.replace(text, name)
    return call


def _called_function(tree: ast.Module, calls: Sequence[str]) -> ast.FunctionDef | None:
    named = [node for call in calls if (node := parse_expression(call)) is not None]
    called = frozenset[str]().union(*(called_in(node) for node in named))
    functions = [node for node in tree.body if isinstance(node, ast.FunctionDef)]
    return next((node for node in functions if node.name in called), None)


def answer_calls(solution: str, calls: Sequence[str]) -> Iterator[Case]:
    """Yield the calls that an instructor's solution ends on, with what it gives, locked."""
    cases = [Case(call=Call(text=call), origin="instructor") for call in calls]
    for result in run_program(solution, cases).of_status("ran"):
        if result.value is not None:
            yield replace(result.case, expected=result.value)


def _first_wrong(source: str, run: ProgramRun) -> FailingInput | None:
    """Return the smallest generated input that goes wrong; what the header says decides last."""
    for result in sorted(run.failing, key=_order):
        return FailingInput(result=result, reason=_reason(result))
    for result in run.of_status("ran"):
        if _breaks_type(source, result):
            return FailingInput(result=result, reason="breaks_type")
    return None


def _breaks_type(source: str, result: CaseResult) -> bool:
    """Whether a call gave another type than the function's header says that it returns."""
    tree, call = parse_program(source), parse_expression(result.case.call.text)
    if tree is None or result.value is None:
        return False
    match call:
        case ast.Call(func=ast.Name(id=name)):
            function = _called_function(tree, [f"{name}()"])
        case _:
            return False
    allowed = _TYPES.get(_outer_type(function.returns)) if function is not None else None
    try:
        kind = type(ast.literal_eval(result.value)).__name__
    except (ValueError, SyntaxError):
        return False
    return allowed is not None and kind not in allowed


def _outer_type(annotation: ast.expr | None) -> str:
    outer = annotation.value if isinstance(annotation, ast.Subscript) else annotation
    return outer.id.casefold() if isinstance(outer, ast.Name) else ""
