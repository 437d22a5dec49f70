"""Learners, their conversations and the turns of these."""

from __future__ import annotations

import hashlib
import re
from typing import cast
from uuid import uuid4

from sqlalchemy import delete, exists, func, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from tutor_app.domain import values
from tutor_app.domain.errors import NotFound
from tutor_app.domain.values import Intent, TurnStatus
from tutor_app.storage.records.conversation_context import turns_before
from tutor_app.storage.records.course_settings import settings_of
from tutor_app.storage.records.courses import count_unindexed, dated_files
from tutor_app.storage.records.database_tables import (
    ConversationModel,
    CourseModel,
    LearnerModel,
    TurnModel,
)
from tutor_app.storage.records.ladder_events import RecordedLadders
from tutor_app.storage.records.practice_records import offered_ids
from tutor_app.storage.records.recall_cards import chances_of_recall
from tutor_app.storage.records.row_values import ConversationRow, TurnRow
from tutor_app.storage.records.turn_runs import (
    NO_MESSAGE,
    TurnRuns,
    check_open,
    find_turn,
    turn_row,
)
from tutor_app.wording.catalogue import phrase

NO_COURSE = phrase("errors_storage.no_course")
NO_CONVERSATION = phrase("errors_storage.no_conversation")
MESSAGE_ELSEWHERE = phrase("errors_storage.message_elsewhere")

TITLE_LENGTH = 60
_FENCE = re.compile(r"```\w*")
_RACES_TRIED = 20
# Named here: inside the class, `list` is its method.
ConversationRows = list[ConversationRow]
TurnRows = list[TurnRow]


class ConversationRecords(TurnRuns):
    """What students asked and were told; turn_runs.py has how a turn is run."""

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

    def create(
        self, learner_id: str, course_id: str, conversation_id: str | None = None
    ) -> ConversationRow:
        """Make a conversation; one with an id chosen by the caller is made only once.

        Raises:
            NotFound: the course does not exist, or the conversation is somebody else's.
        """
        try:
            with Session(self._writing) as session, session.begin():
                return self._create(session, learner_id, course_id, conversation_id or uuid4().hex)
        except IntegrityError:  # two first messages at once
            return self.get(conversation_id or "", learner_id)

    def _create(
        self, session: Session, learner_id: str, course_id: str, conversation_id: str
    ) -> ConversationRow:
        if session.get(ConversationModel, conversation_id) is not None:
            return _conversation_row(_own(session, conversation_id, learner_id))
        if session.get(CourseModel, course_id) is None:
            raise NotFound(NO_COURSE())
        conversation = ConversationModel(
            id=conversation_id,
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
        """Raises NotFound, also if the conversation is somebody else's."""
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

    def delete_empty(self, conversation_id: str, learner_id: str) -> None:
        """Delete the conversation if nothing was asked in it; otherwise leave it alone."""
        asked = exists().where(TurnModel.conversation_id == conversation_id)
        with Session(self._writing) as session, session.begin():
            session.execute(
                delete(ConversationModel).where(
                    ConversationModel.id == conversation_id,
                    ConversationModel.learner_id == learner_id,
                    ~asked,
                )
            )

    # --- turns ---

    def add_turn(
        self,
        conversation_id: str,
        question: str,
        wanted: Intent | None = None,
        *,
        turn_id: str | None = None,
        open_at_most: int | None = None,
    ) -> TurnRow:
        """Store a question, verbatim, as the conversation's last turn; it is not started.

        `wanted` is the help that the student chose themselves. With a `turn_id`, chosen by the
        sender, the question is stored once, however often it is sent. `open_at_most` is how many
        turns of the learner may be queued or running with this one.

        Raises:
            NotFound: the conversation, or a turn of this id in another one.
            TooManyOpen: nothing is stored.
        """
        for _ in range(_RACES_TRIED):
            try:
                with Session(self._writing) as session, session.begin():
                    conversation = session.get(ConversationModel, conversation_id)
                    if conversation is None:
                        raise NotFound(NO_CONVERSATION())
                    known = session.get(TurnModel, turn_id) if turn_id else None
                    if known is not None and known.conversation_id == conversation_id:
                        return turn_row(known)
                    if known is not None:
                        raise NotFound(MESSAGE_ELSEWHERE())
                    check_open(session, conversation.learner_id, open_at_most)
                    return self._add_turn(session, conversation, question, wanted, turn_id)
            except IntegrityError:  # another process took the position, or sent the same turn
                continue
        raise RuntimeError("others are adding to the same conversation again and again")

    def turns(self, conversation_id: str, since: int = 1) -> TurnRows:
        """Return the conversation's turns in the order they were asked, from position `since`."""
        query = (
            select(TurnModel)
            .where(TurnModel.conversation_id == conversation_id, TurnModel.position >= since)
            .order_by(TurnModel.position)
        )
        with Session(self._engine) as session:
            return [turn_row(turn) for turn in session.scalars(query)]

    def turn(self, turn_id: str) -> TurnRow:
        with Session(self._engine) as session:
            return turn_row(find_turn(session, turn_id))

    def status(self, turn_id: str) -> TurnStatus:
        """Return how far the turn is, without reading what was said: for readers that poll."""
        return self.status_and_tries(turn_id)[0]

    def status_and_tries(self, turn_id: str) -> tuple[TurnStatus, int]:
        """Return how far the turn is and how often a worker has begun it."""
        query = select(TurnModel.status, TurnModel.tries).where(TurnModel.id == turn_id)
        with self._engine.connect() as connection:
            found = connection.execute(query).one_or_none()
        if found is None:
            raise NotFound(NO_MESSAGE())
        return cast(TurnStatus, found.status), found.tries

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
                ended_run=before.ended_run,
                work=before.work,
                ended_work=before.ended_work,
                work_is_newer=before.work_is_newer,
                earlier_work=before.earlier_work,
                practice_round=before.practice_round,
                round_is_newest=before.round_is_newest,
                round_turns_ago=before.round_turns_ago,
                recalled=chances_of_recall(
                    session, conversation.learner_id, course.id, self._now()
                ),
                unindexed_files=count_unindexed(session, course.id),
                dated=dated_files(session, course.id),
            )

    def _add_turn(
        self,
        session: Session,
        conversation: ConversationModel,
        question: str,
        wanted: Intent | None,
        turn_id: str | None,
    ) -> TurnRow:
        last = session.scalar(
            select(func.max(TurnModel.position)).where(TurnModel.conversation_id == conversation.id)
        )
        if not conversation.title:
            conversation.title = _one_line(question)
        turn = TurnModel(
            id=turn_id or uuid4().hex,
            conversation_id=conversation.id,
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
    words = _FENCE.sub(" ", text).split() or text.split()
    return " ".join(words)[:TITLE_LENGTH].rstrip()


def _own(session: Session, conversation_id: str, learner_id: str) -> ConversationModel:
    conversation = session.get(ConversationModel, conversation_id)
    if conversation is None or conversation.learner_id != learner_id:
        raise NotFound(NO_CONVERSATION())
    return conversation


def _conversation_row(conversation: ConversationModel) -> ConversationRow:
    return ConversationRow(
        id=conversation.id,
        course_id=conversation.course_id,
        title=conversation.title,
        created_at=conversation.created_at,
    )
