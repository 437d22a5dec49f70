"""Complaint 11: scanned PDFs index as an empty "success"."""

from __future__ import annotations

from pathlib import Path

import pymupdf
import pytest

from tests.doubles.course import CourseDesk
from tests.doubles.pdf import Sheet
from tutor_app.domain.settings import Settings
from tutor_app.domain.values import Quote, Source, Sources
from tutor_app.runtime.course_files import file_entries, status_words

SAID = "A queue holds the frontier, so the search finishes one level before the next."
QUESTION = "Which queue holds the frontier when the search finishes one level before the next?"
PRINTED = "A stack makes the search go deep before it goes wide."


def scan(path: Path, *printed: str, said: str = SAID) -> Path:
    """Pages with text, then one that is a picture of text."""
    sheet = Sheet().heading("Breadth-first search").text(said).text("It never returns to a level.")
    picture = sheet.page.get_pixmap(dpi=150)
    whole = Sheet()
    for text in printed:
        whole.text(text).new_page()
    whole.page.insert_image(whole.page.rect, pixmap=picture)
    return whole.save(path)


@pytest.fixture
def with_ocr(settings: Settings, model_cache: Path) -> Settings:
    if not (model_cache / "models" / "tessdata").is_dir():
        pytest.fail("Tesseract's data is missing: `elenchus fetch tessdata` (make test does it).")
    return settings.model_copy(update={"elenchus_cache": model_cache})


def shown(desk: CourseDesk) -> str:
    """What the instructor reads behind the file's name, now and after a restart."""
    again = CourseDesk(desk.settings)
    (entry,) = file_entries(again.courses.documents(again.id))
    return status_words(entry, None)


def test_11_a_scan_is_read_and_its_quotes_say_so(with_ocr: Settings, tmp_path: Path) -> None:
    desk = CourseDesk(with_ocr)
    desk.add(scan(tmp_path / "scan.pdf"))

    report = desk.index()

    assert report.failed == ()
    assert "read by OCR" in shown(desk)
    events = desk.ask(QUESTION)
    quote = next(event for event in events if isinstance(event, Quote))
    sources = next(event for event in events if isinstance(event, Sources))
    assert SAID in [marked.text for marked in quote.marked]
    assert quote.by_ocr
    assert [source.by_ocr for source in sources.sources] == [True]
    assert isinstance(sources.sources[0], Source)


def test_11_the_mark_of_a_scanned_sentence_stands_on_its_words(
    with_ocr: Settings, tmp_path: Path
) -> None:
    desk = CourseDesk(with_ocr)
    path = scan(tmp_path / "scan.pdf")
    turned = Sheet()
    turned.page.set_rotation(90)
    upright = pymupdf.open(path)[0].get_pixmap(dpi=150)
    turned.page.insert_image(
        turned.page.rect * turned.page.derotation_matrix, pixmap=upright, rotate=90
    )
    desk.add(turned.save(tmp_path / "b.pdf"))
    desk.index()

    quote = next(e for e in desk.ask(QUESTION) if isinstance(e, Quote))
    box = quote.marked[0].boxes[0]
    with pymupdf.open(tmp_path / "b.pdf") as pdf:
        whole = pdf[0].get_pixmap(dpi=72, colorspace=pymupdf.csGRAY)
    rows = [
        y
        for y in range(whole.height)
        if min(whole.samples[y * whole.width + int(box.x0) : y * whole.width + int(box.x1)]) < 100
    ]
    inside = [y for y in rows if box.y0 - 2 <= y <= box.y1 + 2]
    assert len(inside) >= 0.5 * (box.y1 - box.y0)


def test_11_a_page_scanned_on_its_side_is_read_and_noise_is_not(
    with_ocr: Settings, tmp_path: Path
) -> None:
    upright = pymupdf.open(scan(tmp_path / "scan.pdf", said=f"{SAID} {PRINTED} {SAID}"))
    sideways = Sheet()
    picture = upright[0].get_pixmap(matrix=pymupdf.Matrix(2, 2).prerotate(90))
    sideways.page.insert_image(sideways.page.rect, pixmap=picture)
    sideways.new_page()
    tiny = upright[0].get_pixmap(dpi=18)
    sideways.page.insert_image(sideways.page.rect, pixmap=tiny)
    desk = CourseDesk(with_ocr)
    desk.add(sideways.save(tmp_path / "a.pdf"))

    desk.index()

    assert SAID in desk.text()
    assert "Page 1 of 2 read by OCR" in shown(desk)
    assert "page 2 of 2 has no text" in shown(desk)


def test_11_without_tesseract_a_scan_is_refused_with_what_to_do(
    settings: Settings, tmp_path: Path
) -> None:
    desk = CourseDesk(settings)
    desk.add(scan(tmp_path / "scan.pdf"))

    report = desk.index()

    assert report.indexed == ()
    assert "scanned pictures" in shown(desk)
    assert "elenchus fetch tessdata" in shown(desk)


def test_11_scanned_pages_among_others_are_counted_and_told(
    settings: Settings, tmp_path: Path
) -> None:
    desk = CourseDesk(settings)
    desk.add(scan(tmp_path / "half.pdf", PRINTED))

    report = desk.index()

    assert report.indexed == ("half.pdf",)
    assert "Page 2 of 2 has no text" in shown(desk)
    assert "elenchus fetch tessdata" in shown(desk)
    assert desk.text() == PRINTED


def test_11_re_indexing_reads_what_tesseract_has_made_readable(
    settings: Settings, with_ocr: Settings, tmp_path: Path
) -> None:
    before = CourseDesk(settings)
    before.add(scan(tmp_path / "half.pdf", PRINTED))
    before.index()

    after = CourseDesk(with_ocr)
    after.index()

    assert SAID in after.text()
    assert "Page 2 of 2 read by OCR" in shown(after)


def test_11_a_page_is_read_by_ocr_once(with_ocr: Settings, tmp_path: Path) -> None:
    desk = CourseDesk(with_ocr)
    row = desk.add(scan(tmp_path / "scan.pdf"))
    desk.index()
    desk.courses.set_status(row.id, "waiting")
    kept = with_ocr.elenchus_home / "ocr.sqlite"
    stamp = kept.stat().st_mtime_ns

    desk.index()

    assert SAID in desk.text()
    assert kept.stat().st_mtime_ns == stamp


def test_11_blank_pages_are_no_scans(settings: Settings, tmp_path: Path) -> None:
    desk = CourseDesk(settings)
    desk.add(Sheet().text(PRINTED).new_page().save(tmp_path / "a.pdf"))

    desk.index()

    assert shown(desk) == "Indexed"
