"""Answering one turn: from the queue, through `respond`, to the stream and the database."""

from __future__ import annotations

import logging
import threading
import time
import traceback
from collections.abc import Generator
from contextlib import closing
from dataclasses import dataclass, field, replace
from typing import Literal

from dramatiq.middleware import TimeLimitExceeded

from tutor_app.domain.errors import LadderMoved, LiveStateLost, NotFound, TutorError
from tutor_app.domain.values import (
    FINISHED_STATUSES,
    AnswerDone,
    AnswerFailed,
    AnswerStopped,
    Event,
    HintLevel,
    Message,
    Reset,
    Sentence,
    SentenceRole,
    Session,
    Status,
    TurnRecord,
    TurnStatus,
)
from tutor_app.runtime.jobs.answer_endings import Answer, AnswerBroke, AnswerDied
from tutor_app.runtime.jobs.leases import Leases
from tutor_app.runtime.turn_actions import start_next
from tutor_app.storage.live.answer_streams import TurnStreams
from tutor_app.storage.live.job_queue import TURNS_ACTOR, JobQueue
from tutor_app.storage.live.ladder_locks import LiveLadders, TurnLadders, TurnRun
from tutor_app.storage.records.conversations import ConversationRecords
from tutor_app.storage.records.row_values import TurnRow
from tutor_app.wording.catalogue import phrase, speaking

BROKE = phrase("runtime_turns.broke")
TOO_SLOW = phrase("runtime_turns.too_slow")
INTERRUPTED_TWICE = phrase("runtime_turns.interrupted_twice")
STARTED_AGAIN = phrase("runtime_turns.started_again")
HINTED_ELSEWHERE = phrase("runtime_turns.hinted_elsewhere")
AFTER_THE_OTHER = phrase("runtime_turns.after_the_other")

logger = logging.getLogger(__name__)

MAX_TRIES = 2
_HINTS: tuple[SentenceRole, ...] = ("hint", "question", "exercise")


@dataclass(frozen=True, kw_only=True)
class TurnParts:
    """What a worker needs to answer turns.

    `limit_seconds` is the longest that may pass without an event. `stopping` is set when the
    process is asked to end.
    """

    records: ConversationRecords
    streams: TurnStreams
    queue: JobQueue
    leases: Leases
    ladders: LiveLadders
    answer: Answer
    limit_seconds: float = 180.0
    stopping: threading.Event = field(default_factory=threading.Event)


def run_turn(turn_id: str, parts: TurnParts) -> None:
    """Answer the turn, unless it must not be run now; then start its conversation's next one."""
    try:
        parts.queue.clear_mark(TURNS_ACTOR, turn_id)
    except LiveStateLost:
        pass  # the mark ends by itself
    with parts.leases.hold(turn_id) as tries:
        if tries:
            _run_try(turn_id, tries, parts)
    try:
        start_next(parts.records.turn(turn_id).conversation_id, parts.records, parts.queue)
    except LiveStateLost:
        logger.warning("Redis is away: queued turns wait until it is back.")
    except NotFound:
        _forget(turn_id, parts)


def start_waiting_turns(records: ConversationRecords, queue: JobQueue) -> None:
    """Queue every turn whose job Redis has lost, or whose worker has died."""
    for turn_id in records.startable():
        queue.answer(turn_id)


@dataclass
class _Telling:
    """What is said in one turn: kept for the database, and passed on to whoever follows.

    While Redis is away events queue up here, in order.
    """

    turn_id: str
    streams: TurnStreams
    kept: list[Event] = field(default_factory=list)
    _unsent: list[Event] = field(default_factory=list)

    def tell(self, event: Event) -> None:
        if not isinstance(event, Status | Reset | AnswerDone):
            self.kept.append(event)
        self._unsent.append(event)
        try:
            while self._unsent:
                self.streams.append(self.turn_id, self._unsent[0])
                self._unsent.pop(0)
        except LiveStateLost:
            logger.warning("Redis is away: turn %s goes on for the database.", self.turn_id)

    def tell_again(self, reason: str) -> None:
        """Publish what was said so far once more."""
        self.kept.clear()
        self.tell(Reset(reason=reason))

    def tell_restart(self, tries: int) -> None:
        try:
            begun_before = tries > 1 or self.streams.has_events(self.turn_id)
        except LiveStateLost:
            begun_before = True
        if begun_before:
            self.tell(Reset(reason=STARTED_AGAIN()))


