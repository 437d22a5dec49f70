"""The way of one student message, readable top to bottom."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import replace

from tutor_app.assignments.book import AssignmentBook
from tutor_app.assignments.guard import keep_locked
from tutor_app.errors import IndexMissing
from tutor_app.intent import ProblemKind, understand
from tutor_app.level import for_level
from tutor_app.notes import Notes, Stop
from tutor_app.open_turn import OpenTurn
from tutor_app.own_work import EXPLAINED, Work, answerable, help_with_work, is_no_problem
from tutor_app.small_talk import answer_small_talk
from tutor_app.strategies.explanation import explain
from tutor_app.strategies.problem_reply import answer_problem
from tutor_app.strategies.problem_turn import ProblemTurn
from tutor_app.strategies.told_problem import understand_told
from tutor_app.tidy import tidy
from tutor_app.tone import in_tone
from tutor_app.values import (
    Done,
    Event,
    HintLevel,
    Intent,
    Message,
    Session,
    TurnRecord,
    Understood,
)
from tutor_app.wiring import Tools


def respond(
    message: Message, session: Session, tools: Tools, stopped: Stop = lambda: False
) -> Iterator[Event]:
    """Yield what the student is shown, in order; the last event is Done.

    `stopped` is asked before anything that takes long.

    Raises:
        IndexMissing: the course has no material to answer from.
    """
    turn = OpenTurn(
        message=replace(message, text=tidy(message.text)),
        session=session,
        tools=tools,
        book=_book(session, tools),
        notes=Notes(stopped),
    )
    problem = yield from _read_problem(turn)
    reply = for_level(in_tone(_reply(turn, problem), session), session)
    if turn.book is None:
        yield from reply
    else:
        computed = problem is not None
        yield from keep_locked(reply, turn.book.guard, turn.own_words, computed=computed)


def _read_problem(turn: OpenTurn) -> Generator[Event, None, ProblemTurn | None]:
    """Return the algorithm problem that the message is about, if it is about one."""
    if turn.message.wanted in EXPLAINED:
        return None
    told = understand_told(turn.message.text, turn.session, turn.tools, turn.notes.stopped)
    problem, turn.notes.attempts = yield from told
    return None if problem is None or is_no_problem(problem, turn) else problem


def _reply(turn: OpenTurn, problem: ProblemTurn | None) -> Iterator[Event]:
    message, session, tools, notes = turn.message, turn.session, turn.tools, turn.notes
    if problem is None and (line := answer_small_talk(message.text, session)) is not None:
        yield line
        yield Done(record=TurnRecord(intent=None, found=None))
        return
    asked = understand(message, session, _kind_of(problem))
    if problem is None and message.wanted is None:
        asked = answerable(asked, turn)
    yield Understood(intent=asked.intent, sure=asked.sure, others=asked.others)
    if problem is not None and asked.intent not in (*EXPLAINED, "debugging"):
        yield from answer_problem(message.text, problem, session, tools, turn.book, notes)
    elif (work := help_with_work(turn, asked)) is not None:
        yield from _kept(work, asked.intent, notes)
    else:
        yield from explain(message, asked.intent, session, tools, notes)


def _book(session: Session, tools: Tools) -> AssignmentBook | None:
    """Return the course's assignments; None where it has no material, or a test gave none."""
    if tools.assignments is None:
        return None
    try:
        return tools.assignments(session.course_id, tools.courses(session.course_id))
    except IndexMissing:
        return None


def _kind_of(problem: ProblemTurn | None) -> ProblemKind | None:
    if problem is None:
        return None
    match problem.wanted:
        case "trace" | "check" | "next":
            return problem.wanted
        case _:
            return "check" if problem.student is not None else "trace"


def _kept(reply: Work, intent: Intent, notes: Notes) -> Iterator[Event]:
    """Tell what a strategy says to the student's own work, and keep what it leaves."""
    left = yield from reply
    if left is not None and left.ladder and left.ladder[-1].level:
        yield HintLevel(level=left.ladder[-1].level)
    notes.passed("all")
    yield Done(
        record=TurnRecord(
            intent=intent, found=None, attempts=notes.attempts, timings=notes.timings, work=left
        )
    )
