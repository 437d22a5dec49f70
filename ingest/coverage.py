"""How far a file could be read, counted and in words for the instructor."""

from __future__ import annotations

import statistics
from collections.abc import Sequence

from ingest.readers.pdf import Page
from tutor_app.retrieval.stored import Coverage

_NAMED = 5  # page numbers told; more are counted
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
    """Return what an instructor should know of a file that is indexed; empty where all is read."""
    parts = []
    if found.by_ocr:
        sure = f", {found.confidence:.0%} of the letters in known words" if found.confidence else ""
        parts.append(f"{pages_words(found.by_ocr)} of {pages} read by OCR{sure}")
        if found.confidence is not None and found.confidence < _DOUBTFUL:
            parts[-1] += " (a better scan would help)"
    if found.without_text:
        has = "has" if len(found.without_text) == 1 else "have"
        parts.append(f"{pages_words(found.without_text)} of {pages} {has} no text")
        if not found.tried_ocr:
            parts[-1] += (
                "; if they are scanned, `elenchus fetch tessdata` fetches what reads them "
                "(press Re-index then)"
            )
    if found.damaged:
        parts.append(f"{pages_words(found.damaged)} of {pages} damaged and left out")
    if found.doubtful:
        parts.append(f"{pages_words(found.doubtful)} of {pages} damaged, text may be missing there")
    elif found.repaired and not found.damaged:
        parts.append("the PDF is damaged, some of it may be missing")
    if found.damaged or found.doubtful or found.repaired:
        parts.append("save it as PDF again from its source and upload that")
    if not parts:
        return ""
    said = "; ".join(parts)
    return said[0].upper() + said[1:] + "."


def pages_words(numbers: Sequence[int]) -> str:
    """Return "page 3", "pages 3, 4 and 9" or "12 pages"."""
    if len(numbers) == 1:
        return f"page {numbers[0]}"
    if len(numbers) > _NAMED:
        return f"{len(numbers)} pages"
    return f"pages {', '.join(map(str, numbers[:-1]))} and {numbers[-1]}"
