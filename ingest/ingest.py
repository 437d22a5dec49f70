"""From a course's files to its index: read, cut, embed, write beside the old version, switch.

Each file can be quoted as soon as it is done: a version is written after the first file, and again
as others are ready.
"""

from __future__ import annotations

import logging
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from filelock import FileLock

from ingest.course_progress import CourseProgress, Report
from ingest.embedded_documents import EmbeddedDocuments, VersionTimetable
from ingest.embedding_cache import EmbeddingCache
from ingest.hold_back_solutions import hold_back
from ingest.index_writer import read_locked, read_material
from ingest.ocr_cache import OcrCache
from ingest.read_document import ReadingRequest
from ingest.readers.ocr import Ocr
from ingest.reading_process import ReadingProcess
from ingest.text_coverage import coverage_words
from ingest.upload_store import stored_path
from tutor_app.domain.errors import FileUnreadable, IndexingCancelled
from tutor_app.domain.settings import Settings
from tutor_app.domain.values import Document, MaterialKind
from tutor_app.models.model_files import tessdata_path
from tutor_app.retrieval.embedder import Embedder
from tutor_app.retrieval.index_files import StoredDocument, current_version
from tutor_app.retrieval.profiles import profile_named
from tutor_app.storage.records.courses import CourseRecords
from tutor_app.storage.records.row_values import TO_INDEX, DocumentRow
from tutor_app.wording.catalogue import phrase, speaking

CANCELLED = phrase("ingest_progress.cancelled")
FILE_CANCELLED = phrase("ingest_progress.file_cancelled")
BYTES_ARE_GONE = phrase("ingest_files.bytes_are_gone")

logger = logging.getLogger(__name__)

EMBEDDINGS = "embeddings.sqlite"
OCR_PAGES = "ocr.sqlite"
# Assignments and solutions come before the text that could give them away.
_FIRST: tuple[MaterialKind, ...] = ("assignment", "solution")


class VersionCheck(Protocol):
    """Looks at a version in force; `is_last` after the run's last file."""

    def __call__(
        self, version: Path, documents: Sequence[StoredDocument], *, is_last: bool
    ) -> None: ...


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
            raise IndexingCancelled(CANCELLED())


def index_course(  # noqa: PLR0913  (a course, all that indexes it, and who looks at the result)
    course_id: str,
    settings: Settings,
    courses: CourseRecords,
    embedder: Embedder,
    report: Report,
    check: VersionCheck | None = None,
) -> IndexReport:
    """Bring a course's index up to date with its documents.

    Only one process at a time may index a course.

    Small files come first, and each can be quoted before the next ones are done. A file that cannot
    be read is marked failed with its reason, and the others go on; a newer version that cannot be
    read leaves the old one in the index. `check` is called after each version that is written.

    Raises:
        NotFound: there is no such course (any more).
        IndexingCancelled: asked for by the instructor; what is indexed by then stays in force.
        ModelUnreachable, ModelRefused: the embeddings endpoint failed; likewise.
    """
    started = time.monotonic()
    courses.get(course_id)
    course_dir = settings.course_dir(course_id)
    course_dir.mkdir(parents=True, exist_ok=True)
    with FileLock(course_dir / "index.lock"), ReadingProcess() as reader:
        try:
            job = _Job(course_id, settings, courses, report, reader)
            return _IndexingRun(job, embedder, check).index(started)
        except IndexingCancelled:
            _note_cancelled(job, course_dir)
            raise
        finally:
            report.clear(course_id)


def language_of(documents: Iterable[Document]) -> str:
    """Return the language of most pages, "" where there are none."""
    pages: Counter[str] = Counter()
    for document in documents:
        pages[document.language] += document.pages
    return pages.most_common(1)[0][0] if pages else ""


