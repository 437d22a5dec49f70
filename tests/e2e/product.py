"""The whole product as a student meets it: `elenchus up` in a home of its own."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from urllib.error import URLError

import psutil

from ingest.files import store_upload
from tutor_app.memory import open_queue
from tutor_app.records import ConversationRecords, CourseRecords, CourseRow, open_database
from tutor_app.settings import Settings
from tutor_app.ui.course_files import PendingFile, add_files, guess_kind
from tutor_app.values import FINISHED

REPOSITORY = Path(__file__).parents[2]
START_SECONDS = 180
INDEX_SECONDS = 120
ANSWER_SECONDS = 60
STAFF_CODE = re.compile(r"materials page: (\S+)")


@dataclass(frozen=True, kw_only=True)
class Product:
    """A running Elenchus."""

    url: str
    staff_code: str
    settings: Settings
    process: subprocess.Popen[bytes]

    def course(self, name: str, *pdfs: Path) -> CourseRow:
        """Make a course of these files and wait until they are indexed."""
        courses = CourseRecords(open_database(self.settings))
        course = courses.create(name, "the teaching assistants")
        pending = []
        for pdf in pdfs:
            sha256, size = store_upload(self.settings, pdf)
            kind = guess_kind(pdf.name)
            pending.append(PendingFile(name=pdf.name, sha256=sha256, size=size, kind=kind))
        add_files(pending, course.id, courses, open_queue(self.settings))
        deadline = time.monotonic() + INDEX_SECONDS
        while any(d.status in ("waiting", "indexing") for d in courses.documents(course.id)):
            if time.monotonic() > deadline:
                raise TimeoutError(f"{name} was not indexed within {INDEX_SECONDS} s")
            time.sleep(0.2)
        return course

    def conversations(self) -> ConversationRecords:
        return ConversationRecords(open_database(self.settings))

    def wait_until_answered(self, conversation_id: str) -> None:
        """Wait for the records alone, no page being open."""
        deadline = time.monotonic() + ANSWER_SECONDS
        while any(
            turn.status not in FINISHED for turn in self.conversations().turns(conversation_id)
        ):
            if time.monotonic() > deadline:
                raise TimeoutError(f"no answer within {ANSWER_SECONDS} s")
            time.sleep(0.2)

    def kill(self, part: str) -> None:
        """SIGKILL the first process with `part` in its command, as a memory guard would."""
        for child in psutil.Process(self.process.pid).children(recursive=True):
            if any(part in word for word in child.cmdline()[:3]):
                child.kill()
                return
        raise LookupError(f"no process of Elenchus is called {part}")

    def kill_all(self) -> None:
        """SIGKILL every process at once, as when the power goes."""
        supervisor = psutil.Process(self.process.pid)
        everything = [supervisor, *supervisor.children(recursive=True)]
        for one in everything:
            with suppress(psutil.NoSuchProcess):
                one.kill()
        self.process.wait(timeout=15)
        psutil.wait_procs(everything, timeout=15)


@contextmanager
def running_product(home: Path, cache: Path, configuration: Mapping[str, str]) -> Iterator[Product]:
    """Start Elenchus, wait until its page answers and its workers wait for jobs; end it at last.

    A home that was used before is gone on with; its staff code was printed then, and is "" now.
    """
    port = _free_port()
    settings = Settings(_env_file=None, elenchus_home=home, elenchus_cache=cache, port=port)
    used_before = home.exists()
    home.mkdir(parents=True, exist_ok=True)
    log = home / "up.log"
    with log.open("wb") as out:
        process = subprocess.Popen(
            [sys.executable, "-m", "tutor_app.cli", "up", "--port", str(port)],
            cwd=REPOSITORY,
            env=_environment(home, cache) | configuration,
            stdout=out,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
    try:
        url = f"http://localhost:{port}"
        _wait_for(url, process, log)
        _wait_for_workers(process, log)
        code = STAFF_CODE.search(log.read_text(encoding="utf-8", errors="replace"))
        if code is None and not used_before:
            raise RuntimeError(f"no staff code was printed:\n{log.read_text()}")
        yield Product(
            url=url, staff_code=code[1] if code else "", settings=settings, process=process
        )
    finally:
        process.send_signal(signal.SIGINT)
        try:
            process.wait(timeout=15)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)


def _environment(home: Path, cache: Path) -> dict[str, str]:
    """This machine's environment without any configuration of Elenchus."""
    ours = {field.upper() for field in Settings.model_fields}
    kept = {name: value for name, value in os.environ.items() if name.upper() not in ours}
    return kept | {
        "ELENCHUS_HOME": str(home),
        "ELENCHUS_CACHE": str(cache),
        "RERANKER_MODEL": "",
        "COLUMNS": "200",
    }


def _wait_for(url: str, process: subprocess.Popen[bytes], log: Path) -> None:
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline:
        if process.poll() is not None:
            raise RuntimeError(f"elenchus up ended:\n{log.read_text()}")
        try:
            with urllib.request.urlopen(f"{url}/_stcore/health", timeout=2):
                return
        except (URLError, OSError):
            time.sleep(0.2)
    raise TimeoutError(f"the page did not answer within {START_SECONDS} s:\n{log.read_text()}")


def _wait_for_workers(process: subprocess.Popen[bytes], log: Path) -> None:
    """A page answers long before its worker does, which loads what it answers with."""
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline:
        text = log.read_text(encoding="utf-8", errors="replace")
        if all(f"waiting for jobs in {queue}" in text for queue in ("turns", "index")):
            return
        if process.poll() is not None:
            raise RuntimeError(f"elenchus up ended:\n{text}")
        time.sleep(0.2)
    raise TimeoutError(f"no worker waited for jobs within {START_SECONDS} s:\n{log.read_text()}")


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
