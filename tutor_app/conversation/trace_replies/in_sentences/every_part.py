"""A reply in which every part of its message has a word: beside the verdict, and behind it."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator
from dataclasses import replace

from tutor_app.conversation.trace_replies.in_sentences.asked_beside import answers_beside
from tutor_app.conversation.trace_replies.in_sentences.told_reply import (
    ask_for_wrong,
    mind_reading,
    words_on_other,
    words_on_told,
)
from tutor_app.conversation.trace_replies.problem_turn import (
    Course,
    ProblemTurn,
    Reply,
    ReplyOutcome,
)
from tutor_app.domain.values import Event, Quote, Sentence
from tutor_app.tracing.exact_run import AlgorithmRun

_REACTS = frozenset(("verdict", "hint", "result", "notice"))


def with_parts(
    reply: Reply, turn: ProblemTurn, exact: AlgorithmRun, course: Course
) -> Generator[Event, None, ReplyOutcome]:
    """Yield a reply, with what is told beside its rows and the answers right behind its verdict.

    What is told and is not so is asked for where the reply ends without a question.
    """
    pending: Iterator[Event] | None = _parts(turn, exact, course)
    reacted = asked = False
    quoted: set[str] = set()
    while True:
        try:
            event = next(reply)
        except StopIteration as done:
            if pending is not None:
                yield from _once(pending, quoted)
            outcome: ReplyOutcome = done.value
            break
        reacts = isinstance(event, Sentence) and event.role in _REACTS
        if pending is not None and not reacts and (reacted or _asks(event)):
            yield from _once(pending, quoted)
            pending = None
        reacted, asked = reacted or reacts, asked or _asks(event)
        yield from _once((event,), quoted)
    if turn.wanted in ("told", "asked") or not any(each.verdict == "wrong" for each in turn.told):
        return outcome
    outcome = replace(outcome, answered="partly")
    question = None if asked else ask_for_wrong(turn, exact)
    if question is None:
        return outcome
    yield Sentence(text=question[0], role="question")
    return replace(outcome, awaited=question[1])


def _once(events: Iterable[Event], quoted: set[str]) -> Iterator[Event]:
    """Yield events, each quote once."""
    for event in events:
        if isinstance(event, Quote):
            if event.passage_id in quoted:
                continue
            quoted.add(event.passage_id)
        yield event


def _asks(event: Event) -> bool:
    return isinstance(event, Sentence) and event.role == "question"


def _parts(turn: ProblemTurn, exact: AlgorithmRun, course: Course) -> Iterator[Event]:
    own = "" if turn.wanted == "told" else words_on_told(turn, exact)
    said = (own, mind_reading(turn, exact, course), words_on_other(turn, course))
    if any(said):
        yield Sentence(text=" ".join(filter(None, said)), role="verdict")
    yield from answers_beside(turn, exact, course)
