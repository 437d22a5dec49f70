"""Answering one turn: from the queue, through `respond`, to the stream and the database."""

from __future__ import annotations

import logging
import threading
import time
import traceback
from collections.abc import Callable, Generator, Iterator
from contextlib import closing
from dataclasses import dataclass, field, replace
from typing import Literal, Protocol

from dramatiq.middleware import TimeLimitExceeded

from tutor_app.asking import start_next
from tutor_app.errors import LadderMoved, LiveStateLost, NotFound, TutorError
from tutor_app.jobs.leases import Leases
from tutor_app.memory.ladders import LiveLadders, Run, TurnLadders
from tutor_app.memory.queue import TURNS_ACTOR, JobQueue
from tutor_app.memory.streams import TurnStreams
from tutor_app.records.conversations import ConversationRecords
from tutor_app.records.rows import TurnRow
from tutor_app.values import (
    FINISHED,
    Done,
    Event,
    Failed,
    HintLevel,
    Message,
    Reset,
    Sentence,
    SentenceRole,
    Session,
    Status,
    Stopped,
    TurnRecord,
    TurnStatus,
)

logger = logging.getLogger(__name__)

MAX_TRIES = 2
BROKE = (
    "Something in the tutor broke while it was answering. What is shown above and your earlier "
    "messages are safe. Press Retry; if it happens again, tell the course staff."
)
TOO_SLOW = (
    "This answer took too long and was ended. What is shown above is complete as far as it goes. "
    "Press Retry, or ask about a smaller part."
)
INTERRUPTED = (
    "The tutor was interrupted twice while it was answering. Your message is kept. Press Retry."
)
RESTARTED = "The tutor was interrupted and answers again from the start."
HINTED_ELSEWHERE = "Another of your tabs got this hint at the same moment; the next one follows."
AFTER_THE_OTHER = "Another of your tabs is getting a hint on this problem. Yours comes next…"
_HINTS: tuple[SentenceRole, ...] = ("hint", "question", "exercise")


class Answer(Protocol):
    """`respond` with its tools; it asks `stopped` before anything that takes long."""

    def __call__(
        self, message: Message, session: Session, stopped: Callable[[], bool]
    ) -> Iterator[Event]: ...


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
        parts.queue.taken(TURNS_ACTOR, turn_id)
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
    """What is told of one turn: kept for the database, and passed on to whoever follows.

    While Redis is away events queue up here, in order.
    """

    turn_id: str
    streams: TurnStreams
    kept: list[Event] = field(default_factory=list)
    _unsent: list[Event] = field(default_factory=list)

    def tell(self, event: Event) -> None:
        if not isinstance(event, Status | Reset | Done):
            self.kept.append(event)
        self._unsent.append(event)
        try:
            while self._unsent:
                self.streams.append(self.turn_id, self._unsent[0])
                self._unsent.pop(0)
        except LiveStateLost:
            logger.warning("Redis is away: turn %s goes on for the database.", self.turn_id)

    def tell_again(self) -> None:
        """What was told so far is told anew."""
        self.kept.clear()
        self.tell(Reset(reason=HINTED_ELSEWHERE))

    def tell_restart(self, tries: int) -> None:
        try:
            begun_before = tries > 1 or self.streams.has_events(self.turn_id)
        except LiveStateLost:
            begun_before = True
        if begun_before:
            self.tell(Reset(reason=RESTARTED))


class _Watch:
    """Says whether the turn must end before its answer does, and remembers why."""

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
            if self._parts.leases.lost(self._turn_id):
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
    """One try at a turn, with what is needed to tell it and to end it."""

    turn: TurnRow
    number: int
    parts: TurnParts
    telling: _Telling
    watch: _Watch

    def as_run(self) -> Run:
        return Run(
            turn_id=self.turn.id,
            tries=self.number,
            is_over=self._is_over,
            stopped=self.watch,
            waiting=lambda: self.telling.tell(Status(text=AFTER_THE_OTHER)),
        )

    def _is_over(self, turn_id: str) -> bool:
        try:
            return self.parts.records.status(turn_id) in FINISHED
        except NotFound:
            return True


def _run_try(turn_id: str, tries: int, parts: TurnParts) -> None:
    try:
        turn = parts.records.turn(turn_id)
        session = parts.records.session_of(turn_id)
    except NotFound:  # deleted since it was begun
        return
    telling = _Telling(turn_id, parts.streams)
    this = _Try(turn=turn, number=tries, parts=parts, telling=telling, watch=_Watch(turn_id, parts))
    telling.tell_restart(tries)
    ended = False
    while not ended:
        with parts.ladders.opened(session, this.as_run()) as ladder:
            try:
                _answer(this, session, ladder)
                ended = True
            except LadderMoved:
                telling.tell_again()


