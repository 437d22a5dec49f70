"""Questions that a print of the student's own answers: what a line makes of a variable."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tutor_app.domain.teaching import AwaitedAnswer
from tutor_app.programs.code_in_text import parse_program
from tutor_app.programs.locate_fault import Fault
from tutor_app.programs.questions.line_facts import SETS, list_values
from tutor_app.programs.questions.run_questions import RunQuestion
from tutor_app.programs.replies.format_code import as_code, name_call
from tutor_app.programs.replies.kept_cases import plain_call
from tutor_app.programs.run_values import CaseResult, Step
from tutor_app.wording.catalogue import phrase

PRINT_AFTER = phrase("programs_questions.print_after", "call", "name", "line")
LONGEST_VALUE = 60
FEWEST_VALUES = 2  # of a variable that is set once there is nothing to see


def print_questions(source: str, result: CaseResult, fault: Fault | None) -> Iterator[RunQuestion]:
    """Yield a question for each line of a traced run that changes a variable, in the run's order.

    The line at fault is left out, finding it is the student's part, and so are the heads of loops.
    """
    tree = parse_program(source)
    nodes = ast.walk(tree) if tree is not None else ()
    heads = {node.lineno for node in nodes if isinstance(node, ast.For | ast.FunctionDef)}
    call = name_call(result.case)
    at_fault = fault.lines if fault is not None else ()
    for (line, name), values in _changes(result).items():
        if line in (*at_fault, *heads) or name == "self" or len(set(values)) < FEWEST_VALUES:
            continue
        shown = SETS(line=line, call=call, name=as_code(name), values=list_values(values))
        yield RunQuestion(
            wordings=PRINT_AFTER.wordings(call=call, name=as_code(name), line=line),
            awaited=AwaitedAnswer(
                key=f"print:{line}:{name} {plain_call(result.case.call.text)}",
                kind="value",
                accepted=tuple(values),
                shown=shown,
            ),
            lines=frozenset({line}),
            name=name,
        )


def _changes(result: CaseResult) -> dict[tuple[int, str], list[str]]:
    """Return what each line makes of each variable that it changes, round by round."""
    found: dict[tuple[int, str], list[str]] = {}
    last: dict[int, Step] = {}
    for step in result.trace:
        before = last.get(step.depth)
        if before is not None and before.event == "line" and before.function == step.function:
            held = dict(before.variables)
            for name, value in step.variables:
                if held.get(name) != value and len(value) <= LONGEST_VALUE and value[:1] != "<":
                    found.setdefault((before.line, name), []).append(value)
        last[step.depth] = step
    return found
