"""Each attempt made for real, and looked at from outside: what got out, and is all as before?"""

from __future__ import annotations

import contextlib
import os
import secrets
import socket
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from evals.program_sandbox.attempts import REFUSED, refused_source
from evals.program_sandbox.exhaustion import EXHAUSTION
from tutor_app.programs.run_program import run_program
from tutor_app.programs.run_values import Call, Case, CaseResult, Limits, ProgramRun
from tutor_app.programs.sandbox import MARK

LIMITS = Limits(case_seconds=0.2, run_seconds=20.0)
REFUSED_STATUSES = ("not_run", "raised", "ran")


@dataclass(frozen=True, slots=True, kw_only=True)
class Attempt:
    """One attempt: what it did that it must not, and whether what was said of it is sensible."""

    name: str
    status: str
    escapes: tuple[str, ...] = ()
    told_wrongly: str = ""


class Surroundings:
    """A secret file, a path at which nothing must appear, and a port that nobody must reach."""

    def __init__(self, folder: Path, listener: socket.socket) -> None:
        self._secret = f"secret {secrets.token_hex(16)}"
        self._folder = folder
        self._canary = folder / "canary.py"
        self._canary.write_text(f"# {self._secret}\n")
        self._listener = listener
        self._before = _processes_of_runs()

    @property
    def head(self) -> str:
        port = self._listener.getsockname()[1]
        witness = self._folder / "witness"
        return (
            f"CANARY = {str(self._canary)!r}\nWITNESS = {str(witness)!r}\n"
            f"PORT = {port}\nPARENT = {os.getpid()}"
        )

    def look(self, result: CaseResult | None) -> tuple[str, ...]:
        """What got out, in words; nothing where the boundary held."""
        seen = repr(result and (result.value, result.printed, result.error, result.trace))
        escapes = {
            "a secret was read": self._secret in seen or os.environ["ELENCHUS_TRIAL"] in seen,
            "it was not refused": "LOOT" in (result.value or "" if result else ""),
            "a file was changed": [each.name for each in self._folder.iterdir()]
            != [self._canary.name]
            or self._secret not in self._canary.read_text(),
            "a port was reached": self._was_reached(),
            "a process was left": bool(_processes_of_runs() - self._before),
        }
        return tuple(name for name, holds in escapes.items() if holds)

    def _was_reached(self) -> bool:
        with contextlib.suppress(BlockingIOError):
            self._listener.accept()
            return True
        return False


@contextlib.contextmanager
def surroundings() -> Iterator[Surroundings]:
    """What attempts are aimed at, for as long as they are made."""
    os.environ["ELENCHUS_TRIAL"] = secrets.token_hex(16)
    try:
        with tempfile.TemporaryDirectory() as folder, socket.socket() as listener:
            listener.bind(("127.0.0.1", 0))
            listener.listen()
            listener.setblocking(False)
            yield Surroundings(Path(folder), listener)
    finally:
        del os.environ["ELENCHUS_TRIAL"]


def try_refused(around: Surroundings) -> list[Attempt]:
    """Make the attempts that end by themselves, all in one process."""
    cases = [_case(f"attempt_{place}()") for place in range(len(REFUSED))]
    run = run_program(refused_source(around.head), cases, LIMITS)
    told = _told_wrongly(run) or ("" if run.loads else "the attempts were not made")
    attempts = []
    for name, result in zip(REFUSED, run.results, strict=True):
        odd = "" if result.status in REFUSED_STATUSES else f"it is {result.status}"
        escapes = around.look(result)
        attempts.append(
            Attempt(name=name, status=result.status, escapes=escapes, told_wrongly=told or odd)
        )
    return attempts


def try_to_exhaust(name: str, around: Surroundings) -> Attempt:
    """Make one of the attempts that take all they can get; a case beside it must still be run."""
    source, statuses = EXHAUSTION[name]
    run = run_program(source, [_case("f()"), _case("1 + 1")], LIMITS)
    result, other = run.results
    odd = "" if result.status in statuses else f"it is {result.status}"
    if run.loads and other.status == "not_run":
        odd = odd or "the case beside it was not run"
    return Attempt(
        name=name,
        status=result.status,
        escapes=around.look(result),
        told_wrongly=_told_wrongly(run) or odd,
    )


def _told_wrongly(run: ProgramRun) -> str:
    return f"told as our fault: {run.our_fault}" if run.our_fault else ""


def _case(text: str) -> Case:
    return Case(call=Call(text=text), origin="generated")


def _processes_of_runs() -> frozenset[int]:
    """The processes behind the boundary that this process or one long gone started."""
    own, found = os.getpid(), set()
    for entry in Path("/proc").iterdir():
        if not entry.name.isdigit():
            continue
        with contextlib.suppress(OSError, IndexError):
            if MARK.encode() in (entry / "cmdline").read_bytes():
                parent = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
                found |= {int(entry.name)} if parent in (own, 1) else set()
    return frozenset(found)
