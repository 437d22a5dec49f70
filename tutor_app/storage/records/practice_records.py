"""What learners were given to practise and what they recalled; kept beyond the conversation."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime
from typing import cast

from sqlalchemy import Engine, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from tutor_app.domain.errors import NotFound
from tutor_app.domain.values import Cloze, Event, Sentence
from tutor_app.storage.records.database import writing
from tutor_app.storage.records.database_tables import ConversationModel, RecallModel
from tutor_app.storage.records.row_values import RecallKind, RecallOutcome, RecallRow
from tutor_app.wording.catalogue import phrase

NOT_GIVEN = phrase("errors_storage.not_given_to_practise")

TRIES = 2  # wrong answers after which the term is shown


def _now() -> datetime:
    return datetime.now(UTC)


class RecallRecords:
    """What became of everything a learner was given to practise in a course."""

    def __init__(self, engine: Engine, now: Callable[[], datetime] = _now) -> None:
        self._engine = engine
        self._writing = writing(engine)
        self._now = now

    def list_items(self, learner_id: str, course_id: str) -> dict[str, RecallRow]:
        """Return all that the learner was given in the course, by item."""
        query = select(RecallModel).where(
            RecallModel.learner_id == learner_id, RecallModel.course_id == course_id
        )
        with Session(self._engine) as session:
            return {found.item_id: _row(found) for found in session.scalars(query)}

    def answer(self, learner_id: str, course_id: str, item_id: str, *, right: bool) -> RecallRow:
        """Count one answer; the second wrong one ends the exercise.

        One that is over no longer changes.

        Raises:
            NotFound: the learner was never given this.
        """
        with Session(self._writing) as session, session.begin():
            item = _item(session, learner_id, course_id, item_id)
            if item.outcome == "offered":
                item.tries += 1
                item.answered_at = self._now()
                if right:
                    item.outcome = "right"
                elif item.tries >= TRIES:
                    item.outcome = "shown"
            return _row(item)

    def show(self, learner_id: str, course_id: str, item_id: str) -> RecallRow:
        """The learner asked to see the term.

        Raises:
            NotFound: the learner was never given this.
        """
        with Session(self._writing) as session, session.begin():
            item = _item(session, learner_id, course_id, item_id)
            if item.outcome == "offered":
                item.outcome = "shown"
                item.answered_at = self._now()
            return _row(item)


def offered_ids(session: Session, learner_id: str, course_id: str) -> frozenset[str]:
    """Return what the learner was given in the course, so that nothing comes twice."""
    query = select(RecallModel.item_id).where(
        RecallModel.learner_id == learner_id, RecallModel.course_id == course_id
    )
    return frozenset(session.scalars(query))


def keep_offered(
    session: Session, conversation: ConversationModel, events: Iterable[Event], now: datetime
) -> None:
    """Note what a finished turn offered, in the turn's own transaction."""
    for item in _offers(events):
        item.learner_id = conversation.learner_id
        item.course_id = conversation.course_id
        item.offered_at = now
        try:
            with session.begin_nested():
                session.add(item)
        except IntegrityError:  # another of the learner's turns offered it at the same time
            continue


def _offers(events: Iterable[Event]) -> Iterator[RecallModel]:
    for event in events:
        match event:
            case Cloze():
                yield _made("cloze", event.id, event.passage_id, event.answer)
            case Sentence(practice_id=str(item_id), passage_id=str(passage_id)):
                yield _made("exercise", item_id, passage_id, "")
            case _:
                continue


def _made(kind: RecallKind, item_id: str, passage_id: str, term: str) -> RecallModel:
    return RecallModel(
        item_id=item_id, kind=kind, passage_id=passage_id, term=term, tries=0, outcome="offered"
    )


def _item(session: Session, learner_id: str, course_id: str, item_id: str) -> RecallModel:
    item = session.get(RecallModel, (learner_id, course_id, item_id))
    if item is None:
        raise NotFound(NOT_GIVEN())
    return item


def _row(item: RecallModel) -> RecallRow:
    return RecallRow(
        item_id=item.item_id,
        kind=cast(RecallKind, item.kind),
        passage_id=item.passage_id,
        term=item.term,
        tries=item.tries,
        outcome=cast(RecallOutcome, item.outcome),
        offered_at=item.offered_at,
        answered_at=item.answered_at,
    )
