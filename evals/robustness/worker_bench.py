"""Real workers over a Redis and a database of their own, without pages: to be killed, attacked."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from uuid import uuid4

import psutil

from evals.product import REPOSITORY, clean_environment
from tutor_app.domain.settings import Settings
from tutor_app.runtime.embedded.redis_server import prepare, redis_answers
from tutor_app.runtime.turn_actions import ask
from tutor_app.storage.live import JobQueue, ReadyWorkers, TurnStreams, connect, open_queue
from tutor_app.storage.live.job_queue import TURNS_QUEUE
from tutor_app.storage.records import ConversationRecords, open_database
from tutor_app.storage.records.row_values import TurnRow

READY_SECONDS = 120
WORKER = [sys.executable, "-m", "tutor_app.runtime.embedded.worker_process", "--queue", TURNS_QUEUE]


@dataclass(kw_only=True)
class WorkerBench:
    """`workers` processes that run `actors`, and what learners and pages do beside them."""

    settings: Settings
    course_id: str
    actors: str
    records: ConversationRecords
    streams: TurnStreams
    queue: JobQueue
    workers: list[subprocess.Popen[bytes]] = field(default_factory=list)

    def ask(self, learner_id: str, text: str) -> TurnRow:
        """Ask in a conversation of its own, so that no answer depends on another one."""
        conversation = self.records.create(learner_id, self.course_id)
        return ask(text, conversation.id, self.records, self.queue)

    def new_learner(self) -> str:
        return self.records.learner(uuid4().hex)

    def start_worker(self) -> None:
        self.workers.append(
            subprocess.Popen(
                [*WORKER, "--threads", "16", "--actors", self.actors],
                cwd=REPOSITORY,
                env=_environment(self.settings),
                stderr=subprocess.DEVNULL,
            )
        )

    def replace_dead_workers(self) -> None:
        """As the supervisor would."""
        for worker in [one for one in self.workers if one.poll() is not None]:
            self.workers.remove(worker)
            self.start_worker()

    def wait_until_ready(self) -> None:
        """Raises TimeoutError."""
        ready = ReadyWorkers(connect(self.settings), TURNS_QUEUE)
        deadline = time.monotonic() + READY_SECONDS
        while len(ready.list_ready()) < len(self.workers):
            if time.monotonic() > deadline:
                raise TimeoutError(f"the workers were not ready within {READY_SECONDS} s")
            time.sleep(0.1)

    def templates(self) -> list[psutil.Process]:
        """The warm processes that answers are forked from."""
        return [child for one in self.workers for child in _children(one.pid)]

    def answers(self) -> list[psutil.Process]:
        return [child for one in self.templates() for child in _children(one.pid)]


@contextmanager
def open_desk(
    settings: Settings,
    course_id: str,
    *,
    actors: str = "tutor_app.runtime.worker",
    workers: int = 1,
) -> Iterator[WorkerBench]:
    """Start Redis and the workers in the home of `settings`; end them at last."""
    settings = settings.model_copy(update={"redis_url": "", "database_url": ""})
    redis = subprocess.Popen(prepare(settings))
    desk = None
    try:
        while not redis_answers(settings.redis_socket):
            time.sleep(0.05)
        desk = WorkerBench(
            settings=settings,
            course_id=course_id,
            actors=actors,
            records=ConversationRecords(open_database(settings)),
            streams=TurnStreams(connect(settings)),
            queue=open_queue(settings),
        )
        for _ in range(workers):
            desk.start_worker()
        desk.wait_until_ready()
        yield desk
    finally:
        for process in (*(desk.workers if desk else ()), redis):
            process.kill()
            process.wait()


def _environment(settings: Settings) -> dict[str, str]:
    own = clean_environment(settings.elenchus_home, settings.elenchus_cache)
    return own | {"PYTHONPATH": str(REPOSITORY)}


def _children(process: int) -> list[psutil.Process]:
    try:
        return psutil.Process(process).children()
    except psutil.NoSuchProcess:
        return []
