"""What an instructor does with a course's files. Plain functions that draw nothing."""

from __future__ import annotations

import shutil
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import IO, TYPE_CHECKING

from ingest.course_check_report import is_held_back
from ingest.intake import FileLeftOut, IntakeNote, OfferedFile, open_offered
from ingest.upload_store import check_format, remove_stored, store_upload
from tutor_app.domain.errors import FileUnreadable, LiveStateLost
from tutor_app.domain.values import MATERIAL_KINDS
from tutor_app.runtime import turn_actions as asking
from tutor_app.runtime.kind_of_file import guess_kind
from tutor_app.wording.catalogue import LANGUAGE, Phrase, phrase, spoken_language
from tutor_app.wording.dates_in_words import write_day, write_short_day

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from streamlit.runtime.uploaded_file_manager import UploadedFile

    from tutor_app.domain.settings import Settings
    from tutor_app.domain.values import MaterialKind
    from tutor_app.storage.live import JobQueue, Progress, ProgressRow
    from tutor_app.storage.records import CourseRecords, DocumentRow

KIND_NAMES: dict[MaterialKind, Phrase] = {
    kind: phrase(f"runtime_files.kind_{kind}") for kind in MATERIAL_KINDS
}
FILES = phrase("runtime_files.files", "count")
ADDED_FILES = phrase("runtime_files.added", "files")
IN_NEW_VERSION = phrase("runtime_files.in_new_version", "files")
HERE_ALREADY = phrase("runtime_files.here_already", "files", "names")
FILE_REFUSED = phrase("runtime_files.file_refused", "name", "reason")
CAME_TWICE = phrase("runtime_files.came_twice", "name")
NAME_CAME_TWICE = phrase("runtime_files.name_came_twice", "name")
SAME_BYTES = phrase("runtime_files.same_bytes", "name", "known", "kind")
WAITING = phrase("runtime_files.waiting")
INDEXING = phrase("runtime_files.indexing")
IN_INDEX = phrase("runtime_files.indexed")
IN_INDEX_WITH_NOTE = phrase("runtime_files.indexed_with_note", "note")
NOT_READABLE = phrase("runtime_files.not_readable")
NOT_IN_INDEX = phrase("runtime_files.cancelled")
SCHEDULED = phrase("runtime_files.scheduled", "when")
DUE = phrase("runtime_files.due", "when")
OLDER_VERSION_ANSWERS = phrase("runtime_files.older_version_answers", "status", "version")
PAGES_DONE = phrase("runtime_files.pages_done", "done", "total")
PAGES = phrase("runtime_files.pages", "count")
CHUNKS = phrase("runtime_files.chunks", "count")
VERSION = phrase("runtime_files.version", "number")
KILOBYTES = phrase("runtime_files.kilobytes", "size")
MEGABYTES = phrase("runtime_files.megabytes", "size")
SUMMARY = phrase("runtime_files.summary", "files", "indexed", "pages")


@dataclass(frozen=True, slots=True, kw_only=True)
class PendingFile:
    """A file whose bytes are on disk and that is not in the course yet. `size` is in bytes."""

    name: str
    sha256: str
    size: int
    kind: MaterialKind


@dataclass(frozen=True, slots=True, kw_only=True)
class SortedUploads:
    """Dropped files: those that wait to be added, and a line for each that cannot be.

    `notes` say what was left out of those that were taken in.
    """

    taken: tuple[PendingFile, ...]
    refused: tuple[str, ...]
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class AddReport:
    """The names of the files, by what became of them."""

    added: tuple[str, ...]
    replaced: tuple[str, ...]
    unchanged: tuple[str, ...]

    @property
    def changes(self) -> bool:
        return bool(self.added or self.replaced)

    def words(self) -> str:
        parts = []
        if self.added:
            parts.append(ADDED_FILES(files=FILES(count=len(self.added))))
        if self.replaced:
            parts.append(IN_NEW_VERSION(files=FILES(count=len(self.replaced))))
        if self.unchanged:
            names = ", ".join(self.unchanged)
            parts.append(HERE_ALREADY(files=FILES(count=len(self.unchanged)), names=names))
        return "; ".join(parts) + "."


