"""What a course teaches the cross-encoder for free: its headings, and its exercises."""

from __future__ import annotations

import re
import zlib
from collections.abc import Callable, Sequence

from tutor_app.domain.material import Chunk
from tutor_app.retrieval.course_index import CourseIndex
from tutor_app.retrieval.reranker_training.examples import ReadingExample, SplitExamples

_PASSAGES = 16  # of an example: those that answer, and the nearest others
_ANSWERING = 3
_WORDS = range(2, 15)  # of a heading that can be a question
_LETTERS = 6
_NUMBER = re.compile(r"^(?:chapter\s+)?[\dA-Z]{1,2}(?:\.\d+)*\.?\s+(?=\S)", re.IGNORECASE)
_HELD_BACK = 4  # one section in so many

Finds = Callable[[str], Sequence[Chunk]]
Section = tuple[str, tuple[str, ...]]  # document and headings


def pairs_of_course(index: CourseIndex, find: Finds) -> list[ReadingExample]:
    """Return a course's examples; `find` gives the passages near a text, the nearest first."""
    return [*_headings(index, find), *_exercises(index, find)]


def split_by_section(examples: Sequence[ReadingExample]) -> SplitExamples:
    """Hold back a quarter of the sections to judge; what answers is of one part only."""
    learned: list[ReadingExample] = []
    held_back: list[ReadingExample] = []
    for example in examples:
        sections = {
            _split_by(p) for p, a in zip(example.passages, example.answering, strict=True) if a
        }
        parts = {zlib.crc32(section.encode()) % _HELD_BACK == 0 for section in sections}
        if parts == {True}:
            held_back.append(example)
        elif parts == {False}:
            learned.append(example)
    return SplitExamples(learned=tuple(learned), held_back=tuple(held_back))


def _headings(index: CourseIndex, find: Finds) -> list[ReadingExample]:
    """A section's heading asks for the section: where one section alone has it."""
    sections: dict[Section, list[Chunk]] = {}
    for chunk in index.chunks:
        if chunk.headings and chunk.exercise is None and chunk.document.kind != "logistics":
            sections.setdefault(_section(chunk), []).append(chunk)
    named: dict[str, list[Section]] = {}
    for section in sections:
        named.setdefault(section[1][-1].lower(), []).append(section)
    examples = []
    for section, chunks in sections.items():
        heading = _NUMBER.sub("", section[1][-1])
        if len(named[section[1][-1].lower()]) == 1 and _asks(heading):
            others = [chunk for chunk in find(heading) if _section(chunk) != section]
            examples.append(_example(heading, chunks[:_ANSWERING], others, headings=False))
    return examples


def _exercises(index: CourseIndex, find: Finds) -> list[ReadingExample]:
    """An exercise is about what its chapter teaches: the nearest passages there answer."""
    examples = []
    seen: set[tuple[str, str, str]] = set()
    for chunk in index.chunks:
        place = chunk.document.id, _chapter(chunk), chunk.exercise or ""
        if chunk.exercise is None or not chunk.headings or place in seen:
            continue
        seen.add(place)
        found = [each for each in find(chunk.text) if each.exercise is None]
        own = [each for each in found if _chapter(each) == _chapter(chunk)]
        others = [each for each in found if _chapter(each) != _chapter(chunk)]
        if own and others:
            examples.append(_example(chunk.text, own[:_ANSWERING], others, headings=True))
    return examples


def _example(
    question: str, answering: Sequence[Chunk], others: Sequence[Chunk], *, headings: bool
) -> ReadingExample:
    others = others[: _PASSAGES - len(answering)]
    whole = [frozenset(range(len(chunk.sentences))) for chunk in answering]
    return ReadingExample(
        question=question,
        passages=(*answering, *others),
        answering=(*whole, *(frozenset[int]() for _ in others)),
        whole=True,
        headings=headings,
    )


def _section(chunk: Chunk) -> Section:
    return chunk.document.id, chunk.headings


def _chapter(chunk: Chunk) -> str:
    return f"{chunk.document.id} {chunk.headings[0] if chunk.headings else ''}"


def _split_by(chunk: Chunk) -> str:
    """Its section: the first heading alone is the title where a file is one chapter."""
    return " ".join((chunk.document.id, *chunk.headings[:2]))


def _asks(heading: str) -> bool:
    return len(heading.split()) in _WORDS and sum(map(str.isalpha, heading)) > _LETTERS
