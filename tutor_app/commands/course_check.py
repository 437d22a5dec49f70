"""`elenchus course check`: what to look at before a course opens."""

from __future__ import annotations

from rich.console import Console

from ingest.course_check import CourseCheck, read_check
from tutor_app.commands.materials import find_course
from tutor_app.records import CourseRecords, open_database
from tutor_app.settings import Settings


def print_check(settings: Settings, course: str, console: Console) -> int:
    """Print the report; the exit status is 1 where a file looks like solutions left open."""
    courses = CourseRecords(open_database(settings))
    row = find_course(courses, course)
    for document in courses.documents(row.id):
        if document.status == "failed":
            console.print(f"{document.name}: {document.detail}", style="red", markup=False)
    check = read_check(settings.course_dir(row.id))
    if check is None:
        console.print(
            "There is no report yet: it is made when the course is indexed "
            "(`elenchus ingest`, or Re-index on the materials page)."
        )
        return 0
    _print(check, console)
    return 1 if check.suspects else 0


def _print(check: CourseCheck, console: Console) -> None:
    console.print(f"{len(check.files)} files, {check.counts()}.", markup=False)
    for note in check.files:
        if note.said:
            console.print(f"  {note.name}: {note.said}", style="yellow", markup=False)
    if check.suspects:
        console.print("Looks like solutions, but is open to students:", style="red")
    for suspect in check.suspects:
        console.print(f"  {suspect.name}: {suspect.why}", style="red", markup=False)
    if not check.suspects:
        console.print("No file that is open to students looks like solutions.")
    for probe in check.probes:
        console.print(f"\n{probe.question}", style="bold", markup=False)
        where = f"{probe.document_name}, page {probe.page}"
        said = f"{probe.said} ({where})" if probe.said else "The tutor says: not in this course."
        console.print(f"  {said}", markup=False, highlight=False)
