"""What staff see of conversations, without knowing whose they are."""

from __future__ import annotations

import hashlib
from collections.abc import Collection
from typing import Literal

from sqlalchemy import ColumnElement, Engine, Integer, Select, cast, func, or_, select
from sqlalchemy.orm import Session

from tutor_app.domain.errors import NotFound
from tutor_app.storage.records.database_tables import ConversationModel, FeedbackModel, TurnModel
from tutor_app.storage.records.row_values import ReviewRow
from tutor_app.wording.catalogue import phrase

NO_CONVERSATION = phrase("errors_storage.no_conversation")

ReviewFilter = Literal["all", "bad", "unanswered"]
# The record of a turn says whether the course had nothing; one that broke off has none.
UNANSWERED = or_(
    TurnModel.status.in_(("failed", "interrupted")), TurnModel.record["declined"].as_boolean()
)


class ReviewRecords:
    """Conversations of a course, of all its learners. Those without a message do not count."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def conversations(
        self,
        course_id: str,
        *,
        wanted: ReviewFilter = "all",
        words: str = "",
        start: int = 0,
        count: int = 50,
    ) -> tuple[ReviewRow, ...]:
        """Return the conversations, newest message first.

        `wanted`: those with a thumb down, or with a message that was not answered. `words`: those
        in which a student's message has these words as they stand, in any case.
        """
        last = func.max(TurnModel.created_at)
        good = func.coalesce(func.sum(cast(FeedbackModel.good, Integer)), 0)
        judged = func.count(FeedbackModel.turn_id)
        query = (
            select(ConversationModel, func.count(TurnModel.id), good, judged, last)
            .join(TurnModel, TurnModel.conversation_id == ConversationModel.id)
            .outerjoin(FeedbackModel, FeedbackModel.turn_id == TurnModel.id)
            .where(ConversationModel.course_id == course_id)
            .group_by(ConversationModel.id)
            .order_by(last.desc(), ConversationModel.id)
            .offset(start)
            .limit(count)
        )
        if wanted == "bad":
            query = query.having(judged > good)
        if wanted == "unanswered":
            query = query.where(ConversationModel.id.in_(_conversations_of(UNANSWERED)))
        if words.strip():
            said = TurnModel.question.icontains(words.strip(), autoescape=True)
            query = query.where(ConversationModel.id.in_(_conversations_of(said)))
        with Session(self._engine) as session:
            rows = session.execute(query).all()
            unanswered = _count_unanswered(session, [row[0].id for row in rows])
        return tuple(
            ReviewRow(
                conversation_id=found.id,
                course_id=found.course_id,
                title=found.title,
                student=student_alias(found.learner_id, course_id),
                turns=turns,
                good=ups,
                bad=thumbs - ups,
                unanswered=unanswered.get(found.id, 0),
                last_at=at,
            )
            for found, turns, ups, thumbs, at in rows
        )

    def student_of(self, conversation_id: str, course_id: str) -> str:
        """Return the name of the conversation's student.

        Raises:
            NotFound: the course has no such conversation.
        """
        with Session(self._engine) as session:
            found = session.get(ConversationModel, conversation_id)
            if found is None or found.course_id != course_id:
                raise NotFound(NO_CONVERSATION())
            return student_alias(found.learner_id, course_id)


def _conversations_of(condition: ColumnElement[bool]) -> Select[str]:
    return select(TurnModel.conversation_id).where(condition)


def _count_unanswered(session: Session, conversations: Collection[str]) -> dict[str, int]:
    """Called for the rows of one page only, since each record has to be read."""
    query = (
        select(TurnModel.conversation_id, func.count())
        .where(TurnModel.conversation_id.in_(conversations), UNANSWERED)
        .group_by(TurnModel.conversation_id)
    )
    return {conversation_id: number for conversation_id, number in session.execute(query)}


def student_alias(learner_id: str, course_id: str) -> str:
    """Four characters, different in each course, from which the learner cannot be found."""
    digest = hashlib.sha256(f"{course_id} {learner_id}".encode()).hexdigest()
    return f"Student {digest[:4]}"
