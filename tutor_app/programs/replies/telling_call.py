"""A call worth foretelling: it tells a version of a program from others that do as well so far."""

from __future__ import annotations

from tutor_app.programs.compare_versions import Comparison
from tutor_app.programs.generate_inputs import size_of_call
from tutor_app.programs.message_reading.object_uses import other_uses
from tutor_app.programs.next_failing_input import generate_inputs
from tutor_app.programs.run_program import run_program
from tutor_app.programs.run_values import Call, Case, CaseResult, ProgramRun

MOST_CALLS = 60


def telling_call(source: str, run: ProgramRun, compared: Comparison | None) -> CaseResult | None:
    """Return a call that nobody named and what the program gives for it; None where none is found.

    Of an object its methods are called again. Else first one for which another repair of the
    version before gives something else: one of the two goes wrong there. Else one that takes a
    way through the program that no known call takes.
    Nothing is said of what it must give.
    """
    uses = other_uses([result.case for result in run.results])
    used = [each for each in run_program(source, uses).results if each.status == "ran"]
    if used:
        return used[0]
    if compared is not None and compared.telling is not None:
        return compared.telling
    calls = generate_inputs(source, [result.case for result in run.results])[:MOST_CALLS]
    cases = [Case(call=Call(text=call), origin="generated") for call in calls]
    mine = [each for each in run_program(source, cases).results if each.status == "ran"]
    mine.sort(key=lambda each: size_of_call(each.case.call.text))
    known = {_way(each) for each in run.results}
    return next((each for each in mine if _way(each) not in known), None)


def _way(result: CaseResult) -> frozenset[int]:
    """The lines that a call reaches."""
    return frozenset(line for line, _ in result.lines)
