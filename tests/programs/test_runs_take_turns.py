"""Programs run in places shared by all processes, within the limits of the answer's own process."""

from __future__ import annotations

import resource
import subprocess
import sys
from pathlib import Path

from tutor_app.programs.run_values import RunnerOff
from tutor_app.programs.runs_at_once import Runner, RunPlaces


def places(folder: Path) -> RunPlaces:
    return RunPlaces(folder=folder, count=1, wait_seconds=0.2)


def test_whoever_finds_no_place_in_time_is_told_so(tmp_path: Path) -> None:
    first, second = Runner(places=places(tmp_path)), Runner(places=places(tmp_path))

    with first.hold() as mine, second.hold() as theirs:
        assert (mine, theirs) == (None, "busy")
    with second.hold() as later:
        assert later is None


def test_where_the_boundary_does_not_hold_nothing_is_run(tmp_path: Path) -> None:
    off = Runner(off=RunnerOff(reason="no seccomp"), places=places(tmp_path))

    with off.hold() as refused:
        assert refused == "off"


def test_a_place_is_free_again_when_its_process_is_killed(tmp_path: Path) -> None:
    holds = (
        "import os, sys, pathlib\n"
        "from tutor_app.programs.runs_at_once import RunPlaces\n"
        "with RunPlaces(folder=pathlib.Path(sys.argv[1]), count=1).take():\n"
        "    os.kill(os.getpid(), 9)\n"
    )
    subprocess.run([sys.executable, "-c", holds, str(tmp_path)], check=False)

    with Runner(places=places(tmp_path)).hold() as refused:
        assert refused is None


def test_a_program_runs_where_the_answer_has_less_time_than_a_run_may_take() -> None:
    runs = (
        "import resource\n"
        "resource.setrlimit(resource.RLIMIT_CPU, (4, 5))\n"
        "from tutor_app.programs.run_program import run_program\n"
        "from tutor_app.programs.run_values import Call, Case\n"
        "run = run_program('def f(): return 1', [Case(call=Call(text='f()'), origin='student')])\n"
        "print(run.our_fault, run.results[0].value)\n"
    )
    said = subprocess.run([sys.executable, "-c", runs], capture_output=True, text=True, check=True)

    assert said.stdout.strip() == "None 1"
    assert resource.getrlimit(resource.RLIMIT_CPU)[0] != 4
