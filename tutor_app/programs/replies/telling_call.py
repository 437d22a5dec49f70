"""A call worth asking about: it tells a version of a program from others that do as well so far.

A new version is run beside the one before on small inputs that nobody named. Which of two values is
right no run knows. But where it does what no other repair of the one before does, or stops where
that didn't, the student is to look at that input.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from tutor_app.programs.code_in_text import is_value, parse_program
from tutor_app.programs.find_repairs import find_repairs
from tutor_app.programs.generate_inputs import size_of_call
from tutor_app.programs.locate_fault import trace_case
from tutor_app.programs.next_failing_input import generate_inputs
from tutor_app.programs.program_structure import changed_lines, read_program
from tutor_app.programs.questions.object_uses import other_uses
from tutor_app.programs.questions.value_orders import names_on_lines, orders_at
from tutor_app.programs.run_program import run_program
from tutor_app.programs.run_values import Call, Case, CaseResult, ProgramRun
from tutor_app.programs.run_variants import can_be_packed, run_variants
from tutor_app.programs.small_edits.between_versions import between_versions

MOST_CALLS = 60
MOST_INPUTS = 90  # that each version is run on
MOST_REPAIRS = 16  # whose results are held against the student's
MOST_ALONE = 4  # of them where each takes a process of its own
MOST_TRACED = 6  # inputs, and known calls, whose runs are followed
REPAIR_SECONDS = 1.5  # of wall time
Pair = tuple[CaseResult, CaseResult]


class ShownByCall(NamedTuple):
    """What a call shows of itself."""

    value: str | None
    printed: str
    stops: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class VersionsCompared:
    """What two versions give on `count` inputs that nobody named. `changed` are those on which they
    part, the version before first, smallest input first.

    `doubted` is the one to ask about: the new version stops there and the one before doesn't, or
    no other repair that is known does the same and one leaves it as it was. `telling` is one at
    which some other repair does otherwise.
    """

    count: int
    changed: tuple[Pair, ...] = ()
    doubted: Pair | None = None
    telling: CaseResult | None = None


def compare_versions(
    before: str, old: ProgramRun, source: str, run: ProgramRun
) -> VersionsCompared | None:
    """Run two versions on small inputs of the known calls' kind; None where there are none."""
    known = [result.case for result in run.results]
    texts = generate_inputs(source, known, varies=True)[:MOST_INPUTS]
    cases = [Case(call=Call(text=text), origin="generated") for text in texts]
    if not cases or not old.loads:
        return None
    one, two = run_program(before, cases), run_program(source, cases)
    if one.our_fault or two.our_fault or not two.loads:
        return None
    pairs = [(a, b) for a, b in zip(one.results, two.results, strict=True) if _was_run(a, b)]
    pairs.sort(key=lambda pair: size_of_call(pair[0].case.call.text))
    changed = tuple((a, b) for a, b in pairs if _shown(a) != _shown(b))
    others = _others(before, old, pairs)
    ways = {_way_of(a, b) for a, b in zip(old.results, run.results, strict=False) if a != b}
    mended = ways.pop() if len(ways) == 1 else 0
    doubted = _stopping(pairs, others) or _alone(pairs, others, mended)
    if doubted is None and not old.failing:
        doubted = next(iter(changed), None)  # both pass all that is known
    chosen = _between(before, old, source, pairs)
    telling = (
        _telling(pairs, chosen, is_changed=True)
        or _telling(pairs, others, is_changed=True)
        or _in_new_order(before, source, run, changed)
        or _telling(pairs, others)
    )
    return VersionsCompared(count=len(pairs), changed=changed, doubted=doubted, telling=telling)


def _was_run(*results: CaseResult) -> bool:
    return all(each.status != "not_run" for each in results)


def _stops(result: CaseResult) -> bool:
    return result.status in ("raised", "timed_out")


def _shown(result: CaseResult) -> ShownByCall:
    """What a call shows: where it stops, however it does."""
    stops = _stops(result)
    return (
        ShownByCall(None, "", True) if stops else ShownByCall(result.value, result.printed, False)
    )


def _others(before: str, old: ProgramRun, pairs: Sequence[Pair]) -> list[list[ShownByCall]]:
    """Return what the other repairs of a version give on some inputs: each behaviour once, and not
    that of the student's own."""
    if not old.failing or not pairs:
        return []
    repairs = find_repairs(before, old, seconds=REPAIR_SECONDS).mending
    return _given(before, [each.source for each in repairs[:MOST_REPAIRS]], pairs)


