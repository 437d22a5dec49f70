"""What came before a turn in its conversation."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import select
from sqlalchemy.orm import Session

from tutor_app.domain import codec
from tutor_app.domain.as_read import as_said
from tutor_app.domain.teaching import TracingRecord, WorkRecord, on_other_items, still_going
from tutor_app.domain.values import (
    Exchange,
    PracticeRound,
    Quote,
    Sentence,
    TurnRecord,
)
from tutor_app.storage.records.database_tables import TurnModel

LOOKED_BACK = 20  # turns: what was left longer ago than that is typed again


@dataclass(frozen=True, slots=True, kw_only=True)
class ConversationContext:
    """What earlier turns left: the last of each kind, and the last exchanges."""

    exchanges: tuple[Exchange, ...] = ()
    tracing: TracingRecord | None = None
    ended_run: TracingRecord | None = None
    work: WorkRecord | None = None
    ended_work: WorkRecord | None = None
    work_is_newer: bool = False
    earlier_work: tuple[WorkRecord, ...] = ()
    practice_round: PracticeRound | None = None
    round_is_newest: bool = False
    round_turns_ago: int = 0


def turns_before(session: Session, turn: TurnModel) -> ConversationContext:
    """Return what came before this turn."""
    query = (
        select(TurnModel)
        .where(
            TurnModel.conversation_id == turn.conversation_id, TurnModel.position < turn.position
        )
        .order_by(TurnModel.position.desc())
        .limit(LOOKED_BACK)
    )
    found = [(model, _record(model)) for model in session.scalars(query)]
    records = [record for _, record in found if record is not None]
    tracing = next((record.tracing for record in records if record.tracing), None)
    left = [record.work for record in records if record.work]
    works = still_going(left)
    return ConversationContext(
        exchanges=tuple(_exchange(*one) for one in reversed(found)),
        tracing=tracing if tracing is None or not tracing.stopped else None,
        ended_run=tracing if tracing is not None and tracing.stopped else None,
        work=next(iter(works), None),
        ended_work=next((work for work in left[:1] if work.stopped), None),
        work_is_newer=next((not r.tracing for r in records if r.tracing or r.work in works), False),
        earlier_work=on_other_items(works),
        practice_round=next((r.practice_round for r in records if r.practice_round), None),
        round_is_newest=next(
            (
                r.practice_round is not None
                for r in records
                if r.practice_round or r.tracing or r.work
            ),
            False,
        ),
        round_turns_ago=next((n for n, r in enumerate(records) if r.practice_round), 0),
    )


def _record(turn: TurnModel) -> TurnRecord | None:
    return None if turn.record is None else codec.record_from_json(turn.record)


def _exchange(turn: TurnModel, record: TurnRecord | None) -> Exchange:
    events = as_said([codec.event_from_json(event) for event in turn.events])
    shown = [event for event in events if isinstance(event, Quote)]
    # Of a summary all quotes wait behind their sentences: these were told.
    quotes = [quote for quote in shown if not quote.quiet] or shown
    return Exchange(
        question=turn.question,
        intent=record.intent if record is not None else None,
        topics=tuple(dict.fromkeys(quote.headings[-1] for quote in quotes if quote.headings)),
        quoted=tuple(mark.text for quote in quotes for mark in quote.marked),
        said=tuple(event.text for event in events if isinstance(event, Sentence)),
        shown=tuple(events),
    )
