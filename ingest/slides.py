"""Slides: each point of a list counts as a sentence, although it ends without a full stop."""

from __future__ import annotations

import re
import statistics
from collections.abc import Iterator, Sequence
from dataclasses import replace

from ingest.boilerplate import body_size
from ingest.readers.pdf import Block, Page, TextLine

_GLYPHS = "•‣▪▸▶►◦●○■□◆◇∙·→⇒➢➤✓✔"
_BULLET = re.compile(rf"^(?:[{_GLYPHS}]+(?=\s|$|\w)|[–—*-](?=\s|$))")
_BARE = re.compile(rf"^[{_GLYPHS}–—*-]+$|^o$|^\d{{1,2}}[.)]$")
_MOST_WORDS = 160  # on a usual slide


def are_slides(pages: Sequence[Page]) -> bool:
    """True for wide pages with few words each."""
    with_text = [page for page in pages if page.blocks]
    if len(with_text) < 2:
        return False
    wide = sum(page.width > 1.15 * page.height for page in with_text)
    words = statistics.median(
        sum(len(line.words) for block in page.blocks for line in block.lines) for page in with_text
    )
    return wide >= 0.7 * len(with_text) and words <= _MOST_WORDS


def points(pages: Sequence[Page]) -> list[Page]:
    """Return the slides with a block for each point, without its bullet."""
    body = body_size(pages)
    lines = [line for page in pages for block in page.blocks for line in block.lines]
    edge = max((line.x1 for line in lines if line.size <= 1.12 * body), default=0.0)
    return [
        replace(
            page,
            blocks=tuple(part for block in page.blocks for part in _points(block, body, edge)),
        )
        for page in pages
    ]


def _points(block: Block, body: float, edge: float) -> Iterator[Block]:
    """`edge` is how far to the right the slides' lines go."""
    bulleted = any(_BULLET.match(line.text) or _is_bare(line) for line in block.lines)
    if not bulleted and min(line.size for line in block.lines) > 1.12 * body:
        yield block  # a title
        return
    point: list[TextLine] = []
    for line in block.lines:
        if point and _begins(line, point[-1], edge):
            yield from _without_bullet(point)
            point = []
        point.append(line)
    yield from _without_bullet(point)


def _is_bare(line: TextLine) -> bool:
    return bool(_BARE.match(line.text))


def _begins(line: TextLine, before: TextLine, edge: float) -> bool:
    """True if a line begins a new point: its first word would have fitted on the line before."""
    if _BULLET.match(line.text) or _is_bare(line):
        return True
    beside = abs(line.y0 - before.y0) < 0.5 * (before.y1 - before.y0)
    if beside or _is_bare(before):
        return False
    starts = line.text[:1].isupper() or line.text[:1].isdecimal()
    first = line.words[0]
    return starts and before.x1 + (first.x1 - first.x0) + 0.3 * line.size < edge


def _without_bullet(lines: Sequence[TextLine]) -> Iterator[Block]:
    first = lines[0]
    if _is_bare(first):
        rest = tuple(lines[1:])
    else:
        words = first.words
        mark = _BULLET.match(words[0].text)
        if mark and mark.end() == len(words[0].text) and len(words) > 1:
            words = words[1:]
        elif mark:
            words = (replace(words[0], text=words[0].text[mark.end() :]), *words[1:])
        rest = (replace(first, words=words), *lines[1:])
    if rest:
        yield Block(lines=rest, item=True)
