"""An explanation: the course's own sentences that answer, and an exercise to apply them to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from tutor_app.answering.practice.cloze import leave_a_gap
from tutor_app.answering.practice.exercise import exercise_words, nearest_exercise, practice_id
from tutor_app.conversation.beside.lead_back import is_beside, lead_back
from tutor_app.conversation.beside.schedule_reply import comes_later
from tutor_app.conversation.beside.side_question import pick_quotes
from tutor_app.conversation.model_queue import models_question
from tutor_app.conversation.no_answer import decline
from tutor_app.conversation.services import Services
from tutor_app.conversation.subject.course_lookup import look_up
from tutor_app.conversation.subject.hardly_answered import quotes_may_answer, say_where
from tutor_app.conversation.subject.models_answer import (
    answer_by_model,
    answer_from_before,
    answers_by_model,
)
from tutor_app.conversation.subject.models_choice import choose_by_model
from tutor_app.conversation.turn_context import TurnContext
from tutor_app.conversation.turn_notes import Notes
from tutor_app.domain.values import (
    AnswerDone,
    Event,
    Intent,
    Passage,
    Quote,
    Sentence,
    Session,
    Source,
    Sources,
    Status,
    TurnRecord,
)
from tutor_app.models.duties.ask_follow_up import DUTY as FOLLOW_UP
from tutor_app.models.duties.verify import DUTY as VERIFY
from tutor_app.retrieval.course_index import CourseIndex, Query
from tutor_app.understanding.intent import TOLD
from tutor_app.wording import quote_sentences as words
from tutor_app.wording.catalogue import phrase

STILL_READING = phrase("ingest_progress.still_reading", "count")
SEARCHING = phrase("conversation.searching")
MAX_SOURCES = 6  # chips: more is not looked at


def explain(turn: TurnContext, intent: Intent, *, defining: Quote | None = None) -> Iterator[Event]:
    """Answer with quotes from the course; a conceptual question also gets something to practise.

    What defines the term that is asked for is quoted first.

    Raises:
        IndexMissing: the course has no material to answer from.
    """
    session, services, notes = turn.session, turn.services, turn.notes
    yield Status(text=SEARCHING())
    index = services.courses(session.course_id)
    looked = yield from look_up(turn, index)
    beside = is_beside(session)
    speaks = answers_by_model(turn)
    if not speaks:  # whoever answers says in the same call which passages do
        looked = yield from choose_by_model(turn, index, looked)
    query, found, quotes = looked.query, looked.found, looked.quotes
    quotes = quotes if defining is None else _put_first(defining, quotes)
    told = False
    if not quotes and found is not None and speaks:
        told = yield from answer_from_before(turn, looked)
    if not quotes and found is not None and not told:
        foreign = turn.settled_act == "chat.offsubject" and turn.act.sure
        if (later := comes_later(query.text, session)) is not None:
            yield later
        else:
            yield from decline(query, found, session, index, services, foreign=foreign)
    if not quotes and not told and session.unindexed_files:
        yield Sentence(text=STILL_READING(count=session.unindexed_files), role="notice")
    if quotes and found is not None:
        quotes = pick_quotes(turn, quotes) if beside else quotes
        # What was quoted before is left out, and may have been what stood open.
        quotes = (replace(quotes[0], quiet=False), *quotes[1:])
        opened = [quote for quote in quotes if not quote.quiet]
        fits = speaks or defining is not None or quotes_may_answer(turn, query, opened)
        yield from _put_as_answer(quotes) if fits else say_where(turn, quotes)
        notes.note_point("first_quote")
        yield Sources(sources=tuple(_sources(found.kept))[:MAX_SOURCES])
        asks_on = intent == "conceptual" and not beside and fits
        if speaks:
            yield from answer_by_model(turn, looked, quotes)
        elif asks_on:
            yield from _ask_on(query, opened, session, services, notes)
        if asks_on:
            yield from _practise(query, opened, index, session, notes)
    yield from lead_back(session)
    notes.note_point("all")
    yield AnswerDone(
        record=TurnRecord(
            intent=intent if intent in TOLD else "direct",  # quotes are no work of the student's
            found=found,
            practice=notes.practice,
            attempts=notes.attempts,
            timings=notes.timings,
            declined=not quotes and not told,
        )
    )


def _put_first(definition: Quote, quotes: Sequence[Quote]) -> tuple[Quote, ...]:
    """Return the quotes behind a definition, one of them open, where they don't begin with it."""
    defines = {mark.text for mark in definition.marked}
    if quotes and defines & {mark.text for mark in quotes[0].marked}:
        return tuple(quotes)
    others = [quote for quote in quotes if quote.paragraph != definition.paragraph]
    opened = [quote for quote in others if not quote.quiet][:1]
    return (definition, *(replace(quote, quiet=quote not in opened) for quote in others))


def _put_as_answer(quotes: Sequence[Quote]) -> Iterator[Event]:
    yield words.lead_in([quote for quote in quotes if not quote.quiet])
    yield from quotes


def _ask_on(
    query: Query,
    quotes: Sequence[Quote],
    session: Session,
    services: Services,
    notes: Notes,
) -> Iterator[Event]:
    """Yield the question of a model that may ask one and verify: without the latter none speaks."""
    if not {FOLLOW_UP, VERIFY} <= services.duties or notes.stopped():
        return
    persona = session.settings.persona
    with notes.time_stage("model"):
        asked = yield from models_question(query.text, quotes, services, notes.stopped, persona)
    notes.note_attempts(FOLLOW_UP, asked.attempts, asked.problem)
    if asked.question is not None:
        yield Sentence(
            text=asked.question, role="question", by_model=True, passage_id=asked.passage_id
        )
        notes.asked = True


def _practise(
    query: Query, quotes: Sequence[Quote], index: CourseIndex, session: Session, notes: Notes
) -> Iterator[Event]:
    """Offer the nearest exercise, else a gap to fill, folded away if a question is asked."""
    if notes.stopped():
        return
    if not notes.asked:
        notes.practice = nearest_exercise(query, quotes, index, session.offered)
    if notes.practice is not None:
        said = words.offer_exercise(notes.practice, exercise_words(notes.practice))
        yield replace(said, practice_id=practice_id(notes.practice.chunk))
    gap = leave_a_gap(query.text, quotes, index, session.offered)
    if gap is not None:
        waits = notes.asked or notes.practice is not None or notes.quotes_out_of_view
        yield replace(gap, quiet=waits)


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
            origin=chunk.origin,
        )
