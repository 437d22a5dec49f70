"""What a turn's events amount to on the page. Plain functions; nothing here draws."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tutor_app.values import (
    FINISHED,
    Cloze,
    Event,
    Failed,
    HintLevel,
    Offers,
    ProblemRead,
    Quote,
    Reset,
    Sentence,
    Source,
    Sources,
    Status,
    TraceShown,
    TurnStatus,
    Understood,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

INTERRUPTED = (
    "The answer was interrupted twice before it was finished. Nothing that you wrote is lost: "
    "press Retry to ask the same question again."
)
FAILED = "The answer could not be finished. Nothing that you wrote is lost: press Retry."


Part = Quote | Sentence | ProblemRead | TraceShown


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """One turn as it stands on the page at this moment."""

    status: TurnStatus
    said: tuple[Part, ...] = ()
    sources: tuple[Source, ...] = ()
    cloze: Cloze | None = None
    offers: tuple[str, ...] = ()
    understood: Understood | None = None
    hint_level: int | None = None
    status_line: str = ""
    trouble: str = ""
    restarted: bool = False

    @property
    def finished(self) -> bool:
        return self.status in FINISHED

    @property
    def may_retry(self) -> bool:
        return self.status in ("failed", "interrupted")

    @property
    def quotes(self) -> tuple[Quote, ...]:
        return tuple(part for part in self.said if isinstance(part, Quote))

    @property
    def other_sources(self) -> tuple[Source, ...]:
        """Sources that no quote shows, one a page."""
        seen = {(quote.document_id, quote.page) for quote in self.quotes}
        others = []
        for source in self.sources:
            if (source.document_id, source.page) not in seen:
                seen.add((source.document_id, source.page))
                others.append(source)
        return tuple(others)

    def source_of(self, sentence: Sentence) -> Source | None:
        return next((s for s in self.sources if s.passage_id == sentence.passage_id), None)


def read_turn(events: Sequence[Event], status: TurnStatus, *, restarted: bool = False) -> Shown:
    """Return what the student sees; all that was said before a Reset is dropped."""
    start = max((i for i, event in enumerate(events) if isinstance(event, Reset)), default=-1)
    current = events[start + 1 :]
    last_status = next((e for e in reversed(current) if isinstance(e, Status)), None)
    failure = next((e.message for e in reversed(current) if isinstance(e, Failed)), "")
    return Shown(
        status=status,
        said=tuple(e for e in current if isinstance(e, Part)),
        sources=next((e.sources for e in reversed(current) if isinstance(e, Sources)), ()),
        cloze=next((e for e in current if isinstance(e, Cloze)), None),
        offers=next((e.messages for e in reversed(current) if isinstance(e, Offers)), ()),
        understood=next((e for e in reversed(current) if isinstance(e, Understood)), None),
        hint_level=next((e.level for e in reversed(current) if isinstance(e, HintLevel)), None),
        status_line="" if status in FINISHED else status_words(last_status),
        trouble=_trouble(status, failure),
        restarted=restarted and status not in FINISHED,
    )


def _trouble(status: TurnStatus, failure: str) -> str:
    if status == "interrupted":
        return failure or INTERRUPTED
    if status == "failed":
        return failure or FAILED
    return ""


def status_words(status: Status | None) -> str:
    """Return the status line, with the place in the model's queue where there is one."""
    if status is None:
        return "Getting started…"
    if not status.ahead:
        return status.text
    questions = "1 question" if status.ahead == 1 else f"{status.ahead} questions"
    return f"{status.text} — {questions} ahead of yours"


def announcement(shown: Shown, *, waiting: bool) -> str:
    """Return what a screen reader says about this turn now."""
    if waiting:
        return "Your question waits behind the answer above."
    if not shown.finished:
        quoted = f"{_count(shown.quotes)} shown. " if shown.said else ""
        return quoted + shown.status_line
    if shown.trouble:
        return shown.trouble
    if shown.status == "stopped":
        return "The answer was stopped."
    if any(isinstance(part, TraceShown) for part in shown.said):
        return f"{_spoken(shown)} There is a table to step through."
    return f"The answer is complete: {_count(shown.quotes)}." if shown.quotes else _spoken(shown)


def _count(quotes: Sequence[Quote]) -> str:
    return (
        "1 quote from the course" if len(quotes) == 1 else f"{len(quotes)} quotes from the course"
    )


def _spoken(shown: Shown) -> str:
    return " ".join(part.text for part in shown.said if isinstance(part, Sentence))
