"""Messages that staff should look at: not answered, doubted, or with a thumb down."""

from __future__ import annotations

from collections.abc import Callable, Collection
from datetime import UTC, datetime
from typing import Any, cast

from sqlalchemy import Engine, Row, Select, and_, case, delete, or_, select
from sqlalchemy.orm import Session, aliased

from tutor_app.storage.records.conversation_review import UNANSWERED, student_alias
from tutor_app.storage.records.database import writing
from tutor_app.storage.records.database_tables import (
    ConversationModel,
    FeedbackModel,
    InboxMarkModel,
    LearnerModel,
    TurnModel,
)
from tutor_app.storage.records.row_values import InboxKind, InboxOutcome, InboxRow

MOST_ROWS = 1000  # the newest; a course that has more is read in the conversations
_REPLY = aliased(TurnModel)  # the student's next message, where it doubts the answer
_FOUND = TurnModel.record["found"]


def _now() -> datetime:
    return datetime.now(UTC)


class InboxRecords:
    """The inbox of a course. What staff try in the preview is not in it."""

    def __init__(self, engine: Engine, now: Callable[[], datetime] = _now) -> None:
        self._engine = engine
        self._writing = writing(engine)
        self._now = now

    def list_rows(self, course_id: str) -> tuple[InboxRow, ...]:
        """Return the messages, newest first, those dealt with among them."""
        with Session(self._engine) as session:
            return tuple(_row(found, course_id) for found in session.execute(_query(course_id)))

    def deal_with(self, turn_ids: Collection[str], outcome: InboxOutcome) -> None:
        """Note what was done about these messages; of one that is gone nothing is noted."""
        known = select(TurnModel.id).where(TurnModel.id.in_(turn_ids))
        with Session(self._writing) as session, session.begin():
            for turn_id in session.scalars(known).all():
                session.merge(InboxMarkModel(turn_id=turn_id, outcome=outcome, at=self._now()))

    def put_back(self, turn_ids: Collection[str]) -> None:
        """Forget what was done about these messages."""
        with Session(self._writing) as session, session.begin():
            session.execute(delete(InboxMarkModel).where(InboxMarkModel.turn_id.in_(turn_ids)))

    def leave_out(self, learner_id: str) -> None:
        """Take a learner for staff: what they ask was only tried."""
        with Session(self._writing) as session, session.begin():
            learner = session.get(LearnerModel, learner_id)
            if learner is not None:
                learner.is_staff = True


def _query(course_id: str) -> Select[Any]:
    doubts = and_(
        _REPLY.conversation_id == TurnModel.conversation_id,
        _REPLY.position == TurnModel.position + 1,
        _REPLY.record["doubts"].as_boolean(),
    )
    disliked = and_(FeedbackModel.turn_id == TurnModel.id, ~FeedbackModel.good)
    return (
        select(
            TurnModel.id,
            TurnModel.conversation_id,
            TurnModel.question,
            TurnModel.created_at,
            case((UNANSWERED, 1), else_=0).label("unanswered"),
            _FOUND["kept"][0]["chunk"]["id"].as_string().label("kept"),
            _FOUND["nearest"]["chunk"]["id"].as_string().label("nearest"),
            ConversationModel.learner_id,
            _REPLY.question.label("doubt"),
            _REPLY.created_at.label("doubted_at"),
            FeedbackModel.reason,
            FeedbackModel.at.label("disliked_at"),
            InboxMarkModel.outcome,
            InboxMarkModel.at.label("marked_at"),
        )
        .join(ConversationModel, ConversationModel.id == TurnModel.conversation_id)
        .join(LearnerModel, LearnerModel.id == ConversationModel.learner_id)
        .outerjoin(_REPLY, doubts)
        .outerjoin(FeedbackModel, disliked)
        .outerjoin(InboxMarkModel, InboxMarkModel.turn_id == TurnModel.id)
        .where(
            ConversationModel.course_id == course_id,
            ~LearnerModel.is_staff,
            or_(UNANSWERED, FeedbackModel.turn_id.is_not(None), _REPLY.id.is_not(None)),
        )
        .order_by(TurnModel.created_at.desc(), TurnModel.id)
        .limit(MOST_ROWS)
    )


def _row(found: Row[Any], course_id: str) -> InboxRow:
    so: dict[InboxKind, bool] = {
        "unanswered": bool(found.unanswered),
        "doubted": found.doubt is not None,
        "disliked": found.disliked_at is not None,
    }
    said = [at for at in (found.doubted_at, found.disliked_at) if at is not None]
    # What the student says afterwards nobody has looked at.
    is_over = found.marked_at is not None and all(at <= found.marked_at for at in said)
    return InboxRow(
        turn_id=found.id,
        conversation_id=found.conversation_id,
        question=found.question,
        student=student_alias(found.learner_id, course_id),
        asked_at=found.created_at,
        kinds=tuple(kind for kind, holds in so.items() if holds),
        reason=found.reason or "",
        doubt=found.doubt or "",
        chunk_id=found.kept or found.nearest or "",
        outcome=cast(InboxOutcome, found.outcome) if is_over else None,
    )
