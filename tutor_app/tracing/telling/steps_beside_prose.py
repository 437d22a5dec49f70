"""Steps told beside a graph in prose are called wrong only where two readings agree on it."""

from __future__ import annotations

from dataclasses import replace

from tutor_app.domain.traces import Doubt, Problem, ProblemInvalid, StudentTrace
from tutor_app.tracing.checking.check_trace import judge_kindly
from tutor_app.tracing.telling.told_work import read_told_work


def doubt_unless_agreed(
    text: str, problem: Problem, stated: frozenset[str], student: StudentTrace | None
) -> StudentTrace | None:
    """Return the steps, in doubt where they are wrong and the told reading does not say so, too.

    What was read as rows may be words in a sentence: "I take B", "3 adds only 5".
    """
    if student is None or student.doubts:
        return student
    error = _first_error(problem, stated, student)
    if error is None:
        return student
    told = read_told_work(text, problem, stated, None, asked=True)
    agrees = (
        told is not None
        and told.sure
        and told.student is not None
        and _first_error(told.problem, stated, told.student) == error
    )
    if agrees:
        return student
    lines = text.strip().splitlines()
    return replace(student, doubts=(Doubt(row=0, line=lines[-1] if lines else ""),))


def _first_error(
    problem: Problem, stated: frozenset[str], student: StudentTrace
) -> tuple[int | None] | None:
    """Return the row of the first mistake, in a tuple; None where there is none."""
    try:
        found = judge_kindly(problem, stated, student)
    except ProblemInvalid:
        return None
    return None if found.correct or found.missing else (found.first_error_step,)
