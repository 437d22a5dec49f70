"""What a worker process does when it starts and ends, and the actors that dramatiq calls."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Generic, TypeVar

import dramatiq
from dramatiq.brokers.redis import RedisBroker
from dramatiq.middleware import Middleware, TimeLimit
from sqlalchemy.exc import SQLAlchemyError

from tutor_app.errors import LiveStateLost, TutorError
from tutor_app.jobs.index import IndexParts, give_back_courses, run_index, start_waiting_courses
from tutor_app.jobs.leases import Leases
from tutor_app.jobs.turns import Answer, TurnParts, run_turn, start_waiting_turns
from tutor_app.memory.connection import connect, wait_for_redis
from tutor_app.memory.ladders import LiveLadders
from tutor_app.memory.progress import Progress
from tutor_app.memory.queue import (
    INDEX_ACTOR,
    INDEX_QUEUE,
    TURNS_ACTOR,
    TURNS_QUEUE,
    make_broker,
    open_queue,
)
from tutor_app.memory.streams import TurnStreams
from tutor_app.outdated import have_read_again
from tutor_app.records.conversations import ConversationRecords
from tutor_app.records.courses import CourseRecords
from tutor_app.records.database import open_database
from tutor_app.settings import Settings
from tutor_app.values import Event, Message, Session

logger = logging.getLogger(__name__)
Part = TypeVar("Part")
Index = Callable[[str], object]  # of one course

# Backstop, in milliseconds, for an answer that never looks at its own limit.
_TURN_AT_MOST = 30 * 60 * 1000
_INDEX_AT_MOST = 7 * 24 * 3600 * 1000


class Built(Generic[Part]):
    """A part that takes long to build and may fail: built once, tried again later if it failed."""

    def __init__(self, build: Callable[[], Part], again_after_seconds: float = 15.0) -> None:
        self._build = build
        self._again_after_seconds = again_after_seconds
        self._lock = threading.Lock()
        self._part: Part | None = None
        self._failure: tuple[TutorError, float] | None = None

    def get(self) -> Part:
        """Return the part.

        Raises:
            TutorError: it cannot be built, for the time being.
        """
        with self._lock:
            if self._part is None:
                self._part = self._try()
            return self._part

    def _try(self) -> Part:
        if self._failure and time.monotonic() < self._failure[1] + self._again_after_seconds:
            raise self._failure[0]
        try:
            return self._build()
        except TutorError as exc:
            logger.error("A part of the worker cannot be built: %s", exc)
            self._failure = (exc, time.monotonic())
            raise
        except Exception as exc:
            logger.exception("A part of the worker cannot be built.")
            failure = TutorError(
                "A part of the tutor could not be loaded, so it cannot work at the moment. Nothing "
                "is lost: try again in a minute. For staff: `elenchus doctor` says which part."
            )
            self._failure = (failure, time.monotonic())
            raise failure from exc


@dataclass(frozen=True, kw_only=True)
class Jobs:
    """The work itself. Both functions may take long: they run once, when a worker starts.

    Until `answer` can be built, turns fail with its error; the same for `index` and documents.
    The turns of a worker that died are begun again after `lease_seconds`, when the queue or the
    next look at the open turns, every `keep_seconds`, brings them.
    """

    answer: Callable[[Settings], Answer]
    index: Callable[[Settings], Index]
    keep_seconds: float = 5.0
    lease_seconds: float = 4.0


def declare_jobs(settings: Settings, jobs: Jobs) -> RedisBroker:
    """Return dramatiq's broker with the two actors; nothing is connected or built yet."""
    broker = make_broker(settings)
    start = _Start(settings, jobs)
    broker.add_middleware(TimeLimit(time_limit=_TURN_AT_MOST))
    broker.add_middleware(start)

    @dramatiq.actor(broker=broker, actor_name=TURNS_ACTOR, queue_name=TURNS_QUEUE)
    def answer_turn(turn_id: str) -> None:
        run_turn(turn_id, start.turns.get())

    @dramatiq.actor(
        broker=broker,
        actor_name=INDEX_ACTOR,
        queue_name=INDEX_QUEUE,
        time_limit=_INDEX_AT_MOST,
    )
    def index_course(course_id: str) -> None:
        run_index(course_id, start.index.get())

    return broker


class _Start(Middleware):
    """Builds the parts before the first job, and queues what Redis has lost, now and then."""

    def __init__(self, settings: Settings, jobs: Jobs) -> None:
        self._settings = settings
        self._keep_seconds, self._lease_seconds = jobs.keep_seconds, jobs.lease_seconds
        self._ended = threading.Event()
        self._answer = Built(lambda: jobs.answer(settings))
        self._index = Built(lambda: jobs.index(settings))
        self.turns = Built(self._open_turns)
        self.index = Built(self._open_index)

    def before_worker_boot(self, broker: dramatiq.Broker, worker: dramatiq.Worker) -> None:
        try:
            wait_for_redis(connect(self._settings))
        except LiveStateLost as exc:
            logger.error("%s", exc)  # dramatiq goes on trying to connect
        queues = worker.consumer_whitelist or {TURNS_QUEUE, INDEX_QUEUE}
        if TURNS_QUEUE in queues:
            self._attempt(self._answer.get)
            self._keep(self._start_turns)
        if INDEX_QUEUE in queues:
            self._attempt(self._index.get)
            self._attempt(self._read_outdated)
            self._keep(self._start_courses)

    def before_worker_shutdown(self, broker: dramatiq.Broker, worker: dramatiq.Worker) -> None:
        self._ended.set()

    def _open_turns(self) -> TurnParts:
        redis = connect(self._settings)
        records = ConversationRecords(open_database(self._settings))
        leases = Leases(records, self._lease_seconds)
        leases.start()

        def answer(
            message: Message, session: Session, stopped: Callable[[], bool]
        ) -> Iterator[Event]:
            return self._answer.get()(message, session, stopped)

        return TurnParts(
            records=records,
            streams=TurnStreams(redis),
            queue=open_queue(self._settings),
            leases=leases,
            ladders=LiveLadders(redis),
            answer=answer,
        )

    def _open_index(self) -> IndexParts:
        return IndexParts(
            courses=CourseRecords(open_database(self._settings)),
            progress=Progress(connect(self._settings)),
            queue=open_queue(self._settings),
            index=lambda course_id: self._index.get()(course_id),
        )

    def _start_turns(self) -> None:
        parts = self.turns.get()
        if self._ended.is_set():
            parts.stopping.set()
        else:
            start_waiting_turns(parts.records, parts.queue)

    def _start_courses(self) -> None:
        parts = self.index.get()
        if self._ended.is_set():
            give_back_courses(parts)
        else:
            start_waiting_courses(parts)

    def _read_outdated(self) -> None:
        for course in have_read_again(self._settings, CourseRecords(open_database(self._settings))):
            logger.info("%s was indexed by another version: its files are read again.", course.id)

    def _keep(self, work: Callable[[], object]) -> None:
        """Do it now, then every few seconds, and once more when the worker is asked to end."""
        self._attempt(work)

        def again() -> None:
            while not self._ended.wait(self._keep_seconds):
                self._attempt(work)
            self._attempt(work)

        threading.Thread(target=again, name="keeper", daemon=True).start()

    def _attempt(self, work: Callable[[], object]) -> None:
        try:
            work()
        except (TutorError, SQLAlchemyError) as exc:
            logger.warning("The worker is not ready: %s", type(exc).__name__)
