"""Boxes stand on the words of the page as a student sees it, and only what is seen is read."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pymupdf
import pytest

from ingest.readers.pdf import Page, Word, open_pdf
from tests.doubles.pdf import Sheet, read_pages

SAID = "A search keeps a frontier of vertices and takes one out at a time."


def pages(path: Path) -> list[Page]:
    with open_pdf(path) as pdf:
        return list(read_pages(pdf))


def words(page: Page) -> list[Word]:
    return [word for block in page.blocks for line in block.lines for word in line.words]


def ink(path: Path) -> tuple[float, float, float, float]:
    """Where the displayed page is dark, in points."""
    with pymupdf.open(path) as pdf:
        shot = pdf[0].get_pixmap(dpi=144, colorspace=pymupdf.csGRAY)
    dark = np.frombuffer(shot.samples, np.uint8).reshape(shot.height, shot.width) < 128
    ys, xs = np.nonzero(dark)
    return xs.min() / 2, ys.min() / 2, xs.max() / 2, ys.max() / 2


@pytest.mark.parametrize("turn", [0, 90, 180, 270])
def test_boxes_stand_on_the_words_however_the_page_is_turned(turn: int, tmp_path: Path) -> None:
    sheet = Sheet().lines("frontier")
    sheet.page.set_rotation(turn)
    path = sheet.save(tmp_path / "a.pdf")

    (word,) = words(pages(path)[0])

    x0, y0, x1, y1 = ink(path)
    assert word.text == "frontier"
    assert word.x0 - 1 <= x0 <= x1 <= word.x1 + 1
    assert word.y0 - 1 <= y0 <= y1 <= word.y1 + 1
    assert (word.x1 - word.x0) * (word.y1 - word.y0) < 4 * (x1 - x0) * (y1 - y0)


def test_a_cropped_page_has_boxes_from_its_own_corner_and_no_hidden_words(tmp_path: Path) -> None:
    sheet = Sheet().at(100, "hidden", x=20).at(300, "shown", x=200)
    sheet.page.set_cropbox(pymupdf.Rect(150, 200, 500, 600))
    path = sheet.save(tmp_path / "a.pdf")

    (word,) = words(pages(path)[0])

    assert word.text == "shown"
    assert word.x0 == pytest.approx(50, abs=1)
    assert word.y0 - 1 <= ink(path)[1] <= word.y1


def test_a_stamp_up_the_margin_is_no_text_and_a_page_on_its_side_is(tmp_path: Path) -> None:
    sheet = Sheet().text(SAID)
    sheet.page.insert_text((20, 600), "arXiv:0000.0000 [cs.DS]", rotate=90)
    sheet.new_page().page.insert_text((300, 700), SAID, rotate=90)

    first, second = pages(sheet.save(tmp_path / "a.pdf"))

    assert " ".join(word.text for word in words(first)) == SAID
    assert " ".join(word.text for word in words(second)) == SAID


def test_readers_notes_are_no_material_and_filled_in_forms_are(tmp_path: Path) -> None:
    sheet = Sheet().text(SAID)
    sheet.page.add_freetext_annot((72, 300, 400, 340), "somebody's remark")
    sheet.page.add_text_annot((72, 400), "somebody's note")
    field = pymupdf.Widget()
    field.rect, field.field_name = pymupdf.Rect(72, 500, 400, 530), "due"
    field.field_type, field.field_value = pymupdf.PDF_WIDGET_TYPE_TEXT, "Due on Friday at noon"
    sheet.page.add_widget(field)

    said = " ".join(word.text for word in words(pages(sheet.save(tmp_path / "a.pdf"))[0]))

    assert said == f"{SAID} Due on Friday at noon"


def test_a_page_tells_what_it_is(tmp_path: Path) -> None:
    sheet = Sheet().text(SAID * 3)
    picture = sheet.page.get_pixmap(dpi=100)
    sheet.new_page()
    sheet.new_page().page.draw_line((50, 50), (300, 400))
    sheet.new_page().page.insert_image(sheet.page.rect, pixmap=picture)

    found = pages(sheet.save(tmp_path / "a.pdf"))

    assert [page.state for page in found] == ["text", "blank", "drawing", "unreadable"]
