"""PDF to words with places: page by page, with PyMuPDF.

PyMuPDF must not be used from several threads at once: indexing runs in a process of its own with
one thread, and the web process renders pages under a lock.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pymupdf

from tutor_app.errors import FileUnreadable

# Ligatures are written out, images are not extracted; spaces and reading order stay as they are.
_FLAGS = (
    pymupdf.TEXT_PRESERVE_WHITESPACE
    | pymupdf.TEXT_MEDIABOX_CLIP
    | pymupdf.TEXT_CID_FOR_UNKNOWN_UNICODE
) & ~pymupdf.TEXT_PRESERVE_LIGATURES
_BOLD = 1 << 4
# Glyphs without a Unicode value (old-style digits of some fonts), soft hyphens, control characters.
_UNREADABLE = re.compile(r"[\ufffd\uffff\ufffe\u00ad\u0000-\u0008\u000b-\u001f\ue000-\uf8ff]")
_LIGATURES = str.maketrans(
    {"\ufb00": "ff", "\ufb01": "fi", "\ufb02": "fl", "\ufb03": "ffi", "\ufb04": "ffl"}
)
# MuPDF's own errors share no base with Python's. A page tree that promises too much: IndexError.
_BROKEN = (RuntimeError, ValueError, IndexError, pymupdf.mupdf.FzErrorBase)
_NOT_A_PDF = (
    "This is not a PDF that can be opened: it is damaged or another kind of file. "
    "Open it in a PDF viewer, save it as PDF again and upload that."
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Word:
    """A word and its rectangle on the page, in points."""

    text: str
    x0: float
    y0: float
    x1: float
    y1: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """A line of words. `size` is that of most of its letters, in points."""

    words: tuple[Word, ...]
    size: float
    bold: bool

    @property
    def text(self) -> str:
        return " ".join(word.text for word in self.words)

    @property
    def y0(self) -> float:
        return min(word.y0 for word in self.words)

    @property
    def y1(self) -> float:
        return max(word.y1 for word in self.words)


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    """Lines that the page sets as one paragraph."""

    lines: tuple[Line, ...]

    @property
    def text(self) -> str:
        return " ".join(line.text for line in self.lines)

    @property
    def letters(self) -> int:
        return sum(len(word.text) for line in self.lines for word in line.words)


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """One page in reading order. `number` is counted from 1."""

    number: int
    width: float
    height: float
    blocks: tuple[Block, ...]


def open_pdf(path: Path) -> pymupdf.Document:
    """Open a file as PDF, whatever its name says.

    Raises:
        FileUnreadable: not a PDF, damaged beyond repair, without pages, or behind a password.
    """
    if path.stat().st_size == 0:
        raise FileUnreadable("The file is empty (0 bytes). Export it again and upload that.")
    try:
        document = pymupdf.open(path, filetype="pdf")
    except _BROKEN as exc:
        raise FileUnreadable(_NOT_A_PDF) from exc
    if not document.is_pdf:  # MuPDF looks at the bytes: pictures and web pages open too
        document.close()
        raise FileUnreadable(_NOT_A_PDF)
    if document.needs_pass:
        document.close()
        raise FileUnreadable(
            "The PDF asks for a password. Save a copy without a password and upload that."
        )
    if document.page_count == 0:
        document.close()
        raise FileUnreadable("The PDF has no pages. It may have been cut off; upload it again.")
    return document


def read_pages(document: pymupdf.Document) -> Iterator[Page]:
    """Yield the pages in order.

    Raises:
        FileUnreadable: a page cannot be read.
    """
    for index in range(document.page_count):
        try:
            yield _read_page(document[index])
        except _BROKEN as exc:
            raise FileUnreadable(
                f"Page {index + 1} cannot be read: the PDF is damaged there. "
                "Save it as PDF again from its source and upload that."
            ) from exc


def _read_page(page: pymupdf.Page) -> Page:
    textpage = page.get_textpage(flags=_FLAGS)
    words: dict[tuple[int, int], list[Word]] = {}
    for x0, y0, x1, y1, raw, block_no, line_no, _ in page.get_text("words", textpage=textpage):
        text = clean_text(raw)
        if text:
            word = Word(text=text, x0=x0, y0=y0, x1=x1, y1=y1)
            words.setdefault((block_no, line_no), []).append(word)
    blocks = []
    layout: dict[str, Any] = page.get_text("dict", textpage=textpage)
    for block in layout["blocks"]:
        lines = [
            _line(words[key], line["spans"])
            for number, line in enumerate(block.get("lines", ()))
            if (key := (block["number"], number)) in words
        ]
        if lines:
            blocks.append(Block(lines=tuple(lines)))
    return Page(
        number=page.number + 1,
        width=page.rect.width,
        height=page.rect.height,
        blocks=tuple(blocks),
    )


def _line(words: list[Word], spans: list[dict[str, Any]]) -> Line:
    letters = [(len(span["text"].strip()), span) for span in spans]
    main = max(letters, key=lambda pair: pair[0])[1]
    bold = sum(n for n, span in letters if _is_bold(span)) * 2 > sum(n for n, _ in letters)
    return Line(words=tuple(words), size=float(main["size"]), bold=bold)


def _is_bold(span: dict[str, Any]) -> bool:
    return bool(span["flags"] & _BOLD) or "bold" in span["font"].lower()


def clean_text(raw: str) -> str:
    """Write ligatures out and drop glyphs that have no meaning as text."""
    return _UNREADABLE.sub("", raw.translate(_LIGATURES)).strip()
