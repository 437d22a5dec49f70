"""From pictures of text to words, with the Tesseract that is built into MuPDF."""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import pymupdf

from ingest.readers.pdf import Block, Page, TextLine, page_text, texts
from ingest.readers.tesseract import read_words
from ingest.readers.text_quality import share_of_words

DPI = 200
MAX_PIXELS = 12_000_000  # an A0 poster at 200 dpi has 62 million
_LEAST_LETTERS = 20
_LEAST_CONFIDENCE = 0.4  # below it is noise: drawings, photographs, handwriting
# Degrees. Text on its side is read as many wrong letters, an empty page or a drawing as few.
_TURNS = (0, 90, 270, 180)
_SIDEWAYS_LETTERS = 80
_SAME_SIZE = 0.2  # share: Tesseract's sizes are those of each word's letters


@dataclass(frozen=True, slots=True, kw_only=True)
class Ocr:
    """`tessdata` is the folder that holds eng.traineddata."""

    tessdata: Path

    def read(self, page: pymupdf.Page, number: int) -> Page:
        """Return the page's text as it is displayed; "unreadable" if there is none.

        Raises:
            RuntimeError, FzErrorBase: MuPDF or Tesseract failed.
        """
        found: tuple[Block, ...] = ()
        for turn in _TURNS:
            found = self._words(page, turn)
            if _is_language(found) or sum(block.letters for block in found) < _SIDEWAYS_LETTERS:
                break
        good = _is_language(found)
        return Page(
            number=number,
            width=page.rect.width,
            height=page.rect.height,
            blocks=_even(found) if good else (),
            state="ocr" if good else "unreadable",
            confidence=share_of_words(texts(found)) if good else None,
        )

    def _words(self, page: pymupdf.Page, turn: int) -> tuple[Block, ...]:
        """Read the page turned by so many degrees; boxes are those of the page as displayed."""
        dpi = _dpi(page.rect)
        matrix = pymupdf.Matrix(dpi / 72, dpi / 72).prerotate(turn)
        shown = page.get_pixmap(matrix=matrix, colorspace=pymupdf.csRGB, alpha=False)
        shown.set_dpi(dpi, dpi)
        with pymupdf.open("pdf", read_words(shown, self.tessdata)) as layer:
            scale = pymupdf.Matrix(
                shown.width / layer[0].rect.width, shown.height / layer[0].rect.height
            )
            back = scale * pymupdf.Matrix(1, 0, 0, 1, shown.x, shown.y) * ~matrix
            blocks, _ = page_text(layer[0], back, shown=page.rect)
        return blocks


def _is_language(blocks: Sequence[Block]) -> bool:
    words = texts(blocks)
    return (
        sum(block.letters for block in blocks) >= _LEAST_LETTERS
        and share_of_words(words) >= _LEAST_CONFIDENCE
    )


def _dpi(shown: pymupdf.Rect) -> int:
    area = max(1.0, shown.width * shown.height)
    return max(8, min(DPI, int(72 * (MAX_PIXELS / area) ** 0.5)))


def _even(blocks: Sequence[Block]) -> tuple[Block, ...]:
    """Give lines of about the usual size exactly that size, so that none is taken for a heading."""
    sizes = [line.size for block in blocks for line in block.lines for _ in line.words]
    usual = statistics.median(sizes)

    def even(line: TextLine) -> TextLine:
        near = abs(line.size - usual) <= _SAME_SIZE * usual
        return replace(line, size=usual if near else line.size, bold=False)

    return tuple(replace(block, lines=tuple(map(even, block.lines))) for block in blocks)
