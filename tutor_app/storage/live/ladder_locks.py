"""The hint ladders in use: what happened on each, and which turn holds it."""

from __future__ import annotations

import json
import logging
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import cast

from redis import Redis
from redis.exceptions import LockError
from redis.lock import Lock

from tutor_app.domain.errors import LiveStateLost
from tutor_app.domain.teaching import LadderCause, LadderEvent, LadderSeen
from tutor_app.domain.values import Session
from tutor_app.storage.live.redis_connection import translate_errors

logger = logging.getLogger(__name__)

_FORGOTTEN_AFTER = 24 * 3600  # seconds after the last hint; then the database is read
_Events = tuple[LadderEvent, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnRun:
    """One run of a turn, which may hold a ladder.

    `is_over` says whether another turn, by its id, has ended. `stopped` ends the wait for one that
    has not; `waiting` is called once when that wait begins.
    """

    turn_id: str
    tries: int
    is_over: Callable[[str], bool]
    stopped: Callable[[], bool]
    waiting: Callable[[], None]


@dataclass(frozen=True, slots=True)
class LiveLadders:
    """The ladders of all learners, in Redis.

    They save a query, and make one turn wait for another; the truth is in the database. A ladder's
    events are taken out of Redis while a turn holds it, so that the ladder of a turn that died is
    read from the database. Without Redis nobody waits, and the database finds the turn that came
    too late (LadderMoved).
    """

    redis: Redis
    held_seconds: float = 20.0
    poll_seconds: float = 0.1
    clock: Callable[[], float] = time.monotonic

    @contextmanager
    def open(self, session: Session, run: TurnRun) -> Iterator[TurnLadders]:
        """Lend the ladders of the session's learner to a run, until the block ends.

        What it holds when its process dies is free at once for the next run of the same turn; for
        others, when that run is over or after `held_seconds`.
        """
        ladders = TurnLadders(self, session, run)
        try:
            yield ladders
        finally:
            ladders.let_go()


class TurnLadders:
    """The ladders of a learner as one run of a turn sees them.

    It holds one at a time, and releases it before it waits for another, so no two turns can wait
    for each other. `seen` is the one that it last asked to hold, and how many of its events it
    knew.
    """

    def __init__(self, live: LiveLadders, session: Session, run: TurnRun) -> None:
        self._live = live
        self._recorded = session.ladder
        self._name = f"elenchus:ladder:{session.learner_id}:{session.course_id}"
        self._run = run
        self._lock: Lock | None = None  # None also where Redis is away
        self._past: _Events = ()
        self._prolonged = 0.0
        self.seen: LadderSeen | None = None

    def of(self, problem_key: str) -> _Events:
        """Return what happened on the problem, oldest first."""
        live = self._read(lambda: self._live.redis.get(self._key(problem_key)), problem_key)
        return self._recorded.of(problem_key) if live is None else live

    def hold(self, problem_key: str) -> _Events:
        """Return the same, as soon as no other turn of the learner holds this problem."""
        if self.seen is None or self.seen.problem_key != problem_key:
            self.let_go()
            live = None
            if self._take(problem_key):
                key = self._key(problem_key)
                live = self._read(lambda: self._live.redis.getdel(key), problem_key)
            self._past = self._recorded.of(problem_key) if live is None else live
            self.seen = LadderSeen(problem_key=problem_key, events=len(self._past))
        return self._past

    def keep(self) -> None:
        """Prolong what is held; may be called often, and acts now and then."""
        now = self._live.clock()
        if self._lock is None or now < self._prolonged + self._live.held_seconds / 4:
            return
        self._prolonged = now
        try:
            with translate_errors():
                self._lock.reacquire()
        except LiveStateLost:
            logger.warning("The hold of a hint ladder was not prolonged; it may end early.")

    def store(self, moves: Sequence[LadderEvent]) -> None:
        """Put back what is held, with these events, which the database has."""
        if self.seen is None:
            return
        problem_key = self.seen.problem_key
        key = self._key(problem_key)
        mine = (move for move in moves if move.problem_key == problem_key)
        try:
            with translate_errors():
                if self._lock is not None and self._lock.owned():
                    self._live.redis.set(key, _to_json((*self._past, *mine)), ex=_FORGOTTEN_AFTER)
                else:
                    self._live.redis.delete(key)
        except LiveStateLost:
            logger.warning("Redis is away: the next hint is found in the database.")

    def let_go(self) -> None:
        """Release what is held; it is no error to hold nothing."""
        lock, self._lock, self.seen = self._lock, None, None
        if lock is None:
            return
        try:
            with translate_errors():
                _free(lock.release)
        except LiveStateLost:
            logger.warning("A hint ladder could not be let go; its hold runs out.")

    def _take(self, problem_key: str) -> bool:
        lock = Lock(
            self._live.redis,
            f"{self._key(problem_key)}:held",
            timeout=self._live.held_seconds,
            thread_local=False,
        )
        token = f"{self._run.turn_id}:{self._run.tries}"
        told = False
        try:
            with translate_errors():
                while not lock.acquire(blocking=False, token=token):
                    if self._is_left_behind(lock):
                        continue
                    if self._run.stopped():
                        return False
                    if not told:
                        told = True
                        self._run.waiting()
                    time.sleep(self._live.poll_seconds)
        except LiveStateLost:
            logger.warning("Redis is away: a hint is given without waiting for another one.")
            return False
        self._lock, self._prolonged = lock, self._live.clock()
        return True

    def _is_left_behind(self, lock: Lock) -> bool:
        """Free the ladder if its holder died, or could not reach Redis at its end."""
        holder = cast("str | None", self._live.redis.get(lock.name))
        if holder is None:
            return True
        turn_id = holder.partition(":")[0]
        if turn_id != self._run.turn_id and not self._run.is_over(turn_id):
            return False
        _free(lambda: lock.do_release(holder))
        return True

    def _read(self, read: Callable[[], object], problem_key: str) -> _Events | None:
        try:
            with translate_errors():
                text = cast("str | None", read())
        except LiveStateLost:
            return None
        return None if text is None else _from_json(text, problem_key)

    def _key(self, problem_key: str) -> str:
        return f"{self._name}:{problem_key}"


def _free(release: Callable[[], object]) -> None:
    try:
        release()
    except LockError:
        pass  # another one holds it by now, or nobody


def _to_json(events: Sequence[LadderEvent]) -> str:
    return json.dumps([[event.level, event.cause, event.place] for event in events])


def _from_json(text: str, problem_key: str) -> _Events:
    rows = cast("list[tuple[int, LadderCause, int | None]]", json.loads(text))
    return tuple(
        LadderEvent(problem_key=problem_key, level=level, cause=cause, place=place)
        for level, cause, place in rows
    )
