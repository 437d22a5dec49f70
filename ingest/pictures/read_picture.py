"""From a student's picture to its text, by the OCR that reads scanned pages."""

from __future__ import annotations

from pathlib import Path

import pymupdf
from PIL import Image

from ingest.pictures.flatten_sheet import flatten_sheet
from ingest.pictures.open_picture import open_picture
from ingest.pictures.text_lines import WordInPlace, text_of_words
from ingest.readers.tesseract import read_words
from tutor_app.domain.errors import FileUnreadable
from tutor_app.wording.catalogue import phrase

NOTHING_READ = phrase("page_pictures.nothing_read")

DPI = 200
_TURNS = (0, 90, 270, 180)
_FEW_LETTERS = 3


def read_picture(content: bytes, tessdata: Path) -> str:
    """Return the lines of a picture; one on its side is turned until something is read.

    Raises:
        FileUnreadable: it is no picture that can be opened, or nothing is read in it.
        RuntimeError, FzErrorBase: MuPDF or Tesseract failed.
    """
    sheet = flatten_sheet(open_picture(content))
    for degrees in _TURNS:
        text = _text(sheet.rotate(degrees, expand=True), tessdata)
        if sum(sign.isalnum() for sign in text) >= _FEW_LETTERS:
            return text
    raise FileUnreadable(NOTHING_READ())


def _text(sheet: Image.Image, tessdata: Path) -> str:
    pixels = pymupdf.Pixmap(pymupdf.csRGB, sheet.width, sheet.height, sheet.tobytes(), False)
    pixels.set_dpi(DPI, DPI)
    with pymupdf.open("pdf", read_words(pixels, tessdata)) as layer:
        found = layer[0].get_text("words")
    return text_of_words(
        WordInPlace(x0=x0, y0=y0, x1=x1, y1=y1, text=word) for x0, y0, x1, y1, word, *_ in found
    )
