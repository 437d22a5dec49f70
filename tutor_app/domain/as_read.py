"""What is left of a turn where a later sentence stands in place of what was said before it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from tutor_app.domain.values import Event, ProblemRead, Quote, Sentence, SideBySide


def as_said(events: Sequence[Event]) -> list[Event]:
    """Return the events without the sentences that a later one replaces, and what they show."""
    at, falls = _replacing(events)
    return [
        event
        for place, event in enumerate(events)
        if place >= at
        or not (isinstance(event, Sentence) and event.role in falls)
        and not (isinstance(event, ProblemRead) and "result" in falls)
    ]


def as_read(events: Sequence[Event]) -> list[Event]:
    """Return the events as a student has them in view: what was quoted before, behind a button."""
    said = as_said(events)
    at, _ = _replacing(said)
    return [*_folded(said[:at]), *said[at:]]


def _folded(events: Sequence[Event]) -> Iterator[Event]:
    for event in events:
        if isinstance(event, Quote):
            yield replace(event, quiet=True)
        elif not isinstance(event, SideBySide):
            yield event


def _replacing(events: Sequence[Event]) -> tuple[int, tuple[str, ...]]:
    """Return the place of the sentence that replaces others, with their roles; 0 for none."""
    found = (
        (place, event.replaces)
        for place, event in enumerate(events)
        if isinstance(event, Sentence) and event.replaces
    )
    return next(found, (0, ()))
