"""The items of assignments, found by numbering and layout, each with its solution if there is one.

A file of kind `assignment` has its items numbered by the indexer (`Chunk.exercise`); a file of
kind `solution` has them as headings ("Item 3", "Solution to problem 3") or numbered likewise.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from tutor_app.domain.values import Chunk, Document
from tutor_app.exercises.item_facts import NOTHING, ItemFacts
from tutor_app.retrieval.hierarchy.question_blocks import question_number
from tutor_app.wording.catalogue import phrase

ITEM_OF_ASSIGNMENT = phrase("exercises_hints.item_of_assignment", "number", "assignment")
ITEM_OF_FILE = phrase("exercises_hints.item_of_file", "number", "file")
EXERCISE_OF_FILE = phrase("exercises_hints.exercise_of_file", "number", "file")

_LABEL = re.compile(
    r"^\W*(?:(?:item|exercise|problem|question|task|aufgabe|frage)\s+)?\d{1,2}\s*[.):]?\s+", re.I
)
_POINTS = re.compile(
    r"\(\s*(?P<points>\d{1,3}(?:\.\d)?)\s*(?:points?|pts?\.?|marks?|p\.?|punkte?)\s*\)", re.I
)
_FILE_NUMBER = re.compile(r"(?<!\d)(\d{1,2})(?!\d)")
_WORD = re.compile(r"[a-z]{3,}")
_SOLUTION_WORDS = frozenset(
    {"solution", "solutions", "sol", "soln", "answer", "answers", "key", "pdf"}
)
# What a solution says to those who mark it is no part of the solution.
_MARKING = re.compile(r"\([^()]*\b(?:points?|marks?|pts)\b[^()]*\)", re.I)
_MARKING_SENTENCE = re.compile(
    r"\b(?:points?|marks?)\b.{0,30}\b(?:given|awarded|deducted|for)\b"
    r"|\bworth\b.{0,12}\b(?:points?|marks?)\b",
    re.I,
)
_NOTHING = re.compile(r"\b(?:empty|none|inf|infinity|start)\b", re.I)
_SENTENCE_END = re.compile(r"(?<=[.!?])\s+(?=[^\W\d_]|\d+ )")


TEACHES = ("textbook", "slides")


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemPart:
    """A sub-part of an item, as (b)."""

    label: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AssignmentItem:
    """One item of an assignment.

    `points` are those printed beside it, None if none are; `pages` are counted from 1 in the
    assignment's file. `sheet` is the number of the assignment, None if its file has none.
    `solution` holds the statements of its solution; empty if the course has none. `locked` is all
    that the solution says, its code too. No word of either may reach a student. `attached` is what
    staff gave beside it.
    """

    number: str
    statement: str
    document: Document
    pages: tuple[int, ...]
    sheet: int | None = None
    parts: tuple[ItemPart, ...] = ()
    points: float | None = None
    solution: tuple[str, ...] = ()
    locked: str = ""
    attached: ItemFacts = NOTHING

    @property
    def id(self) -> str:
        """What identifies it in every version of its file."""
        return f"{self.document.name}#{self.number}"

    def with_attached(self, facts: ItemFacts) -> AssignmentItem:
        """Return the item with what staff attached to it."""
        return replace(self, attached=facts)

    @property
    def is_practice(self) -> bool:
        """Whether it is an exercise of a lecture, which nobody hands in."""
        return self.document.kind in TEACHES

    @property
    def name(self) -> str:
        if self.sheet:
            return ITEM_OF_ASSIGNMENT(number=self.number, assignment=self.sheet)
        of_file = EXERCISE_OF_FILE if self.is_practice else ITEM_OF_FILE
        return of_file(number=self.number, file=self.document.title)


def find_items(chunks: Iterable[Chunk]) -> tuple[AssignmentItem, ...]:
    """Return the items of all assignments among `chunks`, in their order, with their solutions.

    A solution belongs to the item of its number in the assignment that its file is about: the one
    of the same number, else the one whose name shares most words, else the only one there is.
    """
    kept = [chunk for chunk in chunks if chunk.document.kind in ("assignment", "solution")]
    tasks = _by_document(chunk for chunk in kept if chunk.document.kind == "assignment")
    answers = _by_document(chunk for chunk in kept if chunk.document.kind == "solution")
    solved: dict[tuple[str, str], str] = {}
    for document, part in answers.items():
        about = _assignment_of(document, part, tasks)
        if about is not None:
            for number, inside in _grouped(part).items():
                solved[about.id, number] = _lines(inside, _title(part))
    return tuple(
        item_of_chunks(
            document, inside, number, _sheet(document, part), solved.get((document.id, number), "")
        )
        for document, part in tasks.items()
        for number, inside in _grouped(part).items()
    )


def split_statements(text: str) -> tuple[str, ...]:
    """Return what a solution states, sentence by sentence, without remarks for markers."""
    said = []
    for line in _MARKING.sub("\n", text).split("\n"):
        said += [part.strip() for part in _SENTENCE_END.split(line.strip())]
    return tuple(part for part in said if _states(part))


def _states(text: str) -> bool:
    """True for a sentence, or a row with words and figures; the head of a table states nothing.

    A row of letters and numbers alone is locked too, but nobody would say it in words.
    """
    if _MARKING_SENTENCE.search(text) or len(re.findall(r"\w+", text)) < 3:
        return False
    if not re.search(r"[^\W\d_]{2}", _NOTHING.sub(" ", text)):
        return False
    return text[-1] in ".!?;" or any(ch.isdecimal() for ch in text)


def _lines(chunks: Sequence[Chunk], title: str = "") -> str:
    """Return the sentences of chunks, less a running head that ends in the file's `title`."""
    said = [sentence.text for chunk in chunks for sentence in chunk.sentences]
    return "\n".join(text for text in said if not title or not text.endswith(title))


