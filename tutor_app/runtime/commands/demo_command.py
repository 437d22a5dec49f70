"""`elenchus demo`: the demo courses. A module of its own because building PDFs loads PyMuPDF."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import yaml
from rich.console import Console

from demo_course.build import ALGEBRA, COURSES, build
from tutor_app.domain.errors import NotFound
from tutor_app.domain.settings import Settings
from tutor_app.runtime.commands.course_command import find_course
from tutor_app.runtime.commands.take_in_files import TakenIn, Upload, take_in
from tutor_app.storage.records import CourseRecords, open_database


def take_in_demos(settings: Settings, console: Console) -> Iterator[TakenIn]:
    """Build the PDFs of each demo course in turn and take in what changed."""
    for folder in COURSES:
        yield _take_in(folder, settings, console)


def _take_in(folder: Path, settings: Settings, console: Console) -> TakenIn:
    about = yaml.safe_load((folder / "course.yaml").read_text(encoding="utf-8"))
    out = settings.elenchus_home / ("demo-algebra" if folder == ALGEBRA else "demo")
    uploads = [Upload(path=material.path, kind=material.kind) for material in build(out, folder)]
    courses = CourseRecords(open_database(settings))
    try:
        row = find_course(courses, about["name"])
    except NotFound:
        row = courses.create(about["name"], about["contact"])
    return take_in(settings, courses, row, uploads, console)
