"""One file to its chunks: pages, OCR, furniture, columns, headings, sentences."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import pymupdf

from ingest.chunk import TARGET, cut
from ingest.clean import without_furniture
from ingest.columns import by_columns
from ingest.coverage import coverage, pages_words
from ingest.ocr_cache import OcrCache
from ingest.readers.ocr import Ocr
from ingest.readers.pdf import BROKEN, Page, is_garbled, open_pdf, read_page
from ingest.slides import are_slides, points
from ingest.structure import Paragraph, paragraphs
from tutor_app.errors import FileUnreadable
from tutor_app.retrieval.stored import StoredDocument
from tutor_app.values import Document, MaterialKind

logger = logging.getLogger(__name__)

_SAVE_AGAIN = "Save it as PDF again from its source and upload that."


@dataclass(frozen=True, slots=True, kw_only=True)
class AtPage:
    """A page is about to be read; or, `cutting`, all have been and sentences are looked for."""

    number: int
    total: int
    by_ocr: bool = False
    cutting: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Refused:
    """The file cannot be used; `reason` is for the instructor."""

    reason: str


Answer = AtPage | Refused | StoredDocument
Tell = Callable[[AtPage], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """What is to be read. `skip` are pages that ended an earlier try; no `ocr`, no tessdata.

    `target` is the size of a chunk, in characters.
    """

    path: Path
    document: Document
    ocr: Ocr | None
    cache: OcrCache
    skip: frozenset[int] = frozenset()
    target: int = TARGET


def read_document(reading: Reading, tell: Tell) -> StoredDocument:
    """Return the document cut up, with the pages that could not be read.

    Raises:
        FileUnreadable: there is nothing in it that could be quoted.
    """
    with open_pdf(reading.path) as pdf:
        total = pdf.page_count
        repaired = bool(pdf.is_repaired)
        pages = [_page(pdf, number, reading, tell) for number in range(1, total + 1)]
    tell(AtPage(number=total, total=total, cutting=True))
    damaged = [page.number for page in pages if page.state == "damaged"]
    if 2 * len(damaged) > total:
        raise FileUnreadable(
            f"{pages_words(damaged).capitalize()} of {total} cannot be read: the PDF is damaged "
            f"there. {_SAVE_AGAIN}"
        )
    parts = _paragraphs(pages, reading.document.kind)
    if not parts:
        raise FileUnreadable(_why_empty(pages, repaired, has_ocr=reading.ocr is not None))
    covered = coverage(pages, repaired=repaired, tried_ocr=reading.ocr is not None)
    document = _counted(reading.document, total)
    return cut(document, parts, coverage=covered, target=reading.target)


def _page(pdf: pymupdf.Document, number: int, reading: Reading, tell: Tell) -> Page:
    tell(AtPage(number=number, total=pdf.page_count))
    if number in reading.skip:
        return Page(number=number, width=0, height=0, blocks=(), state="damaged")
    page = read_page(pdf, number)
    if page.state != "unreadable":
        return page
    if reading.ocr is None:
        return _without_gibberish(page)
    read = reading.cache.get(reading.document.sha256, number)
    if read is None:
        tell(AtPage(number=number, total=pdf.page_count, by_ocr=True))
        try:
            read = reading.ocr.read(pdf[number - 1], number)
        except BROKEN as exc:  # a picture that cannot be drawn; the next run tries again
            logger.warning("Page %d cannot be read by OCR: %s", number, exc)
            return page
        reading.cache.put(reading.document.sha256, read)
    if read.letters > page.letters:
        return read
    return _without_gibberish(page)


def _without_gibberish(page: Page) -> Page:
    """What is there is better than nothing, unless it is gibberish."""
    return replace(page, blocks=()) if is_garbled(page.blocks) else page


def _paragraphs(pages: Sequence[Page], kind: MaterialKind) -> list[Paragraph]:
    clean = [by_columns(page) for page in without_furniture(pages)]
    if are_slides(clean):
        clean = points(clean)
    numbered = kind in ("assignment", "solution")
    return paragraphs(clean, all_exercises=numbered, all_text=kind == "solution")


def _counted(document: Document, total: int) -> Document:
    return Document(
        id=document.id,
        course_id=document.course_id,
        name=document.name,
        kind=document.kind,
        sha256=document.sha256,
        pages=total,
    )


def _why_empty(pages: Sequence[Page], repaired: bool, *, has_ocr: bool) -> str:
    states = {page.state for page in pages}
    where = f"No text was found on its {len(pages)} pages"
    if len(pages) == 1:
        where = "No text was found on its only page"
    if "unreadable" in states and not has_ocr:
        return (
            f"{where}; they are scanned pictures, and what reads those is not installed. "
            "`elenchus fetch tessdata` fetches it (11 MB); press Re-index then."
        )
    if repaired or "damaged" in states or any(page.doubtful for page in pages):
        return f"{where}, and the PDF is damaged. {_SAVE_AGAIN}"
    if states & {"unreadable", "ocr"}:
        return (
            f"{where}, also not in its pictures (OCR found nothing it could read). "
            "If it is a scan, scan it again, upright and at 200 dpi or more. Otherwise save it as "
            "PDF again from its source and upload that."
        )
    if "drawing" in states:
        return f"{where}, only drawings. Upload a version with text."
    blank = "it is blank" if len(pages) == 1 else "they are blank"
    return f"{where}: {blank}. Upload another file."