def _between(
    before: str, old: ProgramRun, source: str, pairs: Sequence[Pair]
) -> list[list[ShownByCall]]:
    """Return what programs between the two versions give that make all known calls right, too."""
    decided = [each.case for each in old.results if each.case.is_decided]
    sources = [
        each
        for each in between_versions(before, source)
        if (run := run_program(each, decided)).loads and not run.failing
    ]
    return _given(before, sources, pairs) if sources and pairs else []


def _given(before: str, sources: Sequence[str], pairs: Sequence[Pair]) -> list[list[ShownByCall]]:
    """Return what some programs give on the pairs' inputs: not those that do as the new one."""
    cases, mine = [was.case for was, _ in pairs], [_shown(now) for _, now in pairs]
    tree = parse_program(before)
    if tree is not None and can_be_packed(tree):
        runs: Sequence[Sequence[CaseResult]] = run_variants(sources, cases)
    else:
        runs = [run_program(each, cases).results for each in sources[:MOST_ALONE]]
    found: list[list[ShownByCall]] = []
    for results in runs:
        given = [_shown(each) for each in results]
        if len(given) == len(cases) and given != mine and given not in found:
            found.append(given)
    return found


def _stopping(pairs: Sequence[Pair], others: Sequence[Sequence[ShownByCall]]) -> Pair | None:
    """Return the smallest input at which the new version alone stops."""
    for place, (was, now) in enumerate(pairs):
        if _stops(now) and not _stops(was) and not any(each[place].stops for each in others):
            return was, now
    return None


def _alone(
    pairs: Sequence[Pair], others: Sequence[Sequence[ShownByCall]], mended: int
) -> Pair | None:
    """Return the smallest input at which no other repair does what the new version does, and one
    of them leaves all as it was: first one that all of them leave so.

    Where a value moves the way that the mended calls have moved, two such repairs have to agree.
    """
    alone: list[tuple[int, Pair]] = []
    for place, pair in enumerate(pairs):
        was, now = map(_shown, pair)
        given = [each[place] for each in others]
        goes_along = mended != 0 and _way_of(*pair) == mended
        is_sure = len(given) > 1 and set(given) == {was}
        is_alone = not was.stops and was in given and now not in given
        if is_alone and (is_sure or not goes_along):
            alone.append((len(set(given)), pair))
    return min(alone, key=lambda each: each[0])[1] if alone else None


def _way_of(was: CaseResult, now: CaseResult) -> int:
    """Return whether a value is larger or longer than it was (1), less (-1), or neither (0)."""
    if not (is_value(was.value or "") and is_value(now.value or "")):
        return 0
    one, other = ast.literal_eval(was.value or ""), ast.literal_eval(now.value or "")
    if isinstance(one, int | float) and isinstance(other, int | float):
        return (other > one) - (other < one)
    groups = (list, tuple, str, set, dict)
    if isinstance(one, groups) and isinstance(other, groups):
        return (len(other) > len(one)) - (len(other) < len(one))
    return 0


def _telling(
    pairs: Sequence[Pair], others: Sequence[Sequence[ShownByCall]], *, is_changed: bool = False
) -> CaseResult | None:
    """Return the smallest input at which some other repair does otherwise, since one goes wrong
    there: first one on which the change itself has done something, and with `is_changed` no else.
    """
    apart = [
        (_shown(was) == _shown(now), now)
        for place, (was, now) in enumerate(pairs)
        if not _stops(now) and any(each[place] != _shown(now) for each in others)
        if not (is_changed and _shown(was) == _shown(now))
    ]
    return min(apart, key=lambda each: each[0])[1] if apart else None


def _in_new_order(
    before: str, source: str, run: ProgramRun, changed: Sequence[Pair]
) -> CaseResult | None:
    """Return the smallest input that the change makes a difference on and on which the changed
    lines are run with values in an order that none of the known calls has."""
    old, new = read_program(before), read_program(source)
    lines, others = changed_lines(new, old), changed_lines(old, new)
    names = names_on_lines(source, lines) | names_on_lines(before, others)
    cases = [each.case for each in run.results if each.status == "passed"][:MOST_TRACED]
    known = {order for case in cases for order in orders_at(trace_case(source, case), lines, names)}
    if not known:
        return None
    for _, now in [pair for pair in changed if not _stops(pair[1])][:MOST_TRACED]:
        if not orders_at(trace_case(source, now.case), lines, names) <= known:
            return now
    return None


def telling_call(
    source: str, run: ProgramRun, compared: VersionsCompared | None
) -> CaseResult | None:
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
