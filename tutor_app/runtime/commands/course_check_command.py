"""`elenchus course check`: what to look at before a course opens."""

from __future__ import annotations

from rich.console import Console

from ingest.course_check_report import CourseCheck, read_check
from tutor_app.domain.settings import Settings
from tutor_app.runtime.commands.course_command import find_course
from tutor_app.storage.records import CourseRecords, open_database
from tutor_app.wording.catalogue import phrase

NO_REPORT = phrase("commands_courses.no_report")
FILES_AND_PAGES = phrase("commands_courses.files_and_pages", "files", "pages")
KEPT_FROM_STUDENTS = phrase("commands_courses.kept_from_students")
NONE_KEPT = phrase("commands_courses.none_kept")
PROBE_ANSWER = phrase("commands_courses.probe_answer", "answer", "file", "page")
PROBE_NOT_IN_COURSE = phrase("commands_courses.probe_not_in_course")


def print_check(settings: Settings, course: str, console: Console) -> int:
    """Print the report; the exit status is 1 where a file was kept from students."""
    courses = CourseRecords(open_database(settings))
    row = find_course(courses, course)
    for document in courses.documents(row.id):
        if document.status == "failed":
            console.print(f"{document.name}: {document.detail}", style="red", markup=False)
    check = read_check(settings.course_dir(row.id))
    if check is None:
        console.print(NO_REPORT())
        return 0
    _print(check, console)
    return 1 if check.suspects else 0


def _print(check: CourseCheck, console: Console) -> None:
    console.print(FILES_AND_PAGES(files=len(check.files), pages=check.counts()), markup=False)
    for note in check.files:
        if note.said:
            console.print(f"  {note.name}: {note.said}", style="yellow", markup=False)
    if check.suspects:
        console.print(KEPT_FROM_STUDENTS(), style="red")
    for suspect in check.suspects:
        console.print(f"  {suspect.name}: {suspect.why}", style="red", markup=False)
    if not check.suspects:
        console.print(NONE_KEPT())
    for probe in check.probes:
        console.print(f"\n{probe.question}", style="bold", markup=False)
        answer = PROBE_ANSWER(answer=probe.said, file=probe.document_name, page=probe.page)
        words = answer if probe.said else PROBE_NOT_IN_COURSE()
        console.print(f"  {words}", markup=False, highlight=False)
