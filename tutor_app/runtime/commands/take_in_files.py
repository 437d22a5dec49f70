"""The files that `elenchus ingest` is given: stored and noted, or left out with the reason."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from rich.console import Console

from ingest.intake import FileLeftOut, IntakeNote, OfferedFile, file_at, open_offered
from ingest.readers.file_formats import format_of_file
from ingest.upload_store import check_format, store_upload
from tutor_app.domain.errors import FileUnreadable, NotFound
from tutor_app.domain.settings import Settings
from tutor_app.domain.values import MaterialKind
from tutor_app.retrieval.index_files import is_outdated
from tutor_app.runtime import course_files
from tutor_app.runtime.commands.course_command import find_course
from tutor_app.runtime.kind_of_file import guess_kind
from tutor_app.storage.records import CourseRecords, CourseRow, open_database
from tutor_app.storage.records.row_values import TO_INDEX
from tutor_app.wording.catalogue import phrase

NO_FILES = phrase("commands_courses.no_files")
NO_FILE = phrase("commands_courses.no_file", "path")
NOT_OPENED = phrase("commands_courses.not_opened", "reason")
FILE_ADDED = phrase("commands_courses.file_added", "name", "how", "kind")
NOTHING_CHANGED = phrase("commands_courses.nothing_changed", "course")
MADE_BY_ANOTHER = phrase("commands_courses.made_by_another", "course")


@dataclass(frozen=True, slots=True, kw_only=True)
class Upload:
    """A file to be added to a course. Without a kind it keeps its own, or one is guessed."""

    path: Path
    kind: MaterialKind | None
    name: str = ""

    @property
    def as_offered(self) -> OfferedFile:
        return file_at(self.path, self.name)


@dataclass(frozen=True, slots=True, kw_only=True)
class TakenIn:
    """A course, and whether any of its files waits to be indexed or was refused."""

    courses: CourseRecords
    course: CourseRow
    waiting: bool
    refused: bool = False


def take_in_files(
    settings: Settings,
    course: str,
    files: Sequence[Path],
    kind: MaterialKind | None,
    console: Console,
) -> TakenIn:
    """Add files, and all that folders hold; name each file that is left out, and why.

    Kinds are guessed where none is given.

    Raises:
        NotFound: there is no such course, a file is missing, or none of them can be read.
    """
    courses = CourseRecords(open_database(settings))
    row = find_course(courses, course)
    uploads, wrong = [], []
    for path, name in _listed(files):
        try:
            _check(path)
        except FileUnreadable as exc:
            console.print(f"{name}: {exc}", style="yellow", markup=False, highlight=False)
            wrong.append(path)
        else:
            uploads.append(Upload(path=path, kind=kind, name=name))
    if not uploads:
        raise NotFound(NO_FILES())
    taken = take_in(settings, courses, row, uploads, console)
    meant = [path for path in wrong if path in files or format_of_file(path.name)]
    return replace(taken, refused=taken.refused or bool(meant))


def _listed(files: Sequence[Path]) -> list[tuple[Path, str]]:
    """Return the files and those in the folders among them, each with its name in the course.

    What lies in a folder's folder is named with that. Hidden files and folders are left out.
    """
    found: list[tuple[Path, str]] = []
    for path in files:
        if not path.exists():
            raise NotFound(NO_FILE(path=path))
        if not path.is_dir():
            found.append((path, path.name))
            continue
        for one in sorted(path.rglob("*")):
            name = one.relative_to(path)
            if one.is_file() and not any(part.startswith(".") for part in name.parts):
                found.append((one, name.as_posix()))
    return found


def _check(path: Path) -> None:
    if path.suffix.lower() == ".zip":
        return  # its files are looked at one by one
    try:
        with path.open("rb") as stream:
            check_format(path.name, stream)
    except OSError as exc:
        raise FileUnreadable(NOT_OPENED(reason=exc.strerror or exc)) from exc


def take_in(
    settings: Settings,
    courses: CourseRecords,
    course: CourseRow,
    uploads: Sequence[Upload],
    console: Console,
) -> TakenIn:
    """Store the files and note them in the course; what is new or changed waits for its index."""
    known = {row.sha256: row.kind for row in courses.documents(course.id)}
    refused = False
    kinds = {upload.as_offered.name: upload.kind for upload in uploads}
    for one in open_offered([upload.as_offered for upload in uploads]):
        if isinstance(one, IntakeNote):
            console.print(one.text, style="yellow", markup=False, highlight=False)
            continue
        try:
            if isinstance(one, FileLeftOut):
                raise FileUnreadable(one.reason)
            sha256, size = _stored(one, settings)
        except FileUnreadable as exc:
            console.print(f"{one.name}: {exc}", style="red", markup=False, highlight=False)
            refused = True
            continue
        kind = kinds.get(one.name) or known.get(sha256) or guess_kind(one.name)
        document, how = courses.add_document(course.id, one.name, kind, sha256, size)
        called = course_files.name_in_course(one.name, document)
        words = FILE_ADDED(name=called, how=how, kind=document.kind)
        console.print(words, markup=False, highlight=False)
    documents = courses.documents(course.id)
    lost = not (settings.course_dir(course.id) / "index" / "CURRENT").exists()
    outdated = is_outdated(settings.course_dir(course.id))
    if outdated:
        console.print(MADE_BY_ANOTHER(course=course.name), markup=False)
    waiting = lost or outdated or any(row.status in TO_INDEX for row in documents)
    if not waiting:
        console.print(NOTHING_CHANGED(course=course.name), markup=False)
    return TakenIn(courses=courses, course=course, waiting=waiting, refused=refused)


def _stored(one: OfferedFile, settings: Settings) -> tuple[str, int]:
    try:
        with one.open() as stream:
            check_format(one.name, stream)
            return store_upload(settings, stream)
    except OSError as exc:
        raise FileUnreadable(NOT_OPENED(reason=exc.strerror or exc)) from exc
