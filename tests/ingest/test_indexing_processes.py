"""Real processes: one that is killed in mid-indexing, and two at once on one course."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from ingest.embedding_cache import CHECK
from tests.doubles.course import CourseDesk
from tests.doubles.pdf import Sheet
from tutor_app.domain.settings import Settings

pytestmark = pytest.mark.processes

REPOSITORY = Path(__file__).parents[2]
QUEUES = "A queue makes the search go level by level."
STACKS = "A stack makes the search go deep first."
HEAPS = "A heap gives the smallest key at once."
Start = Callable[[str, Path], subprocess.Popen[bytes]]


@pytest.fixture
def desk(settings: Settings, tmp_path: Path) -> CourseDesk:
    """A course that answers from one file, with two more waiting."""
    desk = CourseDesk(settings)
    desk.add(Sheet().text(QUEUES).save(tmp_path / "a.pdf"))
    desk.index()
    desk.add(Sheet().text(STACKS).save(tmp_path / "b.pdf"))
    desk.add(Sheet().text(HEAPS).save(tmp_path / "c.pdf"))
    return desk


@pytest.fixture
def start(desk: CourseDesk) -> Iterator[Start]:
    begun: list[subprocess.Popen[bytes]] = []

    def indexer(word: str, file: Path) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", "tests.doubles.slow_indexer"]
        home = str(desk.settings.elenchus_home)
        begun.append(subprocess.Popen([*command, home, desk.id, word, str(file)], cwd=REPOSITORY))
        return begun[-1]

    yield indexer
    for process in begun:
        process.kill()
        process.wait()


def wait_for(file: Path, process: subprocess.Popen[bytes]) -> None:
    """Return when the process has written the file; pytest's limit ends one that never does."""
    while not file.exists():
        assert process.poll() is None, f"it ended before {file.name} was written"
        time.sleep(0.02)


@pytest.mark.long
def test_an_indexer_killed_half_way_leaves_what_was_done_and_the_next_one_goes_on(
    desk: CourseDesk, start: Start, tmp_path: Path
) -> None:
    process = start("heap", tmp_path / "there")
    wait_for(tmp_path / "there", process)
    process.kill()
    process.wait()

    assert desk.text() == f"{QUEUES}\n{STACKS}"
    assert desk.statuses() == {"a.pdf": "indexed", "b.pdf": "indexed", "c.pdf": "indexing"}
    desk.embedder.texts.clear()
    desk.index()
    assert set(desk.embedder.texts) == {HEAPS, CHECK}  # the rest had been kept
    assert desk.text() == f"{QUEUES}\n{STACKS}\n{HEAPS}"


@pytest.mark.long
def test_two_processes_index_one_course_one_after_the_other(
    desk: CourseDesk, start: Start, tmp_path: Path
) -> None:
    other = start("heap", tmp_path / "there")
    wait_for(tmp_path / "there", other)
    waiting = threading.Thread(target=desk.index)
    waiting.start()
    waiting.join(timeout=1.0)
    assert waiting.is_alive()
    assert desk.text() == f"{QUEUES}\n{STACKS}"

    other.kill()  # its lock goes with it
    waiting.join()

    assert desk.text() == f"{QUEUES}\n{STACKS}\n{HEAPS}"
