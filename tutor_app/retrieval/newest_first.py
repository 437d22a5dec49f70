"""Among posts of the forum that say about the same, staff's newest word comes first (V3)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
import numpy.typing as npt

from tutor_app.domain.values import Chunk, Passage
from tutor_app.retrieval.course_index import CourseIndex

Candidate = tuple[int, Passage]  # the chunk's row in the index, and the passage
# Cosine from which two posts say about the same: of the whole posts, where they are put in order;
# of their nearest sentences, where staff's newer word replaces another as an answer. Chosen on the
# first half of the contradictions of `python -m evals newest-word` (docs/experiments.md).
SAME, SAME_SENTENCE = 0.70, 0.65
# Share of the first one's score that makes another one its equal, likewise.
NEAR, NEAR_REPLACED = 0.8, 0.5
_LOOKED_AT = 40  # candidates: later ones are not read


def newest_first(candidates: Sequence[Candidate], index: CourseIndex) -> list[Candidate]:
    """Reorder posts that say about the same: a word of staff before students', the newest first.

    They take the places that they have together. What is no post, or has no date, stays.
    """
    looked, rest = list(candidates[:_LOOKED_AT]), candidates[_LOOKED_AT:]
    posts = _dated_posts(looked)
    vectors = index.vectors(looked[place][0] for place in posts) if posts else np.zeros((0, 1))
    for group in _equals(looked, posts, vectors @ vectors.T >= SAME, NEAR):
        ordered = sorted(group, key=lambda place: _word(looked[place][1].chunk), reverse=True)
        moved = [looked[place] for place in ordered]
        for place, candidate in zip(group, moved, strict=True):
            looked[place] = candidate
    return [*looked, *rest]


def answering(candidates: Sequence[Candidate], index: CourseIndex) -> list[Candidate]:
    """Return what can answer: no student's question, and staff's newest word in place of others.

    If nothing else was found, all stay.
    """
    left: list[Candidate | None] = list(candidates)
    posts = _dated_posts(candidates[:_LOOKED_AT])
    said = [index.sentence_vectors(candidates[place][1].chunk) for place in posts]
    alike = [[float((a @ b.T).max(initial=0.0)) >= SAME_SENTENCE for b in said] for a in said]
    for group in _equals(candidates, posts, np.array(alike), NEAR_REPLACED):
        newest = max(group, key=lambda place: _word(candidates[place][1].chunk))
        if _word(candidates[newest][1].chunk)[0]:
            for place in group:
                left[place] = None
            left[group[0]] = candidates[newest]
    kept = [one for one in left if one is not None and not _asks(one[1].chunk)]
    return kept or list(candidates)


def _dated_posts(candidates: Sequence[Candidate]) -> list[int]:
    return [place for place, (_, passage) in enumerate(candidates) if _is_dated(passage.chunk)]


def _equals(
    candidates: Sequence[Candidate],
    posts: Sequence[int],
    alike: npt.NDArray[np.bool_],
    near: float,
) -> Iterator[list[int]]:
    """Yield the places of posts that say about the same and are about as near to the question.

    `posts` are the places of posts, `alike` says which say the same, shape (posts, posts).
    """
    taken: set[int] = set()
    for first, place in enumerate(posts):
        if first in taken:
            continue
        least = near * (candidates[place][1].scores.final or 0.0)
        group = [
            n
            for n in range(first, len(posts))
            if n not in taken and alike[first, n]
            if (candidates[posts[n]][1].scores.final or 0.0) >= least
        ]
        taken.update(group)
        yield [posts[n] for n in group]


def _asks(chunk: Chunk) -> bool:
    return chunk.origin is not None and chunk.origin.asks


def _is_dated(chunk: Chunk) -> bool:
    return chunk.origin is not None and bool(chunk.origin.role and chunk.origin.date)


def _word(chunk: Chunk) -> tuple[bool, str]:
    """Return how much the word of a post counts: whether it is staff's, and its day."""
    origin = chunk.origin
    return (origin.role == "staff", origin.date) if origin else (False, "")
