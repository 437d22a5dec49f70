"""Whether programs are run on this machine, and how many at once."""

from __future__ import annotations

import contextlib
import fcntl
import os
import time
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal

from tutor_app.programs.run_values import RunnerOff
from tutor_app.programs.sandbox import probe_isolation

Refused = Literal["off", "busy"]

WAIT_SECONDS = 4.0  # for a place; whoever waits holds one of the worker's threads
_LOOK_SECONDS = 0.05


@dataclass(frozen=True, slots=True, kw_only=True)
class Runner:
    """Runs of students' programs. `off` says why there are none; `places` holds them to a number.

    A place is held for all the runs of one reply, which follow each other.
    """

    off: RunnerOff | None = None
    places: RunPlaces | None = None

    @contextlib.contextmanager
    def hold(self, *, waits: bool = True) -> Iterator[Refused | None]:
        """Hold a place for one reply's runs; the value says why nothing may be run, if so.

        A reply that can do without a run `waits` for no place.
        """
        if self.off is not None:
            yield "off"
        elif self.places is None:
            yield None
        else:
            with self.places.take(waits=waits) as taken:
                yield None if taken else "busy"


@dataclass(frozen=True, slots=True, kw_only=True)
class RunPlaces:
    """Places for runs on this machine, shared by all processes: one locked file each.

    The system gives a lock back when its process ends, however it ends.
    """

    folder: Path
    count: int
    wait_seconds: float = WAIT_SECONDS

    @contextlib.contextmanager
    def take(self, *, waits: bool = True) -> Iterator[bool]:
        """Take a place within the time there is for it; False where all stay taken."""
        until = time.monotonic() + (self.wait_seconds if waits else 0)
        handle = self._take_free()
        while handle is None and time.monotonic() < until:
            time.sleep(_LOOK_SECONDS)
            handle = self._take_free()
        try:
            yield handle is not None
        finally:
            if handle is not None:
                os.close(handle)

    def _take_free(self) -> int | None:
        self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        for number in range(self.count):
            path = self.folder / f"program-run-{number}.lock"
            handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
            try:
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                os.close(handle)
            else:
                return handle
        return None


@cache
def _probe() -> RunnerOff | None:
    """Try the boundary, once in the life of this process."""
    return probe_isolation()


def open_runner(folder: Path) -> Runner:
    """Probe the boundary once; half of the machine's cores, at least one, may run programs."""
    off = _probe()
    places = RunPlaces(folder=folder, count=max(1, (os.cpu_count() or 2) // 2))
    return Runner(off=off, places=None if off else places)
