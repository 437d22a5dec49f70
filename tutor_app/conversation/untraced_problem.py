"""A problem for an algorithm that cannot be run here: named as such, with what the course has."""

from __future__ import annotations

from collections.abc import Generator, Iterator

from tutor_app.answering.choose_quotes import choose_quotes
from tutor_app.conversation.services import Services
from tutor_app.conversation.trace_replies.problem_reply import ONE_QUOTE, teaches
from tutor_app.conversation.turn_notes import Notes
from tutor_app.domain.errors import IndexMissing
from tutor_app.domain.values import (
    AnswerDone,
    Event,
    Message,
    Passage,
    RetrievalResult,
    Scores,
    Sentence,
    Session,
    TurnRecord,
)
from tutor_app.exercises.assignment_book import AssignmentBook
from tutor_app.retrieval.course_index import CourseIndex, Query, read_query
from tutor_app.retrieval.retrieve import retrieve
from tutor_app.tracing.narration.convention_texts import name_what_runs
from tutor_app.tracing.reading.algorithm_names import name_algorithm
from tutor_app.tracing.reading.untraced_algorithms import name_untraced
from tutor_app.understanding.intent import HelpRequest
from tutor_app.wording.catalogue import phrase
from tutor_app.wording.quote_sentences import name_place

NEAREST_TO_ALGORITHM = phrase("conversation.nearest_to_algorithm", "place")


def untraced_problem(
    message: Message, asked: HelpRequest, session: Session, book: AssignmentBook | None
) -> str | None:
    """Return the algorithm of a problem that cannot be run; None if the message has none.

    It counts if a run would be likely to help, or if data stand beside the name. Questions of why
    or how are answered by the course, and work on an exercise gets help whatever it is about.
    """
    if asked.shape.code is not None:
        return None
    wants_run = "tracing" in (asked.intent, *asked.others)
    gives_data = asked.shape.has_data and asked.intent in ("direct", "validation")
    if message.wanted in ("direct", "conceptual") or not (wants_run or gives_data):
        return None
    name = name_untraced(message.text)
    # Short words beside open work are about that work; a run that is asked for is a new subject.
    goes_on = session.work is not None and asked.intent != "tracing"
    # Beside one that can be run, and on no data, it is rather set against that one.
    compared = not (asked.sure or asked.shape.has_data) and name_algorithm(message.text) is not None
    if name is None or goes_on or compared:
        return None
    return name if book is None or book.match(message.text) is None else None


def name_the_algorithm(
    name: str, asked: HelpRequest, session: Session, services: Services, notes: Notes
) -> Iterator[Event]:
    """Say that the algorithm cannot be run, which can, and what of the course is nearest to it."""
    yield Sentence(text=name_what_runs(name), role="notice")
    found = yield from _quote_nearest(name, session, services)
    notes.note_point("all")
    yield AnswerDone(record=TurnRecord(intent=asked.intent, found=found, timings=notes.timings))


def _quote_nearest(
    name: str, session: Session, services: Services
) -> Generator[Event, None, RetrievalResult | None]:
    try:
        index = services.courses(session.course_id)
    except IndexMissing:
        return None
    query = read_query(name, services.embedder, index)
    found = retrieve(query, index, services.profile, services.reranker)
    near = [passage for passage in found.kept if teaches(passage.chunk)]
    near = near or _nearest_taught(query, index)
    for quote in choose_quotes(query, near, index, ONE_QUOTE)[:1]:
        yield Sentence(text=NEAREST_TO_ALGORITHM(place=name_place(quote)), role="lead_in")
        yield quote
    return found


def _nearest_taught(query: Query, index: CourseIndex) -> list[Passage]:
    """Return what is nearest in meaning if the course does not mention it; never an exercise."""
    scores = index.dense(query)
    taught = [row for row, chunk in enumerate(index.chunks) if teaches(chunk)]
    best = max(taught, key=lambda row: float(scores[row]), default=None)
    if best is None:
        return []
    return [Passage(chunk=index.chunks[best], scores=Scores(dense=float(scores[best])))]
