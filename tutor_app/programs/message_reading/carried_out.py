"""What the run says to a reading's claims and questions: counts, and expressions looked at."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from tutor_app.programs.code_in_text import names_in, parse_expression, parse_program
from tutor_app.programs.ideas.run_claims import RunClaim
from tutor_app.programs.message_reading.reading import ExpressionAt, LineCount, ProgramReading
from tutor_app.programs.questions.line_facts import LONGEST_VALUE, NEVER, TIMES, rounds_of
from tutor_app.programs.questions.step_facts import is_same, statement_at
from tutor_app.programs.replies.format_code import as_code, name_run
from tutor_app.programs.run_program import run_program
from tutor_app.programs.run_values import Call, Case, CaseResult, Limits, Look
from tutor_app.wording.catalogue import phrase

IS = phrase("programs_looks.is", "code", "value", "line", "call")
IS_IN_TURN = phrase("programs_looks.is_in_turn", "code", "values", "line", "call")
IS_EACH_TIME = phrase("programs_looks.is_each_time", "code", "value", "line", "count", "call")
ROUNDS = phrase("programs_looks.rounds", "line", "call", "count")
TIMES_OVER = phrase("programs_looks.times_over", "value", "count")
RAISES = "!"
# An expression may be costly, and code in C is not stopped within a case.
LIMITS = Limits(run_seconds=3.0)
MOST_GROUPS = 7  # values in turn that are listed


@dataclass(frozen=True, slots=True)
class CheckedClaim:
    """What the run says to the claim of a `value`: it agrees or leaves that open, since what
    differs may have been read wrongly. `seen` has the values that an expression took, `names` those
    in it."""

    claim: RunClaim
    value: str | None
    seen: tuple[str, ...] = ()
    names: frozenset[str] = frozenset()

    @property
    def is_asked(self) -> bool:
        """Whether nothing is claimed: it is asked."""
        return self.value is None


def with_looks(source: str, focus: CaseResult, reading: ProgramReading) -> tuple[CheckedClaim, ...]:
    """Return what a run of the call shows of each expression and line that a reading names."""
    looks = [Look(each.line, each.code) for each in reading.looks]
    lines = {look.line for look in reading.looks} | {count.line for count in reading.counts}
    if not lines:
        return ()
    whole = Case(call=Call(text=""), origin="generated")
    runs_all = not focus.only_shows and all(map(focus.times_reached, lines))
    case = focus.case if runs_all else None
    ran = _run(source, case or whole, looks)
    if ran is None or (case is None and not all(map(ran.times_reached, lines))):
        case, ran = focus.case, _run(source, focus.case, looks)
    # Looking may change what is looked at: how often lines run is counted without.
    counted = focus.in_call() if case is not None else _run(source, whole, ())
    if ran is None or counted is None:
        return ()
    told = _of_counts(source, reading.counts, counted)
    return (*_of_looks(reading.looks, ran), *told)


def with_causes_looked(
    source: str,
    focus: CaseResult,
    reading: ProgramReading,
    checked: Sequence[CheckedClaim],
    repaired: Sequence[tuple[str, CaseResult]],
) -> tuple[CheckedClaim, ...]:
    """Return what was looked at, those claims marked that are part of what goes wrong: the value is
    there, and in none of the `repaired` programs, with their runs of the call, is it at that line.

    What the call gives is what goes wrong, and no reason of it.
    """
    looked = (_looked_in(source, reading, each, run) for each, run in repaired)
    elsewhere = [each for each in looked if each is not None]
    return tuple(
        replace(each, claim=replace(each.claim, is_cause=_is_gone(each, focus, elsewhere)))
        for each in checked
    )


def _is_gone(
    checked: CheckedClaim, focus: CaseResult, elsewhere: Sequence[Sequence[CheckedClaim]]
) -> bool:
    if not (checked.claim.agrees and checked.names and checked.value and elsewhere):
        return False
    if focus.value is not None and is_same(checked.value, focus.value):
        return False
    same = [[b for b in each if b.names == checked.names] for each in elsewhere]
    return all(each and not any(b.claim.agrees for b in each) for each in same)


def _looked_in(
    source: str, reading: ProgramReading, repaired: str, run: CaseResult
) -> tuple[CheckedClaim, ...] | None:
    """Return what a repaired program shows of the same expressions at the same statements."""
    rows, others = map(_plain_rows, (source, repaired))
    looks = []
    for look in reading.looks:
        row = rows[look.line - 1] if 0 < look.line <= len(rows) else ""
        if not row or others.count(row) != 1:
            return None
        looks.append(replace(look, line=others.index(row) + 1))
    return with_looks(repaired, run, replace(reading, looks=tuple(looks), counts=()))


def _plain_rows(source: str) -> list[str]:
    return ["".join(row.split()).replace('"', "'") for row in source.split("\n")]


def _run(source: str, case: Case, looks: Sequence[Look]) -> CaseResult | None:
    """Run a call, or the program as a whole: in that alone is what makes the call's arguments."""
    run = run_program(source, [case], LIMITS, trace_case=0, looks=looks)
    return run.results[0] if run.our_fault is None and run.results else None


