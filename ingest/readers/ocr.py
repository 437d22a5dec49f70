"""Pictures of text to words, with the Tesseract that is built into MuPDF."""

from __future__ import annotations

import re
import statistics
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import pymupdf

from ingest.readers.pdf import Block, Line, Page, page_text

DPI = 200
MAX_PIXELS = 12_000_000  # an A0 poster at 200 dpi has 62 million
LANGUAGE = "eng"
_LEAST_LETTERS = 20
_LEAST_CONFIDENCE = 0.4  # below it is noise: drawings, photographs, handwriting
_SAME_SIZE = 0.2  # share: Tesseract's sizes are those of each word's letters
_TRIMMED = re.compile(r"^[\W_]+|[\W_]+$")
_WORDLIKE = re.compile(r"(?:[a-z]+|[A-Z][a-z]*|[A-Z]+)(?:['’-][A-Za-z]+)*")
_VOWEL = re.compile(r"[aeiouyAEIOUY]")
_CLUSTER = re.compile(r"[bcdfghjklmnpqrstvwxzBCDFGHJKLMNPQRSTVWXZ]{6,}|(.)\1\1")


@dataclass(frozen=True, slots=True, kw_only=True)
class Ocr:
    """`tessdata` is the folder that holds eng.traineddata."""

    tessdata: Path

    def read(self, page: pymupdf.Page, number: int) -> Page:
        """Return the page's text as it is displayed; "unreadable" where there is none to be had.

        Raises:
            RuntimeError, FzErrorBase: MuPDF or Tesseract failed.
        """
        shown = page.get_pixmap(dpi=_dpi(page.rect), colorspace=pymupdf.csGRAY, alpha=False)
        read = shown.pdfocr_tobytes(compress=False, language=LANGUAGE, tessdata=str(self.tessdata))
        with pymupdf.open("pdf", read) as layer:
            scale = pymupdf.Matrix(
                page.rect.width / layer[0].rect.width, page.rect.height / layer[0].rect.height
            )
            blocks, _ = page_text(layer[0], scale)
        words = [word.text for block in blocks for line in block.lines for word in line.words]
        confidence = share_of_words(words)
        letters = sum(block.letters for block in blocks)
        good = letters >= _LEAST_LETTERS and confidence >= _LEAST_CONFIDENCE
        return Page(
            number=number,
            width=page.rect.width,
            height=page.rect.height,
            blocks=_even(blocks) if good else (),
            state="ocr" if good else "unreadable",
            confidence=confidence if good else None,
        )


def share_of_words(words: Iterable[str]) -> float:
    """Return the share of letters that stand in what looks like English words, 0 to 1.

    Numbers and single signs count neither way: a page of formulas is not a bad scan.
    """
    good = whole = 0
    for word in words:
        core = _TRIMMED.sub("", word)
        letters = sum(ch.isalpha() for ch in core)
        if letters < 2:
            continue
        whole += letters
        if _WORDLIKE.fullmatch(core) and _VOWEL.search(core) and not _CLUSTER.search(core):
            good += letters
    return good / whole if whole else 0.0


def _dpi(shown: pymupdf.Rect) -> int:
    area = max(1.0, shown.width * shown.height)
    return max(8, min(DPI, int(72 * (MAX_PIXELS / area) ** 0.5)))


def _even(blocks: Sequence[Block]) -> tuple[Block, ...]:
    """Give lines of about the usual size just that size, so that none is taken for a heading."""
    sizes = [line.size for block in blocks for line in block.lines for _ in line.words]
    usual = statistics.median(sizes)

    def even(line: Line) -> Line:
        near = abs(line.size - usual) <= _SAME_SIZE * usual
        return replace(line, size=usual if near else line.size, bold=False)

    return tuple(replace(block, lines=tuple(map(even, block.lines))) for block in blocks)
