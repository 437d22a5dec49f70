"""Parent retrieval: what is found brings the section along that it stands in (R2)."""

from __future__ import annotations

from collections.abc import Sequence

from tutor_app.domain.values import Passage, Scores
from tutor_app.retrieval.course_index import CourseIndex
from tutor_app.retrieval.newest_first import Candidate


def with_sections(
    candidates: Sequence[Candidate], index: CourseIndex, budget: int
) -> list[Candidate]:
    """Put behind each passage what stands around it in its section, up to `budget` characters.

    Its sub-section comes in first, then the section above it; what was found by itself later on
    keeps its scores, and what was not has the score of what brought it.
    """
    found = dict(candidates)
    taken: dict[int, Passage] = {}
    for row, passage in candidates:
        if row in taken:
            continue
        for each in _around(row, index, budget):
            scores = Scores(final=passage.scores.final)
            beside = Passage(chunk=index.chunks[each], scores=scores)
            taken.setdefault(each, found.get(each, beside))
    return list(taken.items())


def _around(row: int, index: CourseIndex, budget: int) -> list[int]:
    """Return the passage and its neighbours, in the order of reading behind it."""
    own = index.chunks[row]
    section = own.headings[:-1] or own.headings
    low = high = row
    left = budget - len(own.text)
    while True:
        sides = [
            each
            for each in (high + 1, low - 1)
            if 0 <= each < len(index.chunks)
            and index.chunks[each].document.id == own.document.id
            and index.chunks[each].headings[: len(section)] == section
        ]
        if not sides:
            break
        nearest = min(sides, key=lambda each: index.chunks[each].headings != own.headings)
        left -= len(index.chunks[nearest].text)
        if left < 0:
            break
        low, high = min(low, nearest), max(high, nearest)
    return [row, *(each for each in range(low, high + 1) if each != row)]
