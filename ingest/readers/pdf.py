"""From a PDF to words with their places: page by page, with PyMuPDF.

PyMuPDF must not be used from several threads at once: indexing runs in a process of its own with
one thread, and the web process renders pages under a lock.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import pymupdf

from ingest.readers.text_quality import share_of_usual_pairs, share_of_words
from tutor_app.domain.errors import FileUnreadable
from tutor_app.wording.catalogue import phrase

OPENED_EMPTY = phrase("ingest_files.opened_empty")
NOT_OPENED = phrase("ingest_files.not_opened")
PASSWORD = phrase("ingest_files.password")
WITHOUT_PAGES = phrase("ingest_files.without_pages")

# Ligatures are written out, images are not extracted; spaces and reading order stay as they are.
_FLAGS = (
    pymupdf.TEXT_PRESERVE_WHITESPACE
    | pymupdf.TEXT_MEDIABOX_CLIP
    | pymupdf.TEXT_CID_FOR_UNKNOWN_UNICODE
) & ~pymupdf.TEXT_PRESERVE_LIGATURES
_BOLD = 1 << 4
_MONO = 1 << 3
_MONO_FONT = re.compile(r"mono|courier|typewriter|consol|^cmtt|sftt|lmtt", re.IGNORECASE)
# Glyphs without a Unicode value (old-style digits of some fonts), soft hyphens, control characters.
_UNREADABLE = re.compile(r"[\ufffd\uffff\ufffe\u00ad\u0000-\u0008\u000b-\u001f\ue000-\uf8ff]")
_LIGATURES = str.maketrans(
    {"\ufb00": "ff", "\ufb01": "fi", "\ufb02": "fl", "\ufb03": "ffi", "\ufb04": "ffl"}
)
_FULL_OF_LETTERS = 80  # letters: a page with as many is not a picture of text
_SOME_LETTERS = 20
_USUAL_PAIRS = 0.2  # 0.44 on the worst page of code and formulas, 0.07 in a shifted alphabet
_WHOLE_PAGE, _PART_OF_PAGE = 0.5, 0.05  # shares that pictures cover
_MANY_STROKES = 150  # text drawn as outlines has a path a letter
_PICTURES = frozenset({"fill-image", "fill-imgmask"})
_STROKES = frozenset({"fill-path", "stroke-path", "fill-shade"})
# Of MuPDF's warnings, those after which text may be missing.
_ERRORS = re.compile(r"zlib error|syntax error|premature end|read error|is not a stream")
_OCR_FONT = "glyphless"  # Tesseract's
_LOST_PAGE = "non-page object"
# MuPDF's own errors share no base with Python's. A page tree that promises too much: IndexError.
PDF_ERRORS = (RuntimeError, ValueError, IndexError, pymupdf.mupdf.FzErrorBase)


@dataclass(frozen=True, slots=True, kw_only=True)
class Word:
    """A word and its rectangle on the page, in points."""

    text: str
    x0: float
    y0: float
    x1: float
    y1: float


@dataclass(frozen=True, slots=True, kw_only=True)
class TextLine:
    """A line of words. `size` is that of most of its letters, in points; `mono`: most of them are
    set in a font of fixed width, as code is."""

    words: tuple[Word, ...]
    size: float
    bold: bool
    mono: bool = False

    @property
    def text(self) -> str:
        return " ".join(word.text for word in self.words)

    @property
    def y0(self) -> float:
        return min(word.y0 for word in self.words)

    @property
    def y1(self) -> float:
        return max(word.y1 for word in self.words)

    @property
    def x0(self) -> float:
        return min(word.x0 for word in self.words)

    @property
    def x1(self) -> float:
        return max(word.x1 for word in self.words)


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    """Lines that the page sets as one paragraph. `item` marks a point of a list on a slide."""

    lines: tuple[TextLine, ...]
    item: bool = False

    @property
    def text(self) -> str:
        return " ".join(line.text for line in self.lines)

    @property
    def letters(self) -> int:
        return sum(len(word.text) for line in self.lines for word in line.words)


# "unreadable": it looks like text or a picture of text, but has none that can be taken from it.
PageState = Literal["text", "ocr", "unreadable", "drawing", "blank", "damaged"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """One page in reading order, as it is displayed. `number` is counted from 1.

    `confidence` is the share of letters in known words, on a page read by OCR. `doubtful` is
    true where MuPDF met errors on the way, so that text may be missing.
    """

    number: int
    width: float
    height: float
    blocks: tuple[Block, ...]
    state: PageState = "text"
    confidence: float | None = None
    doubtful: bool = False

    @property
    def letters(self) -> int:
        return _letters(self.blocks)

    @property
    def words(self) -> Iterator[str]:
        for block in self.blocks:
            for line in block.lines:
                yield from (word.text for word in line.words)


def open_pdf(path: Path) -> pymupdf.Document:
    """Open a file as PDF, whatever its name says.

    Raises:
        FileUnreadable: not a PDF, damaged beyond repair, without pages, or behind a password.
    """
    if path.stat().st_size == 0:
        raise FileUnreadable(OPENED_EMPTY())
    try:
        document = pymupdf.open(path, filetype="pdf")
    except PDF_ERRORS as exc:
        raise FileUnreadable(NOT_OPENED()) from exc
    if not document.is_pdf:  # MuPDF looks at the bytes: pictures and web pages open too
        document.close()
        raise FileUnreadable(NOT_OPENED())
    if document.needs_pass:
        document.close()
        raise FileUnreadable(PASSWORD())
    try:
        pages = document.page_count
    except PDF_ERRORS as exc:
        raise FileUnreadable(NOT_OPENED()) from exc
    if pages == 0:
        document.close()
        raise FileUnreadable(WITHOUT_PAGES())
    return document


def read_page(document: pymupdf.Document, number: int) -> Page:
    """Return one page, without OCR."""
    pymupdf.TOOLS.reset_mupdf_warnings()
    try:
        page = document[number - 1]
        _remove_notes(page)
        found, lost = page_text(page, page.rotation_matrix, page.rect)
        state = _state(page, found, lost)
        if state == "text" and any(_OCR_FONT in font[3].lower() for font in page.get_fonts()):
            state = "ocr"  # another program has put the words behind the picture
    except (*PDF_ERRORS, AttributeError, TypeError):  # a page object that is no page at all
        return Page(number=number, width=0, height=0, blocks=(), state="damaged")
    warnings = pymupdf.TOOLS.mupdf_warnings()
    doubtful = bool(_ERRORS.search(warnings))
    if state in ("blank", "drawing") and (
        doubtful or document.is_repaired or _LOST_PAGE in warnings
    ):
        state = "damaged"
    return Page(
        number=number,
        width=page.rect.width,
        height=page.rect.height,
        blocks=found,
        state=state,
        doubtful=doubtful,
        confidence=share_of_words(texts(found)) if state == "ocr" else None,
    )


def page_text(
    page: pymupdf.Page, matrix: pymupdf.Matrix, shown: pymupdf.Rect
) -> tuple[tuple[Block, ...], int]:
    """Return the blocks of a page, and how many glyphs have no meaning as text.

    `matrix` maps the page's own coordinates to those of the page as displayed, whose rectangle is
    `shown`.
    """
    textpage = page.get_textpage(flags=_FLAGS)
    words: dict[tuple[int, int], list[Word]] = {}
    lost = 0
    for x0, y0, x1, y1, raw, block_no, line_no, _ in page.get_text("words", textpage=textpage):
        text = clean_text(raw)
        lost += len(_UNREADABLE.findall(raw))
        box = pymupdf.Rect(x0, y0, x1, y1) * matrix
        # Words that a crop box hides are not on the page that a student sees.
        if text and not box.is_empty and _is_visible(box, shown):
            word = Word(text=text, x0=box.x0, y0=box.y0, x1=box.x1, y1=box.y1)
            words.setdefault((block_no, line_no), []).append(word)
    blocks: list[Block] = []
    sideways: list[Block] = []
    layout: dict[str, Any] = page.get_text("dict", textpage=textpage)
    for block in layout["blocks"]:
        level: list[TextLine] = []
        steep: list[TextLine] = []
        for number, line in enumerate(block.get("lines", ())):
            if (key := (block["number"], number)) in words:
                upright = _is_level(line["dir"], matrix)
                (level if upright else steep).append(_line(words[key], line["spans"]))
        if level:
            blocks.append(Block(lines=tuple(level)))
        if steep:
            sideways.append(Block(lines=tuple(steep)))
    # A stamp up the margin or the name of an axis is no text; a page on its side is.
    if 2 * _letters(sideways) > _letters(blocks):
        blocks += sideways
    return tuple(blocks), lost


def texts(blocks: Sequence[Block]) -> list[str]:
    """Return the words in reading order."""
    return [word.text for block in blocks for line in block.lines for word in line.words]


def _letters(blocks: Sequence[Block]) -> int:
    return sum(block.letters for block in blocks)


def is_garbled(blocks: Sequence[Block]) -> bool:
    """True if a font says which letters it draws, and what it says is no language."""
    words = texts(blocks)
    letters = [ch for word in words for ch in word if ch.isalpha()]
    latin = sum(ch.isascii() for ch in letters)
    return latin > 0.9 * len(letters) and share_of_usual_pairs(words) < _USUAL_PAIRS


def _is_visible(box: pymupdf.Rect, shown: pymupdf.Rect) -> bool:
    x, y = (box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2
    return bool(-1 <= x <= shown.width + 1 and -1 <= y <= shown.height + 1)


def _is_level(direction: tuple[float, float], matrix: pymupdf.Matrix) -> bool:
    """True if a line of this direction is displayed from left to right or right to left."""
    x = direction[0] * matrix.a + direction[1] * matrix.c
    y = direction[0] * matrix.b + direction[1] * matrix.d
    return abs(x) >= abs(y)


def _remove_notes(page: pymupdf.Page) -> None:
    """Remove readers' annotations from the page in memory; filled-in forms stay."""
    for note in list(page.annots()):
        page.delete_annot(note)


