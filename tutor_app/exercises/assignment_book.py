"""What is known of a course's assignments, read once per index version; no search loads it."""

from __future__ import annotations

import logging
import re
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path
from types import MappingProxyType

from tutor_app.domain.settings import Settings
from tutor_app.domain.values import Chunk, Document
from tutor_app.exercises.assignment_items import (
    TEACHES,
    AssignmentItem,
    find_items,
    item_of_chunks,
)
from tutor_app.exercises.item_facts import ItemFacts, facts_of, read_attached
from tutor_app.exercises.item_matching import (
    Match,
    Statement,
    match_by_number,
    match_by_text,
    names_lecture_exercise,
    number_beside,
    read_statements,
)
from tutor_app.exercises.locked_words import Guard
from tutor_app.exercises.task_problems import problem_of_item
from tutor_app.retrieval.course_index import CourseIndex
from tutor_app.retrieval.embedder import Embedder
from tutor_app.retrieval.index_files import current_version, locked_chunks
from tutor_app.retrieval.numbered_references import resolve_reference

logger = logging.getLogger(__name__)
_NODE_Q = re.compile(r"\b[Qq]\s+(?=\d)")


@dataclass(frozen=True, slots=True, kw_only=True)
class AssignmentBook:
    """The items of a course's assignments with their locked solutions, and the guard of these."""

    index: CourseIndex
    embedder: Embedder
    statements: tuple[Statement, ...] = ()
    guard: Guard = field(default_factory=Guard)

    @property
    def items(self) -> tuple[AssignmentItem, ...]:
        return tuple(statement.item for statement in self.statements)

    def match(self, text: str, at_hand: str | None = None) -> Match | None:
        """Return the item that a message is about, None if it is about none.

        A number alone means an item of the same assignment as the item `at_hand`.
        """
        named = self.named(text, at_hand)
        if named is not None:
            return Match(item=named, by="number", score=1.0)
        return match_by_text(text, self.statements, self.index, self.embedder)

    def named(self, text: str, at_hand: str | None = None) -> AssignmentItem | None:
        """Return the item that a message names by its number: nothing is embedded for that."""
        here, items = self.item(at_hand), self.items
        beside = None if here is None else number_beside(self._without_nodes(text, here))
        if here is not None and beside is not None:
            same = (one for one in items if one.document == here.document and one.number == beside)
            named = next(same, None) or _exercise_beside(here.document, beside, self.index.chunks)
            if named is not None:
                return named
        found = match_by_number(text, items)
        return found.item if found is not None else _exercise_named(text, self.index.chunks)

    def _without_nodes(self, text: str, item: AssignmentItem) -> str:
        """Return the text without "Q 5", where the item's own graph has a node Q."""
        if _NODE_Q.search(text) is None:
            return text
        problem = problem_of_item(item, self.index.chunks)
        nodes = problem.graph.nodes if problem is not None and problem.graph is not None else ()
        return _NODE_Q.sub(" ", text) if {"Q", "q"} & {*nodes} else text

    def item(self, item_id: str | None) -> AssignmentItem | None:
        of_sheet = (item for item in self.items if item.id == item_id)
        return next(of_sheet, None) or _exercise_of_id(item_id, self.index.chunks)


def open_book(
    index: CourseIndex,
    locked: tuple[Chunk, ...],
    embedder: Embedder,
    attached: Mapping[str, ItemFacts] = MappingProxyType({}),
) -> AssignmentBook:
    """Return the book of a course whose solutions are `locked`, with what staff `attached`."""
    items = tuple(
        item.with_attached(facts_of(attached, item.id))
        for item in find_items((*index.chunks, *locked))
    )
    return AssignmentBook(
        index=index,
        embedder=embedder,
        statements=read_statements(items, embedder),
        guard=Guard.of(
            (*(chunk.text for chunk in locked), *(item.attached.locked_text for item in items)),
            (" ".join((*chunk.headings, chunk.text)) for chunk in index.chunks),
        ),
    )


class AssignmentBooks:
    """The books in use, each made once, and again when the index or what staff attach changes."""

    def __init__(self, settings: Settings, embedder: Embedder) -> None:
        self._settings = settings
        self._embedder = embedder
        self._open: dict[str, tuple[CourseIndex, Mapping[str, ItemFacts], AssignmentBook]] = {}
        self._lock = threading.Lock()

    def __call__(self, course_id: str, index: CourseIndex) -> AssignmentBook:
        """Return the book that belongs to the course's `index`."""
        course_dir = self._settings.course_dir(course_id)
        with self._lock:
            known = self._open.get(course_id)
            attached = _attached(course_dir, known[1] if known is not None else {})
            if known is None or known[0] is not index or known[1] != attached:
                locked = locked_chunks(current_version(course_dir))
                book = open_book(index, locked, self._embedder, attached)
                known = self._open[course_id] = (index, attached, book)
        return known[2]


def _attached(course_dir: Path, known: Mapping[str, ItemFacts]) -> Mapping[str, ItemFacts]:
    """Return what staff attached; where the file is damaged, what was known before."""
    try:
        return read_attached(course_dir)
    except (OSError, ValueError) as exc:
        logger.warning("What is attached to items in %s cannot be read: %s", course_dir, exc)
        return known


# --- the exercises of lectures: open, without a solution, and found by their numbers alone


def _exercise_named(text: str, chunks: Sequence[Chunk]) -> AssignmentItem | None:
    """Return the exercise that a text names with its lecture: "lecture 4 exercise 2"."""
    if not names_lecture_exercise(text):
        return None
    found = resolve_reference(text, chunks).chunks
    return _exercise(found)


def _exercise_of_id(item_id: str | None, chunks: Sequence[Chunk]) -> AssignmentItem | None:
    """Return the exercise with an id that an item of `_exercise_named` had."""
    name, _, number = (item_id or "").rpartition("#")
    documents = (chunk.document for chunk in chunks if chunk.document.name == name)
    document = next(documents, None)
    return _exercise_beside(document, number, chunks) if document is not None else None


def _exercise_beside(
    document: Document, number: str, chunks: Sequence[Chunk]
) -> AssignmentItem | None:
    """Return the exercise of a lecture with a number; None where it has none, or several."""
    if document.kind not in TEACHES or not number:
        return None
    inside = (chunk for chunk in chunks if chunk.document == document and chunk.exercise)
    return _exercise([one for one in inside if (one.exercise or "").split("(")[0] == number])


def _exercise(chunks: Sequence[Chunk]) -> AssignmentItem | None:
    """Return the item that chunks set: they must be exercises under one heading of a lecture."""
    places = [key for key, _ in groupby(chunks, key=lambda one: (one.document, one.headings[:2]))]
    if len(places) != 1 or places[0][0].kind not in TEACHES:
        return None
    if any(chunk.exercise is None for chunk in chunks):
        return None
    number = (chunks[0].exercise or "").split("(")[0]
    return item_of_chunks(chunks[0].document, chunks, number)
