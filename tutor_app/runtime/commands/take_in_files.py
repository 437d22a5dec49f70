"""The files that `elenchus ingest` is given: stored and noted, or left out with the reason."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from rich.console import Console

from ingest.upload_store import check_format, store_upload
from tutor_app.domain.errors import FileUnreadable, NotFound
from tutor_app.domain.settings import Settings
from tutor_app.domain.values import MaterialKind
from tutor_app.retrieval.index_files import is_outdated
from tutor_app.runtime import course_files
from tutor_app.runtime.commands.course_command import find_course
from tutor_app.storage.records import CourseRecords, CourseRow, open_database
from tutor_app.storage.records.row_values import TO_INDEX
from tutor_app.wording.catalogue import phrase

NO_PDF = phrase("commands_courses.no_pdf")
NO_FILE = phrase("commands_courses.no_file", "path")
FOLDER_IN_FOLDER = phrase("commands_courses.folder_in_folder")
NOT_OPENED = phrase("commands_courses.not_opened", "reason")
FILE_ADDED = phrase("commands_courses.file_added", "name", "how", "kind")
NOTHING_CHANGED = phrase("commands_courses.nothing_changed", "course")
MADE_BY_ANOTHER = phrase("commands_courses.made_by_another", "course")


@dataclass(frozen=True, slots=True, kw_only=True)
class Upload:
    """A file to be added to a course. Without a kind it keeps its own, or one is guessed."""

    path: Path
    kind: MaterialKind | None


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
    """Add files, and every PDF of a folder; name each file that is left out, and why.

    Kinds are guessed where none is given.

    Raises:
        NotFound: there is no such course, a file is missing, or none of them is a PDF.
    """
    courses = CourseRecords(open_database(settings))
    row = find_course(courses, course)
    uploads, wrong = [], []
    for path in _listed(files):
        try:
            _check(path)
        except FileUnreadable as exc:
            console.print(f"{path.name}: {exc}", style="yellow", markup=False, highlight=False)
            wrong.append(path)
        else:
            uploads.append(Upload(path=path, kind=kind))
    if not uploads:
        raise NotFound(NO_PDF())
    taken = take_in(settings, courses, row, uploads, console)
    meant = [path for path in wrong if path in files or path.suffix.lower() == ".pdf"]
    return replace(taken, refused=taken.refused or bool(meant))


def _listed(files: Sequence[Path]) -> list[Path]:
    """Return the files, and those inside the folders among them, except hidden files."""
    found: list[Path] = []
    for path in files:
        inside = path.iterdir() if path.is_dir() else [path]
        found += sorted(one for one in inside if one == path or not one.name.startswith("."))
    missing = next((path for path in found if not path.exists()), None)
    if missing:
        raise NotFound(NO_FILE(path=missing))
    return found


def _check(path: Path) -> None:
    if path.is_dir():
        raise FileUnreadable(FOLDER_IN_FOLDER())
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
    for upload in uploads:
        name = upload.path.name
        try:
            sha256, size = store_upload(settings, upload.path)
        except FileUnreadable as exc:
            console.print(f"{name}: {exc}", style="red", markup=False, highlight=False)
            refused = True
            continue
        kind = upload.kind or known.get(sha256) or course_files.guess_kind(name)
        document, how = courses.add_document(course.id, name, kind, sha256, size)
        called = course_files.name_in_course(name, document)
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
