"""Who may change the course: a browser session that has given the staff code."""

from __future__ import annotations

import threading
import time
from collections import defaultdict, deque
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Callable

    from tutor_app.records import StaffCode

TRIES = 5
WINDOW_SECONDS = 300.0
STAYS_OPEN_SECONDS = 12 * 3600.0

Outcome = Literal["open", "wrong", "wait"]


class StaffDoor:
    """Checks the code, slows down guessing, remembers which visits it has let in.

    A visit is the browser session's cookie; an address is where the tries come from. Both are kept
    in this process only: after its restart the code is asked for again.
    """

    def __init__(self, code: StaffCode, clock: Callable[[], float] = time.monotonic) -> None:
        self._code = code
        self._clock = clock
        self._open_until: dict[str, float] = {}
        self._wrong: defaultdict[str, deque[float]] = defaultdict(deque)
        self._lock = threading.Lock()

    def is_open(self, visit: str) -> bool:
        return bool(visit) and self._open_until.get(visit, 0.0) > self._clock()

    def seconds_to_wait(self, address: str) -> int:
        """Seconds until this address may try again; 0: now."""
        with self._lock:
            wrong = self._wrong[address]
            while wrong and wrong[0] <= self._clock() - WINDOW_SECONDS:
                wrong.popleft()
            if len(wrong) < TRIES:
                return 0
            return max(1, round(wrong[0] + WINDOW_SECONDS - self._clock()))

    def try_code(self, code: str, *, visit: str, address: str) -> Outcome:
        """Let the visit in where the code is right; the sixth wrong try in five minutes waits."""
        if self.seconds_to_wait(address):
            return "wait"
        if not self._code.check(code.strip()):
            with self._lock:
                self._wrong[address].append(self._clock())
            return "wrong"
        with self._lock:
            self._wrong.pop(address, None)
            self._open_until[visit] = self._clock() + STAYS_OPEN_SECONDS
        return "open"

    def close(self, visit: str) -> None:
        self._open_until.pop(visit, None)
