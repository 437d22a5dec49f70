"""What a worker process does when it starts and ends, and the actors that dramatiq calls."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

import dramatiq
from dramatiq.brokers.redis import RedisBroker
from dramatiq.middleware import Middleware, TimeLimit
from sqlalchemy.exc import SQLAlchemyError

from tutor_app.domain.errors import LiveStateLost, TutorError
from tutor_app.domain.settings import Settings
from tutor_app.runtime.jobs.answer_endings import AnswerDied
from tutor_app.runtime.jobs.indexing import (
    IndexParts,
    give_back_courses,
    run_index,
    start_waiting_courses,
)
from tutor_app.runtime.jobs.isolated_answers import AnswerLimits, IsolatedAnswers
from tutor_app.runtime.jobs.lazy_part import LazyPart
from tutor_app.runtime.jobs.leases import Leases
from tutor_app.runtime.jobs.run_turn import TurnParts, run_turn, start_waiting_turns
from tutor_app.runtime.outdated_indexes import have_read_again
from tutor_app.storage.live.answer_streams import TurnStreams
from tutor_app.storage.live.indexing_progress import Progress
from tutor_app.storage.live.job_queue import (
    INDEX_ACTOR,
    INDEX_QUEUE,
    TURNS_ACTOR,
    TURNS_QUEUE,
    make_broker,
    open_queue,
)
from tutor_app.storage.live.ladder_locks import LiveLadders
from tutor_app.storage.live.redis_connection import connect, wait_for_redis
from tutor_app.storage.live.worker_readiness import BEAT_SECONDS, ReadyWorkers
from tutor_app.storage.records.conversations import ConversationRecords
from tutor_app.storage.records.courses import CourseRecords
from tutor_app.storage.records.database import open_database

logger = logging.getLogger(__name__)
Index = Callable[[str], object]  # of one course

# Backstop, in milliseconds, for an answer that never looks at its own limit.
_TURN_AT_MOST = 30 * 60 * 1000
_INDEX_AT_MOST = 7 * 24 * 3600 * 1000


@dataclass(frozen=True, kw_only=True)
class Jobs:
    """The work itself. `answer` names the function that makes a WarmAnswer, as `module:function`:
    it runs in a process of its own, from which each answer gets one, within `limits`.

    Both functions may take long: they run once, when a worker starts. Until the answer can be
    built, turns fail with its error; the same holds for `index` and documents. The turns of a
    worker that died are begun again after `lease_seconds`, when the queue or the next look at open
    turns (every `keep_seconds`) finds them.
    """

    answer: str
    index: Callable[[Settings], Index]
    keep_seconds: float = 5.0
    lease_seconds: float = 4.0
    limits: AnswerLimits = AnswerLimits()


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
        self._answers = IsolatedAnswers(jobs.answer, jobs.limits)
        self._index = LazyPart(lambda: jobs.index(settings))
        self.turns = LazyPart(self._open_turns)
        self.index = LazyPart(self._open_index)

    def before_worker_boot(self, broker: dramatiq.Broker, worker: dramatiq.Worker) -> None:
        queues = worker.consumer_whitelist or {TURNS_QUEUE, INDEX_QUEUE}
        if TURNS_QUEUE in queues:
            self._answers.start()  # it loads the course while Redis starts
        try:
            wait_for_redis(connect(self._settings))
        except LiveStateLost as exc:
            logger.error("%s", exc)  # dramatiq goes on trying to connect
        if TURNS_QUEUE in queues:
            self._attempt(self._answers.wait_until_ready)
            self._keep(self._start_turns)
            self._say_ready(TURNS_QUEUE, self._answers.wait_until_ready)
        if INDEX_QUEUE in queues:
            self._attempt(self._index.get)
            self._attempt(self._read_outdated)
            self._keep(self._start_courses)
            self._say_ready(INDEX_QUEUE, self._index.get)

    def before_worker_shutdown(self, broker: dramatiq.Broker, worker: dramatiq.Worker) -> None:
        self._ended.set()
        for queue in worker.consumer_whitelist or {TURNS_QUEUE, INDEX_QUEUE}:
            self._attempt(ReadyWorkers(connect(self._settings), queue).withdraw)

    def _open_turns(self) -> TurnParts:
        redis = connect(self._settings)
        records = ConversationRecords(open_database(self._settings))
        leases = Leases(records, self._lease_seconds)
        leases.start()
        return TurnParts(
            records=records,
            streams=TurnStreams(redis),
            queue=open_queue(self._settings),
            leases=leases,
            ladders=LiveLadders(redis),
            answer=self._answers,
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
            self._answers.start()
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
        """Do it now, then every few seconds, and once more when the worker has to end."""
        self._attempt(work)

        def again() -> None:
            while not self._ended.wait(self._keep_seconds):
                self._attempt(work)
            self._attempt(work)

        threading.Thread(target=again, name="keeper", daemon=True).start()

    def _say_ready(self, queue: str, build: Callable[[], object]) -> None:
        """Announce this worker as soon as it is built, and as long as it lives."""
        workers = ReadyWorkers(connect(self._settings), queue)

        def beat() -> None:
            while not self._attempt(build):
                if self._ended.wait(self._keep_seconds):
                    return
            logger.info("Ready.")
            while not self._ended.is_set():
                with suppress(LiveStateLost):  # the keeper says it; nobody can ask now anyway
                    workers.announce()
                self._ended.wait(BEAT_SECONDS)

        threading.Thread(target=beat, name="readiness", daemon=True).start()

    def _attempt(self, work: Callable[[], object]) -> bool:
        """Return whether the work was done."""
        try:
            work()
            return True
        except (TutorError, SQLAlchemyError, AnswerDied) as exc:
            logger.warning("The worker is not ready: %s", type(exc).__name__)
            return False
