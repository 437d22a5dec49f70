"""A program held against what it is for: calls with what they must give, and how many are right."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from tutor_app.programs.generate_inputs import size_of_call
from tutor_app.programs.purposes.find_purpose import FoundPurpose, find_purpose
from tutor_app.programs.purposes.function_calls import Shape
from tutor_app.programs.purposes.input_kinds import is_of_kind, kinds_said
from tutor_app.programs.purposes.read_catalogue import by_key
from tutor_app.programs.run_program import run_program
from tutor_app.programs.run_values import Case, CaseResult, Limits, ProgramRun

MOST_TO_AIM = 30  # small inputs that a repair must make right as well
MOST_RIGHT = 2  # calls that pass, kept where none fails and nobody has named one
LIMITS = Limits(steps=50_000, run_seconds=4.0, case_seconds=0.5)


@dataclass(frozen=True, slots=True, kw_only=True)
class PurposeVerdict:
    """What a program is taken to be for, and how it does on `count` small inputs of it.

    `cases` are the known calls with what they must give, and one that fails; `is_new`: it was not
    known before this message. `small_inputs` are private: they aim hints and are never shown.
    """

    found: FoundPurpose
    count: int
    passed: int
    cases: tuple[Case, ...]
    is_new: bool
    small_inputs: tuple[CaseResult, ...] = ()

    def beside(self, run: ProgramRun) -> ProgramRun:
        """Return a run with the small inputs behind its own calls: what mends one call by chance
        doesn't mend those."""
        known = {each.case.call.text for each in run.results}
        more = (each for each in self.small_inputs if each.case.call.text not in known)
        return replace(run, results=(*run.results, *more))

    @property
    def as_line(self) -> str:
        """What it is kept by between two messages."""
        return write_purpose(self.found)


def judge_by_purpose(
    source: str, words: str, cases: Sequence[Case], kept: str | None, *, is_new: bool = True
) -> PurposeVerdict | None:
    """Return how a program does at what it is for; None where nothing says what that is.

    It is looked for where nobody has said what a call must give. What a student says of a call
    counts before it: then it is looked for again. `is_new`: the program was not seen before.
    """
    told = [each for each in cases if each.is_decided and not is_of_purpose(each)]
    found = read_purpose(kept, source) if kept is not None else None
    if found is not None and found.told_of(source, told) is None:
        found = None
    is_found = found is None
    if found is None and (kept is not None or not any(not each.is_students for each in told)):
        found = find_purpose(source, words, told, tries_edits=is_new)
    if found is None:
        return None
    run = run_program(source, found.cases(), LIMITS)
    if run.our_fault is not None or not run.loads:
        return None
    # Of what was taken for an input by its looks only what the program is for is one.
    fitting = [each for each in cases if found.takes(each.call.text)]
    decided = _answer_known(source, found, without_purpose(fitting) if is_found else fitting)
    right = run.of_status("passed")
    return PurposeVerdict(
        found=found,
        count=len(right) + len(run.failing),
        passed=len(right),
        cases=(*decided, *_choose_new(source, decided, run, words)),
        is_new=is_found,
        small_inputs=(*run.failing, *right)[:MOST_TO_AIM],
    )


def is_of_purpose(case: Case) -> bool:
    """Whether only what the program is for says what a call must give."""
    return (case.said_by or case.origin) == "purpose"


def without_purpose(cases: Sequence[Case]) -> tuple[Case, ...]:
    """Return cases without what a purpose has said of them, which does not hold any more."""
    named = (each for each in cases if each.origin != "purpose")
    return tuple(
        replace(each, expected=None, said_by=None) if is_of_purpose(each) else each
        for each in named
    )


def _answer_known(source: str, found: FoundPurpose, cases: Sequence[Case]) -> tuple[Case, ...]:
    """Return the known cases, those that nobody has decided with what they must give."""
    known = [each for each in without_purpose(cases) if each.origin != "generated"]
    open_ones = [each.call.text for each in known if not each.is_decided]
    answers = dict(found.answers(source, open_ones)) if open_ones else {}
    return tuple(
        replace(each, expected=answers[each.call.text], said_by="purpose", guess=None, likely=0.0)
        if not each.is_decided and each.call.text in answers
        else each
        for each in known
    ) + tuple(each for each in cases if each.origin == "purpose")


def _choose_new(source: str, decided: Sequence[Case], run: ProgramRun, words: str) -> list[Case]:
    """Return a call that fails, of the kind that words name, else some that are right."""
    known = {each.call.text for each in decided}
    own = run_program(source, decided, LIMITS) if decided else None
    new = [each for each in run.failing if each.case.call.text not in known]
    kinds = kinds_said(words)

    def unlike(result: CaseResult) -> tuple[int, bool, int]:
        call = result.case.call.text
        meant = sum(is_of_kind(result.case, kind) for kind in kinds)
        # Of an empty input there is little to follow.
        return -meant, any(empty in call for empty in ("[]", "''", "{}")), size_of_call(call)

    if own is not None and own.failing:
        return []
    failing = [each.case for each in sorted(new, key=unlike)[:1]]
    if failing or decided:
        return failing
    right = [each.case for each in run.of_status("passed") if each.case.call.text not in known]
    return right[len(right) // 3 :][:MOST_RIGHT]  # neither the smallest nor long ones


def write_purpose(found: FoundPurpose) -> str:
    """Return a purpose with the calls that it is for as a line to keep."""
    order = ",".join(map(str, found.shape.order))
    rivals = " ".join(each.key for each in found.rivals)
    return "|".join([found.purpose.key, found.shape.function, order, rivals])


def read_purpose(kept: str, source: str) -> FoundPurpose | None:
    """Return the purpose that was kept, where the program still has its function."""
    key, function, order, rivals = (*kept.split("|"), "", "", "")[:4]
    purpose = by_key(key)
    places = tuple(int(each) for each in order.split(",") if each.isdecimal())
    if purpose is None or len(places) != len(purpose.kinds):
        return None
    shape = Shape.of_program(source, function, purpose.kinds, places, in_place=purpose.in_place)
    others = (by_key(each) for each in rivals.split())
    kept_ones = tuple(each for each in others if each is not None)
    return None if shape is None else FoundPurpose(purpose=purpose, shape=shape, rivals=kept_ones)
