"""Ligatures, hyphens, formulas and other scripts: what becomes a sentence, and what does not."""

from __future__ import annotations

from pathlib import Path

import pymupdf
import pytest

from ingest.readers.text_quality import share_of_usual_pairs, share_of_words
from tests.doubles.course import CourseDesk
from tests.doubles.pdf import Sheet
from tutor_app.answering.choose_quotes import is_prose
from tutor_app.domain.settings import Settings
from tutor_app.web.page_pictures import MAX_PIXELS, PictureSpec, draw_picture

SAID = "A search keeps a frontier of vertices and takes one out at a time."


@pytest.mark.parametrize(
    "text",
    [
        "图是由顶点和边组成的。广度优先搜索逐层访问顶点。" * 3,
        "البحث بالعرض أولا يزور الرؤوس مستوى بعد مستوى. " * 3,
        "חיפוש לרוחב מבקר בצמתים רמה אחר רמה. " * 3,
        "Поиск в ширину посещает вершины уровень за уровнем. " * 3,
        "กราฟประกอบด้วยจุดยอดและเส้นเชื่อม " * 3,
        "Mixed: 图是由顶点和边组成的 and البحث in one line, 搜索逐层访问顶点. " * 3,
    ],
)
def test_other_scripts_are_indexed(text: str, settings: Settings, tmp_path: Path) -> None:
    pdf = pymupdf.open()
    page = pdf.new_page()
    page.insert_htmlbox(page.rect + (50, 50, -50, -50), f"<p>{text}</p><p>{SAID}</p>")
    pdf.save(tmp_path / "a.pdf")
    desk = CourseDesk(settings)
    desk.add(tmp_path / "a.pdf")

    assert desk.index().failed == ()
    assert SAID in desk.text()
    assert len(desk.text()) > len(SAID) + 20


def test_fragments_of_formulas_are_no_sentences(settings: Settings, tmp_path: Path) -> None:
    sheet = Sheet().text(SAID)
    for formula in ("T(n) = 2T(n/2) + O(n)", "x2 + y2 = z2", "i <- i + 1", "(1)", "O(V + E)"):
        sheet.lines(formula)
    desk = CourseDesk(settings)
    desk.add(sheet.text(SAID.replace("search", "walk")).save(tmp_path / "a.pdf"))
    desk.index()

    said = [s.text for chunk in desk.loaded().chunks for s in chunk.sentences]

    assert [text for text in said if is_prose(text)] == [SAID, SAID.replace("search", "walk")]


def test_a_font_that_says_other_letters_than_it_draws_is_told_from_a_language() -> None:
    words = (SAID * 3).split()
    shifted = ["".join(chr(ord(ch) + 1) for ch in word) for word in words]
    german = "Eine Suche hält einen Rand von Knoten und nimmt jeweils einen davon heraus".split()

    assert share_of_usual_pairs(words) > 0.45
    assert share_of_usual_pairs(german) > 0.3
    assert share_of_usual_pairs(shifted) < 0.15


def test_noise_of_a_bad_scan_is_told_from_words() -> None:
    noise = "|l1 ~tz xq,, rnrnrn GBkdfghj 0O0 wvwv ]] Zz;t kkrtzp qqqx".split()

    assert share_of_words(SAID.split()) > 0.7
    assert share_of_words(["3", "=", "(n)"]) == 0.0
    assert share_of_words(noise) < 0.3


def test_a_huge_page_is_pictured_with_few_pixels(tmp_path: Path) -> None:
    pdf = pymupdf.open()
    pdf.new_page(width=200, height=14_400).insert_text((20, 100), SAID)
    pdf.save(tmp_path / "a.pdf")

    spec = PictureSpec(document_id="d", page=1, crop=None, marks=(), width=2400)

    picture = pymupdf.Pixmap(draw_picture(tmp_path / "a.pdf", spec))
    assert picture.width * picture.height <= 1.01 * MAX_PIXELS
