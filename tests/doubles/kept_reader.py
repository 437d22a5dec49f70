"""One reading process for all that a test run indexes: starting one takes ten times as long as
reading a page."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from ingest.reading_process import ReadingProcess


class KeptReader(ReadingProcess):
    """Goes on after a course; it ends with pytest, by the signal of its parent's death."""

    @contextmanager
    def lend(self) -> Iterator[ReadingProcess]:
        """Stand in for `ReadingProcess()`.

        The signal comes when the thread ends that started the process, so that other threads than
        the main one have readers of their own.
        """
        if threading.current_thread() is not threading.main_thread():
            with ReadingProcess() as own:
                yield own
            return
        if self._process is not None and self._process.poll() is not None:
            self.stop()
        yield self
