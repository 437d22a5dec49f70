"""The whole product as a student meets it: `elenchus up` in a home of its own."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import psutil

from ingest.upload_store import store_upload
from tutor_app.domain.settings import Settings
from tutor_app.domain.values import FINISHED_STATUSES
from tutor_app.runtime.course_files import PendingFile, add_files
from tutor_app.runtime.kind_of_file import guess_kind
from tutor_app.storage.live import open_queue
from tutor_app.storage.records import ConversationRecords, CourseRecords, CourseRow, open_database

REPOSITORY = Path(__file__).parents[1]
START_SECONDS = 180
INDEX_SECONDS = 300  # the indexer yields to everything, so a busy machine leaves it little
ANSWER_SECONDS = 60
# No duty is given to a model that nobody examined, so it is never asked.
NO_MODEL = {"MODEL_BASE_URL": "http://127.0.0.1:9/v1", "MODEL_NAME": "none"}
READY = "Elenchus is ready"
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
            turn.status not in FINISHED_STATUSES
            for turn in self.conversations().turns(conversation_id)
        ):
            if time.monotonic() > deadline:
                raise TimeoutError(f"no answer within {ANSWER_SECONDS} s")
            time.sleep(0.2)

    def kill(self, part: str) -> None:
        """SIGKILL every process with `part` in its command, as a memory guard would."""
        everything = psutil.Process(self.process.pid).children(recursive=True)
        named = [child for child in everything if part in " ".join(child.cmdline())]
        if not named:
            raise LookupError(f"no process of Elenchus is called {part}")
        for child in named:
            child.kill()

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
def demo_home(cache: Path) -> Iterator[Path]:
    """A home with the demo course, indexed; deleted at last."""
    with tempfile.TemporaryDirectory(prefix="el-", dir="/tmp") as folder:
        home = Path(folder) / "home"
        home.mkdir()
        subprocess.run(
            [sys.executable, "-m", "tutor_app.runtime.cli", "demo"],
            env=clean_environment(home, cache) | NO_MODEL,
            cwd=REPOSITORY,
            stdout=subprocess.DEVNULL,
            check=True,
        )
        yield home


@contextmanager
def running_product(home: Path, cache: Path, configuration: Mapping[str, str]) -> Iterator[Product]:
    """Start Elenchus, wait until it says that it is ready; end it at last.

    A home that was used before is gone on with; its staff code was printed then, and is "" now.
    """
    port = _free_port()
    settings = Settings(
        elenchus_home=home, elenchus_cache=cache, port=port, redis_url="", database_url=""
    )
    used_before = home.exists()
    home.mkdir(parents=True, exist_ok=True)
    log = home / "up.log"
    with log.open("wb") as out:
        process = subprocess.Popen(
            [sys.executable, "-m", "tutor_app.runtime.cli", "up", "--port", str(port)],
            cwd=REPOSITORY,
            env=clean_environment(home, cache) | dict(configuration),
            stdout=out,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
    try:
        _wait_until_ready(process, log)
        code = STAFF_CODE.search(log.read_text(encoding="utf-8", errors="replace"))
        if code is None and not used_before:
            raise RuntimeError(f"no staff code was printed:\n{log.read_text()}")
        yield Product(
            url=f"http://localhost:{port}",
            staff_code=code[1] if code else "",
            settings=settings,
            process=process,
        )
    finally:
        process.send_signal(signal.SIGINT)
        try:
            process.wait(timeout=15)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)


def clean_environment(home: Path, cache: Path) -> dict[str, str]:
    """This machine's environment without any configuration of Elenchus."""
    ours = {field.upper() for field in Settings.model_fields}
    kept = {name: value for name, value in os.environ.items() if name.upper() not in ours}
    return kept | {
        "ELENCHUS_HOME": str(home),
        "ELENCHUS_CACHE": str(cache),
        "REDIS_URL": "",  # also against a .env: never somebody's own data
        "DATABASE_URL": "",
        "RERANKER_MODEL": "",
        "COLUMNS": "200",
    }


def _wait_until_ready(process: subprocess.Popen[bytes], log: Path) -> None:
    deadline = time.monotonic() + START_SECONDS
    while READY not in log.read_text(encoding="utf-8", errors="replace"):
        if process.poll() is not None:
            raise RuntimeError(f"elenchus up ended:\n{log.read_text()}")
        if time.monotonic() > deadline:
            raise TimeoutError(f"not ready within {START_SECONDS} s:\n{log.read_text()}")
        time.sleep(0.05)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
