"""Complaint 18 on the materials page: another embedding model is told, until it is mended."""

from __future__ import annotations

from pathlib import Path

from tests.doubles.course import CourseDesk
from tests.doubles.embedder import BagOfWords
from tests.doubles.pdf import Sheet
from tests.sentences import says
from tests.web.test_the_materials_page import enter, open_page
from tutor_app.storage.records import StaffCode, open_database
from tutor_app.web.components.page_services import PageServices

SAID = "A queue hands out the oldest vertex first, so the search goes by levels."


def test_18_staff_are_told_on_the_materials_page(services: PageServices, tmp_path: Path) -> None:
    desk = CourseDesk(services.settings, BagOfWords(name="other"))
    desk.add(Sheet().text(SAID).save(tmp_path / "a.pdf"))
    desk.index()
    code = StaffCode(open_database(services.settings)).renew()

    page = enter(open_page(services), code)
    told = [warning.value for warning in page.warning if "embedding model" in warning.value]
    desk.embedder = BagOfWords(name=services.settings.embedding_model)
    desk.index()
    page.run()

    assert len(told) == 1
    assert says(told[0], "page_materials.other_embedding", indexed="other")
    assert not [warning for warning in page.warning if "embedding model" in warning.value]
