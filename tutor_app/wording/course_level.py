"""The level that a course names for its students: how much of an answer is open, what to try."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from tutor_app.domain.values import Cloze, Event, Quote, Session


def for_level(reply: Iterator[Event], session: Session) -> Iterator[Event]:
    """Yield a reply at the course's level; what it says about the subject stays the same.

    For beginners, what the section says next is open below the first quote. The advanced get
    exercises of the course, and no gaps to fill.
    """
    match session.settings.persona.level:
        case "beginner":
            yield from _with_more_open(reply)
        case "advanced":
            yield from (event for event in reply if not isinstance(event, Cloze))
        case _:
            yield from reply


def _with_more_open(reply: Iterator[Event]) -> Iterator[Event]:
    is_first = True
    for event in reply:
        if isinstance(event, Quote) and is_first:
            is_first = False
            event = replace(event, onward_open=bool(event.onward))
        yield event
