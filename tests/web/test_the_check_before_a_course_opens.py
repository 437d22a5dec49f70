"""The materials page shows what to look at before students come."""

from __future__ import annotations

from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from tests.doubles.course import CourseDesk
from tests.doubles.pdf import Sheet
from tests.doubles.quiet import Quiet
from tests.web.test_the_materials_page import enter, open_page
from tutor_app.runtime.jobs.course_check_job import index_and_check
from tutor_app.storage.records import StaffCode, open_database
from tutor_app.web.components.page_services import PageServices
from tutor_app.web.staff.course_check_view import CHECK_TITLE

SAID = "A frontier is the set of open vertices."


@pytest.fixture
def desk(services: PageServices) -> CourseDesk:
    return CourseDesk(services.settings)


def page_after_indexing(desk: CourseDesk, services: PageServices) -> AppTest:
    index_and_check(desk.id, desk.settings, desk.courses, desk.embedder, Quiet())
    return enter(open_page(services), StaffCode(open_database(services.settings)).renew())


def plain(markdown: str) -> str:
    return markdown.replace("\\", "")


def test_unread_pages_and_a_question_tried_are_shown(
    desk: CourseDesk, services: PageServices, tmp_path: Path
) -> None:
    sheet = Sheet().heading("Frontiers").text(SAID)
    picture = sheet.page.get_pixmap(dpi=60)
    sheet.new_page().page.insert_image(sheet.page.rect, pixmap=picture)
    desk.add(sheet.save(tmp_path / "half.pdf"))

    page = page_after_indexing(desk, services)

    (box,) = [found for found in page.expander if found.label == CHECK_TITLE()]
    shown = plain("\n".join(part.value for part in box.markdown))
    assert "2 pages: 1 without text, 0 read by OCR" in shown
    assert "page 2 of 2 has no text" in shown.lower()
    assert "What is a frontier?" in shown
    assert SAID in shown
    assert not box.warning
    rows = "\n".join(part.proto.body for part in page.html)
    assert "Page 2 of 2 has no text" in rows


def test_a_file_that_looks_like_solutions_opens_the_check_with_a_warning(
    desk: CourseDesk, services: PageServices, tmp_path: Path
) -> None:
    desk.add(Sheet().heading("Assignment 1: Solutions").text(SAID).save(tmp_path / "a.pdf"))

    page = page_after_indexing(desk, services)

    (box,) = [found for found in page.expander if found.label == CHECK_TITLE()]
    assert box.proto.expanded
    assert "look like solutions" in box.warning[0].value
    assert "a.pdf" in plain(box.warning[0].value)


def test_before_anything_is_indexed_there_is_no_check(
    desk: CourseDesk, services: PageServices
) -> None:
    page = enter(open_page(services), StaffCode(open_database(services.settings)).renew())

    assert [found.label for found in page.expander if found.label == CHECK_TITLE()] == []
