"""How fast codes may be tried: a burst of a few, then one every so many seconds.

Both codes are long (staff 59 bits, device 39 bits for ten minutes), so nobody has to be locked out
to keep them from being guessed: slow tries are enough. That matters, since whoever types wrong
codes may share an address with whoever has the right one (a class behind one router).
"""

from __future__ import annotations

import threading
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

LARGEST_TABLE = 10_000  # keys; beyond it those without a recent try are forgotten


class CodeTries:
    """Lets each key try `burst` times, then once every `seconds`. Safe for many threads.

    Kept in this process only. A try is counted before its code is checked: however many come at
    once, no more than the limit are checked.
    """

    def __init__(
        self, burst: int, seconds: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._credit = (burst - 1) * seconds
        self._seconds = seconds
        self._clock = clock
        # When the key will have its full burst again; every try delays that by `seconds`.
        self._full_at: dict[str, float] = {}
        self._lock = threading.Lock()

    def take(self, key: str, patience: float = 0.0) -> float | None:
        """Count a try; return the seconds until it may be made, None if over `patience`.

        A refused try changes nothing: trying too often does not delay the next one.
        """
        with self._lock:
            wait = self._wait(key)
            if wait > patience:
                return None
            now = self._clock()
            self._full_at[key] = max(now, self._full_at.get(key, now)) + self._seconds
            if len(self._full_at) > LARGEST_TABLE:
                self._full_at = {k: end for k, end in self._full_at.items() if end > now}
            return wait

    def seconds_to_wait(self, key: str) -> float:
        """Return the seconds until the key may try again; 0: now."""
        with self._lock:
            return self._wait(key)

    def refund(self, key: str) -> None:
        """Take back the last try: its code was right, or it was not checked."""
        with self._lock:
            if key in self._full_at:
                self._full_at[key] -= self._seconds

    def _wait(self, key: str) -> float:
        now = self._clock()
        return max(0.0, self._full_at.get(key, now) - self._credit - now)
