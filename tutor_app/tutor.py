"""The way of one student message, readable top to bottom."""

from __future__ import annotations

import time
import uuid
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from tutor_app import words
from tutor_app.errors import TutorError
from tutor_app.intent import classify
from tutor_app.practice import exercise_words, nearest_exercise
from tutor_app.quoting import choose_quotes
from tutor_app.retrieval.course_index import CourseIndex, Query, read_query
from tutor_app.retrieval.retrieve import retrieve
from tutor_app.strategies.follow_up import DUTY as FOLLOW_UP
from tutor_app.strategies.follow_up import FollowUp, ask_follow_up
from tutor_app.values import (
    Done,
    Event,
    Message,
    ModelAttempt,
    Passage,
    Quote,
    Sentence,
    Session,
    Source,
    Sources,
    Status,
    TurnRecord,
)
from tutor_app.wiring import Tools

Stop = Callable[[], bool]

_THINKING = "Thinking of a question for you…"
_NO_MODEL = (
    "The tutor's own question is missing: no model is configured. The quotes stand. For staff: "
    "`elenchus doctor` says what to do."
)

MAX_SOURCES = 6  # chips: more is not looked at


@dataclass(slots=True)
class _Notes:
    """What is gathered on the way for staff; frozen into the TurnRecord at the end."""

    stopped: Stop
    started: float = field(default_factory=time.monotonic)
    timings: dict[str, float] = field(default_factory=dict)
    practice: Passage | None = None
    attempts: tuple[ModelAttempt, ...] = ()

    @contextmanager
    def timed(self, stage: str) -> Iterator[None]:
        """Add the seconds of one stage."""
        began = time.monotonic()
        try:
            yield
        finally:
            self.timings[stage] = time.monotonic() - began

    def passed(self, point: str) -> None:
        """Note the seconds from the start to this point."""
        self.timings[point] = time.monotonic() - self.started


def respond(
    message: Message, session: Session, tools: Tools, stopped: Stop = lambda: False
) -> Iterator[Event]:
    """Yield what the student is shown, in order; the last event is Done.

    `stopped` is asked before anything that takes long.

    Raises:
        IndexMissing: the course has no material to answer from.
    """
    notes = _Notes(stopped)
    intent = classify(message.text)
    yield Status(text="Searching the course…")
    index = tools.courses(session.course_id)
    with notes.timed("embed"):
        query = read_query(message.text, tools.embedder, index)
    with notes.timed("retrieve"):
        found = retrieve(query, index, tools.profile, tools.reranker)
    with notes.timed("quote"):
        quotes = choose_quotes(query, found.kept, index)
    if not quotes:
        yield from words.decline(session, found.nearest)
    else:
        yield words.lead_in(quotes)
        yield from quotes
        notes.passed("first_quote")
        yield Sources(sources=tuple(_sources(found.kept))[:MAX_SOURCES])
        if intent == "conceptual":
            yield from _carry_on(query, quotes, index, tools, notes)
    notes.passed("all")
    yield Done(
        record=TurnRecord(
            intent=intent,
            found=found,
            practice=notes.practice,
            attempts=notes.attempts,
            timings=notes.timings,
            declined=not quotes,
        )
    )


def _carry_on(
    query: Query,
    quotes: Sequence[Quote],
    index: CourseIndex,
    tools: Tools,
    notes: _Notes,
) -> Iterator[Event]:
    """End with one question: the model's where it holds the duty, else the nearest exercise."""
    if FOLLOW_UP in tools.duties and not notes.stopped():
        with notes.timed("model"):
            asked = yield from _models_question(query, quotes, tools, notes.stopped)
        notes.attempts = asked.attempts
        if asked.question is not None:
            yield Sentence(
                text=asked.question, role="question", by_model=True, passage_id=asked.passage_id
            )
            return
        if asked.problem is not None:
            yield Sentence(text=asked.problem, role="notice")
    if notes.stopped():
        return
    shown = frozenset(quote.passage_id for quote in quotes)
    notes.practice = nearest_exercise(query, index, shown)
    if notes.practice is not None:
        yield words.exercise(notes.practice, exercise_words(notes.practice))


def _models_question(
    query: Query, quotes: Sequence[Quote], tools: Tools, stopped: Stop
) -> Generator[Event, None, FollowUp]:
    """Wait for the model, telling the place in the line, and let it ask."""
    if tools.model is None:
        return _no_question(_NO_MODEL)
    try:
        model = tools.model()
        if tools.slots is None:
            yield Status(text=_THINKING)
            return ask_follow_up(query.text, quotes, model, stopped)
        with tools.slots.line(uuid.uuid4().hex, stopped) as places:
            for ahead in places:
                yield Status(text="Waiting for the tutor's question…", ahead=ahead)
            if stopped():  # then there is no slot to ask in
                return _no_question(None)
            yield Status(text=_THINKING)
            return ask_follow_up(query.text, quotes, model, stopped)
    except TutorError as exc:  # no server, no Redis: the quotes that are shown stand without it
        return _no_question(str(exc))


def _no_question(problem: str | None) -> FollowUp:
    return FollowUp(question=None, passage_id=None, attempts=(), problem=problem)


def _sources(passages: Sequence[Passage]) -> Iterator[Source]:
    """Yield each page that the answer rests on once, best first."""
    seen: set[tuple[str, int]] = set()
    for passage in passages:
        chunk = passage.chunk
        if (chunk.document.id, chunk.page) in seen:
            continue
        seen.add((chunk.document.id, chunk.page))
        yield Source(
            passage_id=chunk.id,
            document_id=chunk.document.id,
            document_name=chunk.document.name,
            kind=chunk.document.kind,
            page=chunk.page,
            headings=chunk.headings,
            by_ocr=chunk.by_ocr,
        )