def _of_looks(looks: Sequence[ExpressionAt], ran: CaseResult) -> Iterator[CheckedClaim]:
    call = name_run(ran)
    for look, values in zip(looks, ran.looked, strict=False):
        seen = [value for value in values if not value.startswith(RAISES)]
        if not values:
            never = RunClaim(NEVER(line=look.line, call=call), None, look.line)
            yield CheckedClaim(never, look.value)
        elif seen:
            claim = RunClaim(_tell(look, seen, call), _agrees(look, seen), look.line)
            yield CheckedClaim(claim, look.value, tuple(seen), _names_of(look))


def _tell(look: ExpressionAt, seen: Sequence[str], call: str) -> str:
    code = as_code(look.code)
    if len(seen) == 1:
        return IS(code=code, value=as_code(seen[0]), line=look.line, call=call)
    if len(set(seen)) == 1:
        return IS_EACH_TIME(
            code=code, value=as_code(seen[0]), line=look.line, count=len(seen), call=call
        )
    return IS_IN_TURN(code=code, values=list_in_turn(seen), line=look.line, call=call)


def list_in_turn(values: Sequence[str]) -> str:
    """Return values in their order, equal ones that follow each other as one; of many the first
    and the last."""
    groups = [(value, len(list(same))) for value, same in groupby(values)]
    told = [
        as_code(value, LONGEST_VALUE)
        if count == 1
        else TIMES_OVER(value=as_code(value), count=count)
        for value, count in groups
    ]
    if len(told) > MOST_GROUPS:
        told = [*told[: MOST_GROUPS - 2], "…", *told[-2:]]
    return ", ".join(told)


def _names_of(look: ExpressionAt) -> frozenset[str]:
    tree = parse_expression(look.code)
    return names_in(tree) if tree is not None else frozenset()


def _agrees(look: ExpressionAt, seen: Sequence[str]) -> bool | None:
    """Whether a value that is claimed is there each time, or at least at the end; else None: what
    holds at some other moment may be what was meant."""
    if look.value is None:
        return None
    same = [is_same(look.value, each) for each in seen]
    return True if all(same) or same[-1] else None


def _of_counts(source: str, counts: Sequence[LineCount], ran: CaseResult) -> Iterator[CheckedClaim]:
    """Say how often lines are run; of the header of a loop, how many rounds it makes."""
    call, tree = name_run(ran), parse_program(source)
    for each in counts:
        loop = statement_at(tree, each.line) if tree is not None else None
        rounds = rounds_of(loop, ran) if isinstance(loop, ast.For | ast.While) else None
        times = ran.times_reached(each.line) if rounds is None else rounds
        shown = TIMES(line=each.line, call=call, count=times) if times else None
        if rounds is not None:
            shown = ROUNDS(line=each.line, call=call, count=rounds)
        agrees = True if each.times == times else None
        claim = RunClaim(shown or NEVER(line=each.line, call=call), agrees, each.line)
        yield CheckedClaim(claim, None if each.times is None else str(each.times))
