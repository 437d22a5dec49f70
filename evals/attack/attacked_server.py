"""A page and a Redis of its own to be attacked: on loopback, in a home that is thrown away."""

from __future__ import annotations

import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx
import pymupdf

from evals.product import REPOSITORY, clean_environment
from ingest.upload_store import store_upload
from tutor_app.domain.settings import Settings
from tutor_app.storage.records import ConversationRecords, CourseRecords, StaffCode, open_database

START_SECONDS = 120.0
SECRET = "the-path-of-the-secret-solution"  # of a locked solution
QUESTION = "why-is-my-own-question-private"  # of a student


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """What is attacked. The solutions are pages that no student may see."""

    url: str
    port: int
    settings: Settings
    staff_code: str
    solutions: tuple[str, ...]


@contextmanager
def target() -> Iterator[Target]:
    """Start the page and its Redis with a course, a solution and a conversation in it."""
    # A unix socket's path may have at most 107 characters.
    folder = Path(tempfile.mkdtemp(prefix="ea-", dir="/tmp"))
    port = _free_port()
    settings = Settings(_env_file=None, elenchus_home=folder / "home", port=port)  # type: ignore[call-arg]
    commands = (
        [sys.executable, "-m", "tutor_app.runtime.embedded.redis_server"],
        [sys.executable, "-m", "tutor_app.web.server", "--port", str(port)],
    )
    code, solutions = _fill(settings)
    environment = clean_environment(settings.elenchus_home, settings.elenchus_cache)
    running = [
        subprocess.Popen(
            command,
            cwd=REPOSITORY,
            env=environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        for command in commands
    ]
    try:
        url = f"http://localhost:{port}"
        _wait_for(url)
        yield Target(
            url=url, port=port, settings=settings, staff_code=code, solutions=tuple(solutions)
        )
    finally:
        for process in running:
            process.terminate()
        for process in running:
            process.wait(20)
        shutil.rmtree(folder, ignore_errors=True)


def _fill(settings: Settings) -> tuple[str, list[str]]:
    """Return the staff code and the ids of documents that are closed."""
    engine = open_database(settings)
    courses, conversations = CourseRecords(engine), ConversationRecords(engine)
    course = courses.create("Attacked", "nobody")
    pdf = settings.elenchus_home / "solution.pdf"
    with pymupdf.open() as made:
        made.new_page().insert_text((72, 72), SECRET)
        made.save(pdf)
    sha256, size = store_upload(settings, pdf)
    pdf.unlink()
    open_before, _ = courses.add_document(course.id, "lecture.pdf", "slides", sha256, size)
    closed, _ = courses.add_document(course.id, "lecture.pdf", "solution", sha256, size)
    learner = conversations.learner("a" * 32)
    conversation = conversations.create(learner, course.id)
    conversations.add_turn(conversation.id, QUESTION)
    code = StaffCode(engine).ensure()
    assert code is not None, "the home is new"
    return code, [open_before.id, closed.id]


def _wait_for(url: str) -> None:
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline:
        try:
            if httpx.get(f"{url}/_stcore/health", trust_env=False).is_success:
                return
        except httpx.HTTPError:
            time.sleep(0.2)
    raise TimeoutError(f"the page did not answer within {START_SECONDS} s")


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
