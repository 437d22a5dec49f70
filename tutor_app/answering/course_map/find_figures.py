"""Finds the figures and tables of a document by their captions, and where they stand."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from tutor_app.answering.course_map.map_values import CourseFigure, FigureKind
from tutor_app.domain.values import Box
from tutor_app.retrieval.index_files import PlacedParagraph, StoredDocument

_CAPTION = re.compile(
    r"^\W{0,2}(?P<word>Figure|FIGURE|Fig\.|Table|TABLE)\s+(?P<number>\d+(?:[.-]\d+)*)"
    r"(?P<rest>[.:)\s–—-].*|)$",
    re.S,
)
_TALLEST = 400.0  # points
_LEAST = 20.0  # points: less holds no figure
_PROSE = 60  # characters: shorter lines belong to the figure
_ENDS = re.compile(r"[.!?:;][)\]”\"']*(?:\d{1,2})?$")
_MARGIN = 54.0  # points that a page keeps free above and below
_PAGE = 842.0  # A4; what is longer is cut by the picture of the page itself


def find_figures(stored: StoredDocument) -> tuple[CourseFigure, ...]:
    """Return the figures and tables that have a numbered caption, in reading order.

    Of two captions with a number the first counts: others repeat it.
    """
    pages: dict[int, list[PlacedParagraph]] = {}
    for part in stored.paragraphs:
        pages.setdefault(part.box.page, []).append(part)
    found: dict[tuple[str, str], CourseFigure] = {}
    for figure in _captioned(stored, pages):
        found.setdefault((figure.kind, figure.number), figure)
    return tuple(found.values())


def _captioned(
    stored: StoredDocument, pages: Mapping[int, Sequence[PlacedParagraph]]
) -> Iterator[CourseFigure]:
    for part in stored.paragraphs:
        match = _CAPTION.match(part.text)
        # "Figure 6.9 shows …" is a sentence about the figure, a row of dots one of a list of them.
        rest = match["rest"].lstrip(" .:)–—-") if match is not None else ""
        if match is None or rest[:1].islower() or ". . ." in rest or "....." in rest:
            continue
        kind: FigureKind = "table" if match["word"].casefold() == "table" else "figure"
        yield CourseFigure(
            document_id=stored.document.id,
            kind=kind,
            number=match["number"].rstrip(".-"),
            caption=part.text,
            paragraph=part.number,
            box=_place(part, pages[part.box.page]),
        )


def _place(caption: PlacedParagraph, page: Sequence[PlacedParagraph]) -> Box:
    """Return the caption with what stands above or below it, whichever side is free of text."""
    box = caption.box
    text = [
        part.box
        for part in page
        if part.number != caption.number
        and part.box.x0 < box.x1
        and part.box.x1 > box.x0
        and len(part.text) > _PROSE
        and (_ENDS.search(part.text) or not part.small)
    ]
    top = max((each.y1 for each in text if each.y1 <= box.y0 + 1), default=_MARGIN) + 4
    bottom = min((each.y0 for each in text if each.y0 >= box.y1 - 1), default=_PAGE - _MARGIN) - 4
    top, bottom = max(top, box.y0 - _TALLEST), min(bottom, box.y1 + _TALLEST)
    above, below = box.y0 - top, bottom - box.y1
    # At the foot of a page the rest of it is free as well: a figure's caption stands below it.
    is_above = above >= _LEAST and (above >= below or not _is_table(caption))
    y0, y1 = (top, box.y1) if is_above else (box.y0, bottom)
    inside = [part.box for part in page if y0 <= part.box.y0 and part.box.y1 <= y1]
    return Box(
        page=box.page,
        x0=min([box.x0, *(each.x0 for each in inside)]),
        y0=min(y0, box.y0),
        x1=max([box.x1, *(each.x1 for each in inside)]),
        y1=max(y1, box.y1),
    )


def _is_table(caption: PlacedParagraph) -> bool:
    return caption.text.lstrip().casefold().startswith("table")
