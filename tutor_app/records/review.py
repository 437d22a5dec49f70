"""What staff see of conversations: whose they are stays unknown."""

from __future__ import annotations

import hashlib

from sqlalchemy import Engine, Integer, cast, func, select
from sqlalchemy.orm import Session

from tutor_app.errors import NotFound
from tutor_app.records.models import ConversationModel, FeedbackModel, TurnModel
from tutor_app.records.rows import ReviewRow


class ReviewRecords:
    """Conversations of a course, of all its learners. Those without a message do not count."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def conversations(
        self, course_id: str, *, only_bad: bool = False, start: int = 0, count: int = 50
    ) -> tuple[ReviewRow, ...]:
        """Return the conversations, newest message first; `only_bad`: those with a thumb down."""
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
        if only_bad:
            query = query.having(judged > good)
        with Session(self._engine) as session:
            return tuple(
                ReviewRow(
                    conversation_id=found.id,
                    course_id=found.course_id,
                    title=found.title,
                    student=_alias(found.learner_id, course_id),
                    turns=turns,
                    good=ups,
                    bad=thumbs - ups,
                    last_at=at,
                )
                for found, turns, ups, thumbs, at in session.execute(query)
            )

    def student_of(self, conversation_id: str, course_id: str) -> str:
        """Return the name of the conversation's student.

        Raises:
            NotFound: the course has no such conversation.
        """
        with Session(self._engine) as session:
            found = session.get(ConversationModel, conversation_id)
            if found is None or found.course_id != course_id:
                raise NotFound("There is no such conversation (it may have been deleted).")
            return _alias(found.learner_id, course_id)


def _alias(learner_id: str, course_id: str) -> str:
    """Four characters: another one in each course, and no way back to the learner."""
    digest = hashlib.sha256(f"{course_id} {learner_id}".encode()).hexdigest()
    return f"Student {digest[:4]}"
