"""Progress that nobody watches."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field


@dataclass
class Quiet:
    """`cancelled` is asked as the instructor's button is; `told` is what a page would show."""

    cancelled: Callable[[], bool] = lambda: False
    told: list[tuple[str, int, int, str]] = field(default_factory=list)
    cleared: int = 0

    def set(self, course_id: str, document_id: str, done: int, total: int, text: str) -> None:
        self.told.append((document_id, done, total, text))

    def clear(self, course_id: str) -> None:
        self.cleared += 1

    def cancel_requested(self, course_id: str) -> bool:
        return self.cancelled()
