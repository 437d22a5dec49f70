"""What happened on learners' hint ladders, and the problem a conversation is about."""

from __future__ import annotations

from datetime import datetime
from typing import cast

from sqlalchemy import select
from sqlalchemy.orm import Session

from tutor_app import codec
from tutor_app.records.models import ConversationModel, LadderEventModel, TurnModel
from tutor_app.teaching import LadderCause, LadderEvent, TracingRecord
from tutor_app.values import TurnRecord

LOOKED_BACK = 30  # turns: a problem left longer ago than that is typed again


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
    for event in record.tracing.ladder if record and record.tracing else ():
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


def problem_before(session: Session, turn: TurnModel) -> TracingRecord | None:
    """Return what the conversation's last turn about a problem left, before this turn."""
    query = (
        select(TurnModel.record)
        .where(
            TurnModel.conversation_id == turn.conversation_id, TurnModel.position < turn.position
        )
        .order_by(TurnModel.position.desc())
        .limit(LOOKED_BACK)
    )
    for record in session.scalars(query):
        if record is not None and record.get("tracing") is not None:
            return codec.record_from_json(record).tracing
    return None
