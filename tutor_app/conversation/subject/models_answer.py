"""A model's own sentences below the quotes, where it may write and verify (docs/duties.md)."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from dataclasses import replace

from tutor_app.answering.choose_quotes import quote_sentences
from tutor_app.conversation.last_words import last_words
from tutor_app.conversation.model_queue import models_answer
from tutor_app.conversation.subject.course_lookup import LookUpResult
from tutor_app.conversation.subject.models_choice import candidates_of
from tutor_app.conversation.turn_context import TurnContext
from tutor_app.domain.values import Event, Quote, Sentence
from tutor_app.exercises.locked_points import tells_locked_point
from tutor_app.models.duties.answer import DUTY, AskedFor, fact_text, may_answer
from tutor_app.models.duties.verify import DUTY as VERIFY
from tutor_app.retrieval.course_index import CourseIndex
from tutor_app.wording import quote_sentences as words

MOST_FACTS = 12


def answers_by_model(turn: TurnContext) -> bool:
    """Whether a model may speak in this turn: it holds the duties to write and to verify."""
    may_speak = turn.session.settings.guidance != "high"
    return may_speak and {DUTY, VERIFY} <= turn.services.duties


def answer_by_model(
    turn: TurnContext, index: CourseIndex, looked: LookUpResult, quotes: Sequence[Quote]
) -> Generator[Event, None, None]:
    """Yield what a model says of the quotes and of other passages that were found.

    A passage that it rests on is quoted beside it. Where it finds no answer in any passage, the
    student is told that there may be none.
    """
    if not may_answer(quotes) or turn.notes.stopped():
        return
    notes, session = turn.notes, turn.session
    facts = _facts(turn, index, looked, quotes)
    asked = AskedFor(
        question=turn.message.text,
        facts=facts,
        before=last_words(session.before[-1].shown if session.before else ()),
    )
    with notes.time_stage("answer"):
        told = yield from models_answer(
            asked,
            turn.services,
            notes.stopped,
            session.settings.persona,
            _leaks(turn, [fact_text(fact) for fact in facts]),
        )
    notes.note_attempts(DUTY, told.attempts, told.problem)
    shown = {quote.passage_id for quote in quotes}
    rested_on = {sentence.passage_id for sentence in told.said}
    answering = {facts[place].passage_id for place in told.answers or ()}
    yield from (
        replace(fact, quiet=True)
        for fact in facts
        if fact.passage_id in (rested_on | answering) - shown
    )
    yield from told.said
    if told.answers == () and not told.said:
        yield Sentence(text=words.MAY_NOT_ANSWER(), role="notice")


def _facts(
    turn: TurnContext, index: CourseIndex, looked: LookUpResult, quotes: Sequence[Quote]
) -> tuple[Quote, ...]:
    """Return the quotes as displayed, then the other passages with the nearest sentences."""
    shown = {quote.passage_id for quote in quotes}
    if looked.found is None:
        return tuple(quotes)
    nearest = candidates_of(turn, index, looked, looked.found)
    others = [
        quote
        for quote in quote_sentences(looked.query, nearest, index)
        if quote.passage_id not in shown and may_answer((quote,))
    ]
    return tuple({q.passage_id: q for q in (*quotes, *others)}.values())[:MOST_FACTS]


def _leaks(turn: TurnContext, facts: Sequence[str]) -> Callable[[str], bool]:
    """Return what tells that a sentence says what only a locked solution says."""
    book = turn.book
    if book is None:
        return lambda _: False
    return lambda text: (
        book.guard.leaks(text, turn.own_words)
        or tells_locked_point(text, book, (*facts, *turn.own_words))
    )
