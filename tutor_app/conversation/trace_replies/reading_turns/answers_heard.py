"""A message that answers what was asked of a trace, adds rows to it, or tells several."""

from __future__ import annotations

from collections.abc import Sized
from dataclasses import replace
from typing import Final

from tutor_app.conversation.trace_replies.answer_turn import (
    AnswerTurn,
    begins_problem,
    hear_answer,
    leaves_open,
    looks_like_answer,
)
from tutor_app.conversation.trace_replies.continuation import goes_on
from tutor_app.conversation.trace_replies.problem_turn import ProblemTurn, at_hand, predicts
from tutor_app.conversation.trace_replies.trace_wishes import (
    GIVING,
    asks_question,
    holds_floor,
    may_answer,
)
from tutor_app.domain.hint_ladder import replay_events
from tutor_app.domain.values import Session, StudentTrace, TracingRecord
from tutor_app.tracing.reading.algorithm_names import name_algorithm
from tutor_app.tracing.reading.problem_reader import read_problem
from tutor_app.tracing.telling.narrated_order import narrated_order
from tutor_app.tracing.telling.told_work import read_told_work
from tutor_app.understanding.act_classifier import ActGuess

_SHOWS_WORK: Final = frozenset(("work.submit", "work.mended", "tell.answer", "ask.check"))


def answered_turn(
    text: str, known: TracingRecord, session: Session, act: ActGuess | None
) -> ProblemTurn | None:
    """Return the turn of a message that answers what was asked, or adds rows to the attempt."""
    ladder = replay_events(known.key, session.ladder.of(known.key))
    turn = at_hand(known, session, "check", None)
    settled = turn.settled_conventions
    asked = known.awaited is not None or known.attempt is not None or predicts(known, session)
    answer = hear_answer(text, known, ladder, settled, act) if asked else None
    if answer is None:
        if begins_problem(text, known.problem) or not may_answer(act, asks_question(text), 0):
            return None
        if asked and leaves_open(text, known.problem):
            return replace(turn, wanted="unreadable", student=known.attempt)
        student = goes_on(text, known, settled, ladder.rows)
        return None if student is None else replace(turn, student=student, goes_on=True)
    turn = replace(turn, awaited=answer.expected, heard=answer.heard, student=answer.student)
    if answer.heard.unsure:
        return replace(turn, wanted="unreadable", student=known.attempt)
    if answer.heard.says_nothing_left:
        return replace(turn, wanted="nothing_left", student=known.attempt)
    later = _later_row(answer)
    if answer.heard.row_numbers or later:
        heard = replace(answer.heard, row_numbers=answer.heard.row_numbers or later)
        return replace(turn, wanted="row_named", student=known.attempt, heard=heard)
    shown = known.attempt is not None and len(known.attempt.rows) > 1
    has_rows = answer.student is not None and bool(answer.student.rows)
    if has_rows and not shown and predicts(known, session):
        return replace(turn, wanted="predicted")
    return replace(turn, goes_on=True)


def _later_row(answer: AnswerTurn) -> tuple[int, ...]:
    """Return the number of a row that is mended where an earlier one is wrong already."""
    heard, wrong = answer.heard.student, answer.expected.step
    if answer.expected.kind != "which_row" or heard is None or wrong is None:
        return ()
    steps = [step for row in heard.rows if isinstance(step := row.get("step"), int)]
    return tuple(steps[:1]) if steps and min(steps) > wrong else ()


def told_steps(
    text: str, known: TracingRecord, session: Session, act: ActGuess | None
) -> ProblemTurn | None:
    """Return the turn of a message that tells several steps of the problem in a layout of its own.

    What the readers of layouts read surely is theirs.
    """
    turn = at_hand(known, session, "check", None)
    reading = read_problem(text, session.settings.trace_conventions, known.problem)
    read = reading.student if reading is not None else None
    if (read is not None and not read.doubts) or begins_problem(text, known.problem):
        return None
    asked = act is not None and act.act in _SHOWS_WORK
    told = read_told_work(text, known.problem, turn.settled_conventions, read, asked=asked)
    return None if told is None else replace(turn, student=told.student)


def sure_steps(text: str, known: TracingRecord, session: Session) -> ProblemTurn | None:
    """Return the turn of a message that surely tells several rows from the first on.

    Where one row was asked for, "A out, B 2 and C 5 wait" is that row, no order of three.
    """
    if name_algorithm(text) not in (None, known.problem.algorithm):
        return None
    turn = at_hand(known, session, "check", None)
    told = read_told_work(
        text, known.problem, turn.settled_conventions, None, asked=False, orders=True
    )
    if told is None:
        return None
    for said in (text, _before_last_words(text)):
        answer = answered_turn(said, known, session, None) if said else None
        if answer is not None and _is_the_row_asked_for(answer, told.student):
            return answer
    return replace(turn, student=told.student)


def walk_told(text: str, known: TracingRecord, session: Session) -> ProblemTurn | None:
    """Return the turn of a message that tells in sentences which nodes are taken."""
    if session.work_is_newer or name_algorithm(text) not in (None, known.problem.algorithm):
        return None
    walk = narrated_order(text, known.problem)
    if walk is None:
        return None
    return replace(at_hand(known, session, "check", None), student=walk, is_whole=True)


def _before_last_words(text: str) -> str:
    """Return a message without its last part, where that has no value: "…, both by S"."""
    told, comma, last = text.rpartition(",")
    has_value = any(sign.isdecimal() or sign == "=" for sign in last)
    return "" if not comma or has_value else told


def _is_the_row_asked_for(answer: ProblemTurn, told: StudentTrace | None) -> bool:
    """Whether one row, read without a rest, holds what is else an order of nodes."""
    if answer.heard is None or answer.heard.unread or answer.student is None or told is None:
        return False
    if answer.heard.goes_on:
        return True
    rows = answer.student.rows
    entries = rows[0].get("open", rows[0].get("dist", ())) if len(rows) == 1 else None
    is_order = not any({"open", "dist", "children"} & row.keys() for row in told.rows)
    holds = len(entries) + 1 if isinstance(entries, Sized) else 0
    return is_order and holds >= len(told.rows)


def unreadable(
    text: str, known: TracingRecord, session: Session, act: ActGuess | None
) -> ProblemTurn | None:
    """Return the turn of an answer that cannot be read: it is asked for in a form that can."""
    if session.work_is_newer or not holds_floor(session):
        return None
    gives = act is not None and act.act in GIVING and act.about_table
    asked = known.awaited is not None or predicts(known, session)
    if not asked or not (gives or looks_like_answer(text, known.problem)):
        return None
    return at_hand(known, session, "unreadable", known.attempt)
