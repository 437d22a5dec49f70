"""An explanation: the course's own sentences that answer, and something to use them on."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from dataclasses import replace

from tutor_app import words
from tutor_app.follow_up import drifted, in_context
from tutor_app.model_line import models_explanation, models_question
from tutor_app.named import quote_named
from tutor_app.notes import Notes
from tutor_app.practice.cloze import leave_a_gap
from tutor_app.practice.exercise import exercise_words, nearest_exercise, practice_id
from tutor_app.quoting import choose_quotes
from tutor_app.retrieval.course_index import CourseIndex, Query, read_query
from tutor_app.retrieval.references import put_first, resolve, without_reference
from tutor_app.retrieval.relevance import is_off_topic
from tutor_app.retrieval.retrieve import retrieve
from tutor_app.retrieval.text import tokens
from tutor_app.strategies.explain import DUTY as EXPLAIN
from tutor_app.strategies.explain import may_explain
from tutor_app.strategies.follow_up import DUTY as FOLLOW_UP
from tutor_app.values import (
    Done,
    Event,
    Found,
    Intent,
    Message,
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

_ASKS_MORE = 2  # content words beside a reference by number: fewer ask for the thing itself
MAX_SOURCES = 6  # chips: more is not looked at


def explain(
    message: Message, intent: Intent, session: Session, tools: Tools, notes: Notes
) -> Iterator[Event]:
    """Answer by quotes of the course; a conceptual question gets something to use them on.

    Raises:
        IndexMissing: the course has no material to answer from.
    """
    yield Status(text="Searching the course…")
    index = tools.courses(session.course_id)
    query, found, quotes = yield from _look_up(message.text, session, index, tools, notes)
    if not quotes and found is not None:
        yield from _decline(query, found, session, index, tools)
    if quotes and found is not None:
        yield words.lead_in(quotes)
        yield from quotes
        notes.passed("first_quote")
        yield Sources(sources=tuple(_sources(found.kept))[:MAX_SOURCES])
        if intent == "conceptual":
            yield from _carry_on(query, quotes, session, tools, notes)
            yield from _practise(query, quotes, index, session, notes)
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


_Looked = tuple[Query, Found | None, list[Quote]]


def _look_up(
    text: str, session: Session, index: CourseIndex, tools: Tools, notes: Notes
) -> Generator[Event, None, _Looked]:
    """Find what answers, telling what was understood otherwise than it was typed.

    A message that leans on what was said before is searched with it, unless that leads away from
    the message's own words.
    """
    asked = in_context(text, session, index.knows)
    if not asked.joined:
        return (yield from _search(text, index, tools, notes))

    def rarity(word: str) -> float:
        return index.rarity(word) if index.knows(word) else 0.0

    joined = yield from _search(asked.query, index, tools, notes)
    alone = yield from _search(text, index, tools, notes)
    if not joined[2] or drifted(text, joined[2], alone[2], rarity):
        return alone
    yield words.searched_with(asked.about)
    query, found, quotes = joined
    known = {text for before in session.before[-1:] for text in before.quoted}
    fresh = [quote for quote in quotes if not known.issuperset(m.text for m in quote.marked)]
    if fresh:
        return query, found, fresh
    yield words.no_more()
    return query, None, []


def _search(
    text: str, index: CourseIndex, tools: Tools, notes: Notes
) -> Generator[Event, None, _Looked]:
    """Search the course. What is named by number comes first.

    Where that is all that is asked and it does not exist, nothing is searched, and there is no
    Found.
    """
    with notes.timed("embed"):
        query = read_query(text, tools.embedder, index)
    named = resolve(text, index.chunks)
    alone = len(set(tokens(without_reference(text)))) < _ASKS_MORE
    if named.problem:
        yield Sentence(text=named.problem, role="notice")
        if alone:
            return query, None, []
    with notes.timed("retrieve"):
        found = retrieve(query, index, tools.profile, tools.reranker)
    with notes.timed("quote"):
        if named.chunks:
            found = put_first(found, named)
            first = [p for p in found.kept if p.scores.reference is not None]
            quotes = [] if alone else choose_quotes(query, first, index, tools.limits)
            return query, found, quotes or quote_named(first, index)
        quotes = choose_quotes(query, found.kept, index, tools.limits)
    if query.also and _marks(quotes) != _marks(_quotes_as_typed(text, index, tools)):
        yield words.searched_also(query.also)
    return query, found, quotes


def _quotes_as_typed(text: str, index: CourseIndex, tools: Tools) -> list[Quote]:
    query = read_query(text, tools.embedder, index, as_typed=True)
    found = retrieve(query, index, tools.profile, tools.reranker)
    return choose_quotes(query, found.kept, index, tools.limits)


def _marks(quotes: Sequence[Quote]) -> set[str]:
    return {mark.text for quote in quotes for mark in quote.marked}


def _carry_on(
    query: Query,
    quotes: Sequence[Quote],
    session: Session,
    tools: Tools,
    notes: Notes,
) -> Iterator[Event]:
    """What a model that holds the duties explains, and asks."""
    works = True
    persona = session.settings.persona
    own_words = session.settings.guidance != "high"
    if own_words and EXPLAIN in tools.duties and may_explain(quotes) and not notes.stopped():
        with notes.timed("explain"):
            told = yield from models_explanation(query.text, quotes, tools, notes.stopped, persona)
        notes.attempts += tuple(told.attempts)
        if told.problem is not None:
            works = False
            yield Sentence(text=told.problem, role="notice")
    if FOLLOW_UP in tools.duties and works and not notes.stopped():
        with notes.timed("model"):
            asked = yield from models_question(query.text, quotes, tools, notes.stopped, persona)
        notes.attempts += asked.attempts
        if asked.question is not None:
            yield Sentence(
                text=asked.question, role="question", by_model=True, passage_id=asked.passage_id
            )
            notes.asked = True
        elif asked.problem is not None:
            yield Sentence(text=asked.problem, role="notice")


def _decline(
    query: Query, found: Found, session: Session, index: CourseIndex, tools: Tools
) -> Iterator[Event]:
    """Say that the course does not answer; what is about something else is turned back to it."""
    free = session.settings.guidance == "none"
    if not free and found.nearest is not None and is_off_topic(query, found, index):
        yield from words.turn_back(session)
        return
    yield from words.decline(session, found.nearest)
    if free and found.nearest is not None:
        yield from _near(query, found.nearest, index, tools)


def _near(query: Query, nearest: Passage, index: CourseIndex, tools: Tools) -> Iterator[Event]:
    """Where the course wants it, quote what is nearest although it does not answer."""
    for quote in choose_quotes(query, [nearest], index, tools.limits)[:1]:
        yield words.may_be_near()
        yield quote


def _practise(
    query: Query, quotes: Sequence[Quote], index: CourseIndex, session: Session, notes: Notes
) -> Iterator[Event]:
    """Offer the nearest exercise, else a gap to fill; a gap waits behind any other question."""
    if notes.stopped():
        return
    if not notes.asked:
        notes.practice = nearest_exercise(query, quotes, index, session.offered)
    if notes.practice is not None:
        said = words.exercise(notes.practice, exercise_words(notes.practice))
        yield replace(said, practice_id=practice_id(notes.practice.chunk))
    gap = leave_a_gap(query.text, quotes, index, session.offered)
    if gap is not None:
        yield replace(gap, quiet=notes.asked or notes.practice is not None)


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
