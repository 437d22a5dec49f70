"""The reading process: `python -m ingest.read_one FD`.

A broken PDF can crash MuPDF, keep it busy for ever or fill the memory. It then takes this process
with it and not the indexer, which goes on without the page (`reading_process.py`).
"""

from __future__ import annotations

import os
import resource
import signal
import sys
from contextlib import suppress
from multiprocessing.connection import Connection

# It loads an ONNX runtime, which costs a second and is not used here.
sys.modules["pymupdf.layout"] = None  # type: ignore[assignment]

import pymupdf  # noqa: E402

from ingest.read_document import Answer, AtPage, Reading, Refused, read_document  # noqa: E402
from tutor_app.embedded.tether import die_with_parent  # noqa: E402
from tutor_app.errors import FileUnreadable  # noqa: E402

TEXT_SECONDS = 30  # of CPU, for one page, and for what comes after the last
OCR_SECONDS = 120
PAGES_A_SECOND = 10  # cut into sentences at the very least; usual are 100
MEMORY = 6 << 30  # bytes of address space
TOO_BIG = (
    "This PDF needs more memory than one file may take. Save it as PDF again with less detail, or "
    "in parts, and upload these."
)


def main(descriptor: int) -> None:
    """Answer one request after another until the other end is closed."""
    die_with_parent(signal.SIGKILL)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    with suppress(ValueError, OSError):  # macOS knows no such limit, or a lower one is in force
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, resource.getrlimit(resource.RLIMIT_AS)[1]))
    pymupdf.TOOLS.mupdf_display_errors(False)
    pymupdf.TOOLS.mupdf_display_warnings(False)
    connection: Connection[Answer, Reading] = Connection(descriptor)
    try:
        while True:
            _answer(connection.recv(), connection)
    except (EOFError, BrokenPipeError):
        return


def _answer(reading: Reading, connection: Connection[Answer, Reading]) -> None:
    def tell(page: AtPage) -> None:
        extra = page.total // PAGES_A_SECOND if page.cutting else 0
        _allow(extra + (OCR_SECONDS if page.by_ocr else TEXT_SECONDS))
        connection.send(page)

    _allow(TEXT_SECONDS)
    try:
        stored = read_document(reading, tell)
    except FileUnreadable as exc:
        connection.send(Refused(reason=str(exc)))
    except (MemoryError, RecursionError):
        connection.send(Refused(reason=TOO_BIG))
    else:
        connection.send(stored)


def _allow(seconds: int) -> None:
    """Have the kernel end this process where it takes more CPU than this from now on."""
    used = sum(os.times()[:2])
    hard = resource.getrlimit(resource.RLIMIT_CPU)[1]
    resource.setrlimit(resource.RLIMIT_CPU, (int(used) + seconds, hard))


if __name__ == "__main__":
    main(int(sys.argv[1]))
