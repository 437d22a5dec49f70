"""Who may change the course: a browser session that has given the staff code."""

from __future__ import annotations

import threading
import time
from typing import TYPE_CHECKING, Literal

from tutor_app.guessing import WINDOW_SECONDS as WINDOW_SECONDS
from tutor_app.guessing import WrongCodes

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime

    from tutor_app.records import StaffCode

TRIES = 5
STAYS_OPEN_SECONDS = 12 * 3600.0

Outcome = Literal["open", "wrong", "wait"]


class StaffDoor:
    """Checks the code, slows down guessing, remembers which visits it has let in.

    A visit is the browser session's cookie; an address is where the tries come from. Both are kept
    in this process only: after its restart the code is asked for again, and so it is once a new one
    was made: who had learned the old one must not stay inside.
    """

    def __init__(self, code: StaffCode, clock: Callable[[], float] = time.monotonic) -> None:
        self._code = code
        self._clock = clock
        self._open_until: dict[str, tuple[float, datetime | None]] = {}
        self._wrong = WrongCodes(TRIES, clock)
        self._lock = threading.Lock()

    def is_open(self, visit: str) -> bool:
        until, made_at = self._open_until.get(visit, (0.0, None))
        return bool(visit) and until > self._clock() and made_at == self._code.made_at()

    def seconds_to_wait(self, address: str) -> int:
        """Seconds until this address may try again; 0: now."""
        return self._wrong.seconds_to_wait(address)

    def try_code(self, code: str, *, visit: str, address: str) -> Outcome:
        """Let the visit in where the code is right; the sixth wrong try in five minutes waits."""
        if self.seconds_to_wait(address):
            return "wait"
        made_at = self._code.made_at()  # before the check: a code renewed meanwhile opens nothing
        if not self._code.check(code.strip()):
            self._wrong.note(address)
            return "wrong"
        self._wrong.forget(address)
        with self._lock:
            self._open_until[visit] = (self._clock() + STAYS_OPEN_SECONDS, made_at)
        return "open"

    def close(self, visit: str) -> None:
        self._open_until.pop(visit, None)
