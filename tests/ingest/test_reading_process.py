"""A PDF that crashes its reader, never ends or fills the memory costs its page, not the indexer."""

from __future__ import annotations

import sys
import time
from pathlib import Path

import pytest

from ingest.ocr_cache import OcrCache
from ingest.read_document import AtPage, ReadingRequest
from ingest.reading_process import ReadingProcess
from tests.doubles.pdf import Sheet
from tutor_app.domain.errors import FileUnreadable, IndexingCancelled
from tutor_app.domain.values import Document
from tutor_app.retrieval.index_files import StoredDocument

SAID = [f"Page {n} tells of the search with the number {n}." for n in range(1, 5)]


def nothing(page: AtPage) -> None:
    return


def go_on() -> None:
    return


def reading(tmp_path: Path) -> ReadingRequest:
    sheet = Sheet().text(SAID[0])
    for said in SAID[1:]:
        sheet.new_page().text(said)
    return ReadingRequest(
        path=sheet.save(tmp_path / "a.pdf"),
        document=Document(id="d", course_id="c", name="a.pdf", kind="textbook", sha256="0"),
        ocr=None,
        cache=OcrCache(path=tmp_path / "ocr.sqlite"),
    )


def broken(how: str, page: int) -> ReadingProcess:
    return ReadingProcess([sys.executable, "-m", "tests.doubles.broken_reader", how, str(page)])


def text(stored: StoredDocument) -> list[str]:
    return [sentence.text for chunk in stored.chunks for sentence in chunk.sentences]


@pytest.mark.parametrize("how", ["crash", "hang"])
def test_the_page_that_ends_the_process_is_left_out_and_the_report_says_so(
    how: str, tmp_path: Path
) -> None:
    with broken(how, 3) as reader:
        stored = reader.read(reading(tmp_path), nothing, go_on)

    assert stored.coverage.damaged == (3,)
    assert text(stored) == [SAID[0], SAID[1], SAID[3]]


def test_a_file_that_fills_the_memory_is_refused_in_words(tmp_path: Path) -> None:
    with broken("fill", 2) as reader, pytest.raises(FileUnreadable, match="more memory"):
        reader.read(reading(tmp_path), nothing, go_on)


def test_the_next_file_is_read_after_a_crash(tmp_path: Path) -> None:
    with broken("crash", 1) as reader:
        first = reader.read(reading(tmp_path), nothing, go_on)
        second = reader.read(reading(tmp_path), nothing, go_on)

    assert first.coverage.damaged == second.coverage.damaged == (1,)


def test_a_file_that_always_ends_the_process_is_refused(tmp_path: Path) -> None:
    command = [sys.executable, "-c", "raise SystemExit(1)"]
    with ReadingProcess(command) as reader, pytest.raises(FileUnreadable, match="again and again"):
        reader.read(reading(tmp_path), nothing, go_on)


def test_cancelling_ends_a_page_that_never_ends_within_two_seconds(tmp_path: Path) -> None:
    begun: list[float] = []

    def at_page(page: AtPage) -> None:
        if page.number == 2:
            begun.append(time.monotonic())

    def cancelled() -> None:
        if begun:
            raise IndexingCancelled("Cancelled.")

    with broken("hang", 2) as reader, pytest.raises(IndexingCancelled):
        reader.read(reading(tmp_path), at_page, cancelled)

    assert time.monotonic() - begun[0] < 2


def test_each_page_is_told_before_it_is_read(tmp_path: Path) -> None:
    told: list[tuple[int, int]] = []

    def note(page: AtPage) -> None:
        if not page.cutting:
            told.append((page.number, page.total))

    with ReadingProcess() as reader:
        reader.read(reading(tmp_path), note, go_on)

    assert told == [(1, 4), (2, 4), (3, 4), (4, 4)]