class _IndexingRun:
    """One run over the files of a course."""

    def __init__(self, job: _Job, embedder: Embedder, check: VersionCheck | None) -> None:
        self._job = job
        self._check = check
        self._dir = job.settings.course_dir(job.course_id)
        cache = EmbeddingCache(job.settings.elenchus_home / EMBEDDINGS, embedder)
        self._shelf = EmbeddedDocuments(self._dir, embedder, cache)
        self._timetable = VersionTimetable()
        self._unwritten: set[str] = set()  # ids of documents that answer from the next version on
        self._failed: dict[str, tuple[str, str]] = {}
        self._in_force: frozenset[str] = frozenset()
        self._written: tuple[Path, list[str]] | None = None  # the last version, and what it holds

    def index(self, started: float) -> IndexReport:
        rows = _to_read(self._job.courses.documents(self._job.course_id))
        old = read_material(self._dir)
        before = (*old.documents, *read_locked(self._dir)) if old else ()
        known = {stored.document.id: stored for stored in before}
        if current_version(self._dir) is not None:
            self._in_force = frozenset(row.id for row in rows if _is_in_force(row))
        anew = [row for row in rows if not _is_read(row, known.get(row.id), self._job)]
        for row in anew:  # if this run dies, the next one has to read them
            if row.status not in TO_INDEX:
                self._job.courses.set_status(row.id, "waiting")
        pages = self._count_pages(anew)
        progress = CourseProgress(
            self._job.course_id,
            self._job.report,
            pages,
            [row.id for row in anew if row.kind == "solution"],
        )
        for row in rows:
            if row.id in known:
                self._put(known[row.id], progress)
        self._unwritten = {row.id for row in rows if row.id in known and row.status == "cancelled"}
        for row in sorted(anew, key=lambda row: (row.kind not in _FIRST, pages[row.id])):
            self._read(row, progress)
            self._look()
        progress.checking()
        return self._finish(started)

    def _count_pages(self, rows: Sequence[DocumentRow]) -> dict[str, int]:
        """Return each file's number of pages by its id; 0 if they cannot be counted."""
        count, job = self._job.reader.count_pages, self._job
        paths = {row.id: stored_path(job.settings, row.sha256).absolute() for row in rows}
        return {row: count(path, job.check_cancelled) for row, path in paths.items()}

    def _read(self, row: DocumentRow, progress: CourseProgress) -> None:
        job = self._job
        job.check_cancelled()
        job.courses.set_status(row.id, "indexing")
        try:
            self._put(self._cut_up(row, progress), progress)
            self._unwritten.add(row.id)
        except FileUnreadable as exc:  # what was indexed of it before stays
            logger.warning("%s cannot be read: %s", row.id, exc)
            job.courses.set_status(row.id, "failed", str(exc))
            self._failed[row.id] = row.name, str(exc)
        progress.end(row.id)

    def _cut_up(self, row: DocumentRow, progress: CourseProgress) -> StoredDocument:
        settings = self._job.settings
        path = stored_path(settings, row.sha256)
        if not path.exists():
            raise FileUnreadable(BYTES_ARE_GONE())
        tessdata = tessdata_path(settings)
        reading = ReadingRequest(
            path=path.absolute(),
            document=row.as_document(),
            ocr=Ocr(tessdata=tessdata.absolute()) if tessdata else None,
            cache=OcrCache(path=(settings.elenchus_home / OCR_PAGES).absolute()),
            target=profile_named(settings.retrieval_profile).chunk,
        )
        return self._job.reader.read(reading, progress.reading(row.id), self._look)

    def _put(self, stored: StoredDocument, progress: CourseProgress) -> None:
        tell = progress.embedding(stored.document.id)

        def report(done: int, total: int) -> None:
            self._look()
            tell(done, total)

        self._shelf.put(stored, report)

    def _look(self) -> None:
        """Pause a few times a second to check: has indexing been cancelled, is a version due?"""
        self._job.check_cancelled()
        if self._unwritten and self._timetable.is_due and self._holds_what_answers():
            self._timetable.begin()
            rows = self._write(is_last=False)
            if any(self._shelf[row.id].document.kind != "solution" for row in rows):
                self._timetable.end()  # else nothing answers yet, and the next file is awaited

    def _holds_what_answers(self) -> bool:
        """Whether no file that can be quoted now would be lost; an outdated index may be whole."""
        live = {row.id for row in self._job.courses.documents(self._job.course_id)}
        return all(one in self._shelf or one in self._failed for one in self._in_force & live)

    def _write(self, *, is_last: bool) -> list[DocumentRow]:
        """Put everything that is done in force; return its rows."""
        job = self._job
        job.courses.get(job.course_id)
        live = job.courses.documents(job.course_id)
        rows = self._shelf.newest([row for row in live if row.status != "scheduled"])
        ids = [row.id for row in rows]
        with speaking(language_of(self._shelf[one].document for one in ids)):
            self._put_in_force(rows, ids, is_last=is_last)
        return rows

    def _put_in_force(self, rows: Sequence[DocumentRow], ids: list[str], *, is_last: bool) -> None:
        """Write a version; what is noted of it for staff is in the language of the material."""
        job = self._job
        held = hold_back([self._shelf[one] for one in ids], job.courses, job.course_id)
        for one in held:
            self._shelf.lock(one)
        if held or self._unwritten or self._written is None or self._written[1] != ids:
            self._written = self._shelf.write(rows), ids
            self._note_indexed([one for one in ids if one in self._unwritten])
        for one, words in held.items():
            job.courses.set_status(one, "indexed", words)
        if self._check is not None:
            stored = [self._shelf[one] for one in ids]
            searched = [one for one in stored if one.document.kind != "solution"]
            self._check(self._written[0], searched, is_last=is_last)

    def _note_indexed(self, ids: Sequence[str]) -> None:
        """Note in the rows, for staff, that the files are indexed and what could not be read."""
        stored = {one: self._shelf[one] for one in ids}
        counts = {one: (read.document.pages, len(read.chunks)) for one, read in stored.items()}
        self._job.courses.mark_indexed(self._job.course_id, counts)
        for one, read in stored.items():
            if words := _coverage_words(read):
                self._job.courses.set_status(one, "indexed", words)
        self._unwritten.clear()

    def _finish(self, started: float) -> IndexReport:
        rows = [row for row in self._write(is_last=True) if row.status != "failed"]
        stored = [self._shelf[row.id] for row in rows]
        notes = ((one.document.name, _coverage_words(one)) for one in stored)
        return IndexReport(
            indexed=tuple(row.name for row in rows),
            failed=tuple(self._failed.values()),
            pages=sum(one.document.pages for one in stored),
            chunks=sum(len(one.chunks) for one in stored),
            seconds=time.monotonic() - started,
            notes=tuple((name, words) for name, words in notes if words),
        )


