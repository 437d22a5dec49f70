"""Learners, their conversations and the turns of these."""

from __future__ import annotations

import hashlib
from typing import cast
from uuid import uuid4

from sqlalchemy import delete, func, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from tutor_app import values
from tutor_app.errors import NotFound
from tutor_app.records.before import turns_before
from tutor_app.records.course_settings import settings_of
from tutor_app.records.ladder import RecordedLadders
from tutor_app.records.models import ConversationModel, CourseModel, LearnerModel, TurnModel
from tutor_app.records.recall import offered_ids
from tutor_app.records.rows import ConversationRow, TurnRow
from tutor_app.records.turn_runs import TurnRuns, find_turn, turn_row
from tutor_app.values import Intent, TurnStatus

TITLE_LENGTH = 60
_RACES_TRIED = 20
# Named here: inside the class, `list` is its method.
ConversationRows = list[ConversationRow]
TurnRows = list[TurnRow]


class ConversationRecords(TurnRuns):
    """What students asked and were told; how a turn is run stands in turn_runs.py."""

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
            return [turn_row(turn) for turn in session.scalars(query)]

    def turn(self, turn_id: str) -> TurnRow:
        with Session(self._engine) as session:
            return turn_row(find_turn(session, turn_id))

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
            turn = find_turn(session, turn_id)
            conversation = session.get_one(ConversationModel, turn.conversation_id)
            course = session.get_one(CourseModel, conversation.course_id)
            before = turns_before(session, turn)
            return values.Session(
                conversation_id=conversation.id,
                course_id=course.id,
                course_name=course.name,
                learner_id=conversation.learner_id,
                contact=course.contact,
                before=before.exchanges,
                offered=offered_ids(session, conversation.learner_id, conversation.course_id),
                settings=settings_of(session, course.id),
                ladder=RecordedLadders(self._engine, conversation.learner_id, course.id),
                tracing=before.tracing,
                work=before.work,
                work_is_newer=before.work_is_newer,
                earlier_work=before.earlier_work,
            )

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
        return turn_row(turn)


def _one_line(text: str) -> str:
    return " ".join(text.split())[:TITLE_LENGTH].rstrip()


def _own(session: Session, conversation_id: str, learner_id: str) -> ConversationModel:
    conversation = session.get(ConversationModel, conversation_id)
    if conversation is None or conversation.learner_id != learner_id:
        raise NotFound("There is no such conversation (it may have been deleted).")
    return conversation


def _conversation_row(conversation: ConversationModel) -> ConversationRow:
    return ConversationRow(
        id=conversation.id,
        course_id=conversation.course_id,
        title=conversation.title,
        created_at=conversation.created_at,
    )
