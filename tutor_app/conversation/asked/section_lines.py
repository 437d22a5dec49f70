"""The sentences that sum up a section: one from each of its parts, in order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from tutor_app.answering.course_map.map_values import CourseMap
from tutor_app.conversation.from_map.lecture_summary import says_most
from tutor_app.domain.values import Chunk, SourceSentence
from tutor_app.retrieval.course_index import CourseIndex

_Told = tuple[Chunk, SourceSentence]


def lines_of(
    section: Sequence[Chunk], lines: int, course_map: CourseMap, index: CourseIndex
) -> list[_Told]:
    """Return a sentence from each part of a section, in order, at most as many as `lines`.

    The parts are its subsections; where it has too few, its paragraphs in runs.
    """
    roles = {(one.document_id, one.paragraph): one.role for one in course_map.passages}

    def best(part: _SectionPart) -> _Told | None:
        return says_most(part.heading, part.chunks, roles, index, part.paragraphs)

    depth = min(len(chunk.headings) for chunk in section)
    found: dict[tuple[str, ...], list[Chunk]] = {}
    for chunk in section:
        found.setdefault(chunk.headings[: depth + 1], []).append(chunk)
    parts = [_SectionPart(path[-1], each, _paragraphs(each)) for path, each in found.items()]
    told = [one for one in map(best, parts) if one is not None]
    if len(told) >= lines:
        return told[:lines]
    heading = section[0].headings[depth - 1]
    alone = [_SectionPart(heading, section, frozenset({n})) for n in sorted(_paragraphs(section))]
    numbers = [part for part in alone if best(part) is not None]
    runs = np.array_split(np.arange(len(numbers)), min(lines, max(1, len(numbers))))
    joined = (frozenset[int]().union(*(numbers[at].paragraphs for at in run)) for run in runs)
    return [one for run in joined if (one := best(_SectionPart(heading, section, run))) is not None]


@dataclass(frozen=True, slots=True)
class _SectionPart:
    heading: str
    chunks: Sequence[Chunk]
    paragraphs: frozenset[int]


def _paragraphs(chunks: Sequence[Chunk]) -> frozenset[int]:
    return frozenset(sentence.paragraph for chunk in chunks for sentence in chunk.sentences)
