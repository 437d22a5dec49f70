"""A part of a worker that takes long to build and may fail."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from typing import Generic, TypeVar

from tutor_app.domain.errors import TutorError
from tutor_app.wording.catalogue import phrase

NOT_LOADED = phrase("runtime_turns.part_not_loaded")

logger = logging.getLogger(__name__)
Part = TypeVar("Part")


class LazyPart(Generic[Part]):
    """A part that takes long to build and may fail: built once, tried again later if it failed."""

    def __init__(self, build: Callable[[], Part], again_after_seconds: float = 15.0) -> None:
        self._build = build
        self._again_after_seconds = again_after_seconds
        self._lock = threading.Lock()
        self._part: Part | None = None
        self._failure: tuple[TutorError, float] | None = None

    def get(self) -> Part:
        """Return the part.

        Raises:
            TutorError: it cannot be built, for the time being.
        """
        with self._lock:
            if self._part is None:
                self._part = self._try()
            return self._part

    def _try(self) -> Part:
        if self._failure and time.monotonic() < self._failure[1] + self._again_after_seconds:
            raise self._failure[0]
        try:
            return self._build()
        except TutorError as exc:
            logger.error("A part of the worker cannot be built: %s", exc)
            self._failure = (exc, time.monotonic())
            raise
        except Exception as exc:
            logger.exception("A part of the worker cannot be built.")
            failure = TutorError(NOT_LOADED())
            self._failure = (failure, time.monotonic())
            raise failure from exc
