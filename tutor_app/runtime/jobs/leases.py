"""Keeping the running turns of this process as its own, while it lives."""

from __future__ import annotations

import logging
import multiprocessing
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from uuid import uuid4

from sqlalchemy.exc import SQLAlchemyError

from tutor_app.storage.records.conversations import ConversationRecords

logger = logging.getLogger(__name__)


class Leases:
    """Prolongs the leases of this process's turns from one thread.

    A process that dies stops prolonging, and after `seconds` another may begin its turns. A lease
    that this process finds gone (the turn was deleted, or taken over) is `lost`.
    """

    def __init__(self, records: ConversationRecords, seconds: float = 4.0) -> None:
        self.holder = uuid4().hex
        self.seconds = seconds
        self._records = records
        self._held: set[str] = set()
        self._begun: set[str] = set()  # those of the held ones whose lease is in the database
        self._lost: set[str] = set()
        self._lock = threading.Lock()

    def start(self) -> None:
        threading.Thread(target=self._run, name="leases", daemon=True).start()

    @contextmanager
    def hold(self, turn_id: str) -> Iterator[int]:
        """Begin the turn and keep it; yields its try, or 0 if it must not be run now."""
        with self._lock:
            mine = turn_id not in self._held
            self._held.add(turn_id)
        if not mine:  # its lease may have run out while the machine slept
            yield 0
            return
        try:
            tries = self._records.begin(turn_id, self.holder, self.seconds)
            if tries:
                with self._lock:
                    self._begun.add(turn_id)
            yield tries
        finally:
            with self._lock:
                for turns in (self._held, self._begun, self._lost):
                    turns.discard(turn_id)

    def is_lost(self, turn_id: str) -> bool:
        with self._lock:
            return turn_id in self._lost

    def renew(self) -> None:
        """Prolong once."""
        with self._lock:
            before = set(self._begun)
        if not before:
            return
        try:
            still = self._records.renew(self.holder, self.seconds)
        except SQLAlchemyError as exc:
            logger.warning("Leases were not prolonged: %s", type(exc).__name__)
            return
        with self._lock:
            self._lost |= (before - still) & self._begun

    def _run(self) -> None:
        pause, master = threading.Event(), multiprocessing.parent_process()
        while not pause.wait(self.seconds / 4):
            if master is not None and not master.is_alive():
                # dramatiq's master was killed; whoever restarts it starts a new worker as well.
                os._exit(1)
            self.renew()
