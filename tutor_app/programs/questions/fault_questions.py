"""The questions that lead to a fault, in the order in which they are asked."""

from __future__ import annotations

from tutor_app.programs.locate_fault import Fault
from tutor_app.programs.questions.moment import find_moment
from tutor_app.programs.questions.moment_questions import questions_at
from tutor_app.programs.questions.run_questions import (
    RunQuestion,
    questions_of_failure,
    questions_of_run,
)
from tutor_app.programs.run_values import CaseResult


def questions_at_fault(source: str, result: CaseResult, fault: Fault | None) -> list[RunQuestion]:
    """Return the questions about a traced run: of the way it fails, of the moment at which it goes
    wrong; of the lines at fault where there is no such moment."""
    moment = find_moment(source, result, fault)
    of_failure = questions_of_failure(source, result, fault)
    if moment is not None:
        return [*of_failure, *questions_at(moment, result, fault)]
    return [*of_failure, *(questions_of_run(source, result, fault) if fault is not None else ())]
