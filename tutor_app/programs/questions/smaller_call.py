"""A smaller call that goes wrong in the same way: a first step for who has no idea yet.

No task says what it must give: programs one edit away that make every known call right all give
something else than the student's. So it is asked, and the answer is never taken for more.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from tutor_app.domain.teaching import AwaitedAnswer
from tutor_app.programs.generate_inputs import size_of_call
from tutor_app.programs.locate_fault import Fault
from tutor_app.programs.next_failing_input import generate_inputs
from tutor_app.programs.questions.run_questions import RunQuestion
from tutor_app.programs.replies.accepted_answers import SMALLER
from tutor_app.programs.replies.format_code import as_code, name_call
from tutor_app.programs.run_program import run_program
from tutor_app.programs.run_values import Call, Case, CaseResult, ProgramRun
from tutor_app.programs.run_variants import LIMITS
from tutor_app.wording.catalogue import phrase

SMALLER_CALL = phrase("programs_moves.smaller", "call")
SHOWN = phrase("programs_moves.shown_smaller", "call", "wanted", "given")
MOST_CALLS = 60
MOST_REPAIRS = 8
MUCH_SMALLER = 0.7  # of the size of the call that is talked about


def ask_of_smaller(
    source: str, run: ProgramRun | None, focus: CaseResult, fault: Fault | None
) -> RunQuestion | None:
    """Ask what the smallest call must give that goes wrong as the one talked about does."""
    if run is None or fault is None or fault.ground != "repair" or focus.status != "failed":
        return None
    most = size_of_call(focus.case.call.text) * MUCH_SMALLER
    calls = generate_inputs(source, [result.case for result in run.results])
    small = [call for call in calls if size_of_call(call) <= most][:MOST_CALLS]
    cases = [Case(call=Call(text=call), origin="generated") for call in small]
    # What doesn't come to an end costs its time-out once, and not for each repair again.
    mine = [each for each in run_program(source, cases, LIMITS).results if each.value is not None]
    ended = [each.case for each in mine]
    repairs = fault.repairs[:MOST_REPAIRS] if ended else ()
    others = [run_program(each, ended, LIMITS).results for each in repairs]
    for result, *theirs in zip(mine, *others, strict=True):
        given = result.value or ""
        wanted = _agreed(theirs, given)
        if wanted is not None:
            return _ask(result, given, wanted)
    return None


def _ask(result: CaseResult, given: str, wanted: str) -> RunQuestion:
    call = name_call(result.case)
    return RunQuestion(
        wordings=SMALLER_CALL.wordings(call=call),
        awaited=AwaitedAnswer(
            key=f"{SMALLER}{result.case.call.text}",
            kind="outcome",
            accepted=(wanted,),
            shown=SHOWN(call=call, wanted=as_code(wanted), given=as_code(given)),
        ),
        lines=frozenset(),
    )


def _agreed(results: Sequence[CaseResult], given: str) -> str | None:
    """Return what most of some programs give, None where one gives what is `given` already: few
    calls are known, and the repairs of most lines may mend by chance."""
    values = Counter(each.value for each in results)
    value, _ = values.most_common(1)[0] if values else (None, 0)
    return None if given in values else value
