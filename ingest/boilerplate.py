"""Drops running heads, footers and page numbers (K2): by frequency, then by place and size."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from ingest.readers.pdf import Block, Page, TextLine

_EDGE_LINES = 2  # the first and last two lines of each page are compared
_SAME_PLACE = 3.0  # points
_PAGE_NUMBER = re.compile(r"(page\s*)?[\divxlc]+(\s*(/|of)\s*\d+)?", re.IGNORECASE)
_NOT_LETTERS = re.compile(r"[\W\d_]+")


def remove_boilerplate(pages: Sequence[Page]) -> list[Page]:
    """Return the pages without repeated edge lines and page numbers, and without empty blocks."""
    body = body_size(pages)
    edges = {page.number: _edge_lines(page) for page in pages}
    texts = Counter(
        key for lines in edges.values() for key in {_pattern(line) for line in lines} if key
    )
    needed = max(3, round(0.1 * len(pages))) if len(pages) > 3 else 2
    repeated = {pattern for pattern, count in texts.items() if count >= min(needed, 6)}
    places = Counter(round(line.y0 / _SAME_PLACE) for lines in edges.values() for line in lines)

    def is_boilerplate(line: TextLine, page: Page) -> bool:
        if line not in edges[page.number]:
            return False
        margin = line.y1 < 0.1 * page.height or line.y0 > 0.9 * page.height
        if margin and (_PAGE_NUMBER.fullmatch(line.text) or not _pattern(line)):
            return True
        if margin and _pattern(line) in repeated and line.size < 1.5 * body:
            return True
        bucket = round(line.y0 / _SAME_PLACE)
        usual = sum(places[bucket + shift] for shift in (-1, 0, 1)) > 0.4 * len(pages)
        small = len(pages) > 3 and line.size < body - 0.7
        return margin and usual and small and _stands_alone(line, page)

    cleaned = []
    for page in pages:
        kept = [
            replace(block, lines=lines)
            for block in page.blocks
            if (lines := tuple(line for line in block.lines if not is_boilerplate(line, page)))
        ]
        cleaned.append(replace(page, blocks=tuple(kept)))
    return cleaned


def body_size(pages: Sequence[Page]) -> float:
    """Return the font size of most letters, in points, to the nearest half."""
    sizes: Counter[float] = Counter()
    for page in pages:
        for block in page.blocks:
            for line in block.lines:
                sizes[round(2 * line.size) / 2] += len(line.text)
    return sizes.most_common(1)[0][0] if sizes else 10.0


def _edge_lines(page: Page) -> set[TextLine]:
    lines = sorted((line for block in page.blocks for line in block.lines), key=_top)
    return {*lines[:_EDGE_LINES], *lines[-_EDGE_LINES:]}


def _top(line: TextLine) -> float:
    return line.y0


def _stands_alone(line: TextLine, page: Page) -> bool:
    """True if no other line is closer than most of a line's height (a footnote has one closer)."""
    room = 0.8 * (line.y1 - line.y0)
    others = (other for block in page.blocks for other in block.lines if other != line)
    return all(
        other.y1 + room < line.y0 or other.y0 - room > line.y1 or _beside(line, other)
        for other in others
    )


def _beside(line: TextLine, other: TextLine) -> bool:
    return abs(line.y0 - other.y0) < _SAME_PLACE


def _pattern(line: TextLine) -> str:
    """Return what repeats from page to page: the letters, without numbers and punctuation."""
    return _NOT_LETTERS.sub(" ", line.text).strip().lower()


def block_size(block: Block) -> float:
    """Return the size of the block's longest line, in points."""
    return max(block.lines, key=lambda line: len(line.text)).size
