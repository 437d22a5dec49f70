"""Pictures of course pages: the mark, the crop, and what is refused."""

from __future__ import annotations

import io
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import pymupdf
import pytest
from PIL import Image
from starlette.applications import Starlette
from starlette.routing import Route
from starlette.testclient import TestClient

from ingest.upload_store import store_upload
from tests.web.given import box, write_pdf
from tutor_app.domain.errors import NotFound
from tutor_app.domain.settings import Settings
from tutor_app.storage.records import CourseRecords, open_database
from tutor_app.web.page_pictures import (
    HIGHLIGHT,
    PICTURE_ROUTE,
    PagePictures,
    PictureMissing,
    PictureSpec,
    draw_picture,
    picture_address,
)

WHOLE = PictureSpec(document_id="d", page=1, crop=None, marks=(), width=800)


def pixels(png: bytes) -> np.ndarray:  # type: ignore[type-arg]
    return np.asarray(Image.open(io.BytesIO(png)).convert("RGB")).astype(int)


def test_a_page_is_as_wide_as_wished(tmp_path: Path) -> None:
    assert pixels(draw_picture(write_pdf(tmp_path / "a.pdf"), WHOLE)).shape == (600, 800, 3)


def test_a_mark_colours_the_paper_and_leaves_the_ink(tmp_path: Path) -> None:
    pdf = write_pdf(tmp_path / "a.pdf")
    plain = pixels(draw_picture(pdf, WHOLE))
    marked = pixels(draw_picture(pdf, replace(WHOLE, marks=((60, 80, 160, 110),))))
    inside, expected = marked[160:220, 120:320], plain[160:220, 120:320]

    assert (marked[150, 400] == (255, 255, 255)).all()
    assert (inside[0, 0] == HIGHLIGHT).all()
    assert (inside == expected * np.array(HIGHLIGHT) // 255).all()
    assert inside.min() < 40


def test_marks_that_overlap_are_no_darker(tmp_path: Path) -> None:
    pdf = write_pdf(tmp_path / "a.pdf")
    twice = replace(WHOLE, marks=((60, 150, 160, 180), (60, 150, 160, 180)))
    assert (pixels(draw_picture(pdf, twice))[330, 200] == HIGHLIGHT).all()


def test_a_crop_shows_its_part_with_the_mark_in_place(tmp_path: Path) -> None:
    pdf = write_pdf(tmp_path / "a.pdf")
    spec = PictureSpec(
        document_id="d", page=1, crop=(60, 80, 260, 120), marks=((60, 80, 70, 120),), width=428
    )
    picture = pixels(draw_picture(pdf, spec))
    assert picture.shape == (90, 428, 3)  # 214 by 45 points with the air around it
    assert (picture[45, 20] == HIGHLIGHT).all()
    assert (picture[45, 8] == (255, 255, 255)).all()


def test_descenders_of_the_line_before_are_not_in_the_picture(tmp_path: Path) -> None:
    document = pymupdf.open()
    page = document.new_page(width=400, height=300)
    page.insert_text((60, 99.5), "gypsy jumps quickly by", fontsize=12)
    page.insert_text((60, 114), "The paragraph that is quoted", fontsize=12)
    document.save(tmp_path / "a.pdf")
    crop = (60.0, 103.5, 260.0, 118.0)  # the air above it reaches to the first line's descenders

    picture = pixels(draw_picture(tmp_path / "a.pdf", replace(WHOLE, crop=crop)))
    above = pixels(draw_picture(tmp_path / "a.pdf", WHOLE))[101 * 2 : 207, 120:520]

    assert above.min() < 128
    assert picture[:6].min() == 255
    assert picture.min() < 40


def test_a_page_that_is_not_there_is_refused(tmp_path: Path) -> None:
    pdf = write_pdf(tmp_path / "a.pdf")
    with pytest.raises(NotFound):
        draw_picture(pdf, replace(WHOLE, page=2))
    with pytest.raises(NotFound):
        draw_picture(pdf, replace(WHOLE, crop=(900, 900, 950, 950)))
    with pytest.raises(PictureMissing):
        draw_picture(tmp_path / "gone.pdf", WHOLE)


@dataclass
class Site:
    """The route over real records."""

    client: TestClient
    courses: CourseRecords
    settings: Settings
    course_id: str

    def add(self, pdf: Path, kind: str = "textbook") -> str:
        sha256, size = store_upload(self.settings, pdf)
        row, _ = self.courses.add_document(
            self.course_id,
            pdf.name,
            kind,
            sha256,
            size,  # type: ignore[arg-type]
        )
        return row.id

    def status(self, document_id: str, page: int = 1) -> int:
        return self.client.get(picture_address(document_id, page, None, ())).status_code


@pytest.fixture
def site(settings: Settings) -> Site:
    courses = CourseRecords(open_database(settings))
    route = Route(PICTURE_ROUTE, PagePictures(courses, settings.files_dir).answer)
    return Site(
        client=TestClient(Starlette(routes=[route])),
        courses=courses,
        settings=settings,
        course_id=courses.create("Proofs").id,
    )


def test_an_address_names_the_marks_of_its_own_page() -> None:
    address = picture_address("d", 2, None, [box(page=1), box(page=2, x0=5, y0=6, x1=7, y1=8)])
    assert "mark=5.0,6.0,7.0,8.0&" in address
    assert "mark" not in picture_address("d", 3, None, [box(page=1)])


def test_the_route_answers_with_a_picture_that_browsers_keep(site: Site, tmp_path: Path) -> None:
    document = site.add(write_pdf(tmp_path / "a.pdf"))
    address = picture_address(document, 1, box(), [box(x0=120, x1=200)])
    first = site.client.get(address)
    assert first.status_code == 200
    assert first.headers["content-type"] == "image/png"

    again = site.client.get(address, headers={"if-none-match": first.headers["etag"]})
    assert again.status_code == 304


def test_what_is_not_there_is_404_and_a_lost_file_410(site: Site, tmp_path: Path) -> None:
    document = site.add(write_pdf(tmp_path / "a.pdf"))
    assert site.status("unknown") == 404
    assert site.status(document, page=2) == 404
    assert site.client.get(f"{PICTURE_ROUTE}?doc={document}&page=x").status_code == 400
    for file in site.settings.files_dir.iterdir():
        file.unlink()
    assert site.status(document) == 410


def test_a_solution_is_not_pictured(site: Site, tmp_path: Path) -> None:
    assert site.status(site.add(write_pdf(tmp_path / "key.pdf"), "solution")) == 404


def test_a_file_that_became_a_solution_is_not_pictured_under_its_old_name(
    site: Site, tmp_path: Path
) -> None:
    pdf = write_pdf(tmp_path / "sheet.pdf")
    before = site.add(pdf, "assignment")
    assert site.status(before) == 200
    site.add(pdf, "solution")
    assert site.status(before) == 404


def test_an_old_version_still_opens(site: Site, tmp_path: Path) -> None:
    old = site.add(write_pdf(tmp_path / "a.pdf", "old text"))
    new = site.add(write_pdf(tmp_path / "a.pdf", "new text"))
    site.courses.mark_indexed(site.course_id, {new: (1, 1)})
    assert site.courses.document(old).status == "replaced"
    assert site.status(old) == 200
    site.courses.remove_document(new)
    assert site.status(new) == 200


def test_many_at_once_get_the_picture_that_one_gets(tmp_path: Path) -> None:
    """PyMuPDF is not safe for several threads."""
    pdf = write_pdf(tmp_path / "a.pdf", *(f"page {n} " * 8 for n in range(8)))
    specs = [replace(WHOLE, page=1 + n % 8) for n in range(32)]
    alone = [draw_picture(pdf, spec) for spec in specs[:8]]
    with ThreadPoolExecutor(8) as pool:
        together = list(pool.map(lambda spec: draw_picture(pdf, spec), specs))
    assert together == alone * 4