def _title(chunks: Sequence[Chunk]) -> str:
    return chunks[0].headings[0] if chunks and chunks[0].headings else ""


def _by_document(chunks: Iterable[Chunk]) -> dict[Document, list[Chunk]]:
    found: dict[Document, list[Chunk]] = {}
    for chunk in chunks:
        found.setdefault(chunk.document, []).append(chunk)
    return found


def _grouped(chunks: Sequence[Chunk]) -> dict[str, list[Chunk]]:
    """Return the chunks of each item by its number; text before the first belongs to none."""
    found: dict[str, list[Chunk]] = {}
    for chunk in chunks:
        number = question_number(chunk)
        if number is not None:
            found.setdefault(number, []).append(chunk)
    return found


def item_of_chunks(
    document: Document,
    chunks: Sequence[Chunk],
    number: str,
    sheet: int | None = None,
    solution: str = "",
) -> AssignmentItem:
    """Return the item of this number that stands in `chunks`."""
    whole = " ".join(chunk.text for chunk in chunks)
    points = _POINTS.search(whole)
    labelled = [(c.exercise or "", c.text) for c in chunks if c.exercise and "(" in c.exercise]
    return AssignmentItem(
        number=number,
        statement=_POINTS.sub("", _LABEL.sub("", whole)).strip(),
        document=document,
        pages=tuple(sorted({page for chunk in chunks for page in chunk.pages})),
        sheet=sheet,
        parts=tuple(ItemPart(label=where.split("(")[1][:1], text=text) for where, text in labelled),
        points=float(points["points"]) if points else None,
        solution=split_statements(solution),
        locked=solution,
    )


def _sheet(document: Document, chunks: Sequence[Chunk]) -> int | None:
    """Return the number in the file's name, else in its title."""
    for text in (document.name, _title(chunks)):
        if match := _FILE_NUMBER.search(text):
            return int(match[1])
    return None


def _assignment_of(
    document: Document, chunks: Sequence[Chunk], tasks: dict[Document, list[Chunk]]
) -> Document | None:
    sheet = _sheet(document, chunks)
    sheets = {task: _sheet(task, inside) for task, inside in tasks.items()}
    fitting = [
        task for task, number in sheets.items() if None in (sheet, number) or number == sheet
    ]
    exact = [task for task in fitting if sheet is not None and sheets[task] == sheet]
    if len(exact) == 1:
        return exact[0]
    mine = _name_words(document) - _SOLUTION_WORDS
    shared = {task: len(mine & _name_words(task)) for task in exact or fitting}
    best = max(shared.values(), default=0)
    nearest = [task for task, count in shared.items() if count == best]
    return nearest[0] if len(nearest) == 1 and (best or len(fitting) == 1) else None


def _name_words(document: Document) -> set[str]:
    return set(_WORD.findall(document.name.casefold()))