def _answer(this: _Try, session: Session, ladder: TurnLadders) -> None:
    """Tell the answer and store it.

    Raises:
        LadderMoved: its hint was given to another turn as well, which was stored first.
    """
    record: TurnRecord | None = None
    if this.number > MAX_TRIES:
        this.telling.tell(Failed(message=INTERRUPTED))
        status: TurnStatus = "interrupted"
    else:
        record = _tell_answer(this, replace(session, ladder=ladder), ladder)
        status = _status(this.telling.kept)
    if this.watch.reason == "shutdown":
        this.parts.records.release(this.turn.id, this.parts.leases.holder)
    elif this.watch.reason != "lost":
        if status != "done" and record is not None and not _counts(this.telling.kept):
            record = replace(record, tracing=None, work=None)
        _finish(this, status, record, ladder)


def _tell_answer(this: _Try, session: Session, ladder: TurnLadders) -> TurnRecord | None:
    """Tell the answer, up to its end or the end that the watch or an error puts to it."""
    record: TurnRecord | None = None
    telling, watch = this.telling, this.watch
    try:
        with closing(_events(this, session, ladder)) as events:
            for event in events:
                if isinstance(event, Done):
                    record = event.record
                    break
                telling.tell(event)
                watch.hear()
        if watch.reason == "stopped":
            telling.tell(Stopped())
        elif watch.reason == "slow":
            telling.tell(Failed(message=TOO_SLOW))
        elif watch.reason is None and record is None:
            raise RuntimeError("the answer ended without Done")
    except TimeLimitExceeded:
        telling.tell(Failed(message=TOO_SLOW))
    except TutorError as exc:
        telling.tell(Failed(message=str(exc)))
    except Exception as exc:  # noqa: BLE001 - whatever breaks, the student must be told so
        # No message of the exception: it may hold what the student wrote.
        trace = "".join(traceback.format_tb(exc.__traceback__))
        logger.error("Turn %s broke: %s\n%s", this.turn.id, type(exc).__name__, trace)
        telling.tell(Failed(message=BROKE))
    return record


def _events(this: _Try, session: Session, ladder: TurnLadders) -> Generator[Event, None, None]:
    """The events of the answer, ended between two of them as soon as the watch says so."""
    watch = this.watch

    def stopped() -> bool:
        ladder.keep()
        return watch()

    if watch():
        return
    message = Message(text=this.turn.question, wanted=this.turn.wanted)
    answer = this.parts.answer(message, session, stopped)
    try:
        for event in answer:
            if watch.reason is None or isinstance(event, Done):
                yield event
            # What a stopped turn leaves of its hint stands in its Done; the rest is not told.
            if stopped() and not (watch.reason == "stopped" and ladder.seen is not None):
                return
    finally:
        close = getattr(answer, "close", None)  # a generator gives its model slot back
        if close is not None:
            close()


def _counts(kept: list[Event]) -> bool:
    """Return whether the hint of a turn that was cut short counts; else it is given again.

    One that the student saw counts, unless the turn failed: Retry gives it once more.
    """
    if any(isinstance(event, Failed) for event in kept):
        return False
    return any(
        isinstance(event, HintLevel) or (isinstance(event, Sentence) and event.role in _HINTS)
        for event in kept
    )


def _finish(this: _Try, status: TurnStatus, record: TurnRecord | None, ladder: TurnLadders) -> None:
    """Database first: whoever reads Done can rely on the row."""
    turn_id, parts = this.turn.id, this.parts
    if not parts.records.finish(
        turn_id, status, this.telling.kept, record, tries=this.number, seen=ladder.seen
    ):
        return
    record = record or TurnRecord(intent=None, found=None)
    ladder.stored(record.moves)
    this.telling.tell(Done(record=record))
    try:
        parts.streams.expire(turn_id)
    except LiveStateLost:
        pass  # it ends by itself, later


def _status(kept: list[Event]) -> TurnStatus:
    if any(isinstance(event, Failed) for event in kept):
        return "failed"
    if any(isinstance(event, Stopped) for event in kept):
        return "stopped"
    return "done"


def _forget(turn_id: str, parts: TurnParts) -> None:
    """The conversation was deleted: nothing of it stays, also what was being said at the time."""
    try:
        parts.streams.clear([turn_id])
    except LiveStateLost:
        pass  # it ends by itself
