"""The tables. Every change to one needs a migration in ../migrations/versions."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import (
    JSON,
    Boolean,
    DateTime,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Text,
    TypeDecorator,
    UniqueConstraint,
    false,
    text,
)
from sqlalchemy.engine import Dialect
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

NOT_LIVE = "status NOT IN ('replaced', 'removed')"
RUNNING = "status = 'running'"


class UtcDateTime(TypeDecorator[datetime]):
    """A time that is always UTC and always says so, even in SQLite, which keeps no time zones."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        if value is not None and value.tzinfo is None:
            raise ValueError("a time without a zone cannot be stored")
        return None if value is None else value.astimezone(UTC)

    def process_result_value(self, value: Any, dialect: Dialect) -> datetime | None:
        if value is None:
            return None
        aware: datetime = value if value.tzinfo else value.replace(tzinfo=UTC)
        return aware.astimezone(UTC)


class Base(DeclarativeBase):
    """Common base; constraints have names, so that migrations can change them."""

    metadata = MetaData(
        naming_convention={
            "ix": "ix_%(table_name)s_%(column_0_N_name)s",
            "uq": "uq_%(table_name)s_%(column_0_N_name)s",
            "fk": "fk_%(table_name)s_%(column_0_N_name)s",
            "pk": "pk_%(table_name)s",
        }
    )


class CourseModel(Base):
    __tablename__ = "courses"

    id: Mapped[str] = mapped_column(String(80), primary_key=True)
    name: Mapped[str] = mapped_column(Text)
    contact: Mapped[str] = mapped_column(Text)
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)


class DocumentModel(Base):
    __tablename__ = "documents"
    __table_args__ = (
        UniqueConstraint("course_id", "name", "version"),
        # Two uploads of the same bytes at once: one of them finds the other's row.
        Index(
            "uq_documents_live_bytes",
            "course_id",
            "sha256",
            "kind",
            unique=True,
            sqlite_where=text(NOT_LIVE),
            postgresql_where=text(NOT_LIVE),
        ),
    )

    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    course_id: Mapped[str] = mapped_column(ForeignKey("courses.id", ondelete="CASCADE"))
    name: Mapped[str] = mapped_column(Text)
    kind: Mapped[str] = mapped_column(String(20))
    sha256: Mapped[str] = mapped_column(String(64))
    size: Mapped[int] = mapped_column(Integer)
    pages: Mapped[int] = mapped_column(Integer, default=0)
    chunks: Mapped[int] = mapped_column(Integer, default=0)
    status: Mapped[str] = mapped_column(String(20), index=True)
    detail: Mapped[str] = mapped_column(Text, default="")
    version: Mapped[int] = mapped_column(Integer)
    uploaded_at: Mapped[datetime] = mapped_column(UtcDateTime)
    opens_at: Mapped[datetime | None] = mapped_column(UtcDateTime, default=None)
    due_at: Mapped[datetime | None] = mapped_column(UtcDateTime, default=None)


class LearnerModel(Base):
    __tablename__ = "learners"

    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    token_sha256: Mapped[str] = mapped_column(String(64), unique=True)
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)
    is_staff: Mapped[bool] = mapped_column(Boolean, default=False, server_default=false())


class ConversationModel(Base):
    __tablename__ = "conversations"
    __table_args__ = (Index("ix_conversations_learner_id_course_id", "learner_id", "course_id"),)

    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    learner_id: Mapped[str] = mapped_column(ForeignKey("learners.id", ondelete="CASCADE"))
    course_id: Mapped[str] = mapped_column(ForeignKey("courses.id", ondelete="CASCADE"), index=True)
    title: Mapped[str] = mapped_column(Text, default="")
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)


class TurnModel(Base):
    """`holder` is the worker process that runs it, until `lease_until` if that is not renewed."""

    __tablename__ = "turns"
    __table_args__ = (
        UniqueConstraint("conversation_id", "position"),
        # One answer at a time in a conversation, whatever the workers do.
        Index(
            "uq_turns_running",
            "conversation_id",
            unique=True,
            sqlite_where=text(RUNNING),
            postgresql_where=text(RUNNING),
        ),
    )

    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    conversation_id: Mapped[str] = mapped_column(ForeignKey("conversations.id", ondelete="CASCADE"))
    position: Mapped[int] = mapped_column(Integer)
    question: Mapped[str] = mapped_column(Text)
    wanted: Mapped[str | None] = mapped_column(String(12))
    status: Mapped[str] = mapped_column(String(20), index=True)
    tries: Mapped[int] = mapped_column(Integer, default=0)
    holder: Mapped[str] = mapped_column(String(64), default="")
    lease_until: Mapped[datetime | None] = mapped_column(UtcDateTime)
    events: Mapped[list[dict[str, Any]]] = mapped_column(JSON, default=list)
    record: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)
    finished_at: Mapped[datetime | None] = mapped_column(UtcDateTime)


