"""What happened on learners' hint ladders. This is the truth, whatever Redis says."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import cast

from sqlalchemy import ColumnElement, Engine, and_, func, select
from sqlalchemy.orm import Session

from tutor_app.domain.errors import LadderMoved
from tutor_app.domain.teaching import LadderCause, LadderEvent, LadderSeen
from tutor_app.storage.records.database_tables import (
    ConversationModel,
    LadderEventModel,
    LearnerModel,
    TurnModel,
)
from tutor_app.wording.catalogue import phrase

GIVEN_ELSEWHERE = phrase("errors_storage.hint_given_elsewhere")


class RecordedLadders:
    """The hint ladders of one learner in one course, as the database has them.

    Two turns may hold the same problem here: which of them was too late shows when it is stored
    (`keep_ladder`).
    """

    def __init__(self, engine: Engine, learner_id: str, course_id: str) -> None:
        self._engine = engine
        self._learner_id = learner_id
        self._course_id = course_id

    def of(self, problem_key: str) -> tuple[LadderEvent, ...]:
        """Return what happened on the problem, oldest first."""
        query = (
            select(LadderEventModel)
            .where(_on_problem(self._learner_id, self._course_id, problem_key))
            .order_by(LadderEventModel.id)
        )
        with Session(self._engine) as session:
            return tuple(
                LadderEvent(
                    problem_key=event.problem_key,
                    level=event.level,
                    cause=cast(LadderCause, event.cause),
                    place=event.place,
                )
                for event in session.scalars(query)
            )

    def hold(self, problem_key: str) -> tuple[LadderEvent, ...]:
        return self.of(problem_key)


def keep_ladder(
    session: Session,
    turn: TurnModel,
    moves: Sequence[LadderEvent],
    seen: LadderSeen | None,
    now: datetime,
) -> None:
    """Store what a finished turn changed on a ladder, in the turn's own transaction.

    Raises:
        LadderMoved: more happened on it than the turn had `seen`, so its hint was given before.
    """
    conversation = session.get_one(ConversationModel, turn.conversation_id)
    learner, course = conversation.learner_id, conversation.course_id
    if seen is not None and moves:
        # One turn of the learner at a time from here on, also where transactions run beside each
        # other (PostgreSQL); rows that refer to the learner may be added meanwhile.
        session.get_one(LearnerModel, learner, with_for_update={"key_share": True})
        count = (
            select(func.count())
            .select_from(LadderEventModel)
            .where(_on_problem(learner, course, seen.problem_key))
        )
        if session.scalar(count) != seen.events:
            raise LadderMoved(GIVEN_ELSEWHERE())
    for event in moves:
        session.add(
            LadderEventModel(
                learner_id=learner,
                course_id=course,
                problem_key=event.problem_key,
                level=event.level,
                cause=event.cause,
                place=event.place,
                turn_id=turn.id,
                at=now,
            )
        )


def _on_problem(learner_id: str, course_id: str, problem_key: str) -> ColumnElement[bool]:
    return and_(
        LadderEventModel.learner_id == learner_id,
        LadderEventModel.course_id == course_id,
        LadderEventModel.problem_key == problem_key,
    )
