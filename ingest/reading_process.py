"""Reads files in a separate process, which a broken file may take down."""

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

from ingest.read_document import Answer, AtPage, ReadingRequest, Refusal
from tutor_app.domain.errors import FileUnreadable
from tutor_app.retrieval.index_files import StoredDocument
from tutor_app.wording.catalogue import phrase

CRASHES = phrase("ingest_files.crashes")

logger = logging.getLogger(__name__)

LOOK_SECONDS = 0.5  # between two looks at the cancel key
_TRIES = 4  # as many pages of one file may end the process, and it is given up
_SILENT_SECONDS = 1800.0  # its CPU limit ends it long before; this is for one that sleeps
_ROOT = Path(__file__).parents[1]
READING_COMMAND = (sys.executable, "-m", "ingest.reading_process_main")


class ReadingProcess:
    """Reads one file after another. Its process starts with the first, and again after a crash."""

    def __init__(self, command: Sequence[str] = READING_COMMAND) -> None:
        self._command = command
        self._process: subprocess.Popen[bytes] | None = None
        self._connection: Connection[ReadingRequest | Path, Answer] | None = None

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
        self, reading: ReadingRequest, at_page: Callable[[AtPage], None], look: Callable[[], None]
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
            if isinstance(answer, Refusal):
                raise FileUnreadable(answer.reason)
            logger.warning("Reading page %d ended the process; going on without it.", last)
            if last in reading.skip or last == 0:
                break
            reading = replace(reading, skip=reading.skip | {last})
        raise FileUnreadable(CRASHES())

    def count_pages(self, path: Path, look: Callable[[], None]) -> int:
        """Return a file's number of pages; 0 if it cannot be opened (reading it says why)."""
        try:
            answer = self._ask(path, lambda _: None, look)
        except BaseException:
            self.stop()
            raise
        return answer if isinstance(answer, int) else 0

    def stop(self) -> None:
        """End the process, whatever it is doing."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
        if self._connection is not None:
            self._connection.close()
        self._process = self._connection = None

    def _ask(
        self,
        request: ReadingRequest | Path,
        at_page: Callable[[AtPage], None],
        look: Callable[[], None],
    ) -> Refusal | StoredDocument | int | None:
        """Return the last answer; None if the process ended before."""
        connection = self._connection or self._start()
        heard = time.monotonic()
        try:
            connection.send(request)
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

    def _start(self) -> Connection[ReadingRequest | Path, Answer]:
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
