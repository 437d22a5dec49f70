"""Whether a sentence gives away a point of a locked solution in other words."""

from __future__ import annotations

from collections.abc import Sequence

from tutor_app.exercises.assignment_book import AssignmentBook
from tutor_app.exercises.assignment_items import AssignmentItem
from tutor_app.exercises.rubric_matching import cover
from tutor_app.retrieval.search_terms import tokens

NEAR = 0.4  # of a point's content words, as many in a sentence make it worth a closer look


def tells_locked_point(text: str, book: AssignmentBook, is_open: Sequence[str]) -> bool:
    """Return whether `text` has a point of a solution that none of the open texts has.

    What the course quotes and what the student wrote is open.
    """
    said = set(tokens(text))
    for item in book.items:
        near = [place for place, point in enumerate(item.solution) if _is_near(point, said)]
        told = _points_in(text, item, book) & set(near) if near else set()
        if told and not told <= _points_in("\n\n".join(is_open), item, book):
            return True
    return False


def _is_near(point: str, said: set[str]) -> bool:
    own = set(tokens(point))
    return bool(own) and len(own & said) >= NEAR * len(own)


def _points_in(text: str, item: AssignmentItem, book: AssignmentBook) -> set[int]:
    found = cover(text, item.solution, item.statement, book.embedder, book.index.rarity)
    return {point.point for point in found if point.said is not None}
