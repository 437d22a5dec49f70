"""The course's own exercise that is nearest to a question."""

from __future__ import annotations

import numpy as np

from tutor_app.retrieval.course_index import CourseIndex, Query
from tutor_app.values import Chunk, Passage, Scores

# Below this cosine an exercise of the demo course or the textbook was about something else.
NEAR = 0.45
LONGEST = 420  # characters of an exercise shown under an answer


def nearest_exercise(query: Query, index: CourseIndex, shown: frozenset[str]) -> Passage | None:
    """Return the exercise to try next; None where none is near enough.

    `shown` are the ids of chunks that the answer already quotes.
    """
    dense = index.dense(query)
    for row in np.argsort(-dense, kind="stable"):
        if dense[row] < NEAR:
            return None
        chunk = index.chunks[row]
        if _begins_exercise(int(row), index) and chunk.id not in shown:
            score = float(dense[row])
            return Passage(chunk=chunk, scores=Scores(dense=score, final=score))
    return None


def exercise_words(passage: Passage) -> str:
    """Return the exercise in the course's words, cut between sentences where it is long."""
    said = ""
    for sentence in passage.chunk.sentences:
        if said and len(said) + len(sentence.text) > LONGEST:
            return said + " …"
        said = f"{said} {sentence.text}".strip()
    return said


def _begins_exercise(row: int, index: CourseIndex) -> bool:
    """True where the chunk begins an exercise, and is not the middle of it."""
    chunk = index.chunks[row]
    return chunk.exercise is not None and (
        row == 0 or _stands(chunk) != _stands(index.chunks[row - 1])
    )


def _stands(chunk: Chunk) -> tuple[str, tuple[str, ...], str | None]:
    return chunk.document.id, chunk.headings, chunk.exercise
