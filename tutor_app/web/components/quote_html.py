"""HTML of what is shown word for word: the student's message, the course's pages and paragraphs."""

from __future__ import annotations

import math
import re
from functools import lru_cache
from html import escape
from typing import TYPE_CHECKING

from tutor_app.domain.values import Cloze, title_of_file
from tutor_app.understanding.message_features import read_shape
from tutor_app.web.components.math_text import escape_markdown
from tutor_app.web.page_pictures import PADDING_X, PADDING_Y, page_shape, picture_address
from tutor_app.wording.catalogue import phrase

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from tutor_app.domain.values import Box, Quote, Source

OPEN_PAGE = phrase("page_quotes.open_page")
READ_ON = phrase("page_quotes.read_on")
TEXT = phrase("page_quotes.text")
ON_THE_PAGE = phrase("page_quotes.on_the_page")
PAGE = phrase("page_quotes.page", "page")
OPEN_WEB_PAGE = phrase("page_quotes.open_web_page")
OPEN_POST = phrase("page_quotes.open_post")
READ_BY_OCR = phrase("page_quotes.read_by_ocr")
NAME_LENGTH = 40
# In points, of type as courses print it: what tells a figure from lines of text.
LETTER_WIDTH, LINE_HEIGHT = 5.0, 15.0
DRAWN_LINES = 4  # lines that a crop may be higher than twice its words
LARGEST_SCALE = 1.6  # pixels a point: a narrow crop is not blown up to the column's width


def message_html(text: str) -> str:
    """The student's message, every character as typed; a program or a table in fixed width."""
    even = " el-even" if _stands_in_columns(text) else ""
    return f'<div class="el-asked{even}" data-testid="asked">{escape(text)}</div>'


@lru_cache(maxsize=512)
def _stands_in_columns(text: str) -> bool:
    shape = read_shape(text)
    return shape.code is not None or (len(shape.rows) > 1 and ("|" in text or "\t" in text))


def quote_html(quote: Quote) -> str:
    """Pictures of the quoted paragraph with its sentences marked, and of what goes on below it.

    On a phone, where a page's type is too small, its words stand in their place (page.css).
    """
    marks = [box for marked in quote.marked for box in marked.boxes]
    said = " ".join(marked.text for marked in quote.marked)
    pictures = "".join(
        _picture(quote.document_id, crop, marks, said if number == 0 else "")
        for number, crop in enumerate(quote.crops)
    )
    words = "" if _is_drawn(quote) else _words_html(quote)
    return f"{_words_or_pictures(words, pictures)}{_onward_html(quote)}"


def _words_or_pictures(words: str, pictures: str) -> str:
    """Return the pictures, with what a phone shows instead of them until it is tapped."""
    figure = f'<figure class="el-crop">{pictures}</figure>'
    if not words:
        return figure
    look = f'<details class="el-look"><summary>{ON_THE_PAGE()}</summary></details>'
    return f'<div class="el-words">{words}</div>{look}{figure}'


def _is_drawn(quote: Quote) -> bool:
    """Whether the crop holds a figure: it is much higher than its words would be as lines."""
    words = len(f"{quote.above} {quote.paragraph} {quote.below}")
    height = sum(crop.y1 - crop.y0 for crop in quote.crops)
    width = max(crop.x1 - crop.x0 for crop in quote.crops)
    lines = math.ceil(words * LETTER_WIDTH / max(width, LETTER_WIDTH))
    return height > DRAWN_LINES * LINE_HEIGHT + 2 * lines * LINE_HEIGHT


def _onward_html(quote: Quote) -> str:
    """What the section says next: unmarked, shown at once or behind "Read on"."""
    if not quote.onward_crops:
        return ""
    pictures = "".join(
        _picture(quote.document_id, crop, (), quote.onward if number == 0 else "", lazy=True)
        for number, crop in enumerate(quote.onward_crops)
    )
    opened = " open" if quote.onward_open else ""
    shown = _words_or_pictures(_lines_html(quote.onward), pictures)
    return f'<details class="el-onward"{opened}><summary>{READ_ON()}</summary>{shown}</details>'


def _picture(
    document_id: str, crop: Box, marks: Sequence[Box], alt: str, *, lazy: bool = False
) -> str:
    address = picture_address(document_id, crop.page, crop, marks)
    width = crop.x1 - crop.x0 + 2 * PADDING_X
    height = crop.y1 - crop.y0 + 2 * PADDING_Y
    loading = ' loading="lazy"' if lazy else ""
    return (
        f'<img src="{escape(address)}" alt="{escape(alt)}"{loading} '
        f'width="{width * 2:.0f}" height="{height * 2:.0f}" '
        f'style="max-width: min(100%, {width * LARGEST_SCALE:.0f}px)">'
    )


