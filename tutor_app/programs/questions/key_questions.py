"""The question in which round a wrong part of a result is set last: "who writes level['door']?" """

from __future__ import annotations

from collections.abc import Iterator

from tutor_app.programs.code_in_text import part_of_call
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
HOW_MANY_VALUES = phrase("programs_questions.how_many_values", "call", "element")
SHOWN_HELD = phrase("programs_facts.held_in_turn", "call", "element", "values")
SHOWN_SETS_LAST = phrase("programs_facts.sets_last", "call", "element", "value", "name", "held")


def questions_of_key(source: str, result: CaseResult) -> Iterator[RunQuestion]:
    """Yield the question what the loop's variable holds when the part of a result that a call must
    have otherwise gets its last value; where that is the key itself, how often it gets one."""
    key = part_of_call(result.case.call.text)
    if key is None or result.case.expected is None or result.value is None:
        return
    for name, changes in _set_in_loops(source, result, key):
        last, element = changes[-1], as_code(f"{name}[{key!r}]")
        told = {"call": name_call(result.case), "element": element}
        known = (repr(key), result.value)  # nothing is asked that stands in the question
        names = (n for n in loop_variables(source, last.when.line) if n in last.when.held)
        held = next((n for n in names if last.when.held[n] not in known), None)
        at, line = f"{ELEMENT}:{name}[{key!r}]", last.when.line
        if held is not None:
            told |= {"value": as_code(result.value), "name": as_code(held)}
            answer = last.when.held[held]
            shown = SHOWN_SETS_LAST(**told, held=as_code(answer))
            yield question_of_run(SETS_LAST.wordings(**told), result, at, answer, shown, line)
        elif len(changes) > 1:
            values = ", ".join(as_code(repr(each.after)) for each in changes)
            shown, count = SHOWN_HELD(**told, values=values), str(len(changes))
            wordings = HOW_MANY_VALUES.wordings(**told)
            yield question_of_run(wordings, result, at, count, shown, line, kind="count")
        return


def _set_in_loops(
    source: str, result: CaseResult, key: object
) -> Iterator[tuple[str, list[ElementChange]]]:
    """Yield the variables that end with the part that the call gives, with what is put there in
    turn, the last time in a loop."""
    run = Containers(source, result)
    for name in sorted(run.names):
        changes = run.changes_at(name, key)
        if changes and repr(changes[-1].after) == result.value and changes[-1].when.round:
            yield name, changes
