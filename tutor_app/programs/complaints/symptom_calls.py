"""A small call that shows the error which a message tells, where it names no call itself."""

from __future__ import annotations

import ast
from itertools import product

from tutor_app.programs.argument_fit import call_fits
from tutor_app.programs.code_in_text import parse_expression, parse_program, tokens_of
from tutor_app.programs.run_program import run_program
from tutor_app.programs.run_values import Call, Case, CaseResult, Limits
from tutor_app.programs.student_changes.code_fragments import read_code

_VALUES = ("'ab'", "'a'", "[2, 5]", "3", "0", "[]", "{'a': 1}", "[[1, 2], [3, 4]]", "{'a': ['b']}")
MOST_PARAMETERS = 2
LIMITS = Limits(case_seconds=0.2, run_seconds=2.0, steps=5_000)
FEWEST_WORDS = 3  # of an error's message that are told in a row


def symptom_calls(source: str, words: str) -> tuple[Case, ...]:
    """Return the first small call of the last function that ends with the error which words tell,
    at the line that they name; () where words tell none, or none of the calls shows it."""
    tree, said = parse_program(source), _row(words)
    functions = [n for n in tree.body if isinstance(n, ast.FunctionDef)] if tree else []
    if tree is None or not functions:
        return ()
    name, needed = functions[-1].name, len(functions[-1].args.args)
    texts = [f"{name}({', '.join(each)})" for each in product(_VALUES, repeat=needed)]
    calls = [(text, parse_expression(text)) for text in texts if needed <= MOST_PARAMETERS]
    cases = [
        Case(call=Call(text=text), origin="student")
        for text, call in calls
        if call is not None and call_fits(call, tree)
    ]
    lines = read_code(words, tree).lines
    shown = (
        each.case
        for each in run_program(source, cases, LIMITS).of_status("raised")
        if _is_told(each, said) and (not lines or (each.error and each.error.line in lines))
    )
    return tuple(list(shown)[:1])


def _is_told(result: CaseResult, said: str) -> bool:
    error = result.error
    if error is None or error.line is None:
        return False
    message = _row(error.message).split()
    rows = (message[n : n + FEWEST_WORDS] for n in range(len(message) - FEWEST_WORDS + 1))
    return f" {error.type.casefold()} " in said or any(f" {' '.join(r)} " in said for r in rows)


def _row(text: str) -> str:
    """Return the words of a text, without the signs and the letters of code beside them."""
    words = (token.text.casefold() for token in tokens_of(text))
    return f" {' '.join(each for each in words if each.isalpha() and len(each) > 1)} "
