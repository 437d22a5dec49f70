"""Staff see what decides the items of their assignments, and attach answers to one."""

from __future__ import annotations

from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest
from streamlit.testing.v1.element_tree import TextArea

from tests.doubles.course import CourseDesk
from tests.doubles.pdf import Sheet
from tests.doubles.quiet import Quiet
from tests.web.test_the_materials_page import enter, open_page, press
from tutor_app.exercises.item_facts import ATTACHED, read_attached
from tutor_app.runtime.jobs.course_check_job import index_and_check
from tutor_app.storage.records import StaffCode, open_database
from tutor_app.web.components.page_services import PageServices
from tutor_app.web.staff.item_facts_view import ACCEPTED, NOTHING_DECIDES, SAVE, TITLE, WRONG


@pytest.fixture
def desk(services: PageServices, tmp_path: Path) -> CourseDesk:
    desk = CourseDesk(services.settings)
    sheet = Sheet().heading("Assignment 1").text("1. Name the group that waits to be expanded.")
    desk.add(sheet.save(tmp_path / "assignment-1.pdf"), kind="assignment")
    index_and_check(desk.id, desk.settings, desk.courses, desk.embedder, Quiet())
    return desk


def opened(services: PageServices, course_id: str) -> AppTest:
    page = enter(open_page(services), StaffCode(open_database(services.settings)).renew())
    assert [one for one in page.expander if one.label == TITLE()]
    assert not page.text_area, "nothing is worked out before it is unfolded"
    page.session_state[f"items-{course_id}"] = True
    return page.run()


def field(page: AppTest, label: str) -> TextArea:
    return next(one for one in page.text_area if one.label == label)


def test_an_item_that_nothing_decides_gets_an_accepted_answer(
    desk: CourseDesk, services: PageServices
) -> None:
    course_dir = services.settings.course_dir(desk.id)
    page = opened(services, desk.id)
    assert NOTHING_DECIDES() in [one.value for one in page.warning]

    field(page, WRONG()).set_value("explored set")
    page = press(page, SAVE())
    assert not (course_dir / ATTACHED).exists(), "a line with nothing to say is not lost in silence"

    field(page, ACCEPTED()).set_value("frontier\nopen list")
    field(page, WRONG()).set_value("explored set | Were its nodes expanded?")
    page = press(page, SAVE())
    (facts,) = read_attached(course_dir).values()
    assert facts.accepted == ("frontier", "open list")
    assert facts.wrong[0].told == "Were its nodes expanded?"
    assert NOTHING_DECIDES() not in [one.value for one in page.warning]
