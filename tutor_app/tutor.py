"""The way of one student message, readable top to bottom."""

from __future__ import annotations

import re
from collections.abc import Generator, Iterator
from dataclasses import replace
from functools import partial

from tutor_app.assignments.book import AssignmentBook
from tutor_app.assignments.guard import keep_locked
from tutor_app.errors import IndexMissing
from tutor_app.intent import Asked, ProblemKind, understand
from tutor_app.judging import judge_of
from tutor_app.notes import Notes, Stop
from tutor_app.phrasing import phrased
from tutor_app.shape import read_shape
from tutor_app.small_talk import answer_small_talk
from tutor_app.strategies.answer_points import evaluate_answer, has_every_point, has_solution
from tutor_app.strategies.asides import aside
from tutor_app.strategies.debugging import help_debug
from tutor_app.strategies.explanation import explain
from tutor_app.strategies.open_work import help_check, item_spoken_of, other_item
from tutor_app.strategies.problem_reply import answer_problem, bears_out, cite_from
from tutor_app.strategies.problem_turn import ProblemTurn
from tutor_app.strategies.told_problem import understand_told
from tutor_app.teaching import WorkRecord
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

_EXPLAINED: frozenset[Intent] = frozenset({"direct", "conceptual"})
_WORK_WORDS = 45  # a message with more may hold work of the student's in words
_SOLVING = re.compile(
    r"\b(solv\w+|solutions?|answers?|hints?|stuck|help|tell me|give me|show me|do it|start"
    r"|how (do|should|can|would) (i|we|you))\b",
    re.IGNORECASE,
)


def respond(
    message: Message, session: Session, tools: Tools, stopped: Stop = lambda: False
) -> Iterator[Event]:
    """Yield what the student is shown, in order; the last event is Done.

    `stopped` is asked before anything that takes long.

    Raises:
        IndexMissing: the course has no material to answer from.
    """
    message = replace(message, text=tidy(message.text))
    book = _book(session, tools)
    notes = Notes(stopped)
    problem = None
    if message.wanted not in _EXPLAINED:
        told = understand_told(message.text, session, tools, notes.stopped)
        problem, notes.attempts = yield from told
    if problem is not None and (
        _is_of_a_program(problem, message.text) or _is_open_answer(problem, message, session, book)
    ):
        problem = None
    reply = in_tone(_reply(message, problem, session, tools, book, notes), session)
    if book is None:
        yield from reply
    else:
        own_words = _own_words(message, session)
        yield from keep_locked(reply, book.guard, own_words, computed=problem is not None)


def _own_words(message: Message, session: Session) -> tuple[str, ...]:
    """Return what the student wrote in this conversation: they may be told it back."""
    work = session.work.attempt if session.work is not None else None
    return (message.text, work or "", *(before.question for before in session.before))


def _reply(  # noqa: PLR0913  (all that a reply is made of)
    message: Message,
    problem: ProblemTurn | None,
    session: Session,
    tools: Tools,
    book: AssignmentBook | None,
    notes: Notes,
) -> Iterator[Event]:
    if problem is None and (line := answer_small_talk(message.text, session)) is not None:
        yield line
        yield Done(record=TurnRecord(intent=None, found=None))
        return
    asked = understand(message, session, _kind_of(problem))
    if problem is None and message.wanted is None:
        asked = _answerable(asked, message, session, book)
    yield Understood(intent=asked.intent, sure=asked.sure, others=asked.others)
    if problem is not None and asked.intent not in (*_EXPLAINED, "debugging"):
        yield from answer_problem(message.text, problem, session, tools, book, notes)
    elif (work := _on_own_work(message, asked, session, tools, book, notes)) is not None:
        own_words = _own_words(message, session)
        leaks = partial(book.guard.leaks, own_words=own_words) if book is not None else None
        yield from _kept(phrased(work, session, tools, notes, leaks), asked.intent, notes)
    else:
        yield from explain(message, asked.intent, session, tools, notes)


def _is_of_a_program(problem: ProblemTurn, text: str) -> bool:
    """Return whether what looks like an algorithm problem is the program of its student.

    "my BFS crashes" names an algorithm, and its program holds no graph to run it on.
    """
    return problem.question is not None and read_shape(text).code is not None


def _is_open_answer(
    problem: ProblemTurn, message: Message, session: Session, book: AssignmentBook | None
) -> bool:
    """Return whether what looks like an algorithm problem is an answer to hold against a solution.

    Prose is not as surely read as a table: where the run does not bear out what was read, and every
    point of the item's solution is in the answer, a right answer would be called wrong.
    """
    if book is None:
        return False
    told = not read_shape(message.text).rows
    if message.wanted == "evaluation" and (told or book.match(message.text) is not None):
        return has_solution(message.text, session, book)
    return told and not bears_out(problem) and has_every_point(message.text, session, book)


def _answerable(
    asked: Asked, message: Message, session: Session, book: AssignmentBook | None
) -> Asked:
    """Return what the course can answer at once, where a message holds nothing to work on.

    Of two helps that are about as likely, an explanation costs the student no turn; the other
    stands beside it to be chosen.
    """
    going_on = session.work is not None and not asked.others
    if asked.intent in _EXPLAINED or going_on:
        return asked
    shape = asked.shape
    if shape.code or shape.traceback or shape.rows or len(shape.prose.split()) > _WORK_WORDS:
        return asked
    if asked.intent == "validation" and book is not None and book.match(message.text) is not None:
        return asked  # "is this a good answer to item 6: …"
    explained = next((other for other in asked.others if other in _EXPLAINED), None)
    if explained is None and asked.intent in ("debugging", "validation"):
        explained = "direct"
    return asked if explained is None else replace(asked, intent=explained, others=(asked.intent,))


_Work = Generator[Event, None, WorkRecord | None]


def _on_own_work(  # noqa: PLR0913  (all that a reply is made of)
    message: Message,
    asked: Asked,
    session: Session,
    tools: Tools,
    book: AssignmentBook | None,
    notes: Notes,
) -> _Work | None:
    """Return the reply to a program, an answer or an exercise of the student's; None elsewhere."""
    cite = cite_from(session, tools)
    if _wants_help_with_an_item(message.text, session, book):
        return help_check(message, asked, session, cite, book)
    match asked.intent:
        case "debugging":
            return help_debug(message, asked, session, cite, tools.run_program)
        case "evaluation":
            return evaluate_answer(message, asked, session, cite, book, judge_of(tools, notes))
        case "validation" if book is not None and has_every_point(message.text, session, book):
            return evaluate_answer(message, asked, session, cite, book)
        case "validation":
            return help_check(message, asked, session, cite, book)
        case _ if book is not None and _wants_it_solved(message.text, book):
            return help_check(message, asked, session, cite, book)
        case _:
            return None


def _wants_help_with_an_item(text: str, session: Session, book: AssignmentBook | None) -> bool:
    """Return whether a short message wants a hint or the answer of an item that is not at hand."""
    wanted = aside(text)
    if wanted is None:
        return False
    if other_item(text, session, book) is not None:
        return True
    return wanted in ("stuck", "pressed", "all") and item_spoken_of(session, book) is not None


def _wants_it_solved(text: str, book: AssignmentBook) -> bool:
    """Return whether an item of an assignment is asked about to have it done, not to be told of."""
    return bool(_SOLVING.search(text)) and book.match(text) is not None


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


def _kept(reply: _Work, intent: Intent, notes: Notes) -> Iterator[Event]:
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
