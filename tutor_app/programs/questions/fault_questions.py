"""The questions that lead to a fault, in the order in which they are asked."""

from __future__ import annotations

from collections.abc import Iterator

from tutor_app.domain.teaching import AwaitedAnswer
from tutor_app.programs.locate_fault import Fault
from tutor_app.programs.questions.element_questions import questions_of_elements
from tutor_app.programs.questions.key_questions import questions_of_key
from tutor_app.programs.questions.moment import Moment, find_moment
from tutor_app.programs.questions.moment_questions import questions_at
from tutor_app.programs.questions.part_questions import questions_of_parts
from tutor_app.programs.questions.run_questions import RunQuestion, questions_of_failure
from tutor_app.programs.questions.step_facts import TestTaken, find_test
from tutor_app.programs.replies.format_code import as_code, name_call
from tutor_app.programs.replies.kept_cases import plain_call
from tutor_app.programs.run_values import CaseResult
from tutor_app.wording.catalogue import phrase

WHICH_WAY = phrase("programs_questions.which_way", "call", "held", "code")
SHOWN_TRUE = phrase("programs_facts.way_true", "held", "code", "line")
SHOWN_FALSE = phrase("programs_facts.way_false", "held", "code", "line")


def questions_at_fault(source: str, result: CaseResult, fault: Fault | None) -> list[RunQuestion]:
    """Return the questions about a traced run: of the way it fails, and of the moment at which it
    goes wrong. Of a test that is right itself, the way that the program takes is asked for."""
    moment = find_moment(source, result, fault)
    parts = list(questions_of_parts(source, result, fault))
    first = [
        *(parts if result.error is not None else ()),
        *questions_of_failure(source, result, fault),
        *questions_of_key(source, result),
        *_of_elements(source, result, fault),
    ]
    if moment is None or (parts and result.error is not None):
        return [*first, *parts]
    way = list(_of_way(source, result, moment, fault))
    return [*first, *(way or questions_at(moment, result, fault)), *parts]


def _of_elements(source: str, result: CaseResult, fault: Fault | None) -> Iterator[RunQuestion]:
    """Yield the question of an element that is wrong in the result, unless it leads to a line that
    every repair leaves as it is."""
    for probe in questions_of_elements(source, result):
        if fault is None or not fault.agreed or probe.lines & set(fault.lines):
            yield probe


def _of_way(
    source: str, result: CaseResult, moment: Moment, fault: Fault | None
) -> Iterator[RunQuestion]:
    unexpected = fault.unexpected if fault is not None else None
    if fault is None or unexpected is None or moment.decides is None:
        return
    if moment.decides in fault.lines:
        return  # what the test reads is asked for: that it is wrong is for the student to see
    taken = find_test(source, result, unexpected.at)
    if taken is not None:
        yield which_way(taken, result, frozenset(fault.lines))


def which_way(taken: TestTaken, result: CaseResult, lines: frozenset[int]) -> RunQuestion:
    """Return the question which way a test goes that a run has made."""
    code, call = as_code(taken.code), name_call(result.case)
    shown = SHOWN_TRUE if taken.holds else SHOWN_FALSE
    return RunQuestion(
        wordings=WHICH_WAY.wordings(call=call, held=taken.held, code=code),
        awaited=AwaitedAnswer(
            key=f"way:{taken.line} {taken.held} {plain_call(result.case.call.text)}",
            kind="yes",
            accepted=("yes" if taken.holds else "no",),
            shown=shown(held=taken.held, code=code, line=taken.next_line),
        ),
        lines=lines,
    )
