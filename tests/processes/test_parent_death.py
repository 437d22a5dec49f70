"""A process that is tied to its parent dies with it."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest

from tutor_app.processes.parent_death import bind_to_parent

pytestmark = [
    pytest.mark.processes,
    pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux can tie processes"),
]

PARENT = """
import subprocess, sys, time
child = subprocess.Popen(sys.argv[2:])
open(sys.argv[1], "w").write(str(child.pid))
time.sleep(60)
"""


def _pid(file: Path) -> int:
    for _ in range(200):
        if file.exists() and file.read_text():
            return int(file.read_text())
        time.sleep(0.05)
    raise AssertionError("the parent started no child")


@pytest.mark.parametrize("tied", [True, False])
def test_only_a_tied_child_dies_when_its_parent_is_killed(tmp_path: Path, tied: bool) -> None:
    sleep = ["sleep", "60"]
    command = bind_to_parent(sleep) if tied else sleep
    note = tmp_path / "pid"
    parent = subprocess.Popen([sys.executable, "-c", PARENT, str(note), *command])
    child = psutil.Process(_pid(note))
    for _ in range(200):  # until the tether has become the command
        if child.name() == "sleep":
            break
        time.sleep(0.05)
    assert child.name() == "sleep"

    parent.kill()
    parent.wait()
    try:
        child.wait(2)
        outlived = False
    except psutil.TimeoutExpired:
        outlived = True
        child.kill()
    assert outlived is not tied
