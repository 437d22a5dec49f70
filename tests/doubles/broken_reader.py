"""The reading process with a PDF reader that breaks: `… broken_reader HOW PAGE FD`.

HOW is crash, hang or fill (the memory); it happens at PAGE, unless the page is to be skipped.
"""

from __future__ import annotations

import os
import signal
import sys

from ingest import reading_process_main
from ingest.read_document import AtPage, ReadingRequest, Tell, read_document
from tutor_app.retrieval.index_files import StoredDocument


def main(how: str, page: str, descriptor: str) -> None:
    def breaking(reading: ReadingRequest, tell: Tell) -> StoredDocument:
        def watch(at: AtPage) -> None:
            tell(at)
            if at.number == int(page) and not at.cutting and at.number not in reading.skip:
                break_down(how)

        return read_document(reading, watch)

    reading_process_main.read_document = breaking
    reading_process_main.TEXT_SECONDS = 1
    reading_process_main.main(int(descriptor))


def break_down(how: str) -> None:
    if how == "crash":
        os.kill(os.getpid(), signal.SIGSEGV)
    while how == "hang":
        pass
    bytearray(64 << 30)


if __name__ == "__main__":
    main(*sys.argv[1:])
