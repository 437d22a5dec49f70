"""Indexes a course in a process of its own, and stays for ever in a text with a given word.

    python -m tests.doubles.slow_indexer HOME COURSE WORD FILE

FILE is written when it has come there.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from pathlib import Path

from ingest.ingest import index_course
from tests.doubles.embedder import BagOfWords
from tests.doubles.quiet import Quiet
from tutor_app.domain.settings import Settings
from tutor_app.storage.records.courses import CourseRecords
from tutor_app.storage.records.database import open_database


def main(home: str, course: str, word: str, file: str) -> None:
    def before(texts: Sequence[str]) -> None:
        if any(word in text for text in texts):
            Path(file).write_text("there")
            time.sleep(600)

    settings = Settings(_env_file=None, elenchus_home=home)
    courses = CourseRecords(open_database(settings))
    index_course(course, settings, courses, BagOfWords(before=before), Quiet())


if __name__ == "__main__":
    main(*sys.argv[1:])
