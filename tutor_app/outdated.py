"""Indexes that another version of Elenchus made: their files are read again without being asked."""

from __future__ import annotations

from tutor_app.records.courses import CourseRecords
from tutor_app.records.rows import CourseRow
from tutor_app.retrieval.stored import is_outdated
from tutor_app.settings import Settings

READ_AGAIN = "Waits to be read again for this version of Elenchus; answers go on until then"


def have_read_again(settings: Settings, courses: CourseRecords) -> list[CourseRow]:
    """Let every file of an outdated index wait to be indexed; return the courses concerned.

    The indexer takes up what waits. What is in force stays so until the new version is written;
    only files that are indexed count, so that one that failed or was cancelled is not begun anew
    at each start.
    """
    concerned = []
    for course in courses.list():
        if not is_outdated(settings.course_dir(course.id)):
            continue
        indexed = [row for row in courses.documents(course.id) if row.status == "indexed"]
        for row in indexed:
            courses.set_status(row.id, "waiting", READ_AGAIN)
        if indexed:
            concerned.append(course)
    return concerned
