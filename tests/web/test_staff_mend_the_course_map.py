"""Staff see the course's terms on the materials page, and mend one."""

from __future__ import annotations

from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from tests.doubles.course import CourseDesk
from tests.doubles.pdf import Sheet
from tests.doubles.quiet import Quiet
from tests.web.test_the_materials_page import enter, open_page, press
from tutor_app.answering.course_map.mended_terms import read_mended
from tutor_app.runtime.jobs.course_check_job import index_and_check
from tutor_app.storage.records import StaffCode, open_database
from tutor_app.web.components.page_services import PageServices
from tutor_app.web.staff.course_map_view import AS_FOUND, SAVE, TITLE

SAID = "A frontier is a collection of nodes that wait to be expanded."


@pytest.fixture
def desk(services: PageServices, tmp_path: Path) -> CourseDesk:
    desk = CourseDesk(services.settings)
    sheet = Sheet().heading("Frontier").text(SAID).text("Its frontier holds S at first.")
    desk.add(sheet.save(tmp_path / "lecture.pdf"))
    index_and_check(desk.id, desk.settings, desk.courses, desk.embedder, Quiet())
    return desk


def opened(services: PageServices) -> AppTest:
    return enter(open_page(services), StaffCode(open_database(services.settings)).renew())


def test_each_term_is_shown_with_its_sentence(desk: CourseDesk, services: PageServices) -> None:
    (box,) = [one for one in opened(services).expander if one.label == TITLE()]
    assert SAID in "\n".join(part.value for part in box.markdown).replace("\\", "")


def test_a_term_is_renamed_and_hidden_and_taken_back(
    desk: CourseDesk, services: PageServices
) -> None:
    course_dir = services.settings.course_dir(desk.id)
    page = opened(services)
    next(one for one in page.text_input if one.value == "frontier").set_value("open list")
    page.checkbox[0].check()
    page = press(page, SAVE())
    kept = read_mended(course_dir)["frontier"]
    assert (kept.name, kept.hidden) == ("open list", True)
    assert any("open list" in option for option in page.selectbox(key="map-term").options)

    press(page, AS_FOUND())
    assert read_mended(course_dir) == {}


def test_before_anything_is_indexed_there_is_no_map(services: PageServices) -> None:
    services.courses.create("Proofs")
    assert not [one for one in opened(services).expander if one.label == TITLE()]
