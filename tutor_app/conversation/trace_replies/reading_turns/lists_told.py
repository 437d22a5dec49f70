"""A message that tells what waits step after step: "queue: Q R, R T", "U 5 | T 6 ; T 6 | G 8"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from tutor_app.conversation.trace_replies.answer_turn import begins_problem, number_attempt, step_of
from tutor_app.conversation.trace_replies.problem_turn import ProblemTurn, at_hand
from tutor_app.domain.teaching import Expectation, TracingRecord
from tutor_app.domain.traces import ProblemInvalid, Row, StudentTrace
from tutor_app.domain.values import Session
from tutor_app.tracing.algorithm import algorithm_named
from tutor_app.tracing.answers.read_answer import HeardAnswer
from tutor_app.tracing.checking.check_trace import judge_kindly
from tutor_app.tracing.claims.speakers import without_others
from tutor_app.tracing.exact_run import run
from tutor_app.tracing.reading.algorithm_names import name_algorithm
from tutor_app.tracing.reading.message_parts import context_of
from tutor_app.tracing.reading.student_rows.bar_rows import read_bar_rows
from tutor_app.tracing.reading.student_rows.pair_rows import read_pair_rows
from tutor_app.tracing.reading.student_rows.queue_rows import states_between_commas
from tutor_app.tracing.telling.rows_by_run import rows_by_run

LEAST_SHOWN = 5  # nodes and values of right rows
LEAST_ROWS = 2
LEAST_STATES = 3  # of two, one may be a list with a comma left out


def queues_told(text: str, known: TracingRecord, session: Session) -> ProblemTurn | None:
    """Return the turn of a message that lists the states of OPEN with commas between them.

    They begin where they are right for longest: with the first state, or with the row asked for.
    """
    if session.work_is_newer:
        return None
    about = context_of(algorithm_named(known.problem.algorithm), known.problem)
    states = states_between_commas(text, about)
    if not states or begins_problem(text, known.problem):
        return None
    turn = at_hand(known, session, "check", None)
    placed = _placed(states, known, turn)
    if placed is None or (len(states) < LEAST_STATES and not placed.right):
        return None
    return _told(placed, turn)


def rows_borne_out(text: str, known: TracingRecord, session: Session) -> ProblemTurn | None:
    """Return the turn of rows in any layout that the run of the graph at hand bears out.

    They begin anew, or go on from the student's own: however much they look like a graph, they are
    rows of the one that is known.
    """
    if session.work_is_newer or known.question is not None:
        return None
    if name_algorithm(text) not in (None, known.problem.algorithm):
        return None
    turn = at_hand(known, session, "check", None)
    settled = turn.settled_conventions
    try:
        exact, own = run(known.problem), number_attempt(known, settled)
    except ProblemInvalid:
        return None
    said = without_others(text)
    told = [rows_by_run(said, exact, settled, before) for before in ((), own)]
    best = max(filter(None, told), key=lambda each: each.rank, default=None)
    if best is None or best.borne_out < LEAST_SHOWN or len(best.rows) < LEAST_ROWS:
        return None
    begin = step_of(best.rows[0])
    before = tuple(row for row in own if step_of(row) < begin)
    placed = _ListsPlaced(before, best.rows, best.judged.correct or best.judged.missing)
    told_turn = _told(placed, turn)
    assert told_turn.student is not None
    student = replace(told_turn.student, final=best.final)
    return replace(told_turn, student=student, goes_on=bool(before))


@dataclass(frozen=True, slots=True)
class _ListsPlaced:
    """The rows told, numbered, behind those that stand; whether all of them are right."""

    before: tuple[Row, ...]
    rows: tuple[Row, ...]
    right: bool


def _told(placed: _ListsPlaced, turn: ProblemTurn) -> ProblemTurn:
    student = StudentTrace(rows=(*placed.before, *placed.rows))
    heard = HeardAnswer(student=StudentTrace(rows=placed.rows), goes_on=True)
    return replace(turn, student=student, heard=heard, goes_on=True, is_whole=True)


def _placed(rows: Sequence[Row], known: TracingRecord, turn: ProblemTurn) -> _ListsPlaced | None:
    """Return rows numbered from where they are right for longest.

    They begin with the first state or row, with the one asked for, or repeat the one before it.
    """
    first, settled = algorithm_named(known.problem.algorithm).first_step, turn.settled_conventions
    asked = known.awaited.step if known.awaited is not None else None
    begins = dict.fromkeys((first, *(() if asked is None else (asked, asked - 1)), first - 1))
    best: tuple[float, _ListsPlaced] | None = None
    try:
        own = number_attempt(known, settled)
        for begin in begins:
            numbered = [{**row, "step": begin + n} for n, row in enumerate(rows)]
            told = tuple(row for row in numbered if row["step"] >= first)
            before = tuple(row for row in own if step_of(row) < begin)
            judged = judge_kindly(known.problem, settled, StudentTrace(rows=(*before, *told)))
            right = judged.correct or judged.missing
            if best is None or judged.reach > best[0]:
                best = judged.reach, _ListsPlaced(before, told, right)
    except ProblemInvalid:
        return None
    return None if best is None else best[1]


def barred_rows_told(text: str, known: TracingRecord, session: Session) -> ProblemTurn | None:
    """Return the turn of rows with bars among words, or several in one line."""
    if session.work_is_newer or known.problem.graph is None:
        return None
    about = context_of(algorithm_named(known.problem.algorithm), known.problem)
    told = read_bar_rows(text, about)
    if told is None or begins_problem(text, known.problem):
        return None
    turn = at_hand(known, session, "check", None)
    read = read_pair_rows(told.text, about)
    if read is None or read.trace.doubts:
        return None
    rows = tuple({k: v for k, v in row.items() if k != "step"} for row in read.trace.rows)
    if told.number is not None:
        said = replace(known, awaited=Expectation(kind="row", step=told.number))
        placed = _placed(rows, said, turn)
    else:
        placed = _placed(rows, known, turn)
    return None if placed is None else _told(placed, turn)
