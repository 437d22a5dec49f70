"""What running a program shows, before a word is chosen."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from tutor_app.programs.behaviour.shown_cause import ShownCause
from tutor_app.programs.behaviour.shown_causes import further_causes, shown_causes
from tutor_app.programs.complaints.complaint import Complaint
from tutor_app.programs.complaints.known_calls import guess_stands_against, shown_by
from tutor_app.programs.find_cases import (
    ReportedOutcome,
    examples_of_task,
    find_reported_outcomes,
    told_plainly,
)
from tutor_app.programs.first_difference import find_first_difference
from tutor_app.programs.generate_inputs import size_of_call
from tutor_app.programs.ideas.element_claims import claims_on_elements, with_causes
from tutor_app.programs.ideas.key_stories import claims_on_keys
from tutor_app.programs.ideas.part_tried import (
    PartTried,
    line_asked_about,
    line_pointed_at,
    try_part,
)
from tutor_app.programs.ideas.printed_rows import claims_on_prints
from tutor_app.programs.ideas.run_claims import RunClaim
from tutor_app.programs.ideas.said_expressions import SaidExpression, said_expressions
from tutor_app.programs.language_names import language_of
from tutor_app.programs.locate_fault import Fault, locate_fault, trace_case
from tutor_app.programs.merging.beyond_known import (
    BeyondKnown,
    beyond_known,
    purpose_with_change,
)
from tutor_app.programs.next_failing_input import FailingInput, next_failing_input
from tutor_app.programs.purposes.judge_by_purpose import PurposeVerdict
from tutor_app.programs.questions.moment import Moment, find_moment
from tutor_app.programs.questions.round_values import round_apart
from tutor_app.programs.replies.heard_cases import hear_cases
from tutor_app.programs.replies.kept_cases import plain_call, read_cases
from tutor_app.programs.replies.program_topic import Topic
from tutor_app.programs.replies.telling_call import (
    Pair,
    VersionsCompared,
    compare_versions,
    telling_call,
)
from tutor_app.programs.replies.told_changes import Tries, try_what_is_told
from tutor_app.programs.run_program import run_program
from tutor_app.programs.run_values import Call, Case, CaseResult, ProgramRun
from tutor_app.programs.runs_at_once import Runner
from tutor_app.programs.small_edits.step_of_repair import is_step
from tutor_app.programs.student_changes.placement import Change
from tutor_app.programs.try_change import TriedChange

Cannot = Literal["language", "off", "busy", "needs", "fault"]

FEWEST_BESIDE = 3  # calls that pass, for the one that fails to be doubted
_WRONG_KIND = ("TypeError", "AttributeError", "KeyError", "ValueError")
MOST_OF_ELEMENTS = 2  # claims that get a word
MOST_REPAIRS = 3  # whose runs are compared with what is said of the student's
LOCATE_SECONDS = 4.0  # of wall time for one-edit repairs


@dataclass(frozen=True, slots=True, kw_only=True)
class MendedCase:
    """A case that a new version gets right: the `moment` is that of the version before, with the
    value that the new version has there as the one that was wanted."""

    case: Case
    moment: Moment | None


@dataclass(frozen=True, slots=True, kw_only=True)
class RunFacts:
    """What running a program has shown.

    `cannot` says why it was not run; `run` is None then. `focus` is the case that is talked about,
    with its trace: the failing one, else one of which nothing says what it must give. `found` is an
    input that nobody named on which it crashes or never ends. `old` is the run of the version
    before, where the message brings another one; `tried` what a described change does, `places`
    where it may stand if that is open, and `either` the changes of which one or the other is
    proposed. `fault` says where it goes wrong, and what kind of fault it is: it aims hints and is
    never shown. `cases` are those to keep;
    `made_up` counts the small inputs that were tried where nobody named a call.
    `untried` is a call that nobody named, at which a version like this one may go wrong.
    `complained` is the call that the message complains of, `mended` one that the new version mends.
    `dropped` are cases as they were kept, of which the message takes that back. `parted` is a call
    that nobody named, without and with a change that passes what is known: it gives something else;
    `compared` holds a new version that passes what is known against the one before.
    `agreed`: the message says yes to a value that the tutor has proposed. `copy` is the failing
    call traced in the copy with the change that was tried. `written` are expressions of the program
    that the message has with the run's values in them; `going_on` is what the failing call shows
    that is often misunderstood, and `further` what goes on besides. `part` is the
    part of the program that an idea names, tried; `of_elements` what is said of elements of dicts
    and lists, held against the run; `is_step`: the version is one of several changes nearer.
    `purpose` is what the program is for, with how it does at that; `beyond` how the version
    with the tried change does on inputs that nobody named.
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
    untried: CaseResult | None = None
    complained: str | None = None
    told: tuple[Case, ...] = ()
    agreed: bool = False
    mended: MendedCase | None = None
    places: tuple[Change, ...] = ()
    either: tuple[TriedChange, ...] = ()
    dropped: tuple[Case, ...] = ()
    parted: Pair | None = None
    compared: VersionsCompared | None = None
    copy: CaseResult | None = None
    written: tuple[SaidExpression, ...] = ()
    going_on: tuple[ShownCause, ...] = ()
    further: tuple[ShownCause, ...] = ()
    part: PartTried | None = None
    is_step: bool = False
    of_elements: tuple[RunClaim, ...] = ()
    purpose: PurposeVerdict | None = None
    beyond: BeyondKnown | None = None

    @property
    def passes(self) -> int:
        """How many calls gave what they must."""
        return len(self.run.of_status("passed")) if self.run is not None else 0

    @property
    def plain_focus(self) -> str:
        """The call that is talked about, as questions are remembered by; "" where none is."""
        return plain_call(self.focus.case.call.text) if self.focus is not None else ""

    @property
    def is_news(self) -> bool:
        """Whether the message says of a call what it must give, or turns to another one."""
        return bool(self.told)

    @property
    def undecided(self) -> tuple[CaseResult, ...]:
        """The calls of which nothing says what they must give."""
        return self.run.of_status("ran") if self.run is not None else ()

    @property
    def is_right(self) -> bool:
        """Whether every call of which something says what it must give has given it.

        Where another value may have been meant, nobody knows.
        """
        run = self.run
        is_open = any(guess_stands_against(each) for each in run.results) if run else False
        return bool(run and run.loads and self.passes > 0 and not run.failing and not is_open)

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
    if topic.language is not None and language_of(topic.language) not in (None, "Python"):
        return False
    return program.tree is not None or program.stops_at is not None


