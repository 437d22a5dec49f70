"""What is known of a course's assignments, read once per index version; no search loads it."""

from __future__ import annotations

import logging
import re
import threading
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType

from tutor_app.domain.settings import Settings
from tutor_app.domain.values import Chunk
from tutor_app.exercises.assignment_items import AssignmentItem, find_items
from tutor_app.exercises.course_exercises import (
    exercise_beside,
    exercise_named,
    exercise_of_id,
)
from tutor_app.exercises.item_facts import ItemFacts, facts_of, read_attached
from tutor_app.exercises.item_matching import (
    Match,
    Statement,
    match_by_number,
    match_by_text,
    number_beside,
    read_statements,
)
from tutor_app.exercises.locked_words import Guard
from tutor_app.exercises.task_problems import problem_of_item
from tutor_app.retrieval.course_index import CourseIndex
from tutor_app.retrieval.embedder import Embedder
from tutor_app.retrieval.index_files import current_version, locked_chunks

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
            named = next(same, None) or exercise_beside(here.document, beside, self.index.chunks)
            if named is not None:
                return named
        found = match_by_number(text, items)
        return exercise_named(text, self.index.chunks) if found is None else found.item

    def _without_nodes(self, text: str, item: AssignmentItem) -> str:
        """Return the text without "Q 5", where the item's own graph has a node Q."""
        if _NODE_Q.search(text) is None:
            return text
        problem = problem_of_item(item, self.index.chunks)
        nodes = problem.graph.nodes if problem is not None and problem.graph is not None else ()
        return _NODE_Q.sub(" ", text) if {"Q", "q"} & {*nodes} else text

    def item(self, item_id: str | None) -> AssignmentItem | None:
        of_sheet = (item for item in self.items if item.id == item_id)
        return next(of_sheet, None) or exercise_of_id(item_id, self.index.chunks)


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
