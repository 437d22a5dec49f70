"""Courses and the files taken into them; indexing.py reads the files."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.table import Column, Table

from ingest.files import store_upload
from tutor_app.errors import NotFound
from tutor_app.memory import Progress, connect
from tutor_app.records import CourseRecords, CourseRow, DocumentStatus, open_database
from tutor_app.retrieval.stored import is_outdated
from tutor_app.settings import Settings
from tutor_app.ui import course_files
from tutor_app.values import MaterialKind

MADE_BY_ANOTHER = "indexed by another version of Elenchus, so every file is read again."
UNFINISHED: tuple[DocumentStatus, ...] = ("waiting", "indexing")


@dataclass(frozen=True, slots=True, kw_only=True)
class Upload:
    """A file on its way into a course."""

    path: Path
    kind: MaterialKind


@dataclass(frozen=True, slots=True, kw_only=True)
class TakenIn:
    """A course, and whether something in it waits to be indexed."""

    courses: CourseRecords
    course: CourseRow
    waiting: bool


def find_course(courses: CourseRecords, name: str) -> CourseRow:
    """The course of this id or name.

    Raises:
        NotFound: there is none; names those that there are.
    """
    rows = courses.list()
    for row in rows:
        if name == row.id or name.casefold() == row.name.casefold():
            return row
    known = ", ".join(row.id for row in rows) or "none yet"
    raise NotFound(
        f'There is no course "{name}" (courses: {known}). '
        f'`elenchus course create "{name}"` makes it.'
    )


def list_courses(settings: Settings, console: Console) -> None:
    courses = CourseRecords(open_database(settings))
    rows = courses.list()
    if not rows:
        console.print('No course yet. `elenchus course create "NAME"` makes one.')
        return
    table = Table(Column("id", overflow="fold"), "name", "contact", "files")
    for row in rows:
        table.add_row(row.id, row.name, row.contact, str(len(courses.documents(row.id))))
    console.print(table)


def create_course(settings: Settings, name: str, contact: str, console: Console) -> None:
    row = CourseRecords(open_database(settings)).create(name, contact)
    console.print(f'Made the course "{row.name}". Next: elenchus ingest {row.id} FILE.pdf …')


def rename_course(
    settings: Settings, course: str, name: str, contact: str | None, console: Console
) -> None:
    courses = CourseRecords(open_database(settings))
    row = courses.rename(find_course(courses, course).id, name, contact)
    console.print(f'The course {row.id} is now called "{row.name}".')


def delete_course(settings: Settings, course: str, console: Console) -> None:
    courses = CourseRecords(open_database(settings))
    row = find_course(courses, course)
    course_files.delete_course(row.id, courses, Progress(connect(settings)), settings)
    console.print(f'Deleted the course "{row.name}" with its files and conversations.')


def take_in_files(
    settings: Settings, course: str, files: Sequence[Path], kind: MaterialKind, console: Console
) -> TakenIn:
    """Take in files, and every PDF of a folder."""
    courses = CourseRecords(open_database(settings))
    row = find_course(courses, course)
    uploads = [Upload(path=path, kind=kind) for path in _pdfs(files)]
    return take_in(settings, courses, row, uploads, console)


def _pdfs(files: Sequence[Path]) -> list[Path]:
    found: list[Path] = []
    for path in files:
        found += sorted(path.glob("*.pdf")) if path.is_dir() else [path]
    missing = [path for path in found if not path.is_file()]
    if missing or not found:
        what = f"no file {missing[0]}" if missing else "no PDF in what was named"
        raise NotFound(f"There is {what}. Nothing was changed.")
    return found


def take_in(
    settings: Settings,
    courses: CourseRecords,
    course: CourseRow,
    uploads: Sequence[Upload],
    console: Console,
) -> TakenIn:
    """Store the files and note them in the course; what is new or changed waits for its index."""
    for upload in uploads:
        sha256, size = store_upload(settings, upload.path)
        document, how = courses.add_document(course.id, upload.path.name, upload.kind, sha256, size)
        console.print(f"{document.name}: {how} ({document.kind})", highlight=False)
    documents = courses.documents(course.id)
    lost = not (settings.course_dir(course.id) / "index" / "CURRENT").exists()
    outdated = is_outdated(settings.course_dir(course.id))
    if outdated:
        console.print(f'"{course.name}": {MADE_BY_ANOTHER}', markup=False)
    waiting = lost or outdated or any(row.status in UNFINISHED for row in documents)
    if not waiting:
        console.print(f'Nothing changed: "{course.name}" is indexed.', markup=False)
    return TakenIn(courses=courses, course=course, waiting=waiting)
