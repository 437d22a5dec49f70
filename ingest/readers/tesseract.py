"""The Tesseract that is built into MuPDF, as all of OCR calls it."""

from __future__ import annotations

from pathlib import Path

import pymupdf

LANGUAGE = "eng"


def read_words(pixmap: pymupdf.Pixmap, tessdata: Path) -> bytes:
    """Return a PDF of one page with the words that are read in an RGB picture, in their places.

    In grey, MuPDF hands Tesseract an empty page. `tessdata` is the folder of eng.traineddata.

    Raises:
        RuntimeError, FzErrorBase: MuPDF or Tesseract failed.
    """
    return bytes(pixmap.pdfocr_tobytes(compress=False, language=LANGUAGE, tessdata=str(tessdata)))
