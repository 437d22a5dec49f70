"""The process that runs a student's program: takes a job, locks itself in, and says what it saw.

`sandbox.py` starts it under `python -I -S -B`, with a job as JSON on its standard input. Each
line that it writes is the job's key and a JSON object. What it may import is imported before the
lock; no line of the program is executed before it.
"""

from __future__ import annotations

import importlib
import json
import os
import resource
import sys
from collections.abc import Callable
from typing import Any

from tutor_app.programs.sandboxed_child.boundary_probe import try_to_get_out
from tutor_app.programs.sandboxed_child.line_watch import Emit
from tutor_app.programs.sandboxed_child.run_cases import CaseRunner
from tutor_app.programs.sandboxed_child.seccomp import die_with_parent, lock_process

RESULT_FD = 3
MODULES = (
    "__future__ abc array atexit base64 bisect calendar cmath collections collections.abc"
    " contextlib copy csv dataclasses datetime decimal difflib doctest enum fractions functools"
    " graphlib hashlib heapq inspect io itertools json keyword logging math numbers operator"
    " pathlib pickle pprint queue random re secrets statistics string struct sys textwrap"
    " threading time timeit traceback types typing unicodedata unittest uuid warnings weakref zlib"
).split()
_ALSO = {"datetime": ("_strptime",), "time": ("_strptime",)}  # imported only when it is used


def main() -> None:
    """Read a job, lock this process, do the job and end; whoever calls this never gets it back.

    A job has a `kind` ("cases", "sql" or "probe"), `key` and `limits`, and what its kind needs. The
    messages are `{"is": …}`: "ready", those of the job, and "done" or "fault" with `why`.
    """
    job = json.load(sys.stdin)
    key, write, dumps = job["key"], os.write, json.dumps
    os.dup2(1, RESULT_FD)
    os.closerange(RESULT_FD + 1, 4096)

    def emit(event: dict[str, Any]) -> None:
        line = memoryview(f"{key}{dumps(event)}\n".encode())
        while line:
            line = line[write(RESULT_FD, line) :]

    try:
        act = _prepare(job, emit)
        _lock(job["limits"])
    except Exception as exc:  # noqa: BLE001 - whatever it is, the program must not run
        emit({"is": "fault", "why": f"{type(exc).__name__}: {exc}"})
        os._exit(1)
    emit({"is": "ready"})
    try:
        act()
        emit({"is": "done"})
    except Exception as exc:  # noqa: BLE001 - a fault of this code, not of the program
        emit({"is": "fault", "why": f"{type(exc).__name__}: {exc}"})
    os._exit(0)  # neither atexit nor finalizers run


def _prepare(job: dict[str, Any], emit: Emit) -> Callable[[], None]:
    """Import all that may be needed, and return what is to be done behind the lock."""
    kind = job["kind"]
    if kind == "probe":
        open_socket = importlib.import_module("socket").socket
        return lambda: emit({"is": "probe", "open": try_to_get_out(open_socket)})
    if kind == "sql":
        query = importlib.import_module("tutor_app.programs.sandboxed_child.sql_query")
        return lambda: emit({"is": "rows", **query.run_query(job)})
    text = json.dumps(job)
    for name in MODULES:
        if name in text:  # each module costs milliseconds, and most programs name few
            for each in (name, *_ALSO.get(name, ())):
                importlib.import_module(each)
    return CaseRunner(job, emit).run


def _lock(limits: dict[str, Any]) -> None:
    """Give up, for good, all that the program must not have."""
    "".encode("idna")  # codecs are looked up by importing
    die_with_parent()
    with open("/proc/self/statm") as statm:
        pages = int(statm.read().split()[0])
    memory = pages * resource.getpagesize() + limits["memory"]
    seconds = int(limits["run_seconds"]) + 2
    for limit, most in (
        (resource.RLIMIT_AS, memory),
        (resource.RLIMIT_CPU, seconds),
        (resource.RLIMIT_FSIZE, 0),
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_NPROC, 0),
    ):
        # An answer's process has a limit of its own, which this one may not go beyond.
        _, hard = resource.getrlimit(limit)
        most = most if hard == resource.RLIM_INFINITY else min(most, hard)
        resource.setrlimit(limit, (most, most))
    for fd in range(RESULT_FD):
        os.close(fd)
    resource.setrlimit(resource.RLIMIT_NOFILE, (0, 0))
    sys.path.clear()
    sys.stdin = sys.stdout = sys.stderr = None
    lock_process(os.uname().machine, RESULT_FD)
