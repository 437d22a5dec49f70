"""Files of one sentence each, and what a course holds of them."""

from __future__ import annotations

from pathlib import Path

from tests.doubles.course import CourseDesk
from tests.doubles.pdf import Sheet

QUEUES = "A queue makes the search go level by level."
STACKS = "A stack makes the search go deep first."
HEAPS = "A heap gives the smallest key at once."


def pdf(path: Path, *paragraphs: str) -> Path:
    sheet = Sheet().heading("Search")
    for paragraph in paragraphs:
        sheet.text(paragraph)
    return sheet.save(path)


def versions(desk: CourseDesk) -> list[tuple[int, str]]:
    rows = desk.courses.documents(desk.id, all_versions=True)
    return [(row.version, row.status) for row in rows]


def current(desk: CourseDesk) -> str:
    return (desk.settings.course_dir(desk.id) / "index" / "CURRENT").read_text()
