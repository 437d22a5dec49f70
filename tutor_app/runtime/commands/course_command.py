"""`elenchus course list`, `create`, `rename` and `delete`."""

from __future__ import annotations

from rich.console import Console
from rich.table import Column, Table

from tutor_app.domain.errors import NotFound
from tutor_app.domain.settings import Settings
from tutor_app.runtime import course_files
from tutor_app.storage.live import Progress, connect
from tutor_app.storage.records import CourseRecords, CourseRow, open_database
from tutor_app.wording.catalogue import phrase

NO_COURSE = phrase("commands_courses.no_course", "name", "known")
NONE_YET = phrase("commands_courses.none_yet")
NO_COURSE_YET = phrase("commands_courses.no_course_yet")
MADE = phrase("commands_courses.made", "name", "id")
RENAMED = phrase("commands_courses.renamed", "id", "name")
DELETED = phrase("commands_courses.deleted", "name")


def find_course(courses: CourseRecords, name: str) -> CourseRow:
    """The course of this id or name.

    Raises:
        NotFound: there is none; names those that there are.
    """
    rows = courses.list()
    for row in rows:
        if name == row.id or name.casefold() == row.name.casefold():
            return row
    known = ", ".join(row.id for row in rows) or NONE_YET()
    raise NotFound(NO_COURSE(name=name, known=known))


def list_courses(settings: Settings, console: Console) -> None:
    courses = CourseRecords(open_database(settings))
    rows = courses.list()
    if not rows:
        console.print(NO_COURSE_YET())
        return
    table = Table(Column("id", overflow="fold"), "name", "contact", "files")
    for row in rows:
        table.add_row(row.id, row.name, row.contact, str(len(courses.documents(row.id))))
    console.print(table)


def create_course(settings: Settings, name: str, contact: str, console: Console) -> None:
    row = CourseRecords(open_database(settings)).create(name, contact)
    console.print(MADE(name=row.name, id=row.id))


def rename_course(
    settings: Settings, course: str, name: str, contact: str | None, console: Console
) -> None:
    courses = CourseRecords(open_database(settings))
    row = courses.rename(find_course(courses, course).id, name, contact)
    console.print(RENAMED(id=row.id, name=row.name))


def delete_course(settings: Settings, course: str, console: Console) -> None:
    courses = CourseRecords(open_database(settings))
    row = find_course(courses, course)
    course_files.delete_course(row.id, courses, Progress(connect(settings)), settings)
    console.print(DELETED(name=row.name))
