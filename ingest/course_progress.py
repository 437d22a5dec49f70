"""Progress while a course is indexed: a line for each file, and one for all of them."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Mapping
from typing import Protocol

from ingest.read_document import AtPage
from ingest.time_left import Forecast
from tutor_app.storage.live.indexing_progress import ALL_FILES
from tutor_app.wording.catalogue import phrase

READING_PAGE = phrase("ingest_progress.reading_page", "page", "total")
READING_PAGE_BY_OCR = phrase("ingest_progress.reading_page_by_ocr", "page", "total")
FINDING_SENTENCES = phrase("ingest_progress.finding_sentences")
EMBEDDING = phrase("ingest_progress.embedding")
CHECKING = phrase("ingest_progress.checking")

_TELL_SECONDS = 0.3


class Report(Protocol):
    """Where progress goes and where cancelling is asked for (Redis, the terminal).

    Progress of all files together has ALL_FILES in place of a document's id.
    """

    def set(self, course_id: str, document_id: str, done: int, total: int, text: str) -> None: ...

    def clear(self, course_id: str) -> None: ...

    def cancel_requested(self, course_id: str) -> bool: ...


class CourseProgress:
    """Reports, at most a few times a second, how far the files are and how long the rest takes."""

    def __init__(
        self, course_id: str, report: Report, pages: Mapping[str, int], unsearched: Collection[str]
    ) -> None:
        self._course_id = course_id
        self._report = report
        self._forecast = Forecast(pages, unsearched)
        self._told = 0.0

    def reading(self, document_id: str) -> Callable[[AtPage], None]:
        """Return the function to call with each page of this file."""

        def tell(page: AtPage) -> None:
            self._forecast.note_page(document_id, page.number)
            if page.cutting:
                self._tell(document_id, page.number, page.total, FINDING_SENTENCES())
                return
            if time.monotonic() - self._told < _TELL_SECONDS and not page.by_ocr:
                return
            self._told = time.monotonic()
            say = READING_PAGE_BY_OCR if page.by_ocr else READING_PAGE
            text = say(page=f"{page.number:,}", total=f"{page.total:,}")
            self._tell(document_id, page.number, page.total, text)

        return tell

    def embedding(self, document_id: str) -> Callable[[int, int], None]:
        """Return the function to call before each batch of this file's texts."""

        def tell(done: int, total: int) -> None:
            self._forecast.note_texts(document_id, done, total)
            self._tell(document_id, done, total, EMBEDDING())

        return tell

    def end(self, document_id: str) -> None:
        self._forecast.note_end(document_id)
        self._tell_all(self._forecast.words())

    def checking(self) -> None:
        """Everything answers; the report for the instructor is being made."""
        self._tell_all(CHECKING())

    def _tell(self, document_id: str, done: int, total: int, text: str) -> None:
        self._report.set(self._course_id, document_id, done, total, text)
        self._tell_all(self._forecast.words())

    def _tell_all(self, text: str) -> None:
        done, total = self._forecast.pages_done, self._forecast.total
        self._report.set(self._course_id, ALL_FILES, done, total, text)
