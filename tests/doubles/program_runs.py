"""Short ways to write a case and run a program on it."""

from __future__ import annotations

from tutor_app.programs.run_program import run_program
from tutor_app.programs.run_values import Call, Case, CaseResult, Limits, Origin, ProgramRun

QUICK = Limits(case_seconds=0.3, run_seconds=6.0)


def case(  # noqa: PLR0913 - a case in one line of a test
    text: str,
    expected: str | None = None,
    *,
    prints: str | None = None,
    raises: str | None = None,
    typed: tuple[str, ...] = (),
    origin: Origin = "student",
) -> Case:
    call = Call(text=text, typed=typed)
    return Case(call=call, origin=origin, expected=expected, prints=prints, raises=raises)


def run_each(source: str, *cases: Case, trace_case: int | None = None) -> ProgramRun:
    return run_program(source, cases, QUICK, trace_case=trace_case)


def run_one(source: str, only: Case, *, traced: bool = False) -> CaseResult:
    """The result of one case of a program that loads."""
    run = run_each(source, only, trace_case=0 if traced else None)
    assert run.our_fault is None
    assert run.load_error is None
    return run.results[0]
