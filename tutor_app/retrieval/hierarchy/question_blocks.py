"""A course cut into blocks that belong together: a section, or a question with its answers.

A block never crosses a file. The question of an assignment is told by its number, as layout and
headings give it; its solution is attached elsewhere (tutor_app/exercises/assignment_items.py) and
locked there, so that no block has a word of it.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from tutor_app.domain.lexicon import read_word_lists
from tutor_app.domain.values import Chunk, Origin

BlockKind = Literal["section", "question", "thread"]

_WORDS = read_word_lists(Path(__file__).with_name("question_words.yaml"))


def _one_of(*lists: str) -> str:
    words = sorted({word for name in lists for word in _WORDS[name]}, key=len, reverse=True)
    return f"(?:{'|'.join(map(re.escape, words))})"


_HEADER = re.compile(
    rf"^\W*(?:{_one_of('answers')}\s+{_one_of('links')}?\s*)?{_one_of('questions', 'answers')}\s*"
    rf"{_one_of('counts')}?\s*(?P<number>\d{{1,2}})(?!\d)",
    re.I,
)
_LETTER = re.compile(r"[^\W_]")
_COMPARED = 60  # letters of a post by which the post that it answers is known again


@dataclass(frozen=True, slots=True, kw_only=True)
class CourseBlock:
    """Chunks that are read together; `rows` are theirs in the index, in reading order.

    `number` is that of the question, as printed.
    """

    rows: tuple[int, ...]
    kind: BlockKind
    headings: tuple[str, ...]
    number: str = ""


def question_number(chunk: Chunk) -> str | None:
    """Return the number of the question that a chunk is of: its heading's, else its paragraph's."""
    for heading in reversed(chunk.headings[1:] or chunk.headings):
        if match := _HEADER.match(heading):
            return match["number"]
    return chunk.exercise.split("(")[0] if chunk.exercise else None


def cut_into_blocks(chunks: Sequence[Chunk]) -> list[CourseBlock]:
    """Return the blocks of a course's chunks, each chunk in one, by where they begin."""
    cut: dict[Hashable, list[int]] = {}
    threads: dict[str, _ThreadSoFar] = {}
    for row, chunk in enumerate(chunks):
        if chunk.origin is not None and chunk.document.kind == "forum":
            thread = threads.setdefault(chunk.document.id, _ThreadSoFar())
            key: Hashable = thread.question_of(chunk, chunk.origin)
        else:
            key = _question_or_section(chunk)
        cut.setdefault((chunk.document.id, key), []).append(row)
    return [_block([chunks[row] for row in rows], tuple(rows)) for rows in cut.values()]


def _question_or_section(chunk: Chunk) -> Hashable:
    """Return what the chunks of one block have in common: a question has headings below it."""
    number = question_number(chunk)
    if number is None:
        return chunk.headings
    if chunk.document.kind == "assignment":
        return number
    return number, tuple(title for title in chunk.headings if not _HEADER.match(title))


@dataclass(slots=True)
class _ThreadSoFar:
    """The posts of a file so far: which question each belongs to, by how it begins."""

    questions: dict[str, str] = field(default_factory=dict)
    open_question: str = ""
    post: str = ""

    def question_of(self, chunk: Chunk, origin: Origin) -> str:
        """Return the post of the question that a chunk belongs to: its own, or the one answered.

        A post that names no other one answers the question before it.
        """
        post = "|".join((origin.title, origin.url or chunk.headings[-1]))
        begins = _beginning(chunk.text)
        answered = self.questions.get(_beginning(origin.asked)) if origin.asked else None
        if origin.asks or not self.open_question.startswith(f"{origin.title}|"):
            question = answered or post
            self.open_question = question
        else:
            question = answered or self.open_question
        if post != self.post:
            self.post = post
            self.questions.setdefault(begins, question)
        return question


def _beginning(text: str) -> str:
    return "".join(_LETTER.findall(text.casefold()))[:_COMPARED]


def _block(chunks: Sequence[Chunk], rows: tuple[int, ...]) -> CourseBlock:
    first = chunks[0]
    if first.document.kind == "forum":
        return CourseBlock(rows=rows, kind="thread", headings=first.headings)
    number = question_number(first)
    kind: BlockKind = "section" if number is None else "question"
    return CourseBlock(rows=rows, kind=kind, headings=first.headings, number=number or "")
