"""Figures that a text points to: which caption is meant, and where the figure stands."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from tutor_app.domain.values import Box
from tutor_app.retrieval.index_files import PlacedParagraph

if TYPE_CHECKING:
    from tutor_app.retrieval.course_index import CourseIndex

_POINTS = re.compile(r"\b(?:Figure|Fig\.|Algorithm|Listing)\s+(\d+(?:\.\d+)*)")
_CAPTION = re.compile(r"(?:Figure|Fig\.|Algorithm|Listing)\s+([\d.]*\d|[\d.]*)(?P<rest>.*)", re.S)
_ENDS = re.compile(r"[.!?:;][)\]”\"']*(?:\d{1,2})?$")
_NEAR = 40  # paragraphs: figures float at most a page or two away
_PROSE = 60  # characters: shorter lines belong to the figure
_TALLEST = 400.0  # points


def figure_of(
    text: str, document_id: str, number: int, index: CourseIndex
) -> tuple[PlacedParagraph, Box] | None:
    """Return the caption of the first figure that a paragraph's text points to, and its place."""
    for match in _POINTS.finditer(text):
        caption = _caption(match[1], document_id, number, index)
        if caption is not None:
            return caption, _place(caption, document_id, index)
    return None


def _caption(
    figure: str, document_id: str, number: int, index: CourseIndex
) -> PlacedParagraph | None:
    """Return the nearest caption with this number.

    Old-style digits may be unreadable: then the rest of the number is compared, and the caption
    must be the only match.
    """
    here = index.paragraph(document_id, number).box.page
    found = [
        (part, match[1].rstrip("."))
        for part in _around(document_id, number, index)
        if (match := _CAPTION.match(part.text))
        and not match["rest"].lstrip()[:1].islower()
        and abs(part.box.page - here) <= 1
    ]
    same = [part for part, said in found if said == figure]
    if not same:
        same = [part for part, said in found if "." in said and _is_rest(said, figure)]
        same = same if len(same) == 1 else []
    return same[0] if same else None


def _is_rest(said: str, figure: str) -> bool:
    letters = iter(figure)
    return all(letter in letters for letter in said)


def _around(document_id: str, number: int, index: CourseIndex) -> Iterator[PlacedParagraph]:
    for other in range(number - _NEAR, number + _NEAR + 1):
        part = index.find_paragraph(document_id, other)
        if part is not None and other != number:
            yield part


def _place(caption: PlacedParagraph, document_id: str, index: CourseIndex) -> Box:
    """Return the caption with what stands above it, up to the running text."""
    box = caption.box
    same_page = [
        part
        for part in _around(document_id, caption.number, index)
        if part.box.page == box.page and part.box.x0 < box.x1 and part.box.x1 > box.x0
    ]
    text = [p for p in same_page if len(p.text) > _PROSE and _ENDS.search(p.text)]
    above = [p.box.y1 for p in text if p.box.y1 <= box.y0 + 1]
    margin = _text_top(document_id, caption.number, index)
    top = max(max(above, default=margin) + 4, box.y0 - _TALLEST)
    sides = [box, *(p.box for p in same_page)]
    return Box(
        page=box.page,
        x0=min(side.x0 for side in sides),
        y0=min(top, box.y0),
        x1=max(side.x1 for side in sides),
        y1=box.y1,
    )


def _text_top(document_id: str, number: int, index: CourseIndex) -> float:
    """Return where pages around here begin: the highest paragraph."""
    return min(part.box.y0 for part in _around(document_id, number, index))
