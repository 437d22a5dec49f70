"""Calls that nobody named: small inputs, and known calls one after the other; which are none."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import replace
from itertools import product

from tutor_app.programs.argument_fit import call_fits
from tutor_app.programs.code_in_text import names_in, parse_expression, parse_program
from tutor_app.programs.run_program import run_program
from tutor_app.programs.run_values import Call, Case, CaseResult, ProgramRun

_VALUES = ("[2, 5]", "[]", "3", "0", "'ab'", "{'a': 1}")
MOST_PARAMETERS = 3
MOST_CALLS = 20
_WRONG_KIND = ("TypeError", "AttributeError", "KeyError", "ValueError")
_GROUPS = (ast.List, ast.Dict, ast.Set, ast.Call)


def made_up_calls(source: str) -> tuple[Case, ...]:
    """Return calls to see whether a program crashes or hangs: the script, or small inputs.

    There are none where a parameter may be of several kinds. What comes out of them says nothing,
    since nobody has said what must.
    """
    script = Case(call=Call(text=""), origin="generated")
    tree = parse_program(source)
    if tree is None:
        return (script,)
    functions = [node for node in tree.body if isinstance(node, ast.FunctionDef)]
    if not functions:
        runs_itself = any(isinstance(node, ast.Expr) for node in tree.body)
        has_class = any(isinstance(node, ast.ClassDef) for node in tree.body)
        return (replace(script, origin="student"),) if runs_itself or not has_class else ()
    if any(map(_acts, tree.body)):  # what the program itself does below its functions
        return (replace(script, origin="student"),)
    function = functions[-1]
    needed = len(function.args.args) - len(function.args.defaults)
    if not 1 <= needed <= MOST_PARAMETERS:
        return ()
    fitting = [values for values in product(_VALUES, repeat=needed) if _fit(function, values, tree)]
    kinds = [
        {value[0].isdecimal() or value[0] for value in column}
        for column in zip(*fitting, strict=True)
    ]
    if any(len(each) > 1 for each in kinds):
        return ()  # a list where a graph is due would show nothing
    calls = (f"{function.name}({', '.join(values)})" for values in fitting[:MOST_CALLS])
    return tuple(Case(call=Call(text=call), origin="generated") for call in calls)


def _acts(node: ast.stmt) -> bool:
    """Whether a line below the definitions calls something."""
    is_own = isinstance(node, ast.Expr | ast.Assign | ast.AugAssign | ast.For | ast.While | ast.If)
    return is_own and any(isinstance(each, ast.Call) for each in ast.walk(node))


def _fit(function: ast.FunctionDef, values: Sequence[str], tree: ast.Module) -> bool:
    call = parse_expression(f"{function.name}({', '.join(values)})")
    return call is not None and call_fits(call, tree)


def calls_in_sequence(source: str, cases: Sequence[Case]) -> tuple[Case, ...]:
    """Return the first call that gives something else after the calls before it than alone.

    Only functions whose default value is a list or the like are looked at, since these keep it from
    one call to the next; what the call gives alone is then what it must give.
    """
    tree = parse_program(source)
    is_known = any("\n" in case.call.text for case in cases)
    if tree is None or len(cases) < 2 or is_known or not _keeps_a_default(tree):
        return ()
    plain = [case for case in cases if not case.call.is_script]
    alone = run_program(source, plain).results
    after = run_program(source, plain, namespace="in_sequence").results
    for place, (one, other) in enumerate(zip(alone, after, strict=True)):
        if place and one.value is not None and one.value != other.value:
            text = f"{plain[place - 1].call.text}\n{plain[place].call.text}"
            return (Case(call=Call(text=text), origin="student", expected=one.value),)
    return ()


def _keeps_a_default(tree: ast.Module) -> bool:
    """Whether a function can leave something behind: in a default, or in a value outside of it."""
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    defaults = (each for function in functions for each in function.args.defaults)
    outside = {
        target.id
        for node in tree.body
        if isinstance(node, ast.Assign) and isinstance(node.value, _GROUPS)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    read = frozenset[str]().union(*(names_in(function) for function in functions))
    return bool(outside & read) or any(isinstance(each, _GROUPS) for each in defaults)


def without_bad_calls(run: ProgramRun) -> ProgramRun:
    """Leave out the calls that go wrong in their own text, and not in the student's program.

    Of inputs that were made up those go too that are of a kind that the program is not for.
    """
    own = [each for each in run.results if each.error is None or each.error.line is not None]
    own = [each for each in own if each.case.origin != "generated" or not _is_of_wrong_kind(each)]
    own = [each for each in own if each.case.is_decided or not _shows_nothing(each)]
    return replace(run, results=tuple(own)) if run.loads else run


def _shows_nothing(result: CaseResult) -> bool:
    """Whether a method of an object was called and nothing is seen of it: a line of a setup."""
    match parse_expression(result.case.call.text.split("\n")[-1]):
        case ast.Call(func=ast.Attribute()):
            return result.status == "ran" and result.value == "None" and not result.printed.strip()
        case _:
            return False


def _is_of_wrong_kind(result: CaseResult) -> bool:
    return result.error is not None and result.error.type in _WRONG_KIND
