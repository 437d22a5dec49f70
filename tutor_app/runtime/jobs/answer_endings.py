"""What an answer is to a worker, and how it may end without being one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Protocol

from tutor_app.domain.values import Event, Message, Session


class Answer(Protocol):
    """`respond` with its services; it calls `stopped` before anything that takes long."""

    def __call__(
        self, message: Message, session: Session, stopped: Callable[[], bool]
    ) -> Iterator[Event]: ...


class AnswerDied(Exception):
    """The process of the answer was killed, or crashed."""


class AnswerBroke(Exception):
    """The answer has a bug: the error's type, and where it was raised, without its message."""

    def __init__(self, error: str, trace: str) -> None:
        super().__init__(error)
        self.error = error
        self.trace = trace
