"""How long something still takes, from how long it has taken so far."""

from __future__ import annotations

import time
from collections.abc import Callable

_ENOUGH_SECONDS = 3.0  # before that, a guess would jump about


class Pace:
    """Counts from its making. `now` is a clock in seconds."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._started = now()
        self._first: int | None = None

    def left(self, done: int, total: int) -> str:
        """Return ", about 4 min left"; empty while nobody can know.

        What was done before the first call (and found in a cache) tells nothing of the pace.
        """
        if self._first is None:
            self._first, self._started = done, self._now()
        seconds = self._now() - self._started
        if done <= self._first or seconds < _ENOUGH_SECONDS or done >= total:
            return ""
        return f", about {words(seconds / (done - self._first) * (total - done))} left"


def words(seconds: float) -> str:
    """Return "20 s", "4 min" or "1 h 10 min"."""
    if seconds < 55:
        return f"{max(5, round(seconds / 5) * 5)} s"
    minutes = max(1, round(seconds / 60))
    if minutes < 60:
        return f"{minutes} min"
    return f"{minutes // 60} h {minutes % 60} min"
