"""The worker is one process: it works on its own queue, and ends when told, also in mid-job."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import pytest

pytestmark = pytest.mark.processes

ACTORS = """
import os, time
from pathlib import Path
import dramatiq
from dramatiq.brokers.stub import StubBroker

broker = StubBroker()
dramatiq.set_broker(broker)

@dramatiq.actor(queue_name="turns")
def begin(path):
    Path(path).write_text(str(os.getpid()))
    time.sleep(60)

@dramatiq.actor(queue_name="index")
def other(path):
    Path(path).write_text("not mine")

begin.send("begun")
other.send("others")
"""


def test_it_works_on_its_queue_alone_and_ends_in_the_middle_of_a_job(tmp_path: Path) -> None:
    (tmp_path / "actors.py").write_text(ACTORS)
    worker = subprocess.Popen(
        [sys.executable, "-m", "tutor_app.runtime.embedded.worker_process", "--queue", "turns"]
        + ["--threads", "2", "--actors", "actors"],
        cwd=tmp_path,
    )
    begun = tmp_path / "begun"
    for _ in range(400):
        if begun.exists() and begun.read_text():
            break
        time.sleep(0.05)
    assert int(begun.read_text()) == worker.pid

    start = time.monotonic()
    worker.terminate()
    assert worker.wait(10) == 0
    assert time.monotonic() - start < 3
    assert not (tmp_path / "others").exists()
