"""Slows down those who guess a code: so many wrong ones in five minutes, then they wait."""

from __future__ import annotations

import threading
import time
from collections import defaultdict, deque
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

WINDOW_SECONDS = 300.0


class WrongCodes:
    """The wrong codes of each address, kept in this process only. Safe for many threads."""

    def __init__(self, tries: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._tries = tries
        self._clock = clock
        self._wrong: defaultdict[str, deque[float]] = defaultdict(deque)
        self._lock = threading.Lock()

    def seconds_to_wait(self, address: str) -> int:
        """Seconds until this address may try again; 0: now."""
        with self._lock:
            wrong = self._wrong[address]
            while wrong and wrong[0] <= self._clock() - WINDOW_SECONDS:
                wrong.popleft()
            if not wrong:
                del self._wrong[address]
            if len(wrong) < self._tries:
                return 0
            return max(1, round(wrong[0] + WINDOW_SECONDS - self._clock()))

    def note(self, address: str) -> None:
        """A wrong code came from there."""
        with self._lock:
            self._wrong[address].append(self._clock())

    def forget(self, address: str) -> None:
        """A right code came from there."""
        with self._lock:
            self._wrong.pop(address, None)