@dataclass(frozen=True, slots=True, kw_only=True)
class FileEntry:
    """One file of the course: its newest version, and the one in force until that is indexed."""

    document: DocumentRow
    in_force: DocumentRow | None


def take_in(name: str, stream: IO[bytes], settings: Settings) -> PendingFile:
    """Write an uploaded file's bytes to disk at once.

    Raises:
        FileUnreadable: no reader knows its format, or the disk cannot take it.
    """
    check_format(name, stream)
    sha256, size = store_upload(settings, stream)
    return PendingFile(name=name, sha256=sha256, size=size, kind=guess_kind(name))


def sort_uploads(uploads: Sequence[UploadedFile], settings: Settings) -> SortedUploads:
    """Take in what can be course material, and say of every other file why not.

    ZIPs are unpacked, and forum exports lose their names (`ingest/intake.py`).
    """
    taken: dict[str, PendingFile] = {}
    refused: list[str] = []
    notes: list[str] = []
    for one in open_offered([OfferedFile(up.name, partial(_rewound, up)) for up in uploads]):
        if isinstance(one, IntakeNote):
            notes.append(one.text)
            continue
        if isinstance(one, FileLeftOut):
            refused.append(FILE_REFUSED(name=one.name, reason=one.reason))
            continue
        try:
            file = take_in(one.name, one.open(), settings)
        except FileUnreadable as exc:
            refused.append(FILE_REFUSED(name=one.name, reason=exc))
            continue
        first = taken.setdefault(file.name, file)
        if first is not file and first.sha256 == file.sha256:
            refused.append(CAME_TWICE(name=file.name))
        elif first is not file:
            refused.append(NAME_CAME_TWICE(name=file.name))
    return SortedUploads(taken=tuple(taken.values()), refused=tuple(refused), notes=tuple(notes))


def _rewound(upload: UploadedFile) -> UploadedFile:
    upload.seek(0)
    return upload


def add_files(
    pending: Sequence[PendingFile], course_id: str, courses: CourseRecords, queue: JobQueue
) -> AddReport:
    """Put the files into the course and have what is new indexed.

    Raises:
        LiveStateLost: they are in the course, but indexing could not be started.
    """
    held = {row.sha256 for row in courses.documents(course_id) if is_held_back(row)}
    outcomes: dict[str, list[str]] = {"added": [], "replaced": [], "unchanged": []}
    for file in pending:
        # A guess opens nothing: who uploads a folder again has not looked at what was held back.
        is_guess = file.kind == guess_kind(file.name)
        kind = "solution" if is_guess and file.sha256 in held else file.kind
        row, outcome = courses.add_document(course_id, file.name, kind, file.sha256, file.size)
        outcomes[outcome].append(name_in_course(file.name, row))
    report = AddReport(**{key: tuple(names) for key, names in outcomes.items()})
    if report.changes:
        queue.index(course_id)
    return report


def name_in_course(name: str, row: DocumentRow) -> str:
    """Return the file's name, and the name its bytes have in the course if that differs."""
    if row.name == name:
        return name
    return SAME_BYTES(name=name, known=row.name, kind=name_kind(row.kind))


def name_kind(kind: MaterialKind) -> str:
    """Return a kind as it stands within a sentence; German nouns keep their capital letter."""
    name = KIND_NAMES[kind]()
    return name.lower() if spoken_language() == LANGUAGE else name


def file_entries(documents: Sequence[DocumentRow]) -> list[FileEntry]:
    """Return one entry for each file name, described by its newest version."""
    newest: dict[str, DocumentRow] = {}
    in_force: dict[str, DocumentRow] = {}
    for document in documents:
        known = newest.get(document.name)
        if known is None or document.version > known.version:
            newest[document.name] = document
        if document.status == "indexed":
            in_force[document.name] = document
    return [
        FileEntry(
            document=document,
            in_force=in_force.get(name) if in_force.get(name) is not document else None,
        )
        for name, document in newest.items()
    ]


