"""Reading order on pages of two columns whose text is not stored column by column."""

from __future__ import annotations

import statistics
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from ingest.readers.pdf import Block, Page, TextLine

_LEAST_LINES = 5  # of each column
_STEP = 4.0  # points between two places tried for the gutter
_FULL = 0.55  # of a column's width: running text fills its lines, labels and tables do not
_RUNNING = 4  # words on a usual line of running text
_CROSSING = 0.25  # share of lines that may go over the gutter: title, wide figures, footer

Side = Literal["left", "right", "whole"]


@dataclass(frozen=True, slots=True)
class _ColumnBlock:
    side: Side
    block: Block

    @property
    def y0(self) -> float:
        return min(line.y0 for line in self.block.lines)


def by_columns(page: Page) -> Page:
    """Return the page with each column read to its end before the next one.

    A page that is already stored in that order is left as it is.
    """
    gutter = _gutter([line for block in page.blocks for line in block.lines])
    if gutter is None:
        return page
    parts = [part for block in page.blocks for part in _parts(block, gutter)]
    if len(parts) == len(page.blocks) and _is_ordered(parts):
        return page
    return replace(page, blocks=tuple(_joined(_in_order(parts))))


def _gutter(lines: Sequence[TextLine]) -> float | None:
    """Return the middle of the white stripe between two columns, if there are two."""
    if len(lines) < 2 * _LEAST_LINES:
        return None
    left, right = min(li.x0 for li in lines), max(li.x1 for li in lines)
    width = right - left
    places: list[tuple[int, float]] = []
    x = left + 0.3 * width
    while x < left + 0.7 * width:
        crossing = sum(li.x0 < x - 1 and li.x1 > x + 1 for li in lines)
        if crossing <= _CROSSING * len(lines) and _two_columns(lines, x):
            places.append((crossing, x))
        x += _STEP
    if not places:
        return None
    fewest = min(crossing for crossing, _ in places)
    return statistics.median(x for crossing, x in places if crossing == fewest)


def _two_columns(lines: Sequence[TextLine], x: float) -> bool:
    """True if both sides hold running text, side by side."""
    left = [line for line in lines if line.x1 <= x + 1]
    right = [line for line in lines if line.x0 >= x - 1]
    if min(len(left), len(right)) < _LEAST_LINES:
        return False
    if not (_is_filled(left) and _is_filled(right)):
        return False
    top = max(min(li.y0 for li in left), min(li.y0 for li in right))
    bottom = min(max(li.y1 for li in left), max(li.y1 for li in right))
    return sum(top <= li.y0 <= bottom for li in left) >= _LEAST_LINES - 1


def _is_filled(lines: Sequence[TextLine]) -> bool:
    if statistics.median(len(li.words) for li in lines) < _RUNNING:
        return False
    width = max(li.x1 for li in lines) - min(li.x0 for li in lines)
    return statistics.median(li.x1 - li.x0 for li in lines) >= _FULL * width


def _side(line: TextLine, gutter: float) -> Side:
    if line.x1 <= gutter + 1:
        return "left"
    return "right" if line.x0 >= gutter - 1 else "whole"


def _parts(block: Block, gutter: float) -> Iterator[_ColumnBlock]:
    """Cut a block that holds lines of both columns, line by line where they alternate."""
    sides = {_side(line, gutter) for line in block.lines}
    if len(sides) == 1:
        yield _ColumnBlock(sides.pop(), block)
        return
    for line in block.lines:
        yield _ColumnBlock(_side(line, gutter), replace(block, lines=(line,)))


def _is_ordered(parts: Sequence[_ColumnBlock]) -> bool:
    """True if no text of the left column comes after text of the right one beside it."""
    reached: float | None = None
    for part in parts:
        if part.side == "right":
            reached = part.y0 if reached is None else min(reached, part.y0)
        elif part.side == "whole":
            reached = None
        elif reached is not None and part.y0 > reached - 1:
            return False
    return True


def _in_order(parts: Sequence[_ColumnBlock]) -> Iterator[_ColumnBlock]:
    """Yield the bands between full-width lines; in each, the left column, then the right one."""
    walls = sorted((part for part in parts if part.side == "whole"), key=_top)
    rest = [part for part in parts if part.side != "whole"]
    for wall in [*walls, None]:
        band = [part for part in rest if wall is None or part.y0 < wall.y0]
        rest = [part for part in rest if wall is not None and part.y0 >= wall.y0]
        for side in ("left", "right"):
            yield from sorted((part for part in band if part.side == side), key=_top)
        if wall is not None:
            yield wall


def _top(part: _ColumnBlock) -> float:
    return part.y0


def _joined(parts: Iterator[_ColumnBlock]) -> Iterator[Block]:
    """Put the lines of one paragraph together again."""
    before: _ColumnBlock | None = None
    for part in parts:
        if before is not None and before.side == part.side and _runs_on(before.block, part.block):
            lines = before.block.lines + part.block.lines
            before = _ColumnBlock(part.side, replace(before.block, lines=lines))
            continue
        if before is not None:
            yield before.block
        before = part
    if before is not None:
        yield before.block


def _runs_on(above: Block, below: Block) -> bool:
    last, first = above.lines[-1], below.lines[0]
    height = last.y1 - last.y0
    same_line = abs(first.y0 - last.y0) < 0.3 * height
    near = -0.5 * height < first.y0 - last.y1 < 0.45 * height
    alike = abs(first.size - last.size) < 0.1 * last.size and first.bold == last.bold
    return alike and (same_line or (near and abs(first.x0 - last.x0) < 3 * last.size))
