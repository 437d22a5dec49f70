"""Work in a thread of its own, for what runs an event loop.

Playwright's sync API leaves one running in the main thread for as long as its browser lives, also
after the test that opened it, and a thread runs one loop at a time.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

Result = TypeVar("Result")


def in_own_thread(work: Callable[[], Result]) -> Result:
    """Return what `work` returns, or raise what it raises."""
    with ThreadPoolExecutor(max_workers=1) as threads:
        return threads.submit(work).result()
