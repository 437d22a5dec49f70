"""From Markdown to a printed page: HTML for PyMuPDF's Story, page breaks, running head.

The same source gives the same bytes each time: no date, no random id, only PyMuPDF's own fonts.
"""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

import pymupdf
from markdown_it import MarkdownIt
from markdown_it.token import Token

from demo_course.figure import Figure, draw_figure, parse_figure

PAGE = pymupdf.Rect(0, 0, 504, 720)  # seven by ten inches: a page that reads well on a screen
TEXT = pymupdf.Rect(62, 70, 442, 658)
GREY = (0.42, 0.46, 0.52)
WRITTEN = "D:20260901080000Z"  # a date that never changes keeps the bytes the same

CSS = """
body { font-family: serif; font-size: 10.5pt; line-height: 1.42; color: #1b2430; }
p { margin: 0 0 7pt 0; }
h1 { font-family: sans-serif; font-size: 21pt; line-height: 1.15; color: #14395c;
     margin: 0 0 14pt 0; }
h2 { font-family: sans-serif; font-size: 14pt; line-height: 1.2; color: #14395c;
     margin: 15pt 0 6pt 0; }
h3 { font-family: sans-serif; font-size: 11.5pt; line-height: 1.2; color: #14395c;
     margin: 10pt 0 4pt 0; }
blockquote { background-color: #eef3f8; border-left: 3pt solid #2a6fa5;
     padding: 6pt 9pt 6pt 9pt; margin: 5pt 0 10pt 0; }
blockquote p { margin: 0; }
pre { background-color: #f4f4f1; font-size: 8.6pt; line-height: 1.35;
     padding: 6pt 9pt 6pt 9pt; margin: 4pt 0 10pt 0; }
code { font-size: 9.4pt; }
pre code { font-size: 8.6pt; }
ol, ul { margin: 2pt 0 8pt 0; padding-left: 22pt; }
li { margin: 0 0 5pt 0; }
li p { margin: 0 0 5pt 0; }
table { border-collapse: collapse; margin: 4pt 0 11pt 0; }
th, td { padding: 2.5pt 9pt 2.5pt 5pt; border-bottom: 0.5pt solid #b9c2cc; font-size: 9.4pt;
     text-align: left; line-height: 1.3; }
th { font-family: sans-serif; font-size: 8.6pt; color: #14395c; }
.caption { font-size: 9.2pt; color: #4a5563; text-align: center; margin: 6pt 24pt 12pt 24pt;
     line-height: 1.35; }
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    """One piece of the text at the top level; `keep` with the next one on the same page."""

    html: str
    keep: bool = False
    whole: bool = False
    figure: Figure | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Spot:
    """Where a block begins and ends."""

    page: int
    top: float
    last_page: int


def print_pdf(markdown: str, *, title: str, running_head: str) -> bytes:
    """Return the PDF of a Markdown text whose first heading is its title."""
    blocks = _blocks(markdown)
    breaks: frozenset[int] = frozenset()
    while True:
        data, spots = _flow(blocks, breaks)
        found = _first_bad_break(blocks, spots, breaks)
        if found is None:
            break
        breaks |= {found}
    return _finish(data, blocks, spots, title=title, running_head=running_head)


# --- the text as blocks ----------------------------------------------------------------------


def _blocks(markdown: str) -> list[Block]:
    parser = MarkdownIt("commonmark", {"typographer": True}).enable(
        ["table", "smartquotes", "replacements"]
    )
    blocks: list[Block] = []
    group: list[Token] = []
    for token in parser.parse(markdown):
        group.append(token)
        if token.level == 0 and token.nesting <= 0:
            blocks.append(_block(parser, group))
            group = []
    return blocks


def _block(parser: MarkdownIt, tokens: Sequence[Token]) -> Block:
    first = tokens[0]
    if first.type == "fence" and first.info == "figure":
        figure = parse_figure(first.content)
        padding = figure.height + 4
        caption = parser.renderInline(figure.caption)
        html = f'<p class="caption" style="padding-top: {padding}pt">{caption}</p>'
        return Block(html=_unligated(html), whole=True, figure=figure)
    html = _unligated(parser.renderer.render(list(tokens), parser.options, {}))
    introduces = first.type == "paragraph_open" and html.rstrip().endswith(":</p>")
    return Block(
        html=html,
        keep=first.type == "heading_open" or introduces,
        whole=first.type in {"fence", "table_open", "blockquote_open", "paragraph_open"}
        and len(html) < 1_400,
    )


def _unligated(html: str) -> str:
    """Keep f and i apart: as one glyph they come out of a PDF as one odd character."""
    parts = re.split(r"(<[^>]*>)", html)
    return "".join(
        part if part.startswith("<") else re.sub(r"(?<=f)([fil])", r"<span>\1</span>", part)
        for part in parts
    )


# --- the blocks on pages ---------------------------------------------------------------------


def _flow(blocks: Sequence[Block], breaks: frozenset[int]) -> tuple[bytes, list[Spot]]:
    """Set the blocks, with a new page before each of `breaks`."""
    html = "".join(
        f'<div id="b{number}"{_page_break(number in breaks)}>{block.html}</div>'
        for number, block in enumerate(blocks)
    )
    spots: dict[int, Spot] = {}
    page = 0

    def note(position: object) -> None:
        name = getattr(position, "id", None)
        if not isinstance(name, str) or not name.startswith("b"):
            return
        number = int(name[1:])
        seen = spots.get(number)
        if seen is None:
            rect = pymupdf.Rect(position.rect)  # type: ignore[attr-defined]
            spots[number] = Spot(page=page, top=rect.y0, last_page=page)
        else:
            spots[number] = replace(seen, last_page=page)

    story = pymupdf.Story(html=html, user_css=CSS)
    buffer = io.BytesIO()
    writer = pymupdf.DocumentWriter(buffer)
    more = 1
    while more:
        device = writer.begin_page(PAGE)
        more, _ = story.place(TEXT)
        story.element_positions(note)
        story.draw(device)
        writer.end_page()
        page += 1
    writer.close()
    return buffer.getvalue(), [spots[number] for number in range(len(blocks))]


def _page_break(wanted: bool) -> str:
    return ' style="page-break-before: always"' if wanted else ""


def _first_bad_break(
    blocks: Sequence[Block], spots: Sequence[Spot], breaks: frozenset[int]
) -> int | None:
    """The first block that must begin a page: cut in two, or parted from what it introduces."""
    for number, (block, spot) in enumerate(zip(blocks, spots, strict=True)):
        if number in breaks or number == 0:
            continue
        cut = block.whole and spot.last_page != spot.page
        follower = spots[number + 1] if number + 1 < len(spots) else spot
        if cut or (block.keep and follower.page != spot.page):
            return _head_of_chain(blocks, number, breaks)
    return None


def _head_of_chain(blocks: Sequence[Block], number: int, breaks: frozenset[int]) -> int:
    while number > 1 and blocks[number - 1].keep and number - 1 not in breaks:
        number -= 1
    return number


def _finish(
    data: bytes, blocks: Sequence[Block], spots: Sequence[Spot], *, title: str, running_head: str
) -> bytes:
    """Draw the figures, write running head and page numbers, fix what would change by itself."""
    with pymupdf.open("pdf", data) as document:
        for block, spot in zip(blocks, spots, strict=True):
            if block.figure:
                area = pymupdf.Rect(TEXT.x0, spot.top, TEXT.x1, spot.top + block.figure.height)
                draw_figure(document[spot.page], block.figure, area)
        for page in document:
            _write_margins(page, title, running_head)
        document.set_toc(_contents(blocks, spots))
        document.subset_fonts()
        document.set_metadata(
            {
                "title": title,
                "subject": running_head,
                "producer": "demo_course.build",
                "creationDate": WRITTEN,
                "modDate": WRITTEN,
            }
        )
        return bytes(document.tobytes(garbage=4, deflate=True, no_new_id=True))


def _write_margins(page: pymupdf.Page, title: str, running_head: str) -> None:
    font = pymupdf.Font("helv")
    writer = pymupdf.TextWriter(page.rect, color=GREY)
    if page.number > 0:
        right = TEXT.x1 - font.text_length(title, fontsize=8)
        writer.append((TEXT.x0, 48), running_head, font=font, fontsize=8)
        writer.append((right, 48), title, font=font, fontsize=8)
        page.draw_line((TEXT.x0, 54), (TEXT.x1, 54), color=GREY, width=0.4)
    number = str(page.number + 1)
    middle = (page.rect.width - font.text_length(number, fontsize=8)) / 2
    writer.append((middle, 690), number, font=font, fontsize=8)
    writer.write_text(page)


def _contents(blocks: Sequence[Block], spots: Sequence[Spot]) -> list[list[object]]:
    """The outline of the PDF: [level, heading, page counted from 1]."""
    entries: list[list[object]] = []
    for block, spot in zip(blocks, spots, strict=True):
        heading = re.match(r"<h([123])>(.*)</h\1>", block.html)
        if heading:
            text = re.sub(r"<[^>]*>", "", heading[2])
            entries.append([int(heading[1]), text, spot.page + 1])
    return entries
