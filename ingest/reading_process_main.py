"""The reading process: `python -m ingest.reading_process_main FD`.

A broken PDF can crash MuPDF, keep it busy for ever or fill the memory. It then takes down this
process and not the indexer, which continues without the page (`reading_process.py`).
"""

from __future__ import annotations

import os
import resource
import signal
import sys
from contextlib import suppress
from multiprocessing.connection import Connection
from pathlib import Path

import pymupdf

from ingest.read_document import Answer, AtPage, ReadingRequest, Refusal, read_document
from ingest.readers.pdf import open_pdf
from tutor_app.domain.errors import FileUnreadable
from tutor_app.processes.parent_death import die_with_parent
from tutor_app.wording.catalogue import phrase

TOO_BIG = phrase("ingest_files.too_big")

TEXT_SECONDS = 30  # of CPU, for one page, and for what comes after the last
OCR_SECONDS = 120
PAGES_A_SECOND = 10  # cut into sentences at the very least; usual are 100
MEMORY = 6 << 30  # bytes of address space


def main(descriptor: int) -> None:
    """Answer one request after another until the other end is closed."""
    die_with_parent(signal.SIGKILL)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    with suppress(ValueError, OSError):  # macOS knows no such limit, or a lower one is in force
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, resource.getrlimit(resource.RLIMIT_AS)[1]))
    pymupdf.TOOLS.mupdf_display_errors(False)
    pymupdf.TOOLS.mupdf_display_warnings(False)
    connection: Connection[Answer, ReadingRequest | Path] = Connection(descriptor)
    try:
        while True:
            request = connection.recv()
            if isinstance(request, Path):
                connection.send(_count_pages(request))
            else:
                _answer(request, connection)
    except (EOFError, BrokenPipeError):
        return


def _count_pages(path: Path) -> int:
    """Return 0 for a file that cannot be opened: reading it says why."""
    _allow(TEXT_SECONDS)
    try:
        with open_pdf(path) as pdf:
            return int(pdf.page_count)
    except (FileUnreadable, OSError, MemoryError):
        return 0


def _answer(reading: ReadingRequest, connection: Connection[Answer, ReadingRequest | Path]) -> None:
    def tell(page: AtPage) -> None:
        extra = page.total // PAGES_A_SECOND if page.cutting else 0
        _allow(extra + (OCR_SECONDS if page.by_ocr else TEXT_SECONDS))
        connection.send(page)

    _allow(TEXT_SECONDS)
    try:
        stored = read_document(reading, tell)
    except FileUnreadable as exc:
        connection.send(Refusal(reason=str(exc)))
    except (MemoryError, RecursionError):
        connection.send(Refusal(reason=TOO_BIG()))
    else:
        connection.send(stored)


def _allow(seconds: int) -> None:
    """Have the kernel end this process if it uses more CPU time than this from now on."""
    used = sum(os.times()[:2])
    hard = resource.getrlimit(resource.RLIMIT_CPU)[1]
    resource.setrlimit(resource.RLIMIT_CPU, (int(used) + seconds, hard))


if __name__ == "__main__":
    main(int(sys.argv[1]))
