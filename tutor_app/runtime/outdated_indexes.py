"""Indexes that another version of Elenchus made: their files are read again automatically."""

from __future__ import annotations

from tutor_app.domain.settings import Settings
from tutor_app.retrieval.index_files import is_outdated
from tutor_app.storage.records import CourseRecords, CourseRow
from tutor_app.wording.catalogue import phrase

READ_AGAIN = phrase("runtime_files.waits_to_be_read_again")


def have_read_again(settings: Settings, courses: CourseRecords) -> list[CourseRow]:
    """Mark every file of an outdated index as waiting; return the courses concerned.

    The indexer takes up what waits. The version in force stays so until the new one is written;
    only files that are indexed count, so that one that failed or was cancelled is not tried again
    at each start.
    """
    concerned = []
    for course in courses.list():
        if not is_outdated(settings.course_dir(course.id)):
            continue
        indexed = [row for row in courses.documents(course.id) if row.status == "indexed"]
        for row in indexed:
            courses.set_status(row.id, "waiting", READ_AGAIN())
        if indexed:
            concerned.append(course)
    return concerned
