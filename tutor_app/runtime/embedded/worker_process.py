"""One dramatiq worker in one process.

It is `python -m tutor_app.runtime.embedded.worker_process --queue turns`.

dramatiq's own command forks, and a fork outlives a master that is killed. Here the process that is
supervised is the one that works, so that killing it, or its supervisor, leaves nothing behind.
"""

from __future__ import annotations

import argparse
import importlib
import logging
import os
import signal
import threading

import dramatiq

from tutor_app.domain.settings import load_settings
from tutor_app.storage.home_permissions import keep_files_private
from tutor_app.storage.live.redis_connection import connect
from tutor_app.storage.live.worker_readiness import ReadyWorkers

ACTORS = "tutor_app.runtime.worker"
# Jobs that are not done by then are given to the next worker.
STOP_MILLISECONDS = 500
# A spare worker lets the first one start alone, but not for longer than that.
SPARE_SECONDS = 10.0

log = logging.getLogger("elenchus.worker")


def work(actors: str, queue: str, threads: int) -> None:
    """Work on the jobs of one queue until the process is told to end."""
    ending = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: ending.set())
    importlib.import_module(actors)
    broker = dramatiq.get_broker()
    broker.emit_after("process_boot")
    worker = dramatiq.Worker(broker, queues={queue}, worker_threads=threads)
    worker.start()
    log.info("waiting for jobs in %s", queue)
    ending.wait()
    worker.stop(timeout=STOP_MILLISECONDS)
    # A thread in the middle of an answer would hold the interpreter until it has finished.
    os._exit(0)


def main() -> None:
    keep_files_private()
    parser = argparse.ArgumentParser(prog="python -m tutor_app.runtime.embedded.worker_process")
    parser.add_argument("--queue", required=True)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--actors", default=ACTORS, help="the module that builds the broker")
    parser.add_argument("--spare", action="store_true", help="let another worker start first")
    given = parser.parse_args()
    logging.basicConfig(level=logging.WARNING, format=f"{given.queue:<8} %(message)s")
    for ours in ("elenchus", "tutor_app", "ingest"):
        logging.getLogger(ours).setLevel(logging.INFO)
    if given.spare:
        ReadyWorkers(connect(load_settings()), given.queue).wait_for_one(SPARE_SECONDS)
    work(given.actors, given.queue, given.threads)


if __name__ == "__main__":
    main()
