"""A call worth foretelling: it tells a version of a program from others that do as well so far."""

from __future__ import annotations

from tutor_app.programs.find_repairs import find_repairs
from tutor_app.programs.generate_inputs import size_of_call
from tutor_app.programs.message_reading.object_uses import other_uses
from tutor_app.programs.next_failing_input import generate_inputs
from tutor_app.programs.run_program import run_program
from tutor_app.programs.run_values import Call, Case, CaseResult, ProgramRun

MOST_CALLS = 60
MOST_OTHERS = 4  # programs that this one is held against
REPAIR_SECONDS = 1.5  # of wall time


def telling_call(
    source: str, run: ProgramRun, before: str | None, old: ProgramRun | None
) -> CaseResult | None:
    """Return a call that nobody named and what the program gives for it; None where none is found.

    Of an object its methods are called again. Else first one for which another repair of the
    version `before` gives something else: one of the two goes wrong there. Else one that takes a
    way through the program that no known call takes.
    Nothing is said of what it must give.
    """
    uses = other_uses([result.case for result in run.results])
    used = [each for each in run_program(source, uses).results if each.status == "ran"]
    if used:
        return used[0]
    calls = generate_inputs(source, [result.case for result in run.results])[:MOST_CALLS]
    cases = [Case(call=Call(text=call), origin="generated") for call in calls]
    mine = [each for each in run_program(source, cases).results if each.status == "ran"]
    mine.sort(key=lambda each: size_of_call(each.case.call.text))
    others = _repairs(before, old) if before is not None and old is not None else ()
    for other in others:
        found = _parting(mine, other)
        if found is not None:
            return found
    known = {_way(each) for each in run.results}
    return next((each for each in mine if _way(each) not in known), None)


def parted_by_change(
    source: str, changed: str, run: ProgramRun
) -> tuple[CaseResult, CaseResult] | None:
    """Return what a program and its changed version give for a call that nobody named and on which
    they part: first one at which a change makes it stop, else the smallest. None where none is."""
    calls = generate_inputs(source, [result.case for result in run.results])[:MOST_CALLS]
    cases = [Case(call=Call(text=call), origin="generated") for call in calls]
    before, after = run_program(source, cases), run_program(changed, cases)
    if before.our_fault or after.our_fault:
        return None
    pairs = zip(before.results, after.results, strict=False)
    apart = [
        (a, b) for a, b in pairs if a.status == "ran" and (b.status, b.value) != ("ran", a.value)
    ]
    apart.sort(key=lambda two: (two[1].status == "ran", size_of_call(two[0].case.call.text)))
    return apart[0] if apart else None


def _repairs(before: str, old: ProgramRun) -> tuple[str, ...]:
    if not old.failing or not old.loads:
        return ()
    found = find_repairs(before, old, seconds=REPAIR_SECONDS)
    return tuple(edit.source for edit in found.mending[:MOST_OTHERS])


def _parting(mine: list[CaseResult], other: str) -> CaseResult | None:
    theirs = run_program(other, [each.case for each in mine]).results
    pairs = zip(mine, theirs, strict=False)
    return next((one for one, two in pairs if two.status == "ran" and one.value != two.value), None)


def _way(result: CaseResult) -> frozenset[int]:
    """The lines that a call reaches."""
    return frozenset(line for line, _ in result.lines)
