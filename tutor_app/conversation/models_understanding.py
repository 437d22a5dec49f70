"""A message that the classifier is unsure of, read by a model that may (docs/duties.md)."""

from __future__ import annotations

import time
from collections.abc import Generator
from dataclasses import replace

from tutor_app.conversation.last_words import last_words
from tutor_app.conversation.model_queue import models_understanding
from tutor_app.conversation.turn_context import ON_COURSE, TurnContext
from tutor_app.domain.values import Event
from tutor_app.models.duties.statement_checks import leans
from tutor_app.models.duties.understand import DUTY, MessageReading
from tutor_app.understanding.act_classifier import ActGuess
from tutor_app.understanding.outright import said_outright

# Seconds from the message on: the first words of a reply are due within one.
UNDERSTOOD_BY = 0.5


def understand_by_model(turn: TurnContext) -> Generator[Event, None, TurnContext]:
    """Return the turn with what a model took its message for, where the classifier is unsure.

    At most one call, and none where the student chose the help, or a form tells it. Where the
    classifier is sure, only a message that goes on from what was said is asked about, for what it
    asks in words that stand alone. What comes late is not used: the classifier's guess stands.
    """
    message, notes = turn.message, turn.notes
    if DUTY not in turn.services.duties or message.wanted is not None or notes.stopped():
        return turn
    goes_on = turn.on_table in ON_COURSE and bool(turn.session.before) and leans(message.text)
    if said_outright(message.text) or (turn.act.sure and not goes_on):
        return turn
    before = last_words(turn.session.before[-1].shown if turn.session.before else ())

    def late() -> bool:
        return notes.stopped() or time.monotonic() > notes.started + UNDERSTOOD_BY

    with notes.time_stage("understand"):
        told = yield from models_understanding(
            turn.on_table, before, message.text, turn.services, late
        )
    notes.note_attempts(DUTY, told.attempts, told.problem)
    reading = told.reading
    if reading is None:
        return turn
    settled = turn.settled if turn.act.sure else _joined(turn, reading)
    return replace(turn, settled=settled, stands_alone=_question_of(turn, reading))


def _joined(turn: TurnContext, reading: MessageReading) -> ActGuess:
    """Return what classifier and model say together; where they differ, both are offered."""
    guess = turn.act
    agree = reading.act in (guess.act, guess.second)
    others = (reading.second,) if agree else (guess.act,)
    second = next((act for act in others if act != reading.act), guess.act)
    return ActGuess(
        act=reading.act,
        confidence=guess.confidence,
        second=second if second != reading.act else guess.second,
        sure=agree,
        about_table=turn.on_table != "nothing" and reading.about_table,
    )


def _question_of(turn: TurnContext, reading: MessageReading) -> str:
    """Return the message as a question that stands alone, "" where it does so already."""
    asked = reading.stands_alone
    return "" if asked.casefold() == turn.message.text.casefold() else asked
