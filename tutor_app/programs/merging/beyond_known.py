"""A change that makes all known calls right, held against inputs that nobody named."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tutor_app.programs.next_failing_input import next_failing_input
from tutor_app.programs.purposes.judge_by_purpose import PurposeVerdict, judge_by_purpose
from tutor_app.programs.purposes.small_inputs import inputs_of
from tutor_app.programs.replies.program_topic import Topic
from tutor_app.programs.run_program import run_program
from tutor_app.programs.run_values import Call, Case, CaseResult, ProgramRun
from tutor_app.programs.try_change import TriedChange, try_change


@dataclass(frozen=True, slots=True, kw_only=True)
class BeyondKnown:
    """How a version does: right on `count` small inputs of what it is for, the `edges` among them;
    `stops` is an input at which it stops, of which nothing says what it must give."""

    count: int = 0
    edges: tuple[CaseResult, ...] = ()
    stops: CaseResult | None = None


def purpose_with_change(
    topic: Topic, tried: TriedChange | None, cases: Sequence[Case]
) -> PurposeVerdict | None:
    """Return what the program is for where only the version with the change shows it, being right
    at that; None where it is known, or where something else decides."""
    if tried is None or tried.outcome != "undecided" or topic.record.purpose or topic.is_locked:
        return None
    judged = judge_by_purpose(tried.change.source, topic.words, cases, None, is_new=False)
    return judged if judged is not None and judged.passed == judged.count else None


def beyond_known(
    topic: Topic, tried: TriedChange | None, run: ProgramRun, purpose: PurposeVerdict | None
) -> tuple[TriedChange | None, BeyondKnown | None]:
    """Return what was tried and how it does beyond the known calls: one that fails there is known
    from then on, and the change is tried on it, too."""
    if tried is None or tried.outcome != "passes_all":
        return tried, None
    source, cases = tried.change.source, [each.case for each in run.results]
    if purpose is None:
        found = next_failing_input(source, tried.after)
        return tried, BeyondKnown(stops=found.result) if found is not None else None
    judged = judge_by_purpose(source, topic.words, cases, purpose.as_line, is_new=False)
    if judged is None:
        return tried, None
    known = {each.case.call.text for each in run.results}
    failing = [r.case for r in judged.small_inputs if r.status not in ("passed", "ran")]
    new = [each for each in judged.cases if each in failing and each.call.text not in known]
    if judged.passed < judged.count:
        before = run_program(topic.source, [*(r.case for r in run.results), *(new or failing)[:1]])
        return try_change(before, tried.change), None
    small = judged.small_inputs
    edges = tuple(dict.fromkeys((*small[:1], *small[len(small) // 2 :][:1])))
    stops = _stops(source, judged)
    return tried, BeyondKnown(count=judged.count, edges=edges, stops=stops)


def _stops(source: str, judged: PurposeVerdict) -> CaseResult | None:
    """Return the smallest input of its kind at which a version stops and of which the purpose says
    nothing: an empty list has no largest value."""
    found = judged.found
    inputs = [each for each in inputs_of(found.shape.kinds) if not found.purpose.answer(each)[0]]
    cases = [Case(call=Call(text=found.shape.call(each)), origin="generated") for each in inputs]
    return next(iter(run_program(source, cases).of_status("raised", "timed_out")), None)
