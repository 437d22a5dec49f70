"""A student's change, tried in a copy: what the program gives with it, before anything is said."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from tutor_app.programs.complaints.known_calls import guess_stands_against
from tutor_app.programs.run_program import run_program
from tutor_app.programs.run_values import Case, CaseResult, ProgramRun
from tutor_app.programs.student_changes.placement import Change

Outcome = Literal["does_not_load", "same", "still_wrong", "right_there", "passes_all", "undecided"]


@dataclass(frozen=True, slots=True, kw_only=True)
class TriedChange:
    """What a change does. `before` and `after` are the runs of all cases, `failing` the place of
    the failing input among them (None where no case fails).

    `outcome`: "same", the failing input gives what it gave; "still_wrong", it gives another wrong
    value; "right_there", it is right and another case fails; "undecided", nothing says whether
    what comes out is right.
    """

    change: Change
    before: ProgramRun
    after: ProgramRun
    failing: int | None
    outcome: Outcome

    @property
    def is_reached(self) -> bool | None:
        """Whether the failing input reaches the changed line; None where that isn't known."""
        result = self.failing_after
        return None if result is None else result.times_reached(self.change.line) > 0

    @property
    def broken(self) -> tuple[CaseResult, ...]:
        """The cases that were right without the change and are wrong with it."""
        if not self.after.loads:
            return ()
        pairs = zip(self.before.results, self.after.results, strict=True)
        return tuple(new for old, new in pairs if old.status == "passed" and _is_wrong(new))

    @property
    def failing_before(self) -> CaseResult | None:
        """What the failing input gave without the change; None where no case failed."""
        return None if self.failing is None else self.before.results[self.failing]

    @property
    def failing_after(self) -> CaseResult | None:
        """What it gives with the change; None also where the changed program does not load."""
        if self.failing is None or not self.after.loads:
            return None
        return self.after.results[self.failing]


def try_change(before: ProgramRun, change: Change) -> TriedChange:
    """Run a program with a change on the cases of its run `before`; say what the change does.

    The failing input is the first case that fails before the change, else the first of the
    student's of which nothing says what it must give: put the student's first.
    Nothing is to be said of the program where either run has `our_fault`.
    """
    after = run_program(change.source, [each.case for each in before.results])
    failing = _failing_place(before)
    return TriedChange(
        change=change,
        before=before,
        after=after,
        failing=failing,
        outcome=_outcome(before, after, failing),
    )


def _failing_place(before: ProgramRun) -> int | None:
    wrong = [n for n, each in enumerate(before.results) if _is_wrong(each)]
    told = [n for n, each in enumerate(before.results) if _is_complained_of(each.case)]
    return next(iter([*wrong, *told]), None)


def _is_complained_of(case: Case) -> bool:
    return case.origin == "student" and not case.is_decided


def _outcome(before: ProgramRun, after: ProgramRun, failing: int | None) -> Outcome:
    if after.load_error is not None:
        return "does_not_load"
    decided = [each for each in after.results if each.case.is_decided]
    if decided and not after.failing and not any(map(guess_stands_against, after.results)):
        return "passes_all"
    if failing is None:
        return "still_wrong" if after.failing else "undecided"
    old, new = before.results[failing], after.results[failing]
    if _behaviour(old) == _behaviour(new):
        return "same"
    if new.status == "passed":
        return "right_there"
    return "still_wrong" if _is_wrong(new) else "undecided"


def _is_wrong(result: CaseResult) -> bool:
    return result.status in ("failed", "raised", "timed_out")


def _behaviour(result: CaseResult) -> tuple[object, ...]:
    error = (result.error.type, result.error.message) if result.error else None
    return result.status, result.value, result.printed, error, result.limit