def _state(page: pymupdf.Page, blocks: Sequence[Block], lost: int) -> PageState:
    """Tell text from pictures of text, drawings and blank pages."""
    letters = _letters(blocks)
    if letters >= _FULL_OF_LETTERS and lost < letters:
        return "unreadable" if is_garbled(blocks) else "text"
    drawn = [(kind, pymupdf.Rect(box) & page.mediabox) for kind, box in page.get_bboxlog()]
    area = abs(page.mediabox.get_area()) or 1.0
    pictures = sum(abs(box.get_area()) for kind, box in drawn if kind in _PICTURES) / area
    strokes = sum(kind in _STROKES for kind, _ in drawn)
    if letters >= _SOME_LETTERS and lost < letters:
        return "unreadable" if pictures > _WHOLE_PAGE else "text"
    if pictures > _PART_OF_PAGE or strokes > _MANY_STROKES or lost > letters + _SOME_LETTERS:
        return "unreadable"
    if letters:
        return "text"
    return "drawing" if strokes or pictures else "blank"


def _line(words: list[Word], spans: list[dict[str, Any]]) -> TextLine:
    letters = [(len(span["text"].strip()), span) for span in spans]
    main = max(letters, key=lambda pair: pair[0])[1]
    bold = sum(n for n, span in letters if _is_bold(span)) * 2 > sum(n for n, _ in letters)
    mono = sum(n for n, span in letters if _is_mono(span)) * 2 > sum(n for n, _ in letters)
    return TextLine(words=tuple(words), size=float(main["size"]), bold=bold, mono=mono)


def _is_bold(span: dict[str, Any]) -> bool:
    return bool(span["flags"] & _BOLD) or "bold" in span["font"].lower()


def _is_mono(span: dict[str, Any]) -> bool:
    return bool(span["flags"] & _MONO) or bool(_MONO_FONT.search(span["font"]))


def clean_text(raw: str) -> str:
    """Write out ligatures and drop glyphs that have no meaning as text."""
    return _UNREADABLE.sub("", raw.translate(_LIGATURES)).strip()