class _TurnWatch:
    """Decides whether the turn must end before its answer does, and remembers why."""

    def __init__(self, turn_id: str, parts: TurnParts) -> None:
        self._turn_id = turn_id
        self._parts = parts
        self.reason: Literal["stopped", "slow", "lost", "shutdown"] | None = None
        self.hear()

    def hear(self) -> None:
        """Something was said: the time limit starts again."""
        self._deadline = time.monotonic() + self._parts.limit_seconds

    def __call__(self) -> bool:
        if self.reason is None:
            if self._parts.leases.is_lost(self._turn_id):
                self.reason = "lost"
            elif self._parts.stopping.is_set():
                self.reason = "shutdown"
            elif time.monotonic() > self._deadline:
                self.reason = "slow"
            elif self._stop_pressed():
                self.reason = "stopped"
        return self.reason is not None

    def _stop_pressed(self) -> bool:
        try:
            return self._parts.streams.stop_requested(self._turn_id)
        except LiveStateLost:
            return False


@dataclass(frozen=True, kw_only=True)
class _Try:
    """One try at a turn, with what is needed to publish it and to end it.

    `number` is the try's number in the database; `deaths` counts those of its answer's process.
    """

    turn: TurnRow
    number: int
    deaths: int = 0
    parts: TurnParts
    telling: _Telling
    watch: _TurnWatch

    def as_run(self) -> TurnRun:
        return TurnRun(
            turn_id=self.turn.id,
            tries=self.number,
            is_over=self._is_over,
            stopped=self.watch,
            waiting=lambda: self.telling.tell(Status(text=AFTER_THE_OTHER())),
        )

    def _is_over(self, turn_id: str) -> bool:
        try:
            return self.parts.records.status(turn_id) in FINISHED_STATUSES
        except NotFound:
            return True


def _run_try(turn_id: str, tries: int, parts: TurnParts) -> None:
    try:
        turn = parts.records.turn(turn_id)
        session = parts.records.session_of(turn_id)
    except NotFound:  # deleted since it was begun
        return
    with speaking(session.settings.language):
        _run_session(turn, session, tries, parts)


def _run_session(turn: TurnRow, session: Session, tries: int, parts: TurnParts) -> None:
    telling = _Telling(turn.id, parts.streams)
    this = _Try(
        turn=turn, number=tries, parts=parts, telling=telling, watch=_TurnWatch(turn.id, parts)
    )
    telling.tell_restart(tries)
    ended = False
    while not ended:
        with parts.ladders.open(session, this.as_run()) as ladder:
            try:
                _answer(this, session, ladder)
                ended = True
            except LadderMoved:
                telling.tell_again(HINTED_ELSEWHERE())
            except AnswerDied:
                this = replace(this, deaths=this.deaths + 1)
                telling.tell_again(STARTED_AGAIN())


def _answer(this: _Try, session: Session, ladder: TurnLadders) -> None:
    """Publish the answer and store it.

    Raises:
        LadderMoved: its hint was given to another turn as well, which was stored first.
        AnswerDied: its process was killed; nothing is stored.
    """
    record: TurnRecord | None = None
    if this.number + this.deaths > MAX_TRIES:
        this.telling.tell(AnswerFailed(message=INTERRUPTED_TWICE()))
        status: TurnStatus = "interrupted"
    else:
        record = _tell_answer(this, replace(session, ladder=ladder), ladder)
        status = _status(this.telling.kept)
    if this.watch.reason == "shutdown":
        this.parts.records.release(this.turn.id, this.parts.leases.holder)
    elif this.watch.reason != "lost":
        if status != "done" and record is not None and not _counts(this.telling.kept):
            record = replace(record, tracing=None, work=None, practice_round=None, answered=())
        _finish(this, status, record, ladder)


