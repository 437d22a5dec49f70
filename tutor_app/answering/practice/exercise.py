"""The course's own exercise that is nearest to a question and to what was quoted for it."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Sequence

import numpy as np

from tutor_app.domain.values import Chunk, Passage, Quote, Scores
from tutor_app.retrieval.course_index import CourseIndex, Query
from tutor_app.retrieval.embedder import Vectors
from tutor_app.retrieval.search_terms import tokens

# Chosen by reading what came after the conceptual questions of both courses (docs/experiments.md):
# the least sum of the two cosines (with the question, with the marked sentences), and the least
# share of the question's rare words that the exercise has. Below, it was about something else.
NEAR = 1.2
SHARED = 0.12
LONGEST = 420  # characters of an exercise shown under an answer


def nearest_exercise(
    query: Query, quotes: Sequence[Quote], index: CourseIndex, offered: Collection[str] = ()
) -> Passage | None:
    """Return the exercise to try next; None if none is near enough.

    It is near to the question and to the sentences that answer it. `offered` are the ids of what
    the learner was given before.
    """
    marked = _marked_vectors(quotes, index)
    if not len(marked):
        return None
    shown = {quote.passage_id for quote in quotes}
    asked, said = index.best_sentence(query), index.best_match(marked)
    for row in np.argsort(-(asked + said), kind="stable"):
        near = float(asked[row] + said[row])
        if near < NEAR:
            return None
        chunk = index.chunks[row]
        fresh = chunk.id not in shown and practice_id(chunk) not in offered
        if fresh and _begins_exercise(int(row), index) and _shared(query, chunk, index) >= SHARED:
            scores = Scores(sentence=float(asked[row]), final=near / 2)
            return Passage(chunk=chunk, scores=scores)
    return None


def practice_id(chunk: Chunk) -> str:
    """Return what identifies an exercise: the same words are the same exercise."""
    return hashlib.sha256(f"exercise {chunk.text}".encode()).hexdigest()[:16]


def exercise_words(passage: Passage) -> str:
    """Return the exercise in the course's words, cut between sentences if it is long."""
    said = ""
    for sentence in passage.chunk.sentences:
        if said and len(said) + len(sentence.text) > LONGEST:
            return said + " …"
        said = f"{said} {sentence.text}".strip()
    return said


def _marked_vectors(quotes: Sequence[Quote], index: CourseIndex) -> Vectors:
    vectors = [
        vector
        for quote in quotes
        for sentence, vector in zip(
            index.chunk(quote.passage_id).sentences,
            index.sentence_vectors(index.chunk(quote.passage_id)),
            strict=True,
        )
        if sentence.text in {mark.text for mark in quote.marked}
    ]
    return np.array(vectors, dtype=np.float32)


def _shared(query: Query, chunk: Chunk, index: CourseIndex) -> float:
    """Return the share of the question's words, by rarity, that the exercise has."""
    asked = set(query.words)
    whole = sum(index.rarity(word) for word in asked)
    both = asked & set(tokens(chunk.text))
    return sum(index.rarity(word) for word in both) / whole if whole else 0.0


def _begins_exercise(row: int, index: CourseIndex) -> bool:
    """True if the chunk begins an exercise, and is not the middle of it."""
    chunk = index.chunks[row]
    return chunk.exercise is not None and (
        row == 0 or _stands(chunk) != _stands(index.chunks[row - 1])
    )


def _stands(chunk: Chunk) -> tuple[str, tuple[str, ...], str | None]:
    return chunk.document.id, chunk.headings, chunk.exercise