def change_kind(
    document: DocumentRow, kind: MaterialKind, courses: CourseRecords, queue: JobQueue
) -> None:
    """Make the same bytes another kind of material: a new version, indexed again."""
    courses.add_document(document.course_id, document.name, kind, document.sha256, document.size)
    queue.index(document.course_id)


def set_dates(
    document: DocumentRow,
    opens_at: datetime | None,
    due_at: datetime | None,
    courses: CourseRecords,
    queue: JobQueue,
) -> None:
    """Say when a file opens and is due; the index is brought up to date with it."""
    courses.set_dates(document.id, opens_at, due_at)
    queue.index(document.course_id)


def remove_file(document: DocumentRow, courses: CourseRecords, queue: JobQueue) -> None:
    """Take every live version of this file out of the course and of its index."""
    for version in courses.documents(document.course_id):
        if version.name == document.name:
            courses.remove_document(version.id)
    queue.index(document.course_id)


def index_again(course_id: str, courses: CourseRecords, queue: JobQueue) -> None:
    """Index the course anew; what had failed or was cancelled is tried again."""
    for document in courses.documents(course_id):
        if document.status in ("failed", "cancelled"):
            courses.set_status(document.id, "waiting")
    queue.index(course_id)


def delete_course(
    course_id: str, courses: CourseRecords, progress: Progress, settings: Settings
) -> None:
    """Delete the course, its index, and the files that no other course has."""
    with suppress(LiveStateLost):  # nothing is being indexed while Redis is away
        asking.cancel_indexing(course_id, courses, progress)
    own = {d.sha256 for d in courses.documents(course_id, all_versions=True)}
    courses.delete(course_id)
    shutil.rmtree(settings.course_dir(course_id), ignore_errors=True)
    elsewhere = {
        document.sha256
        for course in courses.list()
        for document in courses.documents(course.id, all_versions=True)
    }
    for sha256 in own - elsewhere:
        remove_stored(settings, sha256)


def whole_words(progress: ProgressRow) -> str:
    """Return how far all files are together: "40 of 390 pages, about 4 min left"."""
    pages = ""
    if progress.total:
        pages = PAGES_DONE(done=f"{progress.done:,}", total=f"{progress.total:,}")
    return ", ".join(filter(None, (pages, progress.text)))


def status_words(entry: FileEntry, progress: ProgressRow | None) -> str:
    """Return the state of a file in the instructor's words."""
    document = entry.document
    match document.status:
        case "waiting":
            words = document.detail or WAITING()
        case "indexing":
            words = progress.text if progress and progress.text else INDEXING()
        case "indexed":
            words = IN_INDEX_WITH_NOTE(note=document.detail) if document.detail else IN_INDEX()
        case "failed":
            words = document.detail or NOT_READABLE()
        case "cancelled":
            words = NOT_IN_INDEX()
        case "scheduled" if document.opens_at is not None:
            words = SCHEDULED(when=write_day(document.opens_at))
        case _:
            words = document.detail or document.status.capitalize()
    if entry.in_force is not None:
        words = OLDER_VERSION_ANSWERS(status=words, version=entry.in_force.version)
    return words


def facts_words(document: DocumentRow) -> str:
    """Return "24 pages · 80 chunks · 1.2 MB · version 2 · 21 Nov 2026"."""
    facts = []
    if document.pages:
        facts.append(PAGES(count=document.pages))
    if document.chunks:
        facts.append(CHUNKS(count=document.chunks))
    facts.append(size_words(document.size))
    if document.due_at is not None:
        facts.append(DUE(when=write_day(document.due_at)))
    facts.append(VERSION(number=document.version))
    facts.append(write_short_day(document.uploaded_at))
    return " · ".join(facts)


def size_words(size: int) -> str:
    if size < 1_000_000:
        return KILOBYTES(size=max(1, round(size / 1000)))
    return MEGABYTES(size=f"{size / 1_000_000:.1f}")


def summary_words(entries: Sequence[FileEntry]) -> str:
    indexed = [entry for entry in entries if entry.document.status == "indexed"]
    pages = sum(entry.document.pages for entry in indexed)
    return SUMMARY(files=FILES(count=len(entries)), indexed=len(indexed), pages=PAGES(count=pages))
