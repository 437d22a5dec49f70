"""A file that cannot be read gets a clear line, and the others go on."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pymupdf
import pytest

from tests.doubles.course import CourseDesk
from tests.doubles.pdf import Sheet
from tests.sentences import says
from tutor_app.domain.settings import Settings

TEXT = "A queue makes the search go level by level. A stack makes it go deep first."


def good() -> Sheet:
    return Sheet().heading("Search").text(TEXT)


def empty(path: Path) -> Path:
    path.write_bytes(b"")
    return path


def cut_off(path: Path) -> Path:
    whole = good().pdf.tobytes()
    path.write_bytes(whole[: len(whole) // 3])
    return path


def locked(path: Path) -> Path:
    return good().save(
        path, encryption=pymupdf.PDF_ENCRYPT_AES_256, owner_pw="staff", user_pw="class"
    )


def words_called_pdf(path: Path) -> Path:
    path.write_text("Only a text. " * 50)
    return path


def picture_called_pdf(path: Path) -> Path:
    path.write_bytes(good().page.get_pixmap().tobytes("png"))
    return path


def web_page_called_pdf(path: Path) -> Path:
    path.write_text("<html><body><p>A page that asks you to log in first.</p></body></html>")
    return path


def scanned(path: Path) -> Path:
    picture = good().page.get_pixmap()
    pdf = pymupdf.open()
    page = pdf.new_page()
    page.insert_image(page.rect, pixmap=picture)
    pdf.save(path)
    return path


@pytest.mark.parametrize(
    ("make", "key"),
    [
        (empty, "ingest_files.opened_empty"),
        (cut_off, "ingest_files.not_opened"),
        (locked, "ingest_files.password"),
        (words_called_pdf, "ingest_files.not_opened"),
        (picture_called_pdf, "ingest_files.not_opened"),
        (web_page_called_pdf, "ingest_files.not_opened"),
        (scanned, "ingest_files.no_text_for_lack_of_ocr"),
    ],
)
def test_a_broken_file_is_one_line_of_the_report_and_the_others_go_on(
    make: Callable[[Path], Path], key: str, settings: Settings, tmp_path: Path
) -> None:
    desk = CourseDesk(settings)
    desk.add(make(tmp_path / "a.pdf"))
    desk.add(good().save(tmp_path / "b.pdf"))

    report = desk.index()

    assert [name for name, _ in report.failed] == ["a.pdf"]
    assert says(report.failed[0][1], key)
    assert desk.statuses() == {"a.pdf": "failed", "b.pdf": "indexed"}
    assert desk.detail("a.pdf") == report.failed[0][1]
    assert desk.text() == TEXT


@pytest.mark.parametrize(("key", "value"), [("Kids", "[ 9999 0 R ]"), ("Count", "5")])
def test_a_damaged_page_tree_ends_no_other_file(
    key: str, value: str, settings: Settings, tmp_path: Path
) -> None:
    pdf = good().new_page().text(TEXT).pdf
    tree = pdf.xref_get_key(pdf.pdf_catalog(), "Pages")[1].split()[0]
    pdf.xref_set_key(int(tree), key, value)
    pdf.save(tmp_path / "a.pdf")
    desk = CourseDesk(settings)
    desk.add(tmp_path / "a.pdf")
    desk.add(good().save(tmp_path / "b.pdf"))

    desk.index()

    assert desk.statuses()["b.pdf"] == "indexed"
    assert desk.statuses()["a.pdf"] in ("failed", "indexed")  # the pages that are whole may serve
    assert (desk.statuses()["a.pdf"] == "failed") == bool(desk.detail("a.pdf"))


def test_a_file_with_another_ending_is_read_as_the_pdf_that_it_is(
    settings: Settings, tmp_path: Path
) -> None:
    desk = CourseDesk(settings)
    desk.add(good().save(tmp_path / "slides.pdf"), name="slides.PDF.download")

    assert desk.index().failed == ()


def test_a_pdf_that_only_restricts_printing_is_read(settings: Settings, tmp_path: Path) -> None:
    desk = CourseDesk(settings)
    encryption = pymupdf.PDF_ENCRYPT_AES_256
    desk.add(good().save(tmp_path / "a.pdf", encryption=encryption, owner_pw="staff"))

    assert desk.index().failed == ()


def test_bytes_that_were_lost_are_asked_for_again(settings: Settings, tmp_path: Path) -> None:
    desk = CourseDesk(settings)
    row = desk.add(good().save(tmp_path / "a.pdf"))
    (settings.files_dir / row.sha256).unlink()

    assert says(desk.index().failed[0][1], "ingest_files.bytes_are_gone")


# --- what is told is true ----------------------------------------------------------------------


def test_letters_that_are_no_language_are_not_indexed_without_ocr_either(
    settings: Settings, tmp_path: Path
) -> None:
    shifted = "".join(chr(ord(ch) + 1) if ch.isalpha() else ch for ch in TEXT)
    desk = CourseDesk(settings)
    desk.add(good().new_page().text(" ".join([shifted] * 4)).save(tmp_path / "a.pdf"))

    desk.index()

    assert desk.text() == TEXT
    assert "Page 2 of 2 has no text" in desk.detail("a.pdf")


@pytest.mark.parametrize(
    ("damaged", "key"),
    [(False, "no_text_in_pictures"), (True, "no_text_since_damaged")],
)
def test_a_damaged_file_without_text_is_not_taken_for_a_bad_scan(
    damaged: bool, key: str, settings: Settings, model_cache: Path, tmp_path: Path
) -> None:
    if not (model_cache / "models" / "tessdata").is_dir():
        pytest.fail("Tesseract's data is missing: `elenchus fetch tessdata` (make test does it).")
    whole = picture_of_nothing().pdf.tobytes()
    broken = whole.replace(b"startxref", b"startxxxx") if damaged else whole
    (tmp_path / "a.pdf").write_bytes(broken)
    desk = CourseDesk(settings.model_copy(update={"elenchus_cache": model_cache}))
    desk.add(tmp_path / "a.pdf")

    desk.index()

    assert says(desk.detail("a.pdf"), f"ingest_files.{key}")


def picture_of_nothing() -> Sheet:
    sheet = Sheet()
    grey = pymupdf.Pixmap(pymupdf.csGRAY, pymupdf.IRect(0, 0, 200, 200))
    grey.clear_with(90)
    sheet.page.insert_image(sheet.page.rect, pixmap=grey)
    return sheet