def page_html(
    document_id: str,
    page: int,
    marks: Sequence[Box],
    alt: str,
    stored: Path,
) -> str:
    """The whole page of a `stored` file with its marks, opened at the first of these."""
    shape = page_shape(stored, page)
    address = picture_address(document_id, page, None, marks)
    size, place = "", ""
    if shape is not None:  # known before the picture has come, so that nothing moves then
        size = f' width="{shape[0]:.0f}" height="{shape[1]:.0f}"'
        top = min((mark.y0 for mark in marks if mark.page == page), default=0.0)
        place = f'<span class="el-place" style="top: {top / shape[1]:.1%}"></span>'
    return (
        f'<figure class="el-page"><img data-testid="page-picture" src="{escape(address)}" '
        f'alt="{escape(alt)}"{size}>{place}</figure>'
    )


def paragraph_html(quote: Quote) -> str:
    """The paragraph as text: to copy, to search, to be read aloud."""
    after = f"<hr>{_lines_html(quote.onward)}" if quote.onward else ""
    return (
        f'<details class="el-text"><summary>{TEXT()}</summary>{_words_html(quote)}{after}</details>'
    )


def _words_html(quote: Quote) -> str:
    """Return the paragraph with its sentences marked, and the list around it."""
    body = mark_sentences(quote.paragraph, [marked.text for marked in quote.marked])
    return f"{_lines_html(quote.above)}<p>{body}</p>{_lines_html(quote.below)}"


def _lines_html(text: str) -> str:
    return "".join(f"<p>{escape(line)}</p>" for line in text.splitlines())


def mark_sentences(paragraph: str, sentences: Sequence[str]) -> str:
    """Return the paragraph as HTML, the sentences in `<mark>`.

    A sentence that continues beyond the paragraph is marked as far as it stands there; one that is
    not in it at all follows after it.
    """
    spans: list[tuple[int, int]] = []
    beyond: list[str] = []
    for sentence in sentences:
        span = _find(paragraph, sentence)
        if span:
            spans.append(span)
        else:
            beyond.append(sentence)
    out: list[str] = []
    at = 0
    for start, end in sorted(spans):
        start = max(start, at)
        if start < end:
            out.append(f"{escape(paragraph[at:start])}<mark>{escape(paragraph[start:end])}</mark>")
            at = end
    out.append(escape(paragraph[at:]))
    out.extend(f" <mark>{escape(sentence)}</mark>" for sentence in beyond)
    return "".join(out)


def _find(paragraph: str, sentence: str) -> tuple[int, int] | None:
    """Find the sentence whatever the spaces; else its beginning at the paragraph's end."""
    words = sentence.split()
    if not words:
        return None
    if match := re.search(r"\s+".join(map(re.escape, words)), paragraph):
        return match.span()
    for count in range(len(words) - 1, 2, -1):
        pattern = r"\s+".join(map(re.escape, words[:count])) + r"\s*$"
        if match := re.search(pattern, paragraph):
            return match.span()
    return None


def source_label(source: Source | Quote | Cloze) -> str:
    """A source's chip, as Markdown: document, page, nearest heading."""
    origin = None if isinstance(source, Cloze) else source.origin
    if origin is not None and origin.role:
        return escape_markdown(" · ".join((_short(origin.title), _short(source.headings[1]))))
    parts = [_short(title_of_file(source.document_name)), PAGE(page=source.page)]
    if source.headings:
        parts.append(_short(source.headings[-1]))
    if source.by_ocr:
        parts.append(READ_BY_OCR())
    return escape_markdown(" · ".join(parts))


def origin_html(source: Quote) -> str:
    """A link to where the quoted text is at home; nothing if it is at home in its file."""
    if source.origin is None or not source.origin.url:
        return ""
    words = OPEN_POST() if source.origin.role else OPEN_WEB_PAGE()
    return (
        f'<a class="el-origin" href="{escape(source.origin.url)}" target="_blank" '
        f'rel="noopener noreferrer">{words}</a>'
    )


def _short(text: str) -> str:
    return text if len(text) <= NAME_LENGTH else text[: NAME_LENGTH - 1].rstrip() + "…"
