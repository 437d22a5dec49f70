"""The exercises that the course's lectures set, found by their numbers: items without a solution.

They are open and earn no points, so that they are practised on; no search matches them by text.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from tutor_app.domain.values import Chunk, Document
from tutor_app.exercises.assignment_items import AssignmentItem, item_of_chunks
from tutor_app.exercises.item_matching import names_lecture_exercise
from tutor_app.retrieval.numbered_references import resolve_reference

_TEACH = ("textbook", "slides")


def is_open_exercise_item(item: AssignmentItem) -> bool:
    """Return whether an item is an exercise of a lecture, which nobody hands in."""
    return item.document.kind in _TEACH


def exercise_named(text: str, chunks: Sequence[Chunk]) -> AssignmentItem | None:
    """Return the exercise that a text names with its lecture: "lecture 4 exercise 2"."""
    if not names_lecture_exercise(text):
        return None
    found = resolve_reference(text, chunks).chunks
    return _exercise(found)


def exercise_of_id(item_id: str | None, chunks: Sequence[Chunk]) -> AssignmentItem | None:
    """Return the exercise with an id that an item of `exercise_named` had."""
    name, _, number = (item_id or "").rpartition("#")
    documents = (chunk.document for chunk in chunks if chunk.document.name == name)
    document = next(documents, None)
    return exercise_beside(document, number, chunks) if document is not None else None


def exercise_beside(
    document: Document, number: str, chunks: Sequence[Chunk]
) -> AssignmentItem | None:
    """Return the exercise of a lecture with a number; None where it has none, or several."""
    if document.kind not in _TEACH or not number:
        return None
    inside = (chunk for chunk in chunks if chunk.document == document and chunk.exercise)
    return _exercise([one for one in inside if (one.exercise or "").split("(")[0] == number])


def _exercise(chunks: Sequence[Chunk]) -> AssignmentItem | None:
    """Return the item that chunks set: they must be exercises under one heading of a lecture."""
    places = [key for key, _ in groupby(chunks, key=lambda one: (one.document, one.headings[:2]))]
    if len(places) != 1 or places[0][0].kind not in _TEACH:
        return None
    if any(chunk.exercise is None for chunk in chunks):
        return None
    number = (chunks[0].exercise or "").split("(")[0]
    return item_of_chunks(chunks[0].document, chunks, number)
