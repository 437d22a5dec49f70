"""The question in which round a wrong part of a result is set last: "who writes level['door']?" """

from __future__ import annotations

import ast
from collections.abc import Iterator

from tutor_app.programs.code_in_text import is_value, parse_expression
from tutor_app.programs.questions.element_history import (
    Containers,
    ElementChange,
    loop_variables,
)
from tutor_app.programs.questions.run_questions import RunQuestion, question_of_run
from tutor_app.programs.replies.accepted_answers import ELEMENT
from tutor_app.programs.replies.format_code import as_code, name_call
from tutor_app.programs.run_values import CaseResult
from tutor_app.wording.catalogue import phrase

SETS_LAST = phrase("programs_questions.sets_last", "call", "element", "value", "name")
SHOWN_SETS_LAST = phrase("programs_facts.sets_last", "call", "element", "value", "name", "held")


def questions_of_key(source: str, result: CaseResult) -> Iterator[RunQuestion]:
    """Yield the question what the loop's variable holds when the part of a result that a call must
    have otherwise gets its last value."""
    key = part_taken(result)
    if key is None or result.case.expected is None or result.value is None:
        return
    for name, change in _set_last(source, result, key):
        held = next(n for n in loop_variables(source, change.when.line) if n in change.when.held)
        element, value = as_code(f"{name}[{key!r}]"), as_code(result.value)
        told = {"call": name_call(result.case), "element": element, "value": value}
        answer = change.when.held[held]
        yield question_of_run(
            SETS_LAST.wordings(**told, name=as_code(held)),
            result,
            f"{ELEMENT}:{name}[{key!r}]",
            answer,
            SHOWN_SETS_LAST(**told, name=as_code(held), held=as_code(answer)),
            change.when.line,
        )
        return


def part_taken(result: CaseResult) -> object:
    """Return the key of a call whose value one part is taken of; None where the whole is."""
    match parse_expression(result.case.call.text):
        case ast.Subscript(value=ast.Call(), slice=key) if is_value(ast.unparse(key)):
            return ast.literal_eval(key)
        case _:
            return None


def _set_last(source: str, result: CaseResult, key: object) -> Iterator[tuple[str, ElementChange]]:
    """Yield the variables that end with the part that the call gives, with what has set it last,
    in a loop whose variable tells the round."""
    run = Containers(source, result)
    for name in sorted(run.names):
        changes = run.changes_at(name, key)
        if changes and repr(changes[-1].after) == result.value:
            when = changes[-1].when
            if any(each in when.held for each in loop_variables(source, when.line)):
                yield name, changes[-1]