def _run(topic: Topic) -> RunFacts:
    heard = hear_cases(topic)
    source, run, cases, complaint = topic.source, heard.run, heard.cases, heard.complaint
    made_up = heard.made_up
    if run.our_fault is not None:
        return RunFacts(cannot="fault")
    needs = run.unavailable or next((r.unavailable for r in run.results if r.unavailable), None)
    if needs is not None and not run.of_status("passed", "failed", "ran", "raised", "timed_out"):
        return RunFacts(cannot="needs", needs=needs)
    # Where small inputs are known to be right, others that may be none are no doubt.
    is_covered = heard.purpose is not None and heard.purpose.passed == heard.purpose.count > 0
    found = None if run.failing or is_covered else next_failing_input(source, run)
    focus = None if made_up and not run.failing else _focus(topic, run, complaint)
    looked_at = focus.case if focus is not None and focus in run.failing else None
    aimed = heard.purpose.beside(run) if heard.purpose is not None and run.failing else run
    fault = locate_fault(source, aimed, focus=looked_at, seconds=LOCATE_SECONDS)
    traced = _traced(source, focus)
    written = tuple(said_expressions(source, topic.words, traced))
    telling = topic.without(each.text for each in written)
    tries = Tries() if made_up else try_what_is_told(telling, run, aimed)
    purpose = purpose_with_change(topic, tries.tried, heard.cases)
    if purpose is not None:  # what the program is for shows first with the change
        facts = _run(replace(topic, record=replace(topic.record, purpose=purpose.as_line)))
        held = facts.purpose
        return facts if held is None else replace(facts, purpose=replace(held, is_new=True))
    beyond = None
    if not tries.either:
        tried, beyond = beyond_known(topic, tries.tried, run, heard.purpose)
        tries = replace(tries, tried=tried)
    old = run_program(topic.before, cases) if topic.before and topic.is_changed else None
    compared = _compared(topic, old, run) if not is_covered else None
    going_on = shown_causes(source, _with_what_ran_before(source, traced))
    return RunFacts(
        run=run,
        focus=traced,
        written=written,
        complained=complaint.call,
        told=_news(complaint, topic),
        dropped=tuple(_dropped(topic, cases)),
        parted=_parted(topic, run, tries.tried),
        agreed=complaint.agreed,
        cases=() if made_up else cases,
        made_up=len(made_up),
        found=found,
        compared=compared,
        untried=_untried(topic, run, compared) if found is None and not is_covered else None,
        old=old if old is None or old.our_fault is None else None,
        tried=tries.tried,
        beyond=beyond,
        places=tries.places,
        either=tries.either,
        copy=_copy(tries.tried),
        fault=fault,
        seen=_held_against(topic, run, complaint),
        mended=_mended(topic, old, run),
        source=source,
        going_on=going_on,
        further=further_causes(source, traced),
        part=_part(topic, aimed, traced, fault) if tries.tried is None else None,
        of_elements=_of_elements(topic, traced, fault),
        is_step=topic.is_step or _is_step(topic, old, run),
        purpose=heard.purpose,
    )


