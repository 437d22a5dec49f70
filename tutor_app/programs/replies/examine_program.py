"""What running a program shows, before a word is chosen."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from tutor_app.programs.find_cases import ReportedOutcome, find_reported_outcomes
from tutor_app.programs.generate_inputs import size_of_call
from tutor_app.programs.locate_fault import Fault, locate_fault
from tutor_app.programs.next_failing_input import FailingInput, next_failing_input
from tutor_app.programs.replies.accepted_answers import accepts
from tutor_app.programs.replies.kept_cases import plain_call
from tutor_app.programs.replies.made_up_calls import calls_in_sequence, made_up_calls
from tutor_app.programs.replies.program_topic import Topic
from tutor_app.programs.replies.recognise_repair import recognise_repair
from tutor_app.programs.run_program import run_program
from tutor_app.programs.run_values import Case, CaseResult, ProgramRun
from tutor_app.programs.runner import Runner
from tutor_app.programs.student_changes.placed_change import place_change
from tutor_app.programs.try_change import TriedChange, try_change

Cannot = Literal["language", "off", "busy", "needs", "fault"]

FEWEST_BESIDE = 3  # calls that pass, for the one that fails to be doubted
_WRONG_KIND = ("TypeError", "AttributeError", "KeyError", "ValueError")
LOCATE_SECONDS = 4.0  # of wall time for one-edit repairs


@dataclass(frozen=True, slots=True, kw_only=True)
class RunFacts:
    """What running a program has shown.

    `cannot` says why it was not run; `run` is None then. `focus` is the case that is talked about,
    with its trace: the failing one, else one of which nothing says what it must give. `found` is an
    input that nobody named on which it crashes or never ends. `old` is the run of the version
    before, where the message brings another one; `tried` what a described change does. `fault` says
    where it goes wrong, and what kind of fault it is: it aims hints and is never shown. `cases`
    are those to keep; `made_up` counts the small inputs that were tried where nobody named a call.
    """

    cannot: Cannot | None = None
    needs: str | None = None
    run: ProgramRun | None = None
    focus: CaseResult | None = None
    found: FailingInput | None = None
    old: ProgramRun | None = None
    tried: TriedChange | None = None
    seen: tuple[tuple[ReportedOutcome, CaseResult], ...] = ()
    fault: Fault | None = None
    cases: tuple[Case, ...] = ()
    made_up: int = 0
    source: str = ""

    @property
    def passes(self) -> int:
        """How many calls gave what they must."""
        return len(self.run.of_status("passed")) if self.run is not None else 0

    @property
    def is_right(self) -> bool:
        """Whether every call of which something says what it must give has given it."""
        run = self.run
        return run is not None and run.loads and self.passes > 0 and not run.failing

    @property
    def may_be_mistaken(self) -> bool:
        """Whether one call alone fails beside many, and nothing near to the program mends it.

        What the task says of that call may be wrong itself.
        """
        run = self.run
        is_alone = run is not None and len(run.failing) == 1 and run.failing[0].status == "failed"
        repaired = self.fault is not None and self.fault.ground == "repair"
        return is_alone and self.passes >= FEWEST_BESIDE and not repaired

    def result_of(self, call: str) -> CaseResult | None:
        """Return what a call gave, None where it was not run."""
        wanted = plain_call(call)
        results = self.run.results if self.run is not None else ()
        return next((r for r in results if plain_call(r.case.call.text) == wanted), None)


def examine(topic: Topic, runner: Runner | None) -> RunFacts:
    """Run the program, and what the message proposes, on all that is known."""
    if not _is_python(topic):
        return RunFacts(cannot="language")
    if runner is None:
        return RunFacts(cannot="off")
    with runner.hold() as refused:
        if refused is not None:
            return RunFacts(cannot=refused)
        return _run(topic)


def _is_python(topic: Topic) -> bool:
    program = topic.program
    return program.tree is not None or program.stops_at is not None


def _run(topic: Topic) -> RunFacts:
    source = topic.source
    known = topic.cases or made_up_calls(source)
    made_up = tuple(case for case in known if case.origin == "generated")
    cases = (*known, *calls_in_sequence(source, topic.cases))
    run = _without_bad_calls(run_program(source, cases))
    cases = tuple(result.case for result in run.results)
    if run.our_fault is not None:
        return RunFacts(cannot="fault")
    needs = run.unavailable or next((r.unavailable for r in run.results if r.unavailable), None)
    if needs is not None and not run.of_status("passed", "failed", "ran", "raised", "timed_out"):
        return RunFacts(cannot="needs", needs=needs)
    found = None if run.failing else next_failing_input(source, run)
    fault = locate_fault(source, run, seconds=LOCATE_SECONDS)
    old = run_program(topic.before, cases) if topic.before and topic.is_changed else None
    return RunFacts(
        run=run,
        focus=None if made_up and not run.failing else _traced(source, _focus(topic, run)),
        cases=() if made_up else cases,
        made_up=len(made_up),
        found=found,
        old=old if old is None or old.our_fault is None else None,
        tried=None if made_up else _tried(topic, fault, cases),
        fault=fault,
        seen=_held_against(topic, run),
        source=source,
    )


def _without_bad_calls(run: ProgramRun) -> ProgramRun:
    """Leave out the calls that go wrong in their own text, and not in the student's program.

    Of inputs that were made up those go too that are of a kind that the program is not for.
    """
    own = [each for each in run.results if each.error is None or each.error.line is not None]
    own = [each for each in own if each.case.origin != "generated" or not _is_of_wrong_kind(each)]
    return replace(run, results=tuple(own)) if run.loads else run


def _is_of_wrong_kind(result: CaseResult) -> bool:
    return result.error is not None and result.error.type in _WRONG_KIND


# --- which case is talked about --------------------------------------------------------------


def _focus(topic: Topic, run: ProgramRun) -> CaseResult | None:
    """Return the failing case that the message names, else the one before, else the smallest."""
    new = {plain_call(call) for call in topic.new_calls}
    failing = run.failing
    named = [each for each in failing if plain_call(each.case.call.text) in new]
    if named:
        told = {plain_call(each.call) for each in find_reported_outcomes(topic.source, topic.words)}
        complained = [each for each in named if plain_call(each.case.call.text) in told]
        return min(complained or named, key=_telling)
    held = topic.record.focus
    stays = [each for each in failing if each.case.call.text == held]
    if stays:
        return stays[0]
    if failing:
        return min(failing, key=_telling)
    ran = run.of_status("ran")
    named = [each for each in ran if plain_call(each.case.call.text) in new]
    held_ran = [each for each in ran if each.case.call.text == held]
    first = [*held_ran, *named] if topic.is_changed else [*named, *held_ran]
    return next(iter([*first, *sorted(ran, key=_size)]), None)


def _telling(result: CaseResult) -> tuple[bool, bool, int]:
    """The student's own first, then the smallest; of an empty input there is little to follow."""
    call = result.case.call.text
    is_empty = not any(sign.isalnum() for sign in call.partition("(")[2])
    return result.case.origin != "student", is_empty or "[]" in call or "''" in call, _size(result)


