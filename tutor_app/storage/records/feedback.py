"""What students think of answers: a thumb up or down, with a reason."""

from __future__ import annotations

from collections.abc import Callable, Collection
from datetime import UTC, datetime

from sqlalchemy import Engine, select
from sqlalchemy.orm import Session

from tutor_app.domain.errors import NotFound
from tutor_app.storage.records.database import writing
from tutor_app.storage.records.database_tables import ConversationModel, FeedbackModel, TurnModel
from tutor_app.storage.records.row_values import FeedbackRow
from tutor_app.wording.catalogue import phrase

NO_ANSWER = phrase("errors_storage.no_answer")

LONGEST_REASON = 2000  # characters kept


def _now() -> datetime:
    return datetime.now(UTC)


class FeedbackRecords:
    """One judgement per turn; a later one replaces the one before."""

    def __init__(self, engine: Engine, now: Callable[[], datetime] = _now) -> None:
        self._engine = engine
        self._writing = writing(engine)
        self._now = now

    def give(self, turn_id: str, learner_id: str, *, good: bool, reason: str = "") -> FeedbackRow:
        """Keep what the learner thinks of an answer of their own conversation.

        Raises:
            NotFound: there is no such turn, or it is somebody else's.
        """
        with Session(self._writing) as session, session.begin():
            owner = session.scalar(
                select(ConversationModel.learner_id)
                .join(TurnModel, TurnModel.conversation_id == ConversationModel.id)
                .where(TurnModel.id == turn_id)
            )
            if owner != learner_id:
                raise NotFound(NO_ANSWER())
            kept = session.merge(
                FeedbackModel(
                    turn_id=turn_id,
                    good=good,
                    reason=reason.strip()[:LONGEST_REASON],
                    at=self._now(),
                )
            )
            return _row(kept)

    def of(self, turn_ids: Collection[str]) -> dict[str, FeedbackRow]:
        """Return the judgements on these turns, by turn."""
        query = select(FeedbackModel).where(FeedbackModel.turn_id.in_(turn_ids))
        with Session(self._engine) as session:
            return {found.turn_id: _row(found) for found in session.scalars(query)}


def _row(found: FeedbackModel) -> FeedbackRow:
    return FeedbackRow(turn_id=found.turn_id, good=found.good, reason=found.reason, at=found.at)
