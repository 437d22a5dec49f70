"""What was spoken of before a message, and how much it counts beside the message's own words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tutor_app.domain.values import Exchange, Quote
from tutor_app.retrieval.course_index import CourseIndex, own_terms
from tutor_app.retrieval.search_terms import tokens, without_number

BESIDE = 0.5  # share of what was spoken of where a message is about something else
_RUNS_THE_COURSE = frozenset({"logistics", "assignment"})


@dataclass(frozen=True, slots=True, kw_only=True)
class SpokenOf:
    """What was spoken of before a message, and how much it counts beside the message's words."""

    last: Exchange
    share: float

    @property
    def title(self) -> str:
        """What to call it."""
        named = [without_number(title) for title in self.last.topics]
        return next((each for each in named if len(tokens(each)) > 1), self.last.question)

    def join_with(self, text: str) -> tuple[str, str]:
        """Return the message with the question before, and with the sentence quoted last."""
        return f"{text} ({self.last.question})", f"{text} ({self.last.quoted[0]})"


def last_spoken_of(
    text: str, before: Sequence[Exchange], index: CourseIndex, *, asks_admin: bool = False
) -> Exchange | None:
    """Return the exchange that a message may lean on: the last one that was quoted for.

    A date or a mark asked for in between is no topic to go on with, where a message names a term,
    and what was taught is none for a date or a mark.
    """
    quoted = [one for one in before if one.quoted]
    if not quoted:
        return None
    if not own_terms(text, index):
        return quoted[-1]
    fitting = (one for one in reversed(quoted) if _of_running_the_course(one) == asks_admin)
    return next(fitting, None)


def documents_spoken_of(before: Sequence[Exchange]) -> list[str]:
    """Return the ids of the documents that were quoted, the last one first."""
    quotes = (
        event
        for one in reversed(before)
        for event in one.shown
        if isinstance(event, Quote) and not event.quiet
    )
    return list(dict.fromkeys(quote.document_id for quote in quotes))


def _of_running_the_course(one: Exchange) -> bool:
    """Whether what was quoted tells of dates, rules and marks."""
    opened = [event for event in one.shown if isinstance(event, Quote) and not event.quiet]
    return bool(opened) and all(quote.kind in _RUNS_THE_COURSE for quote in opened)
