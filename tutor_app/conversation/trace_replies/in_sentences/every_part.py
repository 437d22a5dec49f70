"""A reply in which every part of its message has a word: beside the verdict, and behind it."""

from __future__ import annotations

from collections.abc import Generator, Iterator

from tutor_app.conversation.trace_replies.in_sentences.asked_beside import answers_beside
from tutor_app.conversation.trace_replies.in_sentences.told_reply import words_on_told
from tutor_app.conversation.trace_replies.problem_turn import (
    Course,
    ProblemTurn,
    Reply,
    ReplyOutcome,
    offers_of,
)
from tutor_app.conversation.trace_replies.table_replies import open_row
from tutor_app.domain.values import Event, Offers, Sentence
from tutor_app.tracing.exact_run import AlgorithmRun
from tutor_app.tracing.narration.run_sentences import ask_for_row

_REACTS = frozenset(("verdict",))


def with_parts(
    reply: Reply, turn: ProblemTurn, exact: AlgorithmRun, course: Course
) -> Generator[Event, None, ReplyOutcome]:
    """Yield a reply, with what is told beside its rows and the answers right behind its verdict."""
    pending: Iterator[Event] | None = _parts(turn, exact, course)
    reacted = False
    while True:
        try:
            event = next(reply)
        except StopIteration as done:
            if pending is not None:
                yield from pending
            outcome: ReplyOutcome = done.value
            return outcome
        reacts = isinstance(event, Sentence) and event.role in _REACTS
        if pending is not None and not reacts and (reacted or _asks(event)):
            yield from pending
            pending = None
        reacted = reacted or reacts
        yield event


def _asks(event: Event) -> bool:
    return isinstance(event, Sentence) and event.role == "question"


def _parts(turn: ProblemTurn, exact: AlgorithmRun, course: Course) -> Iterator[Event]:
    if turn.wanted != "told" and (said := words_on_told(turn, exact)):
        yield Sentence(text=said, role="verdict")
    yield from answers_beside(turn, exact, course)


def lead_back_to_row(turn: ProblemTurn, exact: AlgorithmRun) -> Reply:
    """Ask for the row that is still open, once what was asked has its answer."""
    expected = open_row(turn, exact)
    if expected is None or expected.step is None:
        return ReplyOutcome(awaited=turn.awaited)
    yield Sentence(text=ask_for_row(exact, expected.step), role="question")
    yield Offers(messages=offers_of(turn))
    return ReplyOutcome(awaited=expected)