def _tell_answer(this: _Try, session: Session, ladder: TurnLadders) -> TurnRecord | None:
    """Publish the answer, until it ends or the watch or an error ends it."""
    record: TurnRecord | None = None
    telling, watch = this.telling, this.watch
    try:
        with closing(_events(this, session, ladder)) as events:
            for event in events:
                if isinstance(event, AnswerDone):
                    record = event.record
                    break
                telling.tell(event)
                watch.hear()
        if watch.reason == "stopped":
            telling.tell(AnswerStopped())
        elif watch.reason == "slow":
            telling.tell(AnswerFailed(message=TOO_SLOW()))
        elif watch.reason is None and record is None:
            raise RuntimeError("the answer ended without AnswerDone")
    except AnswerDied:
        raise
    except TimeLimitExceeded:
        telling.tell(AnswerFailed(message=TOO_SLOW()))
    except Exception as exc:  # noqa: BLE001 - whatever breaks, the student must be told so
        telling.tell(AnswerFailed(message=_words_for(exc, this.turn.id)))
    return record


def _words_for(error: Exception, turn_id: str) -> str:
    """Return what the student reads; what only engineers can mend is logged."""
    if isinstance(error, TutorError):
        return str(error)
    if isinstance(error, AnswerBroke):
        kind, trace = error.error, error.trace
    else:
        kind, trace = type(error).__name__, "".join(traceback.format_tb(error.__traceback__))
    # No message of the exception: it may hold what the student wrote.
    logger.error("Turn %s broke: %s\n%s", turn_id, kind, trace)
    return BROKE()


def _events(this: _Try, session: Session, ladder: TurnLadders) -> Generator[Event, None, None]:
    """The events of the answer, ended between two of them as soon as the watch says so."""
    watch = this.watch

    def must_stop() -> bool:
        ladder.keep()
        return watch()

    if watch():
        return
    message = Message(text=this.turn.question, wanted=this.turn.wanted)
    answer = this.parts.answer(message, session, must_stop)
    try:
        for event in answer:
            if watch.reason is None or isinstance(event, AnswerDone):
                yield event
            # What a stopped turn leaves of its hint stands in its AnswerDone; the rest is not told.
            if must_stop() and not (watch.reason == "stopped" and ladder.seen is not None):
                return
    finally:
        close = getattr(answer, "close", None)  # a generator gives its model slot back
        if close is not None:
            close()


def _counts(kept: list[Event]) -> bool:
    """Return whether the hint of a turn that was cut short counts; otherwise it is given again.

    A hint that the student saw counts, unless the turn failed: Retry gives it once more.
    """
    if any(isinstance(event, AnswerFailed) for event in kept):
        return False
    return any(
        isinstance(event, HintLevel) or (isinstance(event, Sentence) and event.role in _HINTS)
        for event in kept
    )


def _finish(this: _Try, status: TurnStatus, record: TurnRecord | None, ladder: TurnLadders) -> None:
    """Database first: whoever reads AnswerDone can rely on the row."""
    turn_id, parts = this.turn.id, this.parts
    if not parts.records.finish(
        turn_id, status, this.telling.kept, record, tries=this.number, seen=ladder.seen
    ):
        return
    record = record or TurnRecord(intent=None, found=None)
    ladder.store(record.moves)
    this.telling.tell(AnswerDone(record=record))
    try:
        parts.streams.expire(turn_id)
    except LiveStateLost:
        pass  # it ends by itself, later


def _status(kept: list[Event]) -> TurnStatus:
    if any(isinstance(event, AnswerFailed) for event in kept):
        return "failed"
    if any(isinstance(event, AnswerStopped) for event in kept):
        return "stopped"
    return "done"


def _forget(turn_id: str, parts: TurnParts) -> None:
    """The conversation was deleted: nothing of it stays, not even what was being said."""
    try:
        parts.streams.clear([turn_id])
    except LiveStateLost:
        pass  # it ends by itself
