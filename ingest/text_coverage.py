"""How much of a file could be read, counted, and said in words for the instructor."""

from __future__ import annotations

import statistics
from collections.abc import Sequence

from ingest.readers.pdf import Page
from tutor_app.retrieval.index_files import Coverage
from tutor_app.wording.catalogue import phrase

PAGE = phrase("ingest_files.page", "number")
PAGE_LIST = phrase("ingest_files.page_list", "numbers", "last")
MANY_PAGES = phrase("ingest_files.many_pages", "count")
READ_BY_OCR = phrase("ingest_files.read_by_ocr", "pages", "total")
READ_BY_OCR_HOW_SURELY = phrase("ingest_files.read_by_ocr_how_surely", "pages", "total", "share")
BETTER_SCAN = phrase("ingest_files.better_scan", "read_by_ocr")
PAGE_WITHOUT_TEXT = phrase("ingest_files.page_without_text", "pages", "total")
PAGES_WITHOUT_TEXT = phrase("ingest_files.pages_without_text", "pages", "total")
FETCH_OCR = phrase("ingest_files.fetch_ocr")
LEFT_OUT = phrase("ingest_files.left_out", "pages", "total")
DOUBTFUL = phrase("ingest_files.doubtful", "pages", "total")
IN_NO_PARAGRAPH = phrase("ingest_files.in_no_paragraph", "share")
REPAIRED = phrase("ingest_files.repaired")
SAVE_AGAIN_PART = phrase("ingest_files.save_again_part")

_NAMED = 5  # page numbers told; more are counted
_MUCH = 0.1  # of the letters left out, from where on an instructor is told
_DOUBTFUL = 0.6  # good scans of a course have 0.7 and more


def coverage(pages: Sequence[Page], *, repaired: bool, tried_ocr: bool) -> Coverage:
    """Count which pages could be read how."""
    sure = [page.confidence for page in pages if page.confidence is not None]
    return Coverage(
        by_ocr=tuple(page.number for page in pages if page.state == "ocr"),
        without_text=tuple(
            page.number
            for page in pages
            if page.state == "drawing"
            # A stamp on a scan has letters too; OCR, where it is there, has told which it is.
            or (page.state == "unreadable" and not (tried_ocr and page.letters))
        ),
        damaged=tuple(page.number for page in pages if page.state == "damaged"),
        doubtful=tuple(p.number for p in pages if p.doubtful and p.state not in ("damaged", "ocr")),
        repaired=repaired,
        tried_ocr=tried_ocr,
        confidence=round(statistics.mean(sure), 2) if sure else None,
    )


def coverage_words(found: Coverage, pages: int) -> str:
    """Return what an instructor should know of an indexed file; empty if all of it was read."""
    parts = []
    if found.by_ocr:
        parts.append(_by_ocr_words(found, pages))
    if found.without_text:
        say = PAGE_WITHOUT_TEXT if len(found.without_text) == 1 else PAGES_WITHOUT_TEXT
        parts.append(say(pages=pages_words(found.without_text), total=pages))
        if not found.tried_ocr:
            parts.append(FETCH_OCR())
    if found.left_out >= _MUCH:
        parts.append(IN_NO_PARAGRAPH(share=f"{found.left_out:.0%}"))
    if found.damaged:
        parts.append(LEFT_OUT(pages=pages_words(found.damaged), total=pages))
    if found.doubtful:
        parts.append(DOUBTFUL(pages=pages_words(found.doubtful), total=pages))
    elif found.repaired and not found.damaged:
        parts.append(REPAIRED())
    if found.damaged or found.doubtful or found.repaired:
        parts.append(SAVE_AGAIN_PART())
    if not parts:
        return ""
    said = "; ".join(parts)
    return said[0].upper() + said[1:] + "."


def _by_ocr_words(found: Coverage, total: int) -> str:
    pages = pages_words(found.by_ocr)
    if found.confidence is None:
        return READ_BY_OCR(pages=pages, total=total)
    share = f"{found.confidence:.0%}"
    words = READ_BY_OCR_HOW_SURELY(pages=pages, total=total, share=share)
    return BETTER_SCAN(read_by_ocr=words) if found.confidence < _DOUBTFUL else words


def pages_words(numbers: Sequence[int]) -> str:
    """Return "page 3", "pages 3, 4 and 9" or "12 pages"."""
    if len(numbers) == 1:
        return PAGE(number=numbers[0])
    if len(numbers) > _NAMED:
        return MANY_PAGES(count=len(numbers))
    return PAGE_LIST(numbers=", ".join(map(str, numbers[:-1])), last=numbers[-1])
