"""Lays blocks out on pages as a PDF, so that whatever shows, crops and marks pages simply works.

PyMuPDF's Story sets HTML on pages; it is in the product already, and tells where each block stands.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

import pymupdf
from PIL import Image

from ingest.readers.source_blocks import BlockRole, SourceBlock

PAGE = pymupdf.Rect(0, 0, 460, 650)  # points; narrower than A4, so that a phone shows it legibly
MARGIN = 30.0  # points
_CSS = """
body { font-family: sans-serif; font-size: 11px; line-height: 1.3 }
h1 { font-size: 19px } h2 { font-size: 16px } h3 { font-size: 14px }
h4, h5, h6 { font-size: 12px }
p, li { overflow-wrap: break-word }
pre { font-family: monospace; font-size: 9px; white-space: pre-wrap; overflow-wrap: break-word;
  background-color: #f1f1ee }
.item { margin-left: 14px }
td { padding: 2px 8px 2px 0 }
.opens { page-break-before: always }
"""
_MOST_PIXELS = 25_000_000
_LARGEST = (PAGE.width - 2 * MARGIN, 420.0)  # points: of a picture
_POINTS_A_PIXEL = 0.6
_ELEMENTS: dict[BlockRole, str] = {"text": "p", "item": "p", "code": "pre", "picture": "p"}


@dataclass(frozen=True, slots=True, kw_only=True)
class BlockPlace:
    """Where a block begins: `y0` in points from the top of the page; `number` is its place."""

    page: int
    y0: float
    number: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Rendition:
    """A PDF, and where each block begins in it, in reading order."""

    pdf: bytes
    places: tuple[BlockPlace, ...]


def lay_out(blocks: Sequence[SourceBlock], at_page: Callable[[int], None]) -> Rendition:
    """Set the blocks on pages. `at_page` is called with each page's number before it is set."""
    archive = pymupdf.Archive()
    html = "".join(_html(blocks, archive))
    story = pymupdf.Story(html=html, user_css=_CSS, archive=archive)
    out = io.BytesIO()
    writer = pymupdf.DocumentWriter(out, "compress")
    places: list[BlockPlace] = []
    frame = PAGE + (MARGIN, MARGIN, -MARGIN, -MARGIN)
    page, more = 0, 1
    while more:
        page += 1
        at_page(page)
        device = writer.begin_page(PAGE)
        more, _ = story.place(frame)
        story.element_positions(lambda where: places.extend(_place(where)), {"page": page})
        story.draw(device)
        writer.end_page()
    writer.close()
    with pymupdf.open(stream=out.getvalue(), filetype="pdf") as pdf:
        pdf.subset_fonts()  # a font for Chinese alone has four megabytes
        content: bytes = pdf.tobytes(garbage=3, deflate=True)
    return Rendition(pdf=content, places=tuple(places))


def _place(where: Any) -> Iterator[BlockPlace]:
    begins = where.open_close & 1
    if begins and where.id:
        yield BlockPlace(page=where.page, y0=where.rect[1], number=int(where.id[1:]))


def _html(blocks: Sequence[SourceBlock], archive: pymupdf.Archive) -> Iterator[str]:
    numbered = enumerate(blocks)
    for is_table, group in groupby(numbered, key=lambda pair: pair[1].role == "row"):
        if is_table:
            yield "<table>"
            yield from (_row(number, block) for number, block in group)
            yield "</table>"
        else:
            yield from (_element(number, block, archive) for number, block in group)


def _row(number: int, block: SourceBlock) -> str:
    first, *rest = block.cells
    others = "".join(f"<td>{cell}</td>" for cell in rest)
    return f'<tr><td id="b{number}">{first}</td>{others}</tr>'


def _element(number: int, block: SourceBlock, archive: pymupdf.Archive) -> str:
    text = block.cells[0]
    picture = _picture(number, block.picture, archive) if block.picture else ""
    tag = f"h{min(block.level, 6)}" if block.role == "heading" else _ELEMENTS[block.role]
    if block.role == "item":
        text = f"• {text}" if not text[:1].isdecimal() else text
    names = [name for name, on in (("opens", block.opens), ("item", block.role == "item")) if on]
    classes = f' class="{" ".join(names)}"' if names else ""
    return f'{picture}<{tag} id="b{number}"{classes}>{text}</{tag}>'


def _picture(number: int, content: bytes, archive: pymupdf.Archive) -> str:
    """Put a picture into the archive and return its tag; nothing where it cannot be drawn."""
    try:
        with Image.open(io.BytesIO(content)) as picture:
            width, height = picture.size
            if not width or not height or width * height > _MOST_PIXELS:
                return ""
            out = io.BytesIO()
            picture.convert("RGB").save(out, "png")
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError):
        return ""
    scale = min(_POINTS_A_PIXEL, _LARGEST[0] / width, _LARGEST[1] / height)
    archive.add((out.getvalue(), f"picture{number}.png"))
    return (
        f'<p><img src="picture{number}.png" width="{width * scale:.0f}" '
        f'height="{height * scale:.0f}"></p>'
    )