class RecallModel(Base):
    """One exercise or gap that a learner was given in a course, and what came of it."""

    __tablename__ = "recall"

    learner_id: Mapped[str] = mapped_column(
        ForeignKey("learners.id", ondelete="CASCADE"), primary_key=True
    )
    course_id: Mapped[str] = mapped_column(
        ForeignKey("courses.id", ondelete="CASCADE"), primary_key=True
    )
    item_id: Mapped[str] = mapped_column(String(32), primary_key=True)
    kind: Mapped[str] = mapped_column(String(10))
    passage_id: Mapped[str] = mapped_column(String(32))
    term: Mapped[str] = mapped_column(Text, default="")
    tries: Mapped[int] = mapped_column(Integer, default=0)
    outcome: Mapped[str] = mapped_column(String(10), default="offered")
    offered_at: Mapped[datetime] = mapped_column(UtcDateTime)
    answered_at: Mapped[datetime | None] = mapped_column(UtcDateTime)


class RecallCardModel(Base):
    """When a learner is asked something of a course again; `card` is that of the package fsrs."""

    __tablename__ = "recall_cards"

    learner_id: Mapped[str] = mapped_column(
        ForeignKey("learners.id", ondelete="CASCADE"), primary_key=True
    )
    course_id: Mapped[str] = mapped_column(
        ForeignKey("courses.id", ondelete="CASCADE"), primary_key=True
    )
    item_id: Mapped[str] = mapped_column(String(120), primary_key=True)
    card: Mapped[dict[str, Any]] = mapped_column(JSON)
    due: Mapped[datetime] = mapped_column(UtcDateTime)


class CourseSettingsModel(Base):
    """One version of a course's settings; the highest is in force, the others are its history."""

    __tablename__ = "course_settings"

    course_id: Mapped[str] = mapped_column(
        ForeignKey("courses.id", ondelete="CASCADE"), primary_key=True
    )
    version: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=False)
    settings: Mapped[dict[str, Any]] = mapped_column(JSON)
    contact: Mapped[str | None] = mapped_column(Text)
    changed_at: Mapped[datetime] = mapped_column(UtcDateTime)


class LadderEventModel(Base):
    """One thing that happened on the hint ladder of a learner and a problem."""

    __tablename__ = "ladder_events"
    __table_args__ = (
        Index(
            "ix_ladder_events_learner_id_course_id_problem_key",
            "learner_id",
            "course_id",
            "problem_key",
        ),
    )

    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    learner_id: Mapped[str] = mapped_column(ForeignKey("learners.id", ondelete="CASCADE"))
    course_id: Mapped[str] = mapped_column(ForeignKey("courses.id", ondelete="CASCADE"))
    problem_key: Mapped[str] = mapped_column(String(64))
    level: Mapped[int] = mapped_column(Integer)
    cause: Mapped[str] = mapped_column(String(10))
    place: Mapped[int | None] = mapped_column(Integer)
    turn_id: Mapped[str | None] = mapped_column(ForeignKey("turns.id", ondelete="SET NULL"))
    at: Mapped[datetime] = mapped_column(UtcDateTime)


class FeedbackModel(Base):
    """What the student thought of one answer; the last word counts."""

    __tablename__ = "feedback"

    turn_id: Mapped[str] = mapped_column(
        ForeignKey("turns.id", ondelete="CASCADE"), primary_key=True
    )
    good: Mapped[bool] = mapped_column(Boolean)
    reason: Mapped[str] = mapped_column(Text, default="")
    at: Mapped[datetime] = mapped_column(UtcDateTime)


class InboxMarkModel(Base):
    """What staff did about one message of the inbox; the last word counts."""

    __tablename__ = "inbox_marks"

    turn_id: Mapped[str] = mapped_column(
        ForeignKey("turns.id", ondelete="CASCADE"), primary_key=True
    )
    outcome: Mapped[str] = mapped_column(String(20))
    at: Mapped[datetime] = mapped_column(UtcDateTime)


class ProblemSetModel(Base):
    """Problems for a class under one name; `id` stands in the link that opens them."""

    __tablename__ = "problem_sets"

    id: Mapped[str] = mapped_column(String(16), primary_key=True)
    name: Mapped[str] = mapped_column(Text)
    problems: Mapped[list[dict[str, Any]]] = mapped_column(JSON)
    changed_at: Mapped[datetime] = mapped_column(UtcDateTime)


class StaffCodeModel(Base):
    """The one staff code, hashed; `id` is always 1."""

    __tablename__ = "staff_code"

    id: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=False)
    salt: Mapped[bytes] = mapped_column(LargeBinary)
    hash: Mapped[bytes] = mapped_column(LargeBinary)
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)
