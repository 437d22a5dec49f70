"""What is judged of a whole message with a student's own work."""

from __future__ import annotations

from typing import Literal

from tutor_app.tracing.checking.check_trace import check
from tutor_app.tracing.checking.trace_verdict import Verdict
from tutor_app.tracing.reading.problem_reader import read_problem

Said = Literal["right", "so far", "asked"] | int | None


def verdict_on(message: str) -> Verdict | None:
    """Return the verdict, None where the rows are asked for instead."""
    reading = read_problem(message)
    assert reading is not None and reading.question is None
    if reading.student is None:
        return None
    verdict = check(reading.problem, reading.stated, reading.student)
    return None if verdict.doubt else verdict


def said_of(message: str) -> Said:
    """Return "right", "so far", "asked", or the number of the first wrong step (None: the end)."""
    verdict = verdict_on(message)
    if verdict is None:
        return "asked"
    if verdict.missing:
        return "so far"
    return "right" if verdict.correct else verdict.first_error_step
