"""What an instructor does with a course's files. Plain functions; nothing here draws."""

from __future__ import annotations

import re
import shutil
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, BinaryIO

from ingest.files import store_upload
from tutor_app import asking
from tutor_app.errors import LiveStateLost

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tutor_app.memory import JobQueue, Progress, ProgressRow
    from tutor_app.records import CourseRecords, DocumentRow
    from tutor_app.settings import Settings
    from tutor_app.values import MaterialKind

KIND_NAMES: dict[MaterialKind, str] = {
    "textbook": "Textbook",
    "slides": "Slides",
    "assignment": "Assignment",
    "solution": "Solution",
    "logistics": "Logistics",
}

# The first that fits, read on the words of the file's name.
_KIND_HINTS: tuple[tuple[MaterialKind, str], ...] = (
    ("solution", r"solutions?|sol|soln|answers?|key"),
    ("logistics", r"syllabus|logistics|schedule|policy|policies|grading|calendar|info"),
    ("assignment", r"assignments?|homeworks?|hw|problems?|exercises?|ps|pset|sheet|quiz|exam|lab"),
    ("slides", r"slides?|lectures?|lec|deck|week"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class PendingFile:
    """A file whose bytes are on disk and that is not in the course yet. `size` is in bytes."""

    name: str
    sha256: str
    size: int
    kind: MaterialKind


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
            parts.append(f"{_files(len(self.added))} added")
        if self.replaced:
            parts.append(f"{_files(len(self.replaced))} in a new version")
        if self.unchanged:
            names = ", ".join(self.unchanged[:3]) + ("…" if len(self.unchanged) > 3 else "")
            parts.append(f"{_files(len(self.unchanged))} here already, unchanged ({names})")
        return "; ".join(parts) + "."


@dataclass(frozen=True, slots=True, kw_only=True)
class FileEntry:
    """One file of the course: its newest version, and the one in force until that is indexed."""

    document: DocumentRow
    in_force: DocumentRow | None


def guess_kind(name: str) -> MaterialKind:
    """Guess the kind of material from the file's name; a textbook where nothing speaks."""
    stem = re.sub(r"\.[A-Za-z]{1,4}$", "", name)
    words = re.sub(r"(?<=[a-z])(?=[A-Z])|(?<=[A-Za-z])(?=\d)", " ", stem).lower()
    for kind, hint in _KIND_HINTS:
        if re.search(rf"(?<![a-z])(?:{hint})(?![a-z])", words):
            return kind
    return "textbook"


def take_in(name: str, stream: BinaryIO, settings: Settings) -> PendingFile:
    """Write an uploaded file's bytes to disk at once."""
    sha256, size = store_upload(settings, stream)
    return PendingFile(name=name, sha256=sha256, size=size, kind=guess_kind(name))


def add_files(
    pending: Sequence[PendingFile], course_id: str, courses: CourseRecords, queue: JobQueue
) -> AddReport:
    """Put the files into the course and have what is new indexed.

    Raises:
        LiveStateLost: they are in the course, but indexing could not be started.
    """
    outcomes: dict[str, list[str]] = {"added": [], "replaced": [], "unchanged": []}
    for file in pending:
        row, outcome = courses.add_document(course_id, file.name, file.kind, file.sha256, file.size)
        outcomes[outcome].append(_named(file, row))
    report = AddReport(**{key: tuple(names) for key, names in outcomes.items()})
    if report.changes:
        queue.index(course_id)
    return report


def _named(file: PendingFile, row: DocumentRow) -> str:
    """Return the file's name, and what its bytes are called in the course, if not so."""
    if row.name == file.name:
        return file.name
    return f"{file.name} has the same bytes as {row.name}, kind {KIND_NAMES[row.kind].lower()}"


def file_entries(documents: Sequence[DocumentRow]) -> list[FileEntry]:
    """Return one entry a file name, its newest version first in mind."""
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
    """The same bytes as another kind of material: a new version, indexed anew."""
    courses.add_document(document.course_id, document.name, kind, document.sha256, document.size)
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
        (settings.files_dir / sha256).unlink(missing_ok=True)


def status_words(entry: FileEntry, progress: ProgressRow | None) -> str:
    """Return the state of a file in the instructor's words."""
    document = entry.document
    match document.status:
        case "waiting":
            words = document.detail or "Waiting to be indexed"
        case "indexing":
            words = progress.text if progress and progress.text else "Indexing"
        case "indexed":
            words = f"Indexed. {document.detail}" if document.detail else "Indexed"
        case "failed":
            words = document.detail or "Could not be read"
        case "cancelled":
            words = "Cancelled: not in the index"
        case _:
            words = document.detail or document.status.capitalize()
    if entry.in_force is not None:
        words += f" · version {entry.in_force.version} answers until then"
    return words


def facts_words(document: DocumentRow) -> str:
    """Return "24 pages · 80 chunks · 1.2 MB · version 2 · 21 Nov 2026"."""
    facts = []
    if document.pages:
        facts.append("1 page" if document.pages == 1 else f"{document.pages} pages")
    if document.chunks:
        facts.append("1 chunk" if document.chunks == 1 else f"{document.chunks} chunks")
    facts.append(size_words(document.size))
    facts.append(f"version {document.version}")
    facts.append(f"{document.uploaded_at.day} {document.uploaded_at:%b %Y}")
    return " · ".join(facts)


def size_words(size: int) -> str:
    if size < 1_000_000:
        return f"{max(1, round(size / 1000))} kB"
    return f"{size / 1_000_000:.1f} MB"


def summary_words(entries: Sequence[FileEntry]) -> str:
    indexed = [entry for entry in entries if entry.document.status == "indexed"]
    pages = sum(entry.document.pages for entry in indexed)
    read = "1 page" if pages == 1 else f"{pages} pages"
    return f"{_files(len(entries))}, {len(indexed)} indexed, {read}"


def _files(count: int) -> str:
    return "1 file" if count == 1 else f"{count} files"