def _size(result: CaseResult) -> int:
    return size_of_call(result.case.call.text)


def _traced(source: str, result: CaseResult | None) -> CaseResult | None:
    """Run one case again, with its variables followed."""
    if result is None:
        return None
    again = run_program(source, [result.case], trace_case=0)
    return again.results[0] if again.results and again.our_fault is None else result


# --- what the message says --------------------------------------------------------------------


def _tried(topic: Topic, fault: Fault | None, cases: tuple[Case, ...]) -> TriedChange | None:
    """Try what the student describes, where its place is clear."""
    if topic.is_first or topic.is_changed or not topic.words or _only_answers(topic):
        return None
    change = place_change(topic.source, topic.words).change
    if change is None:
        change = recognise_repair(topic.source, topic.words, fault)
    if change is None:
        return None
    tried = try_change(topic.source, change, cases)
    ours = tried.before.our_fault or tried.after.our_fault
    is_misread = tried.before.loads and not tried.after.loads  # by our placing, not by them
    return None if ours is not None or is_misread else tried


def _only_answers(topic: Topic) -> bool:
    """Whether a message answers the open question right and asks nothing: it proposes nothing."""
    awaited = topic.record.awaited
    return awaited is not None and "?" not in topic.words and accepts(awaited, topic.words)


def _held_against(topic: Topic, run: ProgramRun) -> tuple[tuple[ReportedOutcome, CaseResult], ...]:
    """Return what the student says to have seen, each beside what the run shows."""
    results = {plain_call(each.case.call.text): each for each in run.results}
    told = find_reported_outcomes(topic.source, topic.words)
    pairs = ((each, results.get(plain_call(each.call))) for each in told)
    return tuple((each, result) for each, result in pairs if result is not None)