def _is_step(topic: Topic, old: ProgramRun | None, run: ProgramRun) -> bool:
    is_known = old is not None and topic.before is not None and topic.does_else
    return is_known and is_step(topic.before or "", old or run, topic.source, run)


def _part(
    topic: Topic, run: ProgramRun, focus: CaseResult | None, fault: Fault | None
) -> PartTried | None:
    """Return what changes do to the part that an idea names, where the call talked about fails."""
    pointed = line_pointed_at(topic.source, topic.said)
    guesses = not topic.is_first
    asked = pointed or line_asked_about(topic.source, topic.said, topic.near, may_guess=guesses)
    if asked is None or focus is None or focus.status not in ("failed", "raised", "timed_out"):
        return None
    error = focus.error
    if error is not None and error.line == asked[0] and error.type in topic.words:
        return None  # "it raises IndexError on line 6" tells where it stops, and blames nothing
    tried = try_part(topic.source, run, focus, asked, fault)
    # A line that a reason only names may be one of several: that it is none is not said.
    return (
        tried
        if pointed is None or (tried is not None and (tried.is_answer or tried.alone))
        else None
    )


def _of_elements(
    topic: Topic, focus: CaseResult | None, fault: Fault | None
) -> tuple[RunClaim, ...]:
    sentences = [each.text for each in topic.said if not each.names_reason]
    printed = tuple(claims_on_prints(topic.words, focus))
    if printed:
        return printed
    read = claims_on_elements
    claims = tuple(read(topic.source, sentences, focus))
    if not claims:
        read = claims_on_keys
        claims = tuple(read(topic.source, sentences, focus))
    claims = claims[-MOST_OF_ELEMENTS:]  # what others lead to comes last
    if focus is None or fault is None or not any(each.agrees for each in claims):
        return claims
    return with_causes(claims, sentences, _repaired(fault, focus), read)


def _repaired(fault: Fault, focus: CaseResult) -> list[tuple[str, CaseResult]]:
    """Return repaired programs with their runs of a call."""
    runs = ((each, _traced(each, focus)) for each in fault.repairs[:MOST_REPAIRS])
    return [(each, run) for each, run in runs if run is not None]


def _news(complaint: Complaint, topic: Topic) -> tuple[Case, ...]:
    """Return what the message says of calls that nothing has said before."""
    kept = {case.call.text: case for case in topic.cases}
    new = (case for case in complaint.cases if case != kept.get(case.call.text))
    before = {case.call.text: case.expected for case in read_cases(topic.record.cases)}
    plain = [c for c in told_plainly(topic.source, topic.words) if not topic.is_first]
    plain = [c for c in plain if before.get(c.call.text) != c.expected]
    told = tuple(new)
    heard = {case.call.text for case in told}
    return (*told, *(case for case in plain if case.call.text not in heard))


def _dropped(topic: Topic, cases: Sequence[Case]) -> Iterator[Case]:
    """Yield what was kept of calls of which nothing is said any more, or something else."""
    now = {case.call.text: case for case in cases}
    for kept in read_cases(topic.record.cases):
        case = now.get(kept.call.text)
        if case is not None and kept.is_decided and kept.is_students:
            if (case.expected, case.prints) != (kept.expected, kept.prints):
                yield kept


def _mended(topic: Topic, old: ProgramRun | None, run: ProgramRun) -> MendedCase | None:
    """Return what the new version does otherwise on the call that was talked about, if it helps."""
    if old is None or topic.before is None or not topic.does_else:
        return None
    pairs = zip(old.results, run.results, strict=True)
    helped = [new for was, new in pairs if was in old.failing and new.status == "passed"]
    held = [each for each in helped if each.case.call.text == topic.record.focus]
    if not helped:
        return None
    case = (held or helped)[0].case
    trace, now = trace_case(topic.before, case), trace_case(topic.source, case)
    of_round = round_apart(topic.before, topic.source, trace, now)
    difference = find_first_difference(topic.before, topic.source, trace, now)
    if difference is None or difference.variable is None:
        return MendedCase(case=case, moment=of_round) if of_round is not None else None
    before = replace(old.results[0], case=case, trace=trace)
    fault = Fault(kind="unknown", lines=(), certain=False, ground="repair", unexpected=difference)
    moment = find_moment(topic.before, before, fault)
    # Within a round the two versions need not stand at the same place.
    at_end = moment is not None and (moment.is_over or moment.is_end)
    return MendedCase(case=case, moment=moment if at_end else of_round)


