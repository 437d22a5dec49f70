"""`elenchus demo`: the demo course. A module of its own because building its PDFs loads PyMuPDF."""

from __future__ import annotations

from pathlib import Path

import yaml
from rich.console import Console

import demo_course
from demo_course.build import build
from tutor_app.domain.errors import NotFound
from tutor_app.domain.settings import Settings
from tutor_app.runtime.commands.course_command import find_course
from tutor_app.runtime.commands.take_in_files import TakenIn, Upload, take_in
from tutor_app.storage.records import CourseRecords, open_database


def take_in_demo(settings: Settings, console: Console) -> TakenIn:
    """Build the demo course's PDFs and take in what changed."""
    about = yaml.safe_load(
        (Path(demo_course.__path__[0]) / "course.yaml").read_text(encoding="utf-8")
    )
    uploads = [
        Upload(path=material.path, kind=material.kind)
        for material in build(settings.elenchus_home / "demo")
    ]
    courses = CourseRecords(open_database(settings))
    try:
        row = find_course(courses, about["name"])
    except NotFound:
        row = courses.create(about["name"], about["contact"])
    return take_in(settings, courses, row, uploads, console)
