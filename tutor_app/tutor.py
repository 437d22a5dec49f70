"""The way of one student message, readable top to bottom."""

from __future__ import annotations

from collections.abc import Generator, Iterator

from tutor_app.intent import ProblemKind, understand
from tutor_app.notes import Notes, Stop
from tutor_app.small_talk import answer_small_talk
from tutor_app.strategies.debugging import help_debug
from tutor_app.strategies.explanation import explain
from tutor_app.strategies.problem_reply import answer_problem, cite_from
from tutor_app.strategies.problem_turn import ProblemTurn
from tutor_app.strategies.told_problem import understand_told
from tutor_app.teaching import WorkRecord
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


def respond(
    message: Message, session: Session, tools: Tools, stopped: Stop = lambda: False
) -> Iterator[Event]:
    """Yield what the student is shown, in order; the last event is Done.

    `stopped` is asked before anything that takes long.

    Raises:
        IndexMissing: the course has no material to answer from.
    """
    notes = Notes(stopped)
    problem = None
    if message.wanted not in _EXPLAINED:
        told = understand_told(message.text, session, tools, stopped)
        problem, notes.attempts = yield from told
    if problem is None and (line := answer_small_talk(message.text, session)) is not None:
        yield line
        yield Done(record=TurnRecord(intent=None, found=None))
        return
    asked = understand(message, session, _kind_of(problem))
    yield Understood(intent=asked.intent, sure=asked.sure, others=asked.others)
    if problem is not None and asked.intent not in _EXPLAINED:
        yield from answer_problem(message.text, problem, session, tools, notes)
    elif asked.intent == "debugging":
        cite = cite_from(session, tools)
        yield from _on_work(help_debug(message, asked, session, cite), asked.intent, notes)
    else:
        yield from explain(message, asked.intent, session, tools, notes)


def _kind_of(problem: ProblemTurn | None) -> ProblemKind | None:
    if problem is None:
        return None
    match problem.wanted:
        case "trace" | "check" | "next":
            return problem.wanted
        case _:
            return "check" if problem.student is not None else "trace"


def _on_work(
    reply: Generator[Event, None, WorkRecord | None], intent: Intent, notes: Notes
) -> Iterator[Event]:
    """Tell what a strategy says to the student's own work, and keep what it leaves."""
    left = yield from reply
    if left is not None and left.ladder and left.ladder[-1].level:
        yield HintLevel(level=left.ladder[-1].level)
    notes.passed("all")
    yield Done(record=TurnRecord(intent=intent, found=None, timings=notes.timings, work=left))