def _parted(topic: Topic, run: ProgramRun, tried: TriedChange | None) -> Pair | None:
    """Return a call that nobody named, without and with a change of which a verdict is asked: one
    to doubt it by, else the first on which something that may have been right is other."""
    if tried is None or tried.outcome != "passes_all" or not (run.failing and topic.asks_verdict):
        return None
    compared = compare_versions(topic.source, run, tried.change.source, tried.after)
    if compared is None or compared.doubted is not None:
        return compared.doubted if compared is not None else None
    if not run.of_status("passed"):
        return None  # nothing is known to be right that it may break
    return next((pair for pair in compared.changed if pair[0].status == "ran"), None)


def _compared(topic: Topic, old: ProgramRun | None, run: ProgramRun) -> VersionsCompared | None:
    """Hold a new version that passes all that is known against the one before."""
    before = topic.before if topic.does_else else None
    is_sent_again = before is None and bool(topic.shape.code or topic.asks_verdict)
    if is_sent_again and topic.record.undo is not None and not run.failing:
        before = topic.record.undo  # the version that was told, sent as a whole
        old = run_program(before, [each.case for each in run.results])
    if old is None or before is None or run.failing:
        return None
    if old.our_fault is not None or not run.of_status("passed"):
        return None
    return compare_versions(before, old, topic.source, run)


def _untried(topic: Topic, run: ProgramRun, compared: VersionsCompared | None) -> CaseResult | None:
    """Return a call to foretell, for a program that passes all that is known."""
    if run.failing or not run.of_status("passed"):
        return None
    return telling_call(topic.source, run, compared)


# --- which case is talked about --------------------------------------------------------------


def _focus(topic: Topic, run: ProgramRun, complaint: Complaint) -> CaseResult | None:
    """Return the case that the message complains of, else the failing one that it names, else the
    one before, else the smallest."""
    meant = [each for each in run.results if each.case.call.text == complaint.call]
    if meant and (meant[0] in run.failing or (not run.failing and meant[0].status == "ran")):
        return meant[0]
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


def _with_what_ran_before(source: str, focus: CaseResult | None) -> CaseResult | None:
    """Return the trace of the whole program for a line of it that only shows what others made."""
    if focus is None:
        return None
    *before, last = focus.case.call.text.split("\n")
    if not (focus.only_shows or before or last.startswith("print(")):
        return focus
    whole = _traced(source, replace(focus, case=Case(call=Call(text=""), origin="student")))
    return whole if whole is not None and whole.trace else focus


def _copy(tried: TriedChange | None) -> CaseResult | None:
    after = tried.failing_after if tried is not None else None
    return _traced(tried.change.source, after) if tried is not None else None


# --- what the message says --------------------------------------------------------------------


def _settles(result: CaseResult, value: str) -> bool:
    """Whether a value that was seen is what the run shows, or what this call must give."""
    return value in (shown_by(result), result.case.expected, result.case.prints)


def _held_against(
    topic: Topic, run: ProgramRun, complaint: Complaint
) -> tuple[tuple[ReportedOutcome, CaseResult], ...]:
    """Return what the student says to have seen, each beside what the run shows.

    What they say that a call must give is not what they have seen.
    """
    results = {plain_call(each.case.call.text): each for each in run.results}
    task = examples_of_task(topic.source, topic.words)
    wanted = {plain_call(each.call.text): each.expected for each in complaint.cases}
    wanted |= {plain_call(call): value for call, value in task.items()}
    told = [*find_reported_outcomes(topic.source, topic.words)]
    named = {plain_call(each.call) for each in told}
    told += (
        ReportedOutcome(call=call, value=value)
        for call, value in complaint.seen
        if plain_call(call) not in named and _settles(results[plain_call(call)], value)
    )
    pairs = ((each, results.get(plain_call(each.call))) for each in told)
    return tuple(
        (each, result)
        for each, result in pairs
        if result is not None and wanted.get(plain_call(each.call)) != each.value
    )
