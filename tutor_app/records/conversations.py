"""Learners, their conversations and the turns of these."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, cast
from uuid import uuid4

from sqlalchemy import (
    ColumnElement,
    CursorResult,
    Engine,
    and_,
    delete,
    exists,
    func,
    or_,
    select,
    update,
)
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session, aliased

from tutor_app import codec, values
from tutor_app.errors import NotFound
from tutor_app.records.course_settings import settings_of
from tutor_app.records.database import writing
from tutor_app.records.ladder import keep_ladder, ladder_of, turns_before
from tutor_app.records.models import ConversationModel, CourseModel, LearnerModel, TurnModel
from tutor_app.records.recall import keep_offered, offered_ids
from tutor_app.records.rows import OPEN, ConversationRow, TurnRow
from tutor_app.values import Event, Intent, TurnRecord, TurnStatus

TITLE_LENGTH = 60
_RACES_TRIED = 20
# Named here: inside the class, `list` is its method.
ConversationRows = list[ConversationRow]
TurnRows = list[TurnRow]
Ids = list[str]


def _now() -> datetime:
    return datetime.now(UTC)


class ConversationRecords:
    """What students asked and were told. `now` is the clock, for tests of leases."""

    def __init__(self, engine: Engine, now: Callable[[], datetime] = _now) -> None:
        self._engine = engine
        self._writing = writing(engine)
        self._now = now

    # --- learners and conversations ---

    def learner(self, token: str) -> str:
        """Return the learner's id for the token in their cookie, made on first sight.

        Only a hash of the token is stored.
        """
        digest = hashlib.sha256(token.encode()).hexdigest()
        known = select(LearnerModel.id).where(LearnerModel.token_sha256 == digest)
        with Session(self._engine) as session:
            found = session.scalar(known)
        if found is not None:
            return found
        try:
            with Session(self._writing) as session, session.begin():
                learner = LearnerModel(id=uuid4().hex, token_sha256=digest, created_at=self._now())
                session.add(learner)
                session.flush()
                return learner.id
        except IntegrityError:  # two first pages at once
            with Session(self._engine) as session:
                return session.scalars(known).one()

    def create(self, learner_id: str, course_id: str) -> ConversationRow:
        """Raises NotFound where the course does not exist."""
        with Session(self._writing) as session, session.begin():
            if session.get(CourseModel, course_id) is None:
                raise NotFound("There is no such course (it may have been deleted).")
            conversation = ConversationModel(
                id=uuid4().hex,
                learner_id=learner_id,
                course_id=course_id,
                title="",
                created_at=self._now(),
            )
            session.add(conversation)
            return _conversation_row(conversation)

    def list(self, learner_id: str, course_id: str) -> ConversationRows:
        """Return the learner's conversations in this course, newest first."""
        query = (
            select(ConversationModel)
            .where(
                ConversationModel.learner_id == learner_id,
                ConversationModel.course_id == course_id,
            )
            .order_by(ConversationModel.created_at.desc(), ConversationModel.id)
        )
        with Session(self._engine) as session:
            return [_conversation_row(found) for found in session.scalars(query)]

    def get(self, conversation_id: str, learner_id: str) -> ConversationRow:
        """Raises NotFound also where the conversation is somebody else's."""
        with Session(self._engine) as session:
            return _conversation_row(_own(session, conversation_id, learner_id))

    def rename(self, conversation_id: str, learner_id: str, title: str) -> ConversationRow:
        with Session(self._writing) as session, session.begin():
            conversation = _own(session, conversation_id, learner_id)
            conversation.title = _one_line(title)
            return _conversation_row(conversation)

    def delete(self, conversation_id: str, learner_id: str) -> None:
        """Delete the conversation and every turn of it; nothing is kept."""
        with Session(self._writing) as session, session.begin():
            _own(session, conversation_id, learner_id)
            session.execute(
                delete(ConversationModel).where(ConversationModel.id == conversation_id)
            )

    # --- turns ---

    def add_turn(
        self, conversation_id: str, question: str, wanted: Intent | None = None
    ) -> TurnRow:
        """Store a question, verbatim, as the conversation's last turn; it is not started.

        `wanted` is the help that the student chose themselves.
        """
        for _ in range(_RACES_TRIED):
            try:
                with Session(self._writing) as session, session.begin():
                    return self._add_turn(session, conversation_id, question, wanted)
            except IntegrityError:  # another process took the position
                continue
        raise RuntimeError("others are adding to the same conversation again and again")

    def turns(self, conversation_id: str) -> TurnRows:
        """Return the conversation's turns in the order they were asked."""
        query = (
            select(TurnModel)
            .where(TurnModel.conversation_id == conversation_id)
            .order_by(TurnModel.position)
        )
        with Session(self._engine) as session:
            return [_turn_row(turn) for turn in session.scalars(query)]

    def turn(self, turn_id: str) -> TurnRow:
        with Session(self._engine) as session:
            return _turn_row(_turn(session, turn_id))

    def status(self, turn_id: str) -> TurnStatus:
        """Return how far the turn is, without reading what was said: for readers that poll."""
        query = select(TurnModel.status).where(TurnModel.id == turn_id)
        with self._engine.connect() as connection:
            found = connection.execute(query).scalar_one_or_none()
        if found is None:
            raise NotFound("There is no such message (its conversation may have been deleted).")
        return cast(TurnStatus, found)

    def session_of(self, turn_id: str) -> values.Session:
        """Return what the tutor needs to know about the conversation the turn stands in."""
        with Session(self._engine) as session:
            turn = _turn(session, turn_id)
            conversation = session.get_one(ConversationModel, turn.conversation_id)
            course = session.get_one(CourseModel, conversation.course_id)
            before = turns_before(session, turn)
            return values.Session(
                conversation_id=conversation.id,
                course_id=course.id,
                course_name=course.name,
                contact=course.contact,
                before=before.exchanges,
                offered=offered_ids(session, conversation.learner_id, conversation.course_id),
                settings=settings_of(session, course.id),
                ladder=ladder_of(session, conversation.learner_id, course.id),
                tracing=before.tracing,
                work=before.work,
            )

    # --- how a turn is run: by one worker at a time, in the order of the conversation ---

    def begin(self, turn_id: str, holder: str = "", lease_seconds: float = 4.0) -> int:
        """Take the turn for running and return which try this is, from 1.

        Returns 0, and changes nothing, where it must not be run now: it is finished or deleted, a
        worker that is alive runs it, or the conversation has another turn before it. One atomic
        statement: of many callers one gets it.
        """
        now = self._now()
        taken = (
            update(TurnModel)
            .where(TurnModel.id == turn_id, _may_start(now), ~_another_goes_first())
            .values(
                status="running",
                tries=TurnModel.tries + 1,
                holder=holder,
                lease_until=now + timedelta(seconds=lease_seconds),
            )
        )
        try:
            with Session(self._writing) as session, session.begin():
                if _changed(session.execute(taken)) == 0:
                    return 0
                return session.scalars(select(TurnModel.tries).where(TurnModel.id == turn_id)).one()
        except IntegrityError:  # another turn of the conversation began at this moment
            return 0

    def renew(self, holder: str, lease_seconds: float = 4.0) -> frozenset[str]:
        """Prolong the leases of the holder's running turns; return the ids that it still holds."""
        held = and_(TurnModel.holder == holder, TurnModel.status == "running")
        until = self._now() + timedelta(seconds=lease_seconds)
        with Session(self._writing) as session, session.begin():
            session.execute(update(TurnModel).where(held).values(lease_until=until))
            return frozenset(session.scalars(select(TurnModel.id).where(held)))

    def release(self, turn_id: str, holder: str) -> None:
        """Give a running turn back, as if it had not been tried: its worker is being stopped."""
        with Session(self._writing) as session, session.begin():
            session.execute(
                update(TurnModel)
                .where(
                    TurnModel.id == turn_id,
                    TurnModel.holder == holder,
                    TurnModel.status == "running",
                )
                .values(status="queued", tries=TurnModel.tries - 1, holder="", lease_until=None)
            )

    def finish(
        self,
        turn_id: str,
        status: TurnStatus,
        events: Sequence[Event],
        record: TurnRecord | None = None,
        *,
        tries: int | None = None,
    ) -> bool:
        """Store the finished turn, once; a second call changes nothing and returns False.

        With `tries` it is stored only where the turn is still in that try: a worker that was taken
        for dead cannot write over the one that followed it.
        """
        where = [TurnModel.id == turn_id, TurnModel.status.in_(OPEN)]
        if tries is not None:
            where.append(TurnModel.tries == tries)
        stored = (
            update(TurnModel)
            .where(*where)
            .values(
                status=status,
                events=[codec.event_to_json(event) for event in events],
                record=None if record is None else codec.record_to_json(record),
                finished_at=self._now(),
                holder="",
                lease_until=None,
            )
        )
        with Session(self._writing) as session, session.begin():
            if _changed(session.execute(stored)) == 0:
                return False
            turn = session.get_one(TurnModel, turn_id)
            conversation = session.get_one(ConversationModel, turn.conversation_id)
            keep_offered(session, conversation, events, self._now())
            keep_ladder(session, conversation, turn_id, record, self._now())
            return True

    def retry(self, turn_id: str) -> bool:
        """Queue an interrupted or failed turn again, from its first try; else return False."""
        again = (
            update(TurnModel)
            .where(TurnModel.id == turn_id, TurnModel.status.in_(("interrupted", "failed")))
            .values(status="queued", tries=0, events=[], record=None, finished_at=None)
        )
        with Session(self._writing) as session, session.begin():
            return _changed(session.execute(again)) == 1

    def open_turns(self) -> TurnRows:
        """Return the turns that are queued or running, oldest first."""
        query = (
            select(TurnModel)
            .where(TurnModel.status.in_(OPEN))
            .order_by(TurnModel.created_at, TurnModel.position)
        )
        with Session(self._engine) as session:
            return [_turn_row(turn) for turn in session.scalars(query)]

    def startable(self) -> Ids:
        """Return the ids of turns that `begin` would take now, oldest first."""
        query = (
            select(TurnModel.id)
            .where(_may_start(self._now()), ~_another_goes_first())
            .order_by(TurnModel.created_at, TurnModel.position)
        )
        with Session(self._engine) as session:
            return [*session.scalars(query)]

    def next_turn(self, conversation_id: str) -> str | None:
        """Return the id of the conversation's turn that can be started now, if there is one."""
        query = select(TurnModel.id).where(
            TurnModel.conversation_id == conversation_id,
            _may_start(self._now()),
            ~_another_goes_first(),
        )
        with Session(self._engine) as session:
            return session.scalars(query).first()

    def _add_turn(
        self, session: Session, conversation_id: str, question: str, wanted: Intent | None
    ) -> TurnRow:
        conversation = session.get(ConversationModel, conversation_id)
        if conversation is None:
            raise NotFound("There is no such conversation (it may have been deleted).")
        last = session.scalar(
            select(func.max(TurnModel.position)).where(TurnModel.conversation_id == conversation_id)
        )
        if not conversation.title:
            conversation.title = _one_line(question)
        turn = TurnModel(
            id=uuid4().hex,
            conversation_id=conversation_id,
            position=(last or 0) + 1,
            question=question,
            wanted=wanted,
            status="queued",
            tries=0,
            holder="",
            events=[],
            created_at=self._now(),
        )
        session.add(turn)
        session.flush()
        return _turn_row(turn)


