"""The blocks of a file that was laid out, as paragraphs where they stand on its pages."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace

from ingest.exercise_numbers import exercise_number, holds_exercises, item_of_title
from ingest.headings_and_exercises import Paragraph
from ingest.readers.pdf import Page, TextLine
from ingest.readers.source_blocks import SourceBlock
from ingest.rendition import BlockPlace

_SLACK = 2.0  # points by which letters may reach above their block
_BULLET = "•"
_LONGEST_DISPLAY = 8  # lines of a listing that go with the words before it


def rendered_paragraphs(
    blocks: Sequence[SourceBlock],
    places: Sequence[BlockPlace],
    pages: Sequence[Page],
    *,
    all_exercises: bool,
) -> list[Paragraph]:
    """Return the text of every block as paragraphs, one for each page that it stands on.

    `all_exercises` treats every numbered item as an exercise, as in `paragraphs` of a PDF.
    """
    lines = _lines_of_blocks(places, pages)
    found: list[Paragraph] = []
    headings: dict[int, str] = {}
    exercise: str | None = None
    for number, block in enumerate(blocks):
        pieces = lines.get(number, {})
        text = " ".join(line.text for piece in pieces.values() for line in piece)
        if block.role == "heading":
            headings = {level: h for level, h in headings.items() if level < block.level}
            headings[block.level] = text
            exercise = item_of_title(text) if all_exercises else None
            continue
        path = tuple(headings[level] for level in sorted(headings))
        in_exercises = all_exercises or holds_exercises(path)
        if in_exercises:
            exercise = exercise_number(text, exercise)
        for page, piece in pieces.items():
            part = Paragraph(
                number=len(found),
                page=page,
                lines=tuple(piece),
                headings=path,
                exercise=exercise if in_exercises else None,
                small=False,
                item=block.role == "item",
                origin=block.origin,
            )
            if block.role == "code" and found and _leads_in(found[-1], part):
                found[-1] = _with_listing(found[-1], part)
            else:
                found.append(part)
    return found


def _lines_of_blocks(
    places: Sequence[BlockPlace], pages: Sequence[Page]
) -> dict[int, dict[int, list[TextLine]]]:
    """Return for each block its lines by page: those between its beginning and the next one's."""
    starts = [(place.page, place.y0 - _SLACK) for place in places]
    found: dict[int, dict[int, list[TextLine]]] = defaultdict(dict)
    for page in pages:
        for line in (line for block in page.blocks for line in block.lines):
            at = bisect_right(starts, (page.number, (line.y0 + line.y1) / 2 - _SLACK)) - 1
            if at < 0:
                continue
            kept = _without_bullet(line)
            if kept.words:
                found[places[at].number].setdefault(page.number, []).append(kept)
    return found


def _without_bullet(line: TextLine) -> TextLine:
    return replace(line, words=line.words[1:]) if line.words[0].text == _BULLET else line


def _leads_in(before: Paragraph, listing: Paragraph) -> bool:
    """Whether a listing goes with the words before it: short, and right below them."""
    return (
        (before.page, before.headings, before.origin)
        == (listing.page, listing.headings, listing.origin)
        and len(before.displays) + len(listing.lines) <= _LONGEST_DISPLAY
        and bool(before.displays or before.is_open or before.text.endswith(":"))
    )


def _with_listing(before: Paragraph, listing: Paragraph) -> Paragraph:
    lines = (*before.lines, *listing.lines)
    displays = before.displays | set(range(len(before.lines), len(lines)))
    return replace(before, lines=lines, displays=displays)