def _note_cancelled(job: _Job, course_dir: Path) -> None:
    """What the index in force holds stays indexed; the rest waits until somebody asks for it."""
    material = read_material(course_dir)
    held = (*material.documents, *read_locked(course_dir)) if material else ()
    ids = {stored.document.id for stored in held}
    for row in job.courses.documents(job.course_id):
        if row.status not in TO_INDEX:
            continue
        if row.id in ids if material else _is_in_force(row):
            job.courses.set_status(row.id, "indexed")
        else:
            job.courses.set_status(row.id, "cancelled", FILE_CANCELLED())


def _to_read(rows: Sequence[DocumentRow]) -> list[DocumentRow]:
    return [row for row in rows if row.status in (*TO_INDEX, "indexed") or _is_in_force(row)]


def _is_read(row: DocumentRow, stored: StoredDocument | None, job: _Job) -> bool:
    """True unless the file is unknown or waits, or OCR can now read its pages without text."""
    if stored is None or row.status in TO_INDEX:
        return False
    covered = stored.coverage
    hopeful = covered.without_text and not covered.tried_ocr
    return not (hopeful and tessdata_path(job.settings))


def _is_in_force(row: DocumentRow) -> bool:
    """True if the index holds it, even though reading it again was cancelled or failed."""
    return row.chunks > 0


def _coverage_words(stored: StoredDocument) -> str:
    return coverage_words(stored.coverage, stored.document.pages)