def _may_start(now: datetime) -> ColumnElement[bool]:
    """Queued, or left behind by a worker that died."""
    return or_(
        TurnModel.status == "queued",
        and_(TurnModel.status == "running", TurnModel.lease_until < now),
    )


def _another_goes_first() -> ColumnElement[bool]:
    """Another turn of the conversation runs, or waits before this one."""
    other = aliased(TurnModel)
    return exists().where(
        other.conversation_id == TurnModel.conversation_id,
        other.id != TurnModel.id,
        or_(
            other.status == "running",
            and_(other.status == "queued", other.position < TurnModel.position),
        ),
    )


def _changed(result: Any) -> int:
    return cast(CursorResult[Any], result).rowcount


def _one_line(text: str) -> str:
    return " ".join(text.split())[:TITLE_LENGTH].rstrip()


def _own(session: Session, conversation_id: str, learner_id: str) -> ConversationModel:
    conversation = session.get(ConversationModel, conversation_id)
    if conversation is None or conversation.learner_id != learner_id:
        raise NotFound("There is no such conversation (it may have been deleted).")
    return conversation


def _turn(session: Session, turn_id: str) -> TurnModel:
    turn = session.get(TurnModel, turn_id)
    if turn is None:
        raise NotFound("There is no such message (its conversation may have been deleted).")
    return turn


def _conversation_row(conversation: ConversationModel) -> ConversationRow:
    return ConversationRow(
        id=conversation.id,
        course_id=conversation.course_id,
        title=conversation.title,
        created_at=conversation.created_at,
    )


def _turn_row(turn: TurnModel) -> TurnRow:
    return TurnRow(
        id=turn.id,
        conversation_id=turn.conversation_id,
        position=turn.position,
        question=turn.question,
        wanted=cast("Intent | None", turn.wanted),
        status=cast(TurnStatus, turn.status),
        tries=turn.tries,
        events=tuple(codec.event_from_json(event) for event in turn.events),
        record=None if turn.record is None else codec.record_from_json(turn.record),
        created_at=turn.created_at,
        finished_at=turn.finished_at,
    )
