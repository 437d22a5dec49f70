"""Which points of a solution a student's answer covers, found by code: terms, numbers, vectors.

Finding one is proof enough to say so; not finding one proves nothing, and is never said to.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import accumulate

import numpy as np
import numpy.typing as npt

from tutor_app.assignments.addressing import without_addressing
from tutor_app.assignments.opposites import lacks_data, opposed
from tutor_app.retrieval.embedder import Embedder, Vectors
from tutor_app.retrieval.text import tokens

# Measured on 30 right answers to the demo course's assignments, whole and with each of their points
# left out (docs/benchmarks.md, "Assignments").
THRESHOLD = 0.6
SHARED_WEIGHT = 0.5
EXAMPLE = 3  # edges from which on a point is a graph of its own, which a student names otherwise
ELSEWHERE = 4.0
LEAST_TOLD = 0.3  # of a point's own words, as many must be said: a topic named is no point
RARITY = 0.5  # the least that a word counts: one that stands everywhere may still be the point
NEW_MESSAGE = "\n\n"  # between what was sent at different times
_SENTENCE = re.compile(r"(?<=[.!?;])\s+|\n+")
_EDGE = re.compile(r"(?<![\w-])([A-Za-z])\s?[-–—]\s?([A-Za-z])(?![\w-])")
_PAIR = re.compile(r"(?<!\w)([A-Z])([A-Z])(?!\w)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Covered:
    """A point of a solution, and the sentence of the student's answer that covers it.

    `point` is its place among the solution's; `said` is None where no sentence was found to; `near`
    is the sentence that comes nearest to it, whether it covers it or not.
    """

    point: int
    said: str | None
    near: str
    score: float


def cover(
    answer: str,
    points: Sequence[str],
    statement: str,
    embedder: Embedder,
    rarity: Callable[[str], float],
) -> tuple[Covered, ...]:
    """Return every point with the sentence of `answer` that covers it, if one was found.

    A sentence counts for the point that it is nearest to, unless it, or a later one, says the
    opposite, or it says little more than the topic; words of the `statement` count for none. A
    point that states a result, or lists nodes or numbers in an order, is covered only where these
    are said.
    """
    told = [sentences_of(without_addressing(part)) for part in answer.split(NEW_MESSAGE)]
    sentences = [sentence for part in told for sentence in part]
    spans = [range(at, at + 1) for at in range(len(sentences))]
    # Two in a row say one thing together, unless they were sent at different times.
    ends = set(accumulate(len(part) for part in told))
    spans += [range(at, at + 2) for at in range(len(sentences) - 1) if at + 1 not in ends]
    if not spans or not points:
        return tuple(Covered(point=n, said=None, near="", score=0.0) for n in range(len(points)))
    windows = [" ".join(sentences[at] for at in span) for span in spans]
    near = _nearness(windows, points, statement, embedder, rarity)
    rivals = np.array(
        [np.delete(near, n, axis=1).max(axis=1, initial=-1.0) for n in range(len(points))]
    )
    scores = near + np.minimum(0.0, near - rivals.T)
    scores[_say_too_little(windows, points, statement)] = -ELSEWHERE
    for sentence, number in opposed(sentences, points):
        scores[[span.start <= sentence for span in spans], number] = -ELSEWHERE
    found = []
    for number, point in enumerate(points):
        best = int(scores[:, number].argmax())
        score = float(scores[best, number])
        there = score >= THRESHOLD and not lacks_data(point, answer, statement)
        nearest = windows[int(near[:, number].argmax())]
        found.append(
            Covered(point=number, said=windows[best] if there else None, near=nearest, score=score)
        )
    return tuple(found)


def ruled_out(answer: str, points: Sequence[str], statement: str) -> frozenset[int]:
    """Return the places of the points that an answer cannot have, whoever judges it.

    Its data are not in the answer, or the last of the sentences that share most words with it says
    the opposite.
    """
    sentences = sentences_of(without_addressing(answer))
    against = opposed(sentences, points)
    return frozenset(
        place
        for place, point in enumerate(points)
        if lacks_data(point, answer, statement) or (_nearest(point, sentences), place) in against
    )


def _nearest(point: str, sentences: Sequence[str]) -> int:
    asked = set(tokens(point))
    shares = [len(asked & set(tokens(sentence))) for sentence in sentences]
    return max(range(len(shares)), key=lambda at: (shares[at], at), default=-1)


def sentences_of(answer: str) -> list[str]:
    """Return the sentences and lines of an answer."""
    return [part.strip() for part in _SENTENCE.split(answer) if re.search(r"\w", part)]


def _say_too_little(
    windows: Sequence[str], points: Sequence[str], statement: str
) -> npt.NDArray[np.bool_]:
    """Return where a window has too few words of its own to have a point: it names the topic."""
    given = _terms(statement)
    told = [len(_terms(window) - given) for window in windows]
    needed = [LEAST_TOLD * len(_terms(point) - given) for point in points]
    return np.asarray(np.less.outer(np.array(told), np.array(needed)), dtype=np.bool_)


def _nearness(
    windows: Sequence[str],
    points: Sequence[str],
    statement: str,
    embedder: Embedder,
    rarity: Callable[[str], float],
) -> Vectors:
    vectors = embedder.embed([*windows, *points])
    cosines = vectors[: len(windows)] @ vectors[len(windows) :].T
    given = _terms(statement)
    shared = np.zeros_like(cosines, dtype=np.float64)
    said = [_terms(window) for window in windows]
    for column, point in enumerate(points):
        own = _terms(point) - given or _terms(point)
        whole = sum(max(rarity(word), RARITY) for word in own)
        for row, words in enumerate(said):
            both = sum(max(rarity(word), RARITY) for word in own & words)
            shared[row, column] = both / whole if whole else 0.0
            if _about_other_edges(windows[row], point):
                shared[row, column] = -ELSEWHERE
    return np.asarray(cosines + SHARED_WEIGHT * shared)


def _about_other_edges(window: str, point: str) -> bool:
    """True where the point is about one or two edges and the window names only others, or none."""
    asked, said = _edges(point), _edges(window)
    return 0 < len(asked) < EXAMPLE and asked.isdisjoint(said)


def _terms(text: str) -> set[str]:
    """Return the content words; an edge is one word, however it is written: A-C, CA."""
    return _edges(text) | set(tokens(_PAIR.sub(" ", _EDGE.sub(" ", text))))


def _edges(text: str) -> set[str]:
    return {"".join(sorted(pair)).lower() for pair in (*_EDGE.findall(text), *_PAIR.findall(text))}
