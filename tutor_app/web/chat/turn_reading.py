"""What a turn's events amount to on the page. Plain functions; nothing here draws."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tutor_app.domain.as_read import as_read
from tutor_app.domain.values import (
    FINISHED_STATUSES,
    AnswerFailed,
    Cloze,
    Event,
    HintLevel,
    IntentRecognised,
    Offers,
    ProblemRead,
    Quote,
    Reset,
    Sentence,
    SideBySide,
    Source,
    Sources,
    Status,
    TraceShown,
    TurnStatus,
    VariablesShown,
)
from tutor_app.wording.catalogue import phrase

if TYPE_CHECKING:
    from collections.abc import Sequence

INTERRUPTED = phrase("page_chat.interrupted")
FAILED = phrase("page_chat.failed")
GETTING_STARTED = phrase("page_chat.getting_started")
MANY_ASK = phrase("page_chat.many_ask")
AHEAD = phrase("page_chat.ahead", "status", "count")
SPOKEN_WAITING = phrase("page_chat.spoken_waiting")
SPOKEN_QUOTES = phrase("page_chat.spoken_quotes", "count")
SPOKEN_SO_FAR = phrase("page_chat.spoken_so_far", "quotes", "status")
SPOKEN_STOPPED = phrase("page_chat.spoken_stopped")
SPOKEN_TABLE = phrase("page_chat.spoken_table", "answer")
SPOKEN_COMPLETE = phrase("page_chat.spoken_complete", "quotes")


Part = Quote | SideBySide | Sentence | ProblemRead | TraceShown | VariablesShown


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnOnPage:
    """One turn as it stands on the page at this moment."""

    status: TurnStatus
    said: tuple[Part, ...] = ()
    sources: tuple[Source, ...] = ()
    cloze: Cloze | None = None
    offers: tuple[str, ...] = ()
    understood: IntentRecognised | None = None
    hint_level: int | None = None
    status_line: str = ""
    trouble: str = ""
    restarted: bool = False

    @property
    def is_finished(self) -> bool:
        return self.status in FINISHED_STATUSES

    @property
    def may_retry(self) -> bool:
        return self.status in ("failed", "interrupted")

    @property
    def quotes(self) -> tuple[Quote, ...]:
        return tuple(part for part in self.said if isinstance(part, Quote))

    @property
    def other_sources(self) -> tuple[Source, ...]:
        """Sources that no quote shows, one for each page."""
        seen = {(quote.document_id, quote.page) for quote in self.quotes}
        others = []
        for source in self.sources:
            if (source.document_id, source.page) not in seen:
                seen.add((source.document_id, source.page))
                others.append(source)
        return tuple(others)

    def goes_on(self, number: int, *, same_passage: bool = False) -> bool:
        """Whether the part of this number explains on, what the part before it explained."""
        pair = self.said[number - 1 : number + 1] if number else ()
        explain = [e for e in pair if isinstance(e, Sentence) and e.role == "explanation"]
        if len(explain) < 2:
            return False
        return not same_passage or explain[0].passage_id == explain[1].passage_id

    def source_of(self, sentence: Sentence) -> Source | None:
        return next((s for s in self.sources if s.passage_id == sentence.passage_id), None)


def read_turn(
    events: Sequence[Event], status: TurnStatus, *, restarted: bool = False, ahead: int = 0
) -> TurnOnPage:
    """Return what the student sees; all that was said before a Reset is dropped.

    `ahead` is how many questions are answered before a queued one.
    """
    start = max((i for i, event in enumerate(events) if isinstance(event, Reset)), default=-1)
    current = as_read(events[start + 1 :])
    last_status = next((e for e in reversed(current) if isinstance(e, Status)), None)
    failure = next((e.message for e in reversed(current) if isinstance(e, AnswerFailed)), "")
    return TurnOnPage(
        status=status,
        said=tuple(e for e in current if isinstance(e, Part)),
        sources=next((e.sources for e in reversed(current) if isinstance(e, Sources)), ()),
        cloze=next((e for e in current if isinstance(e, Cloze)), None),
        offers=next((e.messages for e in reversed(current) if isinstance(e, Offers)), ()),
        understood=next((e for e in reversed(current) if isinstance(e, IntentRecognised)), None),
        hint_level=next((e.level for e in reversed(current) if isinstance(e, HintLevel)), None),
        status_line="" if status in FINISHED_STATUSES else status_words(last_status, ahead),
        trouble=_trouble(status, failure),
        restarted=restarted and status not in FINISHED_STATUSES,
    )


def _trouble(status: TurnStatus, failure: str) -> str:
    if status == "interrupted":
        return failure or INTERRUPTED()
    if status == "failed":
        return failure or FAILED()
    return ""


def status_words(status: Status | None, queued_ahead: int = 0) -> str:
    """Return the status line, with the place in a queue where there is one."""
    text, ahead = (GETTING_STARTED(), 0) if status is None else (status.text, status.ahead)
    if status is None and queued_ahead:
        text, ahead = MANY_ASK(), queued_ahead
    return AHEAD(status=text, count=ahead) if ahead else text


def announcement(shown: TurnOnPage, *, waiting: bool) -> str:
    """Return what a screen reader says about this turn now."""
    if waiting:
        return SPOKEN_WAITING()
    quotes = SPOKEN_QUOTES(count=sum(not quote.quiet for quote in shown.quotes))
    if not shown.is_finished:
        line = shown.status_line
        return SPOKEN_SO_FAR(quotes=quotes, status=line) if shown.said else line
    if shown.trouble:
        return shown.trouble
    if shown.status == "stopped":
        return SPOKEN_STOPPED()
    if any(isinstance(part, TraceShown | VariablesShown) for part in shown.said):
        return SPOKEN_TABLE(answer=_spoken(shown))
    return SPOKEN_COMPLETE(quotes=quotes) if shown.quotes else _spoken(shown)


def _spoken(shown: TurnOnPage) -> str:
    return " ".join(part.text for part in shown.said if isinstance(part, Sentence))
