"""Asking the model to read a message about the run on the table."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import replace
from typing import Final

from tutor_app.conversation.last_words import last_words
from tutor_app.conversation.trace_replies.by_reading.asked_phrases import READING_IT
from tutor_app.conversation.trace_replies.by_reading.general_asked import with_general_asked
from tutor_app.conversation.trace_replies.by_reading.turn_by_reading import (
    may_be_read,
    read_of_run,
)
from tutor_app.conversation.turn_context import TurnContext
from tutor_app.domain.values import Event, Status

TASK: Final = "read_steps"  # prompts/read_steps.md


def with_run_reading(turn: TurnContext) -> Generator[Event, None, TurnContext]:
    """Return the turn with the model's reading of its message, where a run is on the table.

    One call; without a model, or where it is late, the turn stays as it is.
    """
    reads, text, session = turn.services.reads, turn.message.text, turn.session
    shape = turn.shape
    if reads is None or turn.message.wanted is not None or turn.notes.stopped():
        return turn
    if shape.code is not None or shape.error is not None or session.round_is_newest:
        return turn
    if not may_be_read(text, session):
        return turn
    yield Status(text=READING_IT())
    said = last_words(session.before[-1].shown if session.before else ())
    with turn.notes.time_stage("read"):
        reading = read_of_run(
            text, said, session, lambda request: reads(TASK, request, turn.notes.stopped, ())
        )
    if reading is None or session.tracing is None:
        return turn
    problem, embedder = session.tracing.problem, turn.services.embedder
    return replace(turn, run_reading=with_general_asked(reading, text, problem, embedder))
