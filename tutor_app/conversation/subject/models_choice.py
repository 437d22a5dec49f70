"""Which sentences are quoted, where a model holds the duty to choose them (docs/duties.md)."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import replace

from tutor_app.answering.choose_quotes import SentenceCandidate, quote_sentences, rank_sentences
from tutor_app.conversation.model_queue import models_choice
from tutor_app.conversation.subject.course_lookup import LookUpResult
from tutor_app.conversation.turn_context import TurnContext
from tutor_app.domain.values import Event, RetrievalResult
from tutor_app.models.duties.choose import DUTY, MOST_CANDIDATES
from tutor_app.retrieval.course_index import CourseIndex
from tutor_app.wording import quote_sentences as words

LEAST_TO_CHOOSE_FROM = 2


def choose_by_model(
    turn: TurnContext, index: CourseIndex, looked: LookUpResult
) -> Generator[Event, None, LookUpResult]:
    """Return what was found with the quotes that a model chooses among its sentences.

    The model sees the question and the sentences; it gives numbers. Where it gives none that pass
    their checks, or not in time, the quotes that code chose stand. What is asked for by its number
    is not chosen, and what the conversation has left out stays out. Where the course speaks of the
    question is told before the model is asked: these are the reply's first words.
    """
    services, notes = turn.services, turn.notes
    found = looked.found
    if DUTY not in services.duties or found is None or not looked.quotes or notes.stopped():
        return looked
    if any(passage.scores.reference is not None for passage in found.kept):
        return looked
    candidates = candidates_of(turn, index, looked, found)
    if len(candidates) < LEAST_TO_CHOOSE_FROM:
        return looked
    texts = [one.sentence.text for one in candidates]
    yield words.reading_on([one.passage for one in candidates])
    with notes.time_stage("choose"):
        choice = yield from models_choice(looked.query.text, texts, services, notes.stopped)
    notes.note_attempts(DUTY, choice.attempts, choice.problem)
    # Alone, "and why?" is answered by nothing: what was searched with its topic stands.
    leans = turn.act.about_table and bool(turn.session.before)
    if choice.places is None or (not choice.places and leans):
        return looked
    chosen = [candidates[place] for place in choice.places]
    return replace(looked, quotes=tuple(quote_sentences(looked.query, chosen, index)))


def candidates_of(
    turn: TurnContext, index: CourseIndex, looked: LookUpResult, found: RetrievalResult
) -> list[SentenceCandidate]:
    """Return the nearest sentences, each text once, without those that were left out as known."""
    quoted = {mark.text for quote in looked.quotes for mark in quote.marked}
    before = {text for one in turn.session.before for text in one.quoted} - quoted
    distinct: dict[str, SentenceCandidate] = {}
    for candidate in rank_sentences(looked.query, found.kept, index):
        if candidate.sentence.text not in before:
            distinct.setdefault(candidate.sentence.text, candidate)
    return list(distinct.values())[:MOST_CANDIDATES]
