"""A course's files into its index: read, cut, embed, write beside the old version, switch."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import numpy as np
from filelock import FileLock

from ingest.coverage import coverage_words
from ingest.embedding_cache import EmbeddingCache
from ingest.files import stored_path
from ingest.index import embed_material, read_locked, read_material, write_version
from ingest.ocr_cache import OcrCache
from ingest.pace import Pace
from ingest.read_document import AtPage, Reading
from ingest.readers.ocr import Ocr
from ingest.reading_process import ReadingProcess
from tutor_app.embedded.model_files import tessdata_path
from tutor_app.errors import FileUnreadable, IndexingCancelled
from tutor_app.records.courses import CourseRecords
from tutor_app.records.rows import DocumentRow
from tutor_app.retrieval.embedder import Embedder
from tutor_app.retrieval.stored import FORMAT, Material, StoredDocument
from tutor_app.settings import Settings

logger = logging.getLogger(__name__)

EMBEDDINGS = "embeddings.sqlite"
OCR_PAGES = "ocr.sqlite"
_TELL_SECONDS = 0.3


class Report(Protocol):
    """Where progress goes and where cancelling is asked for (memory.Progress, the terminal)."""

    def set(self, course_id: str, document_id: str, done: int, total: int, text: str) -> None: ...

    def clear(self, course_id: str) -> None: ...

    def cancel_requested(self, course_id: str) -> bool: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class IndexReport:
    """What became of the files. `failed` pairs a file's name with the reason.

    `notes` pairs the name of a file that is indexed with what could not be read of it.
    """

    indexed: tuple[str, ...]
    failed: tuple[tuple[str, str], ...]
    pages: int
    chunks: int
    seconds: float
    notes: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class _Job:
    course_id: str
    settings: Settings
    courses: CourseRecords
    report: Report
    reader: ReadingProcess

    def check_cancelled(self) -> None:
        if self.report.cancel_requested(self.course_id):
            raise IndexingCancelled(
                "Indexing was cancelled. The course answers from what was indexed before; "
                "press Re-index to go on."
            )


def index_course(
    course_id: str,
    settings: Settings,
    courses: CourseRecords,
    embedder: Embedder,
    progress: Report,
) -> IndexReport:
    """Bring a course's index up to date with its documents. One process a course at a time.

    A file that cannot be read is marked failed with its reason, and the others go on; a newer
    version that cannot be read leaves the old one in the index.

    Raises:
        NotFound: there is no such course (any more).
        IndexingCancelled: asked for by the instructor; the old version stays in force.
        ModelUnreachable, ModelRefused: the embeddings endpoint failed; likewise.
    """
    started = time.monotonic()
    courses.get(course_id)
    course_dir = settings.course_dir(course_id)
    course_dir.mkdir(parents=True, exist_ok=True)
    with FileLock(course_dir / "index.lock"), ReadingProcess() as reader:
        try:
            job = _Job(course_id, settings, courses, progress, reader)
            return _index(job, embedder, course_dir, started)
        except IndexingCancelled:
            for row in courses.documents(course_id):
                if row.status in ("waiting", "indexing") and not _is_in_force(row):
                    courses.set_status(row.id, "cancelled", "Cancelled before it was indexed.")
                elif row.status in ("waiting", "indexing"):
                    courses.set_status(row.id, "indexed")
            raise
        finally:
            progress.clear(course_id)


def _index(job: _Job, embedder: Embedder, course_dir: Path, started: float) -> IndexReport:
    old = read_material(course_dir)
    before = (*old.documents, *read_locked(course_dir)) if old else ()
    known = {stored.document.id: stored for stored in before}
    read: dict[str, tuple[StoredDocument, int]] = {}
    failed: list[tuple[str, str]] = []
    for row in _to_read(job.courses.documents(job.course_id)):
        job.check_cancelled()
        if row.status not in ("waiting", "indexing") and _is_read(known.get(row.id), job):
            read[row.id] = (known[row.id], row.pages)
            continue
        job.courses.set_status(row.id, "indexing")
        try:
            read[row.id] = _read(row, job)
        except FileUnreadable as exc:
            logger.warning("%s cannot be read: %s", row.id, exc)
            job.courses.set_status(row.id, "failed", str(exc))
            failed.append((row.name, str(exc)))
            if row.id in known:  # what was indexed of it before stays
                read[row.id] = (known[row.id], row.pages)
    job.courses.get(job.course_id)
    kept = _newest(job.courses.documents(job.course_id), read)
    documents = [read[row.id][0] for row in kept]
    material = Material(
        format=FORMAT,
        embedder=embedder.name,
        documents=tuple(stored for stored in documents if stored.document.kind != "solution"),
    )
    locked = [stored for stored in documents if stored.document.kind == "solution"]
    _write(job, material, embedder, course_dir, locked)
    counts = {
        row.id: (read[row.id][1], len(read[row.id][0].chunks))
        for row in kept
        if row.status != "failed"
    }
    job.courses.mark_indexed(job.course_id, counts)
    notes = _note_coverage(job, {row_id: read[row_id][0] for row_id in counts})
    return IndexReport(
        indexed=tuple(row.name for row in kept if row.id in counts),
        failed=tuple(failed),
        pages=sum(pages for pages, _ in counts.values()),
        chunks=sum(chunks for _, chunks in counts.values()),
        seconds=time.monotonic() - started,
        notes=tuple((row.name, notes[row.id]) for row in kept if row.id in notes),
    )


def _note_coverage(job: _Job, stored: dict[str, StoredDocument]) -> dict[str, str]:
    """Say in the row what could not be read, so that page and command line show it always."""
    notes = {}
    for document_id, read in stored.items():
        words = coverage_words(read.coverage, read.document.pages)
        if words:
            notes[document_id] = words
            job.courses.set_status(document_id, "indexed", words)
    return notes


def _to_read(rows: Sequence[DocumentRow]) -> list[DocumentRow]:
    return [
        row for row in rows if row.status in ("waiting", "indexing", "indexed") or _is_in_force(row)
    ]


def _is_read(stored: StoredDocument | None, job: _Job) -> bool:
    """True unless it is unknown, or OCR has become possible for pages without text."""
    if stored is None:
        return False
    covered = stored.coverage
    hopeful = covered.without_text and not covered.tried_ocr
    return not (hopeful and tessdata_path(job.settings))


def _is_in_force(row: DocumentRow) -> bool:
    """True where the index holds it, though reading it again was cancelled or failed."""
    return row.chunks > 0


def _newest(
    rows: Sequence[DocumentRow], read: dict[str, tuple[StoredDocument, int]]
) -> list[DocumentRow]:
    """Return one row a file name: its newest version that could be read and was not removed."""
    newest: dict[str, DocumentRow] = {}
    for row in rows:
        if row.id in read and (row.name not in newest or row.version > newest[row.name].version):
            newest[row.name] = row
    return sorted(newest.values(), key=lambda row: row.name)


def _read(row: DocumentRow, job: _Job) -> tuple[StoredDocument, int]:
    """Return the document cut up, and its number of pages."""
    path = stored_path(job.settings, row.sha256)
    if not path.exists():
        raise FileUnreadable("Its bytes are no longer on this machine. Upload the file again.")
    tessdata = tessdata_path(job.settings)
    reading = Reading(
        path=path.absolute(),
        document=row.as_document(),
        ocr=Ocr(tessdata=tessdata.absolute()) if tessdata else None,
        cache=OcrCache(path=(job.settings.elenchus_home / OCR_PAGES).absolute()),
    )
    stored = job.reader.read(reading, _PageProgress(job, row.id), job.check_cancelled)
    return stored, stored.document.pages


class _PageProgress:
    """Tells which page is being read, at most a few times a second, and how long the rest takes."""

    def __init__(self, job: _Job, document_id: str) -> None:
        self._job = job
        self._id = document_id
        self._pace = Pace()
        self._told = 0.0

    def __call__(self, page: AtPage) -> None:
        if page.cutting:
            self._tell(page, "Finding headings and sentences")
            return
        left = self._pace.left(page.number - 1, page.total)
        if time.monotonic() - self._told < _TELL_SECONDS and not page.by_ocr:
            return
        self._told = time.monotonic()
        how = " by OCR" if page.by_ocr else ""
        text = f"Reading page {page.number:,} of {page.total:,}{how}{left}"
        self._tell(page, text)

    def _tell(self, page: AtPage, text: str) -> None:
        self._job.report.set(self._job.course_id, self._id, page.number, page.total, text)


def _write(
    job: _Job,
    material: Material,
    embedder: Embedder,
    course_dir: Path,
    locked: Sequence[StoredDocument],
) -> None:
    """Embed document by document, so that each has a bar of its own, and write the version.

    Solutions are kept without vectors: nothing searches them.
    """
    cache = EmbeddingCache(job.settings.elenchus_home / EMBEDDINGS, embedder)
    dense, sentences = [], []
    for stored in material.documents:
        vectors = embed_material([stored], cache, _embedding_progress(job, stored.document.id))
        dense.append(vectors[0])
        sentences.append(vectors[1])
    if not dense:
        width = embedder.embed(["width"]).shape[1]
        dense, sentences = [np.zeros((0, width), np.float32)], [np.zeros((0, width), np.float32)]
    vectors = np.concatenate(dense), np.concatenate(sentences)
    write_version(course_dir, material, *vectors, locked)


def _embedding_progress(job: _Job, document_id: str) -> Callable[[int, int], None]:
    pace = Pace()

    def report(done: int, total: int) -> None:
        job.check_cancelled()
        text = f"Learning where things stand{pace.left(done, total)}"
        job.report.set(job.course_id, document_id, done, total, text)

    return report
