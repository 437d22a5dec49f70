"""How a turn is run: by one worker at a time, in the order of its conversation, stored once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, cast

from sqlalchemy import (
    ColumnElement,
    CursorResult,
    Engine,
    and_,
    exists,
    func,
    or_,
    select,
    update,
)
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session, aliased

from tutor_app.domain import codec
from tutor_app.domain.errors import NotFound, TooManyOpen
from tutor_app.domain.teaching import LadderSeen
from tutor_app.domain.values import Event, Intent, TurnRecord, TurnStatus
from tutor_app.storage.records.database import writing
from tutor_app.storage.records.database_tables import ConversationModel, TurnModel
from tutor_app.storage.records.ladder_events import keep_ladder
from tutor_app.storage.records.practice_records import keep_offered
from tutor_app.storage.records.recall_cards import keep_reviews
from tutor_app.storage.records.row_values import OPEN, TurnRow
from tutor_app.wording.catalogue import phrase

NO_MESSAGE = phrase("errors_storage.no_message")
TOO_MANY_OPEN = phrase("errors_storage.too_many_open", "count")


def _now() -> datetime:
    return datetime.now(UTC)


class TurnRuns:
    """What workers do with turns. `now` is the clock, for tests of leases."""

    def __init__(self, engine: Engine, now: Callable[[], datetime] = _now) -> None:
        self._engine = engine
        self._writing = writing(engine)
        self._now = now

    def begin(self, turn_id: str, holder: str = "", lease_seconds: float = 4.0) -> int:
        """Claim the turn for running and return the number of this try, from 1.

        Returns 0, and changes nothing, if it must not be run now: it is finished or deleted, a
        worker that is alive runs it, or the conversation has another turn before it. One atomic
        statement: only one of many callers gets it.
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

    def finish(  # noqa: PLR0913  (what is stored, and what must hold for it)
        self,
        turn_id: str,
        status: TurnStatus,
        events: Sequence[Event],
        record: TurnRecord | None = None,
        *,
        tries: int | None = None,
        seen: LadderSeen | None = None,
    ) -> bool:
        """Store the finished turn, once; a second call changes nothing and returns False.

        With `tries` it is stored only if the turn is still in that try: a worker that was taken for
        dead cannot overwrite its successor. `seen` is what the turn knew of the hint ladder that it
        moved.

        Raises:
            LadderMoved: another turn moved that ladder meanwhile; nothing is stored.
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
            if record is not None:
                keep_ladder(session, turn, record.moves, seen, self._now())
                keep_reviews(session, conversation, record.answered, self._now())
            return True

    def retry(self, turn_id: str, *, open_at_most: int | None = None) -> bool:
        """Queue an interrupted or failed turn again, from its first try; else return False.

        `open_at_most` is how many turns of the learner may be queued or running with this one.

        Raises:
            TooManyOpen: nothing is changed.
        """
        again = (
            update(TurnModel)
            .where(TurnModel.id == turn_id, TurnModel.status.in_(("interrupted", "failed")))
            .values(status="queued", tries=0, events=[], record=None, finished_at=None)
        )
        learner = (
            select(ConversationModel.learner_id)
            .join(TurnModel, TurnModel.conversation_id == ConversationModel.id)
            .where(TurnModel.id == turn_id)
        )
        with Session(self._writing) as session, session.begin():
            check_open(session, session.scalar(learner), open_at_most)
            return _changed(session.execute(again)) == 1

    def open_in(self, conversation_id: str) -> list[str]:
        """Return the ids of the conversation's turns that are queued or running, in order."""
        query = (
            select(TurnModel.id)
            .where(TurnModel.conversation_id == conversation_id, TurnModel.status.in_(OPEN))
            .order_by(TurnModel.position)
        )
        with self._engine.connect() as connection:
            return [*connection.scalars(query)]

    def queued_before(self, turn_id: str) -> int:
        """Return how many queued turns, of anybody, were asked before this one."""
        this = select(TurnModel.created_at).where(TurnModel.id == turn_id).scalar_subquery()
        query = (
            select(func.count())
            .select_from(TurnModel)
            .where(TurnModel.status == "queued", TurnModel.created_at < this)
        )
        with self._engine.connect() as connection:
            return connection.scalars(query).one()

    def startable(self) -> list[str]:
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


def check_open(session: Session, learner_id: str | None, at_most: int | None) -> None:
    """Raise TooManyOpen if the learner already has `at_most` turns queued or running."""
    if at_most is None:
        return
    open_now = (
        select(func.count())
        .select_from(TurnModel)
        .join(ConversationModel, TurnModel.conversation_id == ConversationModel.id)
        .where(ConversationModel.learner_id == learner_id, TurnModel.status.in_(OPEN))
    )
    if session.scalars(open_now).one() >= at_most:
        raise TooManyOpen(TOO_MANY_OPEN(count=at_most))


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


def find_turn(session: Session, turn_id: str) -> TurnModel:
    """Raises NotFound."""
    turn = session.get(TurnModel, turn_id)
    if turn is None:
        raise NotFound(NO_MESSAGE())
    return turn


def turn_row(turn: TurnModel) -> TurnRow:
    """Return what a row of the table says."""
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
