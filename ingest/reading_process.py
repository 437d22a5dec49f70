"""Reading files in a process of its own, which a broken file may take down."""

from __future__ import annotations

import logging
import os
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from pathlib import Path
from types import TracebackType
from typing import Self

from ingest.read_document import Answer, AtPage, Reading, Refused
from tutor_app.errors import FileUnreadable
from tutor_app.retrieval.stored import StoredDocument

logger = logging.getLogger(__name__)

LOOK_SECONDS = 0.5  # between two looks at the cancel key
_TRIES = 4  # as many pages of one file may end the process, and it is given up
_SILENT_SECONDS = 1800.0  # its CPU limit ends it long before; this is for one that sleeps
_ROOT = Path(__file__).parents[1]
READ_ONE = (sys.executable, "-m", "ingest.read_one")


class ReadingProcess:
    """Reads one file after another. The process is started with the first, and after each death."""

    def __init__(self, command: Sequence[str] = READ_ONE) -> None:
        self._command = command
        self._process: subprocess.Popen[bytes] | None = None
        self._connection: Connection[Reading, Answer] | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.stop()

    def read(
        self, reading: Reading, at_page: Callable[[AtPage], None], look: Callable[[], None]
    ) -> StoredDocument:
        """Return the document cut up. What `look` raises ends the reading at once.

        Raises:
            FileUnreadable: the file cannot be used, or ends the process again and again.
        """
        for _ in range(_TRIES):
            last = 0

            def note(page: AtPage) -> None:
                nonlocal last
                last = 0 if page.cutting else page.number
                at_page(page)

            try:
                answer = self._ask(reading, note, look)
            except BaseException:
                self.stop()
                raise
            if isinstance(answer, StoredDocument):
                return answer
            if answer is not None:
                raise FileUnreadable(answer.reason)
            logger.warning("Reading page %d ended the process; going on without it.", last)
            if last in reading.skip or last == 0:
                break
            reading = replace(reading, skip=reading.skip | {last})
        raise FileUnreadable(
            "Reading this PDF crashed or took too long, again and again: it is damaged. "
            "Save it as PDF again from its source and upload that."
        )

    def stop(self) -> None:
        """End the process, whatever it is doing."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
        if self._connection is not None:
            self._connection.close()
        self._process = self._connection = None

    def _ask(
        self, reading: Reading, at_page: Callable[[AtPage], None], look: Callable[[], None]
    ) -> Refused | StoredDocument | None:
        """Return the last answer; None where the process ended before."""
        connection = self._connection or self._start()
        heard = time.monotonic()
        try:
            connection.send(reading)
            while time.monotonic() - heard < _SILENT_SECONDS:
                look()
                if not connection.poll(LOOK_SECONDS):
                    continue
                heard = time.monotonic()
                answer = connection.recv()
                if not isinstance(answer, AtPage):
                    return answer
                at_page(answer)
        except (EOFError, ConnectionError):
            pass
        self.stop()
        return None

    def _start(self) -> Connection[Reading, Answer]:
        ours, theirs = Pipe()
        with theirs:
            self._process = subprocess.Popen(
                [*self._command, str(theirs.fileno())],
                cwd=_ROOT,
                pass_fds=[theirs.fileno()],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                # Tesseract would take every core, and the indexer has one.
                env={**os.environ, "OMP_THREAD_LIMIT": "1", "OMP_NUM_THREADS": "1"},
            )
        self._connection = ours
        return ours
