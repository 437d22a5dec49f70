"""Programs that try to get out of the boundary: nothing does, and what is said stays sensible."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar

import pytest

from evals.program_sandbox.attempts import REFUSED
from evals.program_sandbox.exhaustion import EXHAUSTION
from evals.program_sandbox.trial import (
    Attempt,
    Surroundings,
    surroundings,
    try_refused,
    try_to_exhaust,
)
from tests.doubles.program_runs import case
from tutor_app.programs.run_program import run_program
from tutor_app.programs.run_values import Limits, RunnerOff
from tutor_app.programs.sandbox import TOO_BUSY, Boundary, probe_isolation
from tutor_app.programs.sandboxed_child.boundary_probe import try_to_get_out

IMPOSSIBLE = Limits(memory=2**70)  # cannot be set, so the boundary is not there
T = TypeVar("T")


@pytest.fixture
def kept_runs() -> None:
    """Each run here is one."""


@pytest.fixture(scope="module")
def around() -> Iterator[Surroundings]:
    assert probe_isolation() is None  # else attempts would get out, and fork bombs are among them
    with surroundings() as made:
        yield made


@pytest.fixture(scope="module")
def refused(around: Surroundings) -> dict[str, Attempt]:
    return {attempt.name: attempt for attempt in try_refused(around)}


@pytest.mark.parametrize("name", REFUSED)
def test_it_is_refused(name: str, refused: dict[str, Attempt]) -> None:
    assert refused[name].escapes == ()
    assert refused[name].told_wrongly == ""


TRIES = 4


@pytest.mark.parametrize("name", EXHAUSTION)
def test_what_takes_all_it_can_get_is_stopped(name: str, around: Surroundings) -> None:
    attempt = try_to_exhaust(name, around)
    for _ in range(TRIES):  # a machine that is busy with other tests runs no program, and says so
        if TOO_BUSY() not in attempt.told_wrongly:
            break
        attempt = try_to_exhaust(name, around)

    assert attempt.escapes == ()
    assert attempt.told_wrongly == ""


def test_the_probe_finds_nothing_open_here() -> None:
    assert probe_isolation() is None


def test_the_probe_finds_what_is_open_where_nothing_holds_it() -> None:
    assert len(try_to_get_out(socket.socket)) == 8


def test_without_a_boundary_the_runner_is_off_and_says_why() -> None:
    off = probe_isolation(IMPOSSIBLE)

    assert isinstance(off, RunnerOff)
    assert off.reason


def test_a_failure_of_the_boundary_is_not_told_as_the_program_s() -> None:
    run = run_program("def f():\n    return 1", [case("f()", "2")], IMPOSSIBLE)

    assert run.our_fault
    assert [result.status for result in run.results] == ["not_run"]
    assert (run.load_error, run.failing) == (None, ())


def test_a_program_of_any_length_is_refused_unread() -> None:
    run = run_program("x = 1\n" * 20_000, [case("x")])

    assert run.our_fault
    assert run.results[0].status == "not_run"


@pytest.mark.parametrize(
    ("line", "reply"),
    [("b'x' * 60_000", 10**12), ("b'x' * 60_000 + b'\\n'", 1_000_000)],
    ids=["one line without end", "many lines"],
)
def test_no_more_is_read_than_the_reply_may_be_long(line: str, reply: int) -> None:
    limits = Limits(case_seconds=1.0, reply=reply)
    flood = f"import sys, os\nsys.settrace(None)\nwhile True:\n    os.write(3, {line})"
    job = {"kind": "cases", "source": flood, "in_sequence": False, "trace_case": None, "cases": []}
    boundary = Boundary(job, limits, 5.0)

    assert list(boundary) == []
    assert boundary.ending == "flood"


@pytest.mark.processes
def test_a_run_dies_with_the_process_that_asked_for_it() -> None:
    asks = (
        "from tests.doubles.program_runs import *\n"
        "run_program('import time\\ndef f():\\n    time.sleep(50)', [case('f()')],"
        " Limits(case_seconds=50, run_seconds=50))"
    )
    parent = subprocess.Popen([sys.executable, "-c", asks])
    child = _wait_for(lambda: _children(parent.pid))
    os.kill(parent.pid, signal.SIGKILL)
    parent.wait()

    assert _wait_for(lambda: not any(Path(f"/proc/{pid}").exists() for pid in child))


def _children(pid: int) -> list[str]:
    return Path(f"/proc/{pid}/task/{pid}/children").read_text().split()


def _wait_for(look: Callable[[], T]) -> T:
    end = time.monotonic() + 20
    while not (seen := look()) and time.monotonic() < end:
        time.sleep(0.05)
    return seen
