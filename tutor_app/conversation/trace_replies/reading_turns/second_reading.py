"""Another reading of a message that would be called wrong: it counts where it makes all right.

A student who tells the same row twice, or rows in a layout that one reader splits elsewhere, has
said nothing wrong.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from tutor_app.conversation.trace_replies.answer_turn import number_attempt, step_of
from tutor_app.conversation.trace_replies.problem_turn import ProblemTurn, at_hand
from tutor_app.conversation.trace_replies.reading_turns.claim_turn import awaits_claims, rows_stand
from tutor_app.domain.traces import ProblemInvalid, Row, StudentTrace
from tutor_app.domain.values import Session, TracingRecord
from tutor_app.tracing.algorithm import algorithm_named
from tutor_app.tracing.answers.own_cells import own_cells
from tutor_app.tracing.answers.read_answer import HeardAnswer
from tutor_app.tracing.claims.claim_symbols import symbols_of
from tutor_app.tracing.claims.judge_claims import judge_claims
from tutor_app.tracing.claims.trace_claims import TraceClaim
from tutor_app.tracing.exact_run import run
from tutor_app.tracing.telling.rows_on import read_rows_on
from tutor_app.tracing.telling.told_work import holds_most, read_told_work

LEAST_VALUES = 2
PAIR = 2  # nodes of a choice: the one taken, and the one after it
_OF_A_CHOICE: Final = frozenset(("node", "then", "arrow", "filler", "question", "next", "comma"))
_JUDGED: Final = frozenset(("check", "predicted"))


def with_second_reading(
    text: str, known: TracingRecord, session: Session, turn: ProblemTurn | None
) -> ProblemTurn | None:
    """Return the turn with the reading of its rows that is right, where the first one is not."""
    if turn is None or turn.wanted not in _JUDGED or turn.key != known.key or turn.question:
        return turn
    if turn.is_whole:
        return turn
    first = turn.student
    settled = turn.settled_conventions
    if first is None or not first.rows or awaits_claims(known.awaited):
        return turn
    if rows_stand(turn.problem, settled, first):
        return turn
    own = _own_rows(known, session)
    for other in _others(text, known, turn, own):
        said = StudentTrace(rows=other.rows[_kept(other.rows, own) :], final=other.final)
        if holds_most(text, known.problem, said) and rows_stand(turn.problem, settled, other):
            heard = HeardAnswer(student=said, goes_on=True)
            return replace(turn, student=other, heard=heard, goes_on=True, is_whole=True)
    return _as_choice(text, known, session, turn) or turn


def _as_choice(
    text: str, known: TracingRecord, session: Session, turn: ProblemTurn
) -> ProblemTurn | None:
    """Return two nodes alone as what is taken right after the other: "X then Y right?"; else None.

    They are rows where they are right as rows, and a choice where they are right as that.
    """
    said = turn.heard.student.rows if turn.heard is not None and turn.heard.student else ()
    nodes = [str(row.get("node")) for row in said]
    if len(nodes) != PAIR or any(row.keys() - {"step", "node"} for row in said):
        return None
    kinds = {symbol.kind for symbol in symbols_of(text, known.problem)}
    if not kinds & {"then", "arrow"} or not kinds <= _OF_A_CHOICE:
        return None
    claim = TraceClaim(kind="next", node=nodes[1], nodes=(nodes[0],))
    own = at_hand(known, session, "claims", known.attempt)
    try:
        judged = judge_claims([claim], known.problem, own.settled_conventions, known.awaited)
    except ProblemInvalid:
        return None
    right = judged is not None and bool(judged.of("right"))
    return replace(own, claims=judged, is_whole=True) if right else None


def _own_rows(known: TracingRecord, session: Session) -> tuple[Row, ...]:
    """Return the rows that stand: those of the attempt before the first wrong one."""
    settled = at_hand(known, session, "check", None).settled_conventions
    try:
        rows = number_attempt(known, settled)
    except ProblemInvalid:
        return ()
    last = known.wrong_step
    return tuple(row for row in rows if last is None or step_of(row) < last)


def _others(
    text: str, known: TracingRecord, turn: ProblemTurn, own: Sequence[Row]
) -> Iterator[StudentTrace]:
    first, settled = turn.student, turn.settled_conventions
    assert first is not None
    yield _joined(first)
    if _count_values(first) < LEAST_VALUES:
        return  # nodes alone fit as too much: taken, added or waiting
    step = _next_step(known, own)
    told = read_rows_on(text, run(known.problem), own, step, settled)
    if told is not None:
        before = tuple(row for row in own if step_of(row) < step_of(told.rows[0]))
        yield StudentTrace(rows=(*before, *told.rows), final=told.final)
    whole = read_told_work(text, known.problem, settled, None, asked=True)
    if whole is not None and whole.sure and whole.student is not None:
        yield whole.student


def _count_values(student: StudentTrace) -> int:
    """Count the numbers that rows give to nodes."""
    return sum(isinstance(cell.value, int | float) for cell in own_cells(student.rows)) + sum(
        isinstance(row.get(key), int | float) for row in student.rows for key in ("g", "f")
    )


def _next_step(known: TracingRecord, own: Sequence[Row]) -> int:
    if own:
        return step_of(own[-1]) + 1
    return algorithm_named(known.problem.algorithm).first_step


def _joined(student: StudentTrace) -> StudentTrace:
    """Return the rows with each that takes the node of the one before it as more of that row."""
    rows: list[Row] = []
    for row in student.rows:
        last = rows[-1] if rows else {}
        if row.get("node") is not None and row.get("node") == last.get("node"):
            rows[-1] = _more_of(last, row)
        else:
            rows.append({**row, "step": step_of(last) + 1} if last else row)
    return replace(student, rows=tuple(rows))


def _more_of(row: Row, more: Row) -> Row:
    told = {name: value for name, value in more.items() if name != "step"}
    for name, value in told.items():
        before = row.get(name)
        if isinstance(value, Mapping) and isinstance(before, Mapping):
            told[name] = {**before, **value}
    return {**row, **told}


def _kept(rows: Sequence[Row], own: Sequence[Row]) -> int:
    """Return how many rows at the beginning stood before."""
    nodes = [row.get("node") for row in own]
    return len(nodes) if [row.get("node") for row in rows[: len(nodes)]] == nodes else 0
