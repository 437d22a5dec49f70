"""The boundary, seen from outside: a process is started, read within bounds, and killed.

What it says is trusted for the one reply that it is asked for, and for nothing else: a program
may forge its own results, and can get nothing else out. Nothing it holds is worth having.
"""

from __future__ import annotations

import contextlib
import json
import os
import secrets
import selectors
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import IO, Any, Literal

from tutor_app.programs.run_values import Limits, RunnerOff
from tutor_app.programs.sandboxed_child import main as _child
from tutor_app.wording.catalogue import phrase

NOT_LINUX = phrase("programs_boundary.not_linux", "platform")
NO_PROCESS = phrase("programs_boundary.no_process", "error")
TOO_BUSY = phrase("programs_boundary.too_busy")
DID_NOT_START = phrase("programs_boundary.did_not_start", "status")
ENDED_BY_SYSTEM = phrase("programs_boundary.ended_by_system")
PROBE_FAILED = phrase("programs_boundary.probe_failed", "ending")
GETS_OUT = phrase("programs_boundary.gets_out", "actions")

START_SECONDS = 20.0  # until the process is locked in; a laptop that is busy is slow here
WAIT_FACTOR = 5  # wall time of a case over its processor time, for a machine that is busy
MARK = "elenchus-runs-a-program"  # an argument, by which the processes are told from others
_ROOT = str(Path(__file__).parents[2])
# Named by its import, which also leaves its bytecode behind: under -B a process writes none.
_SCRIPT = f"import sys; sys.path.insert(0, {_ROOT!r}); from {_child.__name__} import main; main()"
_CHUNK = 65_536
_LONGEST_LINE = 2_000_000  # bytes; as objects, JSON takes up to twenty times as much

Job = dict[str, Any]
Message = dict[str, Any]
Ending = Literal["done", "died", "late", "flood", "fault"]


class Boundary:
    """One process behind the boundary and what it has said.

    Iterating starts it and gives its messages as they come, JSON objects with an "is"; how the
    process ends raises nothing. Then `ending` says how it ended, and `why` what a "fault" was: of
    this code or the machine, never of the program.
    """

    def __init__(self, job: Job, limits: Limits, seconds: float) -> None:
        self.ending: Ending = "died"
        self.why = ""
        self.is_ready = False
        self._key = secrets.token_hex(16)
        self._limits = limits
        self._job = {**job, "key": self._key, "limits": asdict(limits)}
        self._seconds = seconds
        self._deadline = 0.0

    def __iter__(self) -> Iterator[Message]:
        with tempfile.TemporaryFile() as job_file:
            # A file, since a pipe that nobody reads would hold this process up.
            job_file.write(json.dumps(self._job).encode())
            job_file.seek(0)
            try:
                process = _start(job_file)
            except OSError as exc:
                self.ending, self.why = "fault", NO_PROCESS(error=exc)
                return
        try:
            yield from self._messages(process)
            if self.ending == "late" and _is_starved(process.pid, self._limits.case_seconds):
                self.ending, self.why = "fault", TOO_BUSY()
        finally:
            status = _end(process, waits=self.ending == "died")
            if self.ending in ("died", "late") and not self.is_ready:
                self.ending, self.why = "fault", DID_NOT_START(status=status)
            elif self.ending == "died" and status == -signal.SIGKILL:
                # A program cannot send signals, so this is the system, short of memory.
                self.ending, self.why = "fault", ENDED_BY_SYSTEM()

    def _messages(self, process: subprocess.Popen[bytes]) -> Iterator[Message]:
        for line in self._lines(process):
            message = _read_message(line, self._key)
            if message is None:
                continue
            match message.get("is"):
                case "ready":
                    self.is_ready = True
                    self._deadline = time.monotonic() + self._seconds
                case "done":
                    self.ending = "done"
                    return
                case "fault":
                    self.ending, self.why = "fault", str(message.get("why"))[:500]
                    return
                case _:
                    yield message

    def _lines(self, process: subprocess.Popen[bytes]) -> Iterator[bytes]:
        """Yield whole lines until the end, a wait that is too long, or too much in all."""
        stream = process.stdout
        assert stream is not None
        left, rest = self._limits.reply, b""
        self._deadline = time.monotonic() + START_SECONDS
        with selectors.DefaultSelector() as selector:
            selector.register(stream, selectors.EVENT_READ)
            while left > 0:
                wait = self._deadline - time.monotonic()
                if self.is_ready:
                    wait = min(wait, self._limits.case_seconds * WAIT_FACTOR)
                if wait <= 0 or not selector.select(wait):
                    self.ending = "late"
                    return
                chunk = os.read(stream.fileno(), min(_CHUNK, left))
                if not chunk:
                    return
                left -= len(chunk)
                *lines, rest = (rest + chunk).split(b"\n")
                if max(map(len, (*lines, rest))) > _LONGEST_LINE:
                    break
                yield from lines
        self.ending = "flood"


def probe_isolation(limits: Limits | None = None) -> RunnerOff | None:
    """Try to get out of the boundary; None where it holds, else why no program may be run."""
    if not sys.platform.startswith("linux"):
        return RunnerOff(reason=NOT_LINUX(platform=sys.platform))
    limits = limits or Limits()
    boundary = Boundary({"kind": "probe"}, limits, limits.run_seconds)
    opened: list[str] | None = None
    for message in boundary:
        if message.get("is") == "probe":
            opened = [str(each) for each in message["open"]]
    if boundary.ending != "done" or opened is None:
        return RunnerOff(reason=boundary.why or PROBE_FAILED(ending=boundary.ending))
    if opened:
        return RunnerOff(reason=GETS_OUT(actions=", ".join(opened)))
    return None


def _start(job_file: IO[bytes]) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-I", "-S", "-B", "-c", _SCRIPT, MARK],
        stdin=job_file,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env={},
        cwd="/",
        start_new_session=True,
    )


def _is_starved(pid: int, seconds: float) -> bool:
    """Whether a process that is late would run but got less than `seconds` of processor time."""
    try:
        state, *rest = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except (OSError, ValueError):
        return False
    spent = (int(rest[10]) + int(rest[11])) / os.sysconf("SC_CLK_TCK")
    return state == "R" and spent < seconds


def _end(process: subprocess.Popen[bytes], waits: bool) -> int:
    """Kill the process and whatever it may have started; its exit status.

    With `waits` it has closed its pipe by itself, and is given a moment to say its own status.
    """
    if waits:
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(timeout=1.0)
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    process.kill()
    process.wait()
    if process.stdout is not None:
        process.stdout.close()
    return process.returncode


def _read_message(line: bytes, key: str) -> Message | None:
    """A line that carries the key, as an object; None for anything else that was written."""
    if not line.startswith(key.encode()):
        return None
    try:
        message = json.loads(line[len(key) :])
    except (ValueError, RecursionError):
        return None
    return message if isinstance(message, dict) else None
