"""Says where the page is as soon as the page and the tutor answer."""

from __future__ import annotations

import socket
import time
from collections.abc import Callable

import httpx

from tutor_app.domain.errors import LiveStateLost
from tutor_app.domain.settings import Settings
from tutor_app.storage.live.job_queue import TURNS_QUEUE
from tutor_app.storage.live.redis_connection import connect
from tutor_app.storage.live.worker_readiness import ReadyWorkers
from tutor_app.wording.catalogue import phrase

STILL_STARTING = phrase("commands_running.still_starting", "missing")
PAGE_SILENT = phrase("commands_running.page_silent")
NO_WORKER = phrase("commands_running.no_worker", "url")
REDIS_SILENT = phrase("commands_running.redis_silent")
READY = phrase("commands_running.ready", "url")
ON_THIS_NETWORK = phrase("commands_running.on_this_network", "url")

Say = Callable[[str], None]
LOOK_SECONDS = 0.2
PATIENCE_SECONDS = 30.0  # then what is still missing is told


def announce(settings: Settings, runs: Callable[[], bool], say: Say, *, lan: bool) -> None:
    """Say that Elenchus is ready, and where, once the page and a worker are; give up if not `runs`.

    What takes long is mentioned once, and waited for all the same.
    """
    late_at = time.monotonic() + PATIENCE_SECONDS
    late = False
    workers = ReadyWorkers(connect(settings), TURNS_QUEUE)
    with httpx.Client(timeout=2, trust_env=False) as client:
        while missing := _missing(settings, client, workers):
            if not runs():
                return
            if not late and time.monotonic() > late_at:
                late = True
                say(STILL_STARTING(missing=missing))
            time.sleep(LOOK_SECONDS)
    say("\n" + READY(url=page_url(settings)))
    if lan:
        say(ON_THIS_NETWORK(url=f"http://{_own_address()}:{settings.port}"))


def page_url(settings: Settings) -> str:
    return f"http://localhost:{settings.port}"


def _missing(settings: Settings, client: httpx.Client, workers: ReadyWorkers) -> str:
    """What cannot be used yet, in words; empty when all can."""
    if not _page_answers(settings, client):
        return PAGE_SILENT()
    try:
        return "" if workers.list_ready() else NO_WORKER(url=page_url(settings))
    except LiveStateLost:
        return REDIS_SILENT()


def _page_answers(settings: Settings, client: httpx.Client) -> bool:
    try:
        reply = client.get(f"http://127.0.0.1:{settings.port}/_stcore/health")
    except httpx.HTTPError:
        return False
    return reply.status_code < 500


def _own_address() -> str:
    """This machine's address in its network. Nothing is sent: connecting UDP only picks a route."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return socket.gethostname()
        address: str = probe.getsockname()[0]
        return address
