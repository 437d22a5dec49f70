"""What happened on learners' hint ladders, and what a conversation has been about."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import cast

from sqlalchemy import select
from sqlalchemy.orm import Session

from tutor_app import codec
from tutor_app.records.models import ConversationModel, LadderEventModel, TurnModel
from tutor_app.teaching import LadderCause, LadderEvent, TracingRecord, WorkRecord
from tutor_app.values import Exchange, Quote, Sentence, TurnRecord

LOOKED_BACK = 20  # turns: what was left longer ago than that is typed again


def ladder_of(session: Session, learner_id: str, course_id: str) -> tuple[LadderEvent, ...]:
    """Return what happened on the learner's ladders in this course, oldest first."""
    query = (
        select(LadderEventModel)
        .where(LadderEventModel.learner_id == learner_id, LadderEventModel.course_id == course_id)
        .order_by(LadderEventModel.id)
    )
    return tuple(
        LadderEvent(
            problem_key=found.problem_key,
            level=found.level,
            cause=cast(LadderCause, found.cause),
            place=found.place,
        )
        for found in session.scalars(query)
    )


def keep_ladder(
    session: Session,
    conversation: ConversationModel,
    turn_id: str,
    record: TurnRecord | None,
    now: datetime,
) -> None:
    """Store what a finished turn changed on the ladder, in the turn's own transaction."""
    for event in _moves(record):
        session.add(
            LadderEventModel(
                learner_id=conversation.learner_id,
                course_id=conversation.course_id,
                problem_key=event.problem_key,
                level=event.level,
                cause=event.cause,
                place=event.place,
                turn_id=turn_id,
                at=now,
            )
        )


def _moves(record: TurnRecord | None) -> Iterator[LadderEvent]:
    for left in (record.tracing, record.work) if record is not None else ():
        if left is not None:
            yield from left.ladder


@dataclass(frozen=True, slots=True, kw_only=True)
class Before:
    """What the turns before one left: the last of each kind, and the last exchanges."""

    exchanges: tuple[Exchange, ...] = ()
    tracing: TracingRecord | None = None
    work: WorkRecord | None = None


def turns_before(session: Session, turn: TurnModel) -> Before:
    """Return what this turn follows on."""
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
    return Before(
        exchanges=tuple(_exchange(*one) for one in reversed(found)),
        tracing=next((record.tracing for record in records if record.tracing), None),
        work=next((record.work for record in records if record.work), None),
    )


def _record(turn: TurnModel) -> TurnRecord | None:
    return None if turn.record is None else codec.record_from_json(turn.record)


def _exchange(turn: TurnModel, record: TurnRecord | None) -> Exchange:
    events = [codec.event_from_json(event) for event in turn.events]
    quotes = [event for event in events if isinstance(event, Quote)]
    return Exchange(
        question=turn.question,
        intent=record.intent if record is not None else None,
        topics=tuple(dict.fromkeys(quote.headings[-1] for quote in quotes if quote.headings)),
        quoted=tuple(mark.text for quote in quotes for mark in quote.marked),
        said=tuple(event.text for event in events if isinstance(event, Sentence)),
    )
