"""The question what a part of a line gives where the run stops, or first goes wrong.

`max(lst)` in `lst.pop(max(lst))`: what the variables hold may be plain, what is made of them not.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tutor_app.programs.code_in_text import is_value, parse_program
from tutor_app.programs.locate_fault import Fault
from tutor_app.programs.questions.moment import tell_when
from tutor_app.programs.questions.noted_run import Visit, operands, read_visits
from tutor_app.programs.questions.run_questions import RunQuestion, question_of_run
from tutor_app.programs.questions.step_facts import is_short, statement_at
from tutor_app.programs.replies.accepted_answers import PART
from tutor_app.programs.replies.format_code import as_code, name_run
from tutor_app.programs.run_values import CaseResult
from tutor_app.wording.catalogue import phrase

GIVES = phrase("programs_questions.part_gives", "call", "code", "when")
SHOWN = phrase("programs_facts.part_gives", "call", "code", "value", "when")
WHERE_IT_STOPS = phrase("programs_moments.where_it_stops")
_MADE = ast.BinOp | ast.Call | ast.Subscript | ast.UnaryOp | ast.Attribute


def questions_of_parts(
    source: str, result: CaseResult, fault: Fault | None
) -> Iterator[RunQuestion]:
    """Yield the questions what the parts of a line give, the outermost first, that are worked on
    where the run stops, else in the step in which it first differs from that of a repaired copy."""
    tree = parse_program(source)
    visit = visit_at_fault(source, result, fault)
    if tree is None or visit is None:
        return
    stops = result.error is not None
    statement = statement_at(tree, visit.line)
    whole = _whole_of(statement) if statement is not None else None
    for node, value in visit.noted:
        code = ast.unparse(node)
        plain = not is_value(value) or not is_short(value) or value == code
        if node is whole or plain or not isinstance(node, _MADE) or not _works_on_names(node):
            continue
        name = min(_names(node))
        when = WHERE_IT_STOPS() if stops else tell_when(tree, result.trace, visit.at, name)[0]
        call = name_run(result)
        told = {"call": call, "code": as_code(code), "when": when}
        yield question_of_run(
            GIVES.wordings(**told),
            result,
            f"{PART}:{code} {when}",
            value,
            SHOWN(**told, value=as_code(value)),
            visit.line,
            is_told=stops,
        )


def visit_at_fault(source: str, result: CaseResult, fault: Fault | None) -> Visit | None:
    """Return the time that a line was run at which the program stops, or first goes wrong."""
    error, unexpected = result.error, fault.unexpected if fault is not None else None
    if error is not None:
        if error.line is None or error.type == "RecursionError":
            return None
        visits = [each for each in read_visits(source, result) if each.line == error.line]
        return visits[-1] if visits else None
    if unexpected is None:
        return None
    is_value_set = unexpected.variable is not None
    line = unexpected.line if is_value_set else result.trace[unexpected.at].line
    visits = [
        each
        for each in read_visits(source, result)
        if each.line == line and each.at <= unexpected.at - is_value_set
    ]
    return visits[-1] if visits else None


def _whole_of(statement: ast.stmt) -> ast.expr | None:
    """Return the expression that a statement is: what it gives is no part."""
    match statement:
        case ast.Expr(value=value):
            return value
        case _:
            return None


def _works_on_names(node: ast.expr) -> bool:
    """Whether it makes something of what the run holds: a call needs something given to it."""
    if isinstance(node, ast.Call) and not operands(node):
        return False
    return bool(_names(node))


def _names(node: ast.expr) -> set[str]:
    called = {id(each.func) for each in ast.walk(node) if isinstance(each, ast.Call)}
    return {
        each.id for each in ast.walk(node) if isinstance(each, ast.Name) and id(each) not in called
    }
