"""What is known of a course's assignments, read once an index version; no search loads it."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field
from pathlib import Path

from tutor_app.assignments.guard import Guard
from tutor_app.assignments.items import Item, find_items
from tutor_app.assignments.matching import Match, embed_statements, item_beside, match_item
from tutor_app.retrieval.course_index import CourseIndex
from tutor_app.retrieval.embedder import Embedder, Vectors
from tutor_app.retrieval.stored import LOCKED, MATERIAL_ADAPTER, current_version
from tutor_app.settings import Settings
from tutor_app.values import Chunk


@dataclass(frozen=True, slots=True, kw_only=True)
class AssignmentBook:
    """The items of a course's assignments with their locked solutions, and what keeps these in.

    `vectors` are those of the items' statements, in their order; None where they are not kept.
    """

    index: CourseIndex
    embedder: Embedder
    items: tuple[Item, ...] = ()
    guard: Guard = field(default_factory=Guard)
    vectors: Vectors | None = None

    def match(self, text: str, at_hand: str | None = None) -> Match | None:
        """Return the item that a message is about, None where it is about none.

        Where it says a number alone, that is an item of the assignment of the item `at_hand`.
        """
        here = self.item(at_hand)
        beside = item_beside(text, here, self.items) if here is not None else None
        if beside is not None:
            return Match(item=beside, by="number", score=1.0)
        return match_item(text, self.items, self.index, self.embedder, self.vectors)

    def item(self, item_id: str | None) -> Item | None:
        return next((item for item in self.items if item.id == item_id), None)


def open_book(index: CourseIndex, locked: tuple[Chunk, ...], embedder: Embedder) -> AssignmentBook:
    """Return the book of a course whose solutions are `locked`."""
    items = find_items((*index.chunks, *locked))
    return AssignmentBook(
        index=index,
        embedder=embedder,
        items=items,
        vectors=embed_statements(items, embedder) if items else None,
        guard=Guard.of(
            (chunk.text for chunk in locked),
            (" ".join((*chunk.headings, chunk.text)) for chunk in index.chunks),
        ),
    )


class AssignmentBooks:
    """The books in use, each made once and again when the course has another index."""

    def __init__(self, settings: Settings, embedder: Embedder) -> None:
        self._settings = settings
        self._embedder = embedder
        self._open: dict[str, tuple[CourseIndex, AssignmentBook]] = {}
        self._lock = threading.Lock()

    def __call__(self, course_id: str, index: CourseIndex) -> AssignmentBook:
        """Return the book that belongs to the course's `index`."""
        with self._lock:
            known = self._open.get(course_id)
            if known is None or known[0] is not index:
                locked = _locked_chunks(current_version(self._settings.course_dir(course_id)))
                known = (index, open_book(index, locked, self._embedder))
                self._open[course_id] = known
        return known[1]


def _locked_chunks(version: Path | None) -> tuple[Chunk, ...]:
    """Return the solutions that a version keeps; one made before they were kept has none."""
    if version is None or not (version / LOCKED).exists():
        return ()
    return MATERIAL_ADAPTER.validate_json((version / LOCKED).read_bytes()).chunks
