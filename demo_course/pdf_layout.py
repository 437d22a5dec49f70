"""From Markdown to a printed page: HTML for PyMuPDF's Story, page breaks, running head.

The same source gives the same bytes each time: no date, no random id, only PyMuPDF's own fonts.
"""

from __future__ import annotations

import bisect
import io
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import pymupdf
from markdown_it import MarkdownIt
from markdown_it.token import Token

from demo_course.graph_figure import GraphFigure, draw_figure, parse_figure

PAGE = pymupdf.Rect(0, 0, 504, 720)  # seven by ten inches: a page that reads well on a screen
TEXT = pymupdf.Rect(64, 76, 440, 660)
FIGURE_GAP = 6.0
GREY = (0.42, 0.46, 0.52)
CREATION_DATE = "D:20260901080000Z"  # a date that never changes keeps the bytes the same

CSS = """
body { margin: 0; font-family: serif; font-size: 10.5pt; line-height: 1.42; color: #1b2430; }
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
table { width: 100%; border-collapse: collapse; margin: 4pt 0 11pt 0; }
th, td { padding: 2.5pt 9pt 2.5pt 5pt; border-bottom: 0.5pt solid #b9c2cc; font-size: 9.4pt;
     text-align: left; line-height: 1.3; }
th { font-family: sans-serif; font-size: 8.6pt; color: #14395c; }
.whole { white-space: nowrap; }
.caption { font-size: 9.2pt; color: #4a5563; margin: 4pt 20pt 12pt 20pt;
     line-height: 1.35; }
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class HtmlBlock:
    """One piece of the text that stays on one page; `keep` where the next one must follow it."""

    html: str
    keep: bool = False
    figure: GraphFigure | None = None


def print_pdf(markdown: str, *, title: str, running_head: str) -> bytes:
    """Return the PDF of a Markdown text whose first heading is its title."""
    pages = list(_pages(_blocks(markdown)))
    buffer = io.BytesIO()
    writer = pymupdf.DocumentWriter(buffer)
    figures = [_write_page(writer, blocks) for blocks in pages]
    writer.close()
    with pymupdf.open("pdf", buffer.getvalue()) as document:
        for page, drawn in zip(document, figures, strict=True):
            page.wrap_contents()  # the Story leaves the page upside down for what comes after it
            for figure, area in drawn:
                draw_figure(page, figure, area)
            _write_margins(page, title, running_head)
        document.set_toc(_contents(pages))
        document.subset_fonts()
        document.set_metadata(
            {
                "title": title,
                "subject": running_head,
                "producer": "demo_course.build",
                "creationDate": CREATION_DATE,
                "modDate": CREATION_DATE,
            }
        )
        return bytes(document.tobytes(garbage=4, deflate=True, no_new_id=True))


# --- the text as blocks ----------------------------------------------------------------------


def _blocks(markdown: str) -> list[HtmlBlock]:
    parser = MarkdownIt("commonmark", {"typographer": True}).enable(["table", "smartquotes"])
    blocks: list[HtmlBlock] = []
    group: list[Token] = []
    for token in parser.parse(markdown):
        group.append(token)
        if token.level == 0 and token.nesting <= 0:
            blocks.extend(_group_blocks(parser, group))
            group = []
    return blocks


def _group_blocks(parser: MarkdownIt, tokens: Sequence[Token]) -> Iterator[HtmlBlock]:
    """The blocks of one piece at the top level: an item of a list is a block of its own."""
    first = tokens[0]
    if first.type == "fence" and first.info == "figure":
        figure = parse_figure(first.content)
        caption = parser.renderInline(figure.caption)
        padding = f"padding-top: {figure.height + FIGURE_GAP}pt"
        html = f'<p id="figure" class="caption" style="{padding}">{caption}</p>'
        yield HtmlBlock(html=_printable(html), figure=figure)
        return
    html = _printable(parser.renderer.render(list(tokens), parser.options, {}))
    if first.type == "bullet_list_open":
        yield from (HtmlBlock(html=f"<ul>{item}</ul>") for item in _items(html))
    elif first.type == "ordered_list_open":
        for number, item in enumerate(_items(html), start=1):
            yield HtmlBlock(html=f'<ol start="{number}">{item}</ol>')
    else:
        introduces = first.type == "heading_open" or html.rstrip().endswith(":</p>")
        yield HtmlBlock(html=html, keep=introduces)


def _items(html: str) -> list[str]:
    return re.findall(r"<li>.*?</li>", html, flags=re.DOTALL)


def _printable(html: str) -> str:
    """Make words come out of the PDF as they went in.

    As one glyph, f and i come out as one odd character; a word cut at its own hyphen
    ("depth-first") comes out with a line end in it, or without the hyphen.
    """
    parts = re.split(r"(<[^>]*>)", html)
    for number in range(0, len(parts), 2):
        whole = re.sub(r"\w+(?:-\w+)+", r'<span class="whole">\g<0></span>', parts[number])
        parts[number] = re.sub(r"(?<=f)([fil])", r"<span>\1</span>", whole)
    return "".join(parts)


# --- the blocks on pages ---------------------------------------------------------------------


def _pages(blocks: Sequence[HtmlBlock]) -> Iterator[Sequence[HtmlBlock]]:
    """Share the blocks out to pages: as many as fit, none cut, none parted from its heading."""
    first = 0
    while first < len(blocks):
        end = bisect.bisect_left(
            range(len(blocks) + 1), True, lo=first + 1, key=lambda n: not _fits(blocks[first:n])
        )
        end -= 1
        while end < len(blocks) and end > first + 1 and blocks[end - 1].keep:
            end -= 1
        if end <= first:
            raise ValueError(f"higher than a page: {blocks[first].html[:80]}")
        yield blocks[first:end]
        first = end


def _story(blocks: Sequence[HtmlBlock]) -> pymupdf.Story:
    return pymupdf.Story(html="".join(block.html for block in blocks), user_css=CSS)


def _fits(blocks: Sequence[HtmlBlock]) -> bool:
    more, _ = _story(blocks).place(TEXT)
    return not more


def _write_page(
    writer: pymupdf.DocumentWriter, blocks: Sequence[HtmlBlock]
) -> list[tuple[GraphFigure, pymupdf.Rect]]:
    """Write one page; return its figures with the areas left free for them."""
    captions: list[float] = []  # where each caption begins, below the space for its figure

    def note(position: Any) -> None:
        if position.id == "figure" and position.open_close & 1:
            captions.append(position.rect[1])

    story = _story(blocks)
    device = writer.begin_page(PAGE)
    story.place(TEXT)
    story.element_positions(note)
    story.draw(device)
    writer.end_page()
    figures = [block.figure for block in blocks if block.figure]
    return [
        (figure, pymupdf.Rect(TEXT.x0, below - FIGURE_GAP - figure.height, TEXT.x1, below))
        for figure, below in zip(figures, captions, strict=True)
    ]


def _write_margins(page: pymupdf.Page, title: str, running_head: str) -> None:
    font = pymupdf.Font("helv")
    writer = pymupdf.TextWriter(page.rect, color=GREY)
    right = TEXT.x1 - font.text_length(title, fontsize=8)
    writer.append((TEXT.x0, 48), running_head, font=font, fontsize=8)
    writer.append((right, 48), title, font=font, fontsize=8)
    page.draw_line((TEXT.x0, 54), (TEXT.x1, 54), color=GREY, width=0.4)
    number = str(page.number + 1)
    middle = (page.rect.width - font.text_length(number, fontsize=8)) / 2
    writer.append((middle, 690), number, font=font, fontsize=8)
    writer.write_text(page)


def _contents(pages: Sequence[Sequence[HtmlBlock]]) -> list[list[object]]:
    """The outline of the PDF: [level, heading, page counted from 1]."""
    entries: list[list[object]] = []
    for number, blocks in enumerate(pages, start=1):
        for block in blocks:
            heading = re.match(r"<h([123])>(.*)</h\1>", block.html)
            if heading:
                entries.append([int(heading[1]), re.sub(r"<[^>]*>", "", heading[2]), number])
    return entries
