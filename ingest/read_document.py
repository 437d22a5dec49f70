"""From one file to its chunks: pages, OCR, headers and footers, columns, headings, sentences.

A file without pages of its own is laid out on some first (`rendition.py`); that PDF is kept beside
its bytes, and is what students are shown.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import pymupdf

from ingest.boilerplate import remove_boilerplate
from ingest.chunk import TARGET, split_into_chunks
from ingest.columns import by_columns
from ingest.headings_and_exercises import Paragraph, paragraphs, share_left_out
from ingest.ocr_cache import OcrCache
from ingest.readers.file_formats import FileFormat, format_of_file
from ingest.readers.ocr import Ocr
from ingest.readers.office_and_text import read_blocks
from ingest.readers.pdf import OPENED_EMPTY, PDF_ERRORS, Page, is_garbled, open_pdf, read_page
from ingest.rendered_paragraphs import rendered_paragraphs
from ingest.rendition import lay_out
from ingest.slides import are_slides, points
from ingest.text_coverage import coverage, pages_words
from ingest.upload_store import keep_rendition, rendition_path
from tutor_app.domain.errors import FileUnreadable
from tutor_app.domain.values import Document, MaterialKind
from tutor_app.retrieval.index_files import StoredDocument
from tutor_app.wording.catalogue import phrase

logger = logging.getLogger(__name__)

SAVE_AGAIN = phrase("ingest_files.save_again")
MOSTLY_DAMAGED = phrase("ingest_files.mostly_damaged", "pages", "total", "save_again")
NOT_A_PICTURE = phrase("ingest_files.not_a_picture")
NOTHING_TO_QUOTE = phrase("ingest_files.nothing_to_quote")
NO_TEXT = phrase("ingest_files.no_text", "count")
NO_TEXT_FOR_LACK_OF_OCR = phrase("ingest_files.no_text_for_lack_of_ocr", "no_text")
NO_TEXT_SINCE_DAMAGED = phrase("ingest_files.no_text_since_damaged", "no_text", "save_again")
NO_TEXT_IN_PICTURES = phrase("ingest_files.no_text_in_pictures", "no_text")
NO_TEXT_ONLY_DRAWINGS = phrase("ingest_files.no_text_only_drawings", "no_text")
NO_TEXT_SINCE_PAGE_BLANK = phrase("ingest_files.no_text_since_page_blank", "no_text")
NO_TEXT_SINCE_BLANK = phrase("ingest_files.no_text_since_blank", "no_text")


@dataclass(frozen=True, slots=True, kw_only=True)
class AtPage:
    """A page is about to be read; or, if `cutting`, all have been and are cut into sentences."""

    number: int
    total: int
    by_ocr: bool = False
    cutting: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Refusal:
    """The file cannot be used; `reason` is for the instructor."""

    reason: str


Answer = AtPage | Refusal | StoredDocument | int  # a number of pages, where that was asked
Tell = Callable[[AtPage], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadingRequest:
    """What is to be read. `skip` holds pages that crashed an earlier try.

    `target` is the size of a chunk, in characters.
    """

    path: Path
    document: Document
    ocr: Ocr | None
    cache: OcrCache
    skip: frozenset[int] = frozenset()
    target: int = TARGET


def read_document(reading: ReadingRequest, tell: Tell) -> StoredDocument:
    """Return the document cut up, with the pages that could not be read.

    Raises:
        FileUnreadable: there is nothing in it that could be quoted.
    """
    file_format = format_of_file(reading.document.name)
    if file_format not in (None, "pdf", "picture"):
        return _read_laid_out(reading, file_format, tell)
    with _open_pages(reading, file_format) as pdf:
        total = pdf.page_count
        repaired = bool(pdf.is_repaired)
        pages = [_page(pdf, number, reading, tell) for number in range(1, total + 1)]
    tell(AtPage(number=total, total=total, cutting=True))
    damaged = [page.number for page in pages if page.state == "damaged"]
    if 2 * len(damaged) > total:
        pages_named = pages_words(damaged).capitalize()
        raise FileUnreadable(
            MOSTLY_DAMAGED(pages=pages_named, total=total, save_again=SAVE_AGAIN())
        )
    clean = _clean(pages)
    parts = _paragraphs(clean, reading.document.kind)
    if not parts:
        raise FileUnreadable(_why_empty(pages, repaired, has_ocr=reading.ocr is not None))
    covered = replace(
        coverage(pages, repaired=repaired, tried_ocr=reading.ocr is not None),
        left_out=share_left_out(clean, parts),
    )
    document = _counted(reading.document, total)
    return split_into_chunks(document, parts, coverage=covered, target=reading.target)


def _open_pages(reading: ReadingRequest, file_format: FileFormat | None) -> pymupdf.Document:
    if file_format != "picture":
        return open_pdf(reading.path)
    try:
        with pymupdf.open(reading.path) as picture:
            keep_rendition(reading.path, picture.convert_to_pdf())
    except PDF_ERRORS as exc:
        raise FileUnreadable(NOT_A_PICTURE()) from exc
    return open_pdf(rendition_path(reading.path))


def _read_laid_out(reading: ReadingRequest, file_format: FileFormat, tell: Tell) -> StoredDocument:
    """Read a file without pages: blocks, laid out on pages, where each has its place."""
    if reading.path.stat().st_size == 0:
        raise FileUnreadable(OPENED_EMPTY())
    blocks = read_blocks(reading.path, file_format)
    if not any(block.role != "heading" for block in blocks):
        raise FileUnreadable(NOTHING_TO_QUOTE())
    rendition = lay_out(blocks, lambda number: tell(AtPage(number=number, total=number)))
    keep_rendition(reading.path, rendition.pdf)
    with open_pdf(rendition_path(reading.path)) as pdf:
        pages = []
        for number in range(1, pdf.page_count + 1):
            tell(AtPage(number=number, total=pdf.page_count))
            pages.append(read_page(pdf, number))
    tell(AtPage(number=len(pages), total=len(pages), cutting=True))
    numbered = reading.document.kind in ("assignment", "solution")
    parts = rendered_paragraphs(blocks, rendition.places, pages, all_exercises=numbered)
    if not parts:
        raise FileUnreadable(NOTHING_TO_QUOTE())
    document = _counted(reading.document, len(pages))
    return split_into_chunks(document, parts, target=reading.target)


def _page(pdf: pymupdf.Document, number: int, reading: ReadingRequest, tell: Tell) -> Page:
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
        except PDF_ERRORS as exc:  # a picture that cannot be drawn; the next run tries again
            logger.warning("Page %d cannot be read by OCR: %s", number, exc)
            return page
        reading.cache.put(reading.document.sha256, read)
    if read.letters > page.letters:
        return read
    return _without_gibberish(page)


def _without_gibberish(page: Page) -> Page:
    """Keep the text that is there, unless it is gibberish."""
    return replace(page, blocks=()) if is_garbled(page.blocks) else page


def _clean(pages: Sequence[Page]) -> list[Page]:
    """Return the pages in reading order, without what stands on each of them."""
    clean = [by_columns(page) for page in remove_boilerplate(pages)]
    return points(clean) if are_slides(clean) else clean


def _paragraphs(clean: Sequence[Page], kind: MaterialKind) -> list[Paragraph]:
    numbered = kind in ("assignment", "solution")
    return paragraphs(clean, all_exercises=numbered, all_text=kind == "solution")


def _counted(document: Document, total: int) -> Document:
    return replace(document, pages=total)


def _why_empty(pages: Sequence[Page], repaired: bool, *, has_ocr: bool) -> str:
    states = {page.state for page in pages}
    no_text = NO_TEXT(count=len(pages))
    if "unreadable" in states and not has_ocr:
        return NO_TEXT_FOR_LACK_OF_OCR(no_text=no_text)
    if repaired or "damaged" in states or any(page.doubtful for page in pages):
        return NO_TEXT_SINCE_DAMAGED(no_text=no_text, save_again=SAVE_AGAIN())
    if states & {"unreadable", "ocr"}:
        return NO_TEXT_IN_PICTURES(no_text=no_text)
    if "drawing" in states:
        return NO_TEXT_ONLY_DRAWINGS(no_text=no_text)
    blank = NO_TEXT_SINCE_PAGE_BLANK if len(pages) == 1 else NO_TEXT_SINCE_BLANK
    return blank(no_text=no_text)
