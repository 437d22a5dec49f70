"""An item that sets an algorithm problem: shown with its text, and led beyond its run."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from tutor_app.conversation.turn_context import TurnContext
from tutor_app.domain.values import (
    AnswerDone,
    Event,
    Sentence,
    TracingRecord,
)
from tutor_app.exercises.decided.open_point_questions import STILL_OPEN
from tutor_app.exercises.exercise_parts import asking_parts, nearest_parts
from tutor_app.exercises.exercise_task import item_named
from tutor_app.exercises.shown_item import show_item
from tutor_app.exercises.task_problems import problem_of_item
from tutor_app.tracing.problem_fingerprint import problem_key


def with_item(turn: TurnContext, reply: Iterator[Event]) -> Iterator[Event]:
    """Yield the reply to a problem; where a named item sets it, below the item's text.

    The item is kept, so that what it asks beside the run is at hand for the messages that follow.
    Where the run of the item at hand is right, the reply goes on to that.
    """
    item = item_named(turn.message.text, turn.session, turn.book)
    opened = None
    if item is not None and turn.book is not None:
        opened = show_item(item, turn.session, turn.book)
        yield from opened.shown
    for event in reply:
        if isinstance(event, AnswerDone):
            part = _beyond_run(turn, event.record.tracing)
            if part is not None:
                yield Sentence(text=STILL_OPEN(part=part), role="question")
            if opened is not None:
                event = replace(event, record=replace(event.record, work=opened.work))
        yield event


def _beyond_run(turn: TurnContext, left: TracingRecord | None) -> str | None:
    """Return the part of the item at hand that is no result of its run, and is still open."""
    work, book = turn.session.work, turn.book
    item = book.item(work.item) if book is not None and work is not None else None
    if book is None or item is None or work is None or left is None or left.correct is not True:
        return None
    problem = problem_of_item(item, book.index.chunks)
    if problem is None or problem_key(problem) != left.key:
        return None
    parts = asking_parts(item.statement)
    solved = (item.solution, item.statement)
    if any(node in parts[-1].split() or f"{node}." in parts[-1] for node in left.reasoned):
        return None  # told in the course of the conversation
    missing = [point for at, point in enumerate(item.solution) if at not in work.covered]
    places = nearest_parts(missing, *solved, book) if missing and len(parts) > 1 else []
    # The first parts ask for the run itself, and the solution's first point answers these.
    first = nearest_parts(item.solution[:1], *solved, book)[0] if places else 0
    last = max(places, default=0)
    return parts[last] if last > first else None
