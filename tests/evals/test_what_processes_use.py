"""Memory is told by process, and that of a process's children is its own."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys

from evals.load.processes import megabytes

HOLDS = "held = bytearray(50_000_000); print('held', flush=True); input()"
# Other tests' processes run below pytest, so what is measured has a root of its own.
ROOT = "import os, shlex, subprocess; subprocess.run(shlex.split(os.environ['CHILD']))"


def test_a_childs_memory_is_told_under_the_name_of_what_it_runs() -> None:
    child = shlex.join([sys.executable, "-c", HOLDS, "--queue turns"])
    with subprocess.Popen(
        [sys.executable, "-c", ROOT],
        env=os.environ | {"CHILD": child},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as root:
        assert root.stdout is not None
        assert root.stdout.readline() == "held\n"
        used = megabytes(root.pid)
        root.communicate("\n")

    assert 50 < used["worker"] < 100
    assert 0 < used["supervisor"] < 50
