"""Bad material into a course: each file is indexed with a true report or refused with a reason."""

from __future__ import annotations

import re
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import pymupdf

from evals.material.bad_files import BadFile, bad_files
from ingest.index_writer import read_material
from ingest.ingest import index_course
from ingest.ocr_cache import OcrCache
from ingest.read_document import ReadingRequest, read_document
from ingest.upload_store import store_upload
from tutor_app.domain.settings import Settings
from tutor_app.domain.values import Document
from tutor_app.retrieval.embedder import Embedder
from tutor_app.retrieval.index_files import StoredDocument
from tutor_app.storage.live.indexing_progress import ALL_FILES
from tutor_app.storage.records.courses import CourseRecords
from tutor_app.storage.records.database import open_database
from tutor_app.storage.records.row_values import DocumentRow

LONGEST_SECONDS = 240.0  # for one small file, of which OCR may take 120 a page
_SAYS_WHAT_TO_DO = re.compile(r"\b(upload|save|scan|export|fetch)", re.I)
_WHOLE = (
    0.95  # share of words: sentences are cut a little otherwise where pages are shown otherwise
)
_STRANGE = 0.5  # OCR and other scripts have up to a quarter
_INK = 160  # of 255: darker is ink

Verdict = Literal["indexed", "indexed in part", "refused"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What became of one file. `problem` is empty where that is as it should be.

    `kept` is the share of the good file's words that is in the index, `strange` the share of the
    indexed words that the good file does not have; 0 of a refused one.
    """

    file: str
    fault: str
    verdict: Verdict
    pages: int
    chunks: int
    seconds: float
    kept: float
    strange: float
    said: str
    problem: str


def measure_bad_material(
    good: Sequence[Path], settings: Settings, embedder: Embedder, limit: int | None = None
) -> list[Outcome]:
    """Make the files from good ones, index them as one course and judge each."""
    files = list(bad_files(list(good)))
    if limit is not None:
        files = files[:: max(1, len(files) // limit)][:limit]
    with tempfile.TemporaryDirectory(prefix="elenchus-bad-") as home:
        own = settings.model_copy(update={"elenchus_home": Path(home), "database_url": ""})
        return list(judge_files(files, own, embedder))


def judge_files(
    files: Sequence[BadFile], settings: Settings, embedder: Embedder
) -> Iterator[Outcome]:
    """Index the files as one course of an empty home, and yield what became of each."""
    courses = CourseRecords(open_database(settings))
    course = courses.create("Bad material").id
    rows: dict[str, str] = {}
    for file in files:
        path = settings.elenchus_home / "upload"
        path.write_bytes(file.data)
        sha256, size = store_upload(settings, path)
        rows[file.name] = courses.add_document(course, file.name, "textbook", sha256, size)[0].id
    clock = _FileClock()
    index_course(course, settings, courses, embedder, clock)
    clock.clear(course)
    material = read_material(settings.course_dir(course))
    stored = {s.document.id: s for s in material.documents} if material else {}
    before: dict[bytes, Counter[str]] = {}
    for file in files:
        row = courses.document(rows[file.name])
        if row.id in stored and file.good not in before:
            before[file.good] = _words(_read_good(file.good, settings.elenchus_home))
        seconds = clock.seconds.get(row.id, 0.0)
        yield _outcome(file, row, stored.get(row.id), seconds, before)


class _FileClock:
    """Progress that notes how long each file was being read."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}
        self._now = ("", time.monotonic())

    def set(self, course_id: str, document_id: str, done: int, total: int, text: str) -> None:
        if document_id not in (self._now[0], ALL_FILES):
            self.clear(course_id)
            self._now = (document_id, time.monotonic())

    def clear(self, course_id: str) -> None:
        document_id, since = self._now
        self.seconds.setdefault(document_id, time.monotonic() - since)

    def cancel_requested(self, course_id: str) -> bool:
        return False


def _outcome(
    file: BadFile,
    row: DocumentRow,
    stored: StoredDocument | None,
    seconds: float,
    before: dict[bytes, Counter[str]],
) -> Outcome:
    kept, strange = _compared(file, stored, before) if stored else (0.0, 0.0)
    verdict: Verdict = "refused" if row.status == "failed" else "indexed"
    if verdict == "indexed" and row.detail:
        verdict = "indexed in part"
    return Outcome(
        file=file.name,
        fault=file.fault,
        verdict=verdict,
        pages=row.pages,
        chunks=row.chunks,
        seconds=seconds,
        kept=kept,
        strange=strange,
        said=row.detail,
        problem=_problem(file, row, stored, seconds) or _untrue(file, row, kept, strange),
    )


def _problem(file: BadFile, row: DocumentRow, stored: StoredDocument | None, seconds: float) -> str:
    if seconds > LONGEST_SECONDS:
        return f"took {seconds:.0f} s"
    if row.status == "failed":
        return "" if _SAYS_WHAT_TO_DO.search(row.detail) else "refused without saying what to do"
    if row.status != "indexed":
        return f"left as {row.status}"
    if not file.may_be_indexed:
        return "indexed, though it holds nothing"
    if stored is None or not row.chunks:
        return "indexed, with nothing in the index"
    silent = _silent_pages(file, stored)
    return f"pages {silent} are missing without a word" if silent else ""


def _untrue(file: BadFile, row: DocumentRow, kept: float, strange: float) -> str:
    """What is wrong with a report that says nothing, or with text that no page shows."""
    if row.status != "indexed":
        return ""
    if not row.detail and not file.hides and kept < _WHOLE:
        return f"only {kept:.0%} of its words are indexed, without a word"
    return f"{strange:.0%} of what is indexed stands nowhere in it" if strange > _STRANGE else ""


def _compared(
    file: BadFile, stored: StoredDocument, before: dict[bytes, Counter[str]]
) -> tuple[float, float]:
    """Return the share of the good words that is indexed, and that of others in the index."""
    good, now = before[file.good], _words(stored)
    same = (good & now).total()
    return same / max(1, good.total()), 1 - same / max(1, now.total())


def _words(stored: StoredDocument) -> Counter[str]:
    return Counter(
        word for chunk in stored.chunks for word in re.findall(r"\w+", chunk.text.lower())
    )


def _read_good(data: bytes, folder: Path) -> StoredDocument:
    path = folder / "good"
    path.write_bytes(data)
    document = Document(id="good", course_id="", name="good.pdf", kind="textbook", sha256="")
    cache = OcrCache(path=folder / "none.sqlite")
    return read_document(
        ReadingRequest(path=path, document=document, ocr=None, cache=cache), lambda at: None
    )


def _silent_pages(file: BadFile, stored: StoredDocument) -> list[int]:
    """Return pages with ink on them of which neither text nor a report is there."""
    found = stored.coverage
    known = {page for chunk in stored.chunks for page in chunk.pages}
    known |= {*found.without_text, *found.damaged, *found.by_ocr}
    known |= {paragraph.box.page for paragraph in stored.paragraphs}
    missing = [n for n in range(1, stored.document.pages + 1) if n not in known]
    return [number for number in missing if _has_ink(file.data, number)]


def _has_ink(data: bytes, number: int) -> bool:
    with pymupdf.open("pdf", data) as pdf:
        picture = pdf[number - 1].get_pixmap(dpi=20, colorspace=pymupdf.csGRAY)
    dark = sum(value < _INK for value in bytes(picture.samples))
    return bool(dark > 0.002 * picture.width * picture.height)
