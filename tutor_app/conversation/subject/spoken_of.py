"""What was spoken of before a message."""

from __future__ import annotations

from collections.abc import Sequence

from tutor_app.domain.values import Exchange, Quote

BESIDE = 0.5  # share of a whole message beside what it asks


def documents_spoken_of(before: Sequence[Exchange]) -> list[str]:
    """Return the ids of the documents that were quoted, the last one first."""
    quotes = (
        event
        for one in reversed(before)
        for event in one.shown
        if isinstance(event, Quote) and not event.quiet
    )
    return list(dict.fromkeys(quote.document_id for quote in quotes))
