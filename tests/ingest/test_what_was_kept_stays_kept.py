"""Only a choice of staff opens what was kept from students: neither a guess nor a second upload."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from rich.console import Console

from ingest.course_check_report import list_held_back
from tests.doubles.course import CourseDesk
from tests.doubles.pdf import Sheet
from tests.doubles.quiet import Quiet
from tests.doubles.redis_server import redis_server
from tutor_app.domain.settings import Settings
from tutor_app.domain.values import MaterialKind
from tutor_app.runtime.commands.take_in_files import take_in_files
from tutor_app.runtime.course_files import add_files, change_kind, take_in
from tutor_app.runtime.jobs.course_check_job import index_and_check
from tutor_app.storage.live import open_queue

NAME = "lecture-9.pdf"  # guessed to be slides


@pytest.fixture
def desk(settings: Settings, tmp_path: Path) -> CourseDesk:
    """A course whose lecture 9 is an answer key in truth."""
    desk = CourseDesk(settings)
    sheet = Sheet().heading("Answer key").text("A frontier is the set of open vertices.")
    desk.add(sheet.save(tmp_path / NAME), "slides")
    index(desk)
    assert [one.name for one in list_held_back(desk.courses.documents(desk.id))] == [NAME]
    return desk


def index(desk: CourseDesk) -> None:
    index_and_check(desk.id, desk.settings, desk.courses, desk.embedder, Quiet())


def is_open(desk: CourseDesk) -> bool:
    index(desk)
    return NAME in {chunk.document.name for chunk in desk.loaded().chunks}


@pytest.mark.parametrize(
    ("kind", "opens"), [(None, False), ("slides", True), ("textbook", True), ("solution", False)]
)
def test_the_command_line_opens_it_where_a_kind_is_named(
    desk: CourseDesk, tmp_path: Path, kind: MaterialKind | None, opens: bool
) -> None:
    nowhere = Console(file=io.StringIO())
    take_in_files(desk.settings, desk.id, [tmp_path / NAME], kind, nowhere)
    assert is_open(desk) is opens


def test_the_command_line_guesses_kinds_as_the_page_does(
    settings: Settings, tmp_path: Path
) -> None:
    desk = CourseDesk(settings)
    for name in ("hw1.pdf", "hw1-solutions.pdf", "lecture-1.pdf", "syllabus.pdf", "book.pdf"):
        Sheet().text(f"This is the text of {name}.").save(tmp_path / name)
    take_in_files(settings, desk.id, [tmp_path], None, Console(file=io.StringIO()))
    assert {row.name: row.kind for row in desk.courses.documents(desk.id)} == {
        "hw1.pdf": "assignment",
        "hw1-solutions.pdf": "solution",
        "lecture-1.pdf": "slides",
        "syllabus.pdf": "logistics",
        "book.pdf": "textbook",
    }


def test_the_page_opens_it_by_its_menu_and_not_by_another_upload(
    desk: CourseDesk, tmp_path: Path
) -> None:
    with redis_server() as server:
        queue = open_queue(desk.settings.model_copy(update={"redis_url": server.url}))
        again = take_in(NAME, io.BytesIO((tmp_path / NAME).read_bytes()), desk.settings)
        report = add_files([again], desk.id, desk.courses, queue)
        assert report.unchanged
        assert not is_open(desk)

        (row,) = desk.courses.documents(desk.id)
        change_kind(row, "slides", desk.courses, queue)
        assert is_open(desk)
