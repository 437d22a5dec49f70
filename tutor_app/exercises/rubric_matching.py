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

from tutor_app.domain.normal_form import split_sentences
from tutor_app.exercises.contradiction import lacks_data, opposed
from tutor_app.exercises.point_evidence import Windows, weigh_evidence
from tutor_app.exercises.short_answers import guessed, told_briefly
from tutor_app.retrieval.embedder import Embedder
from tutor_app.retrieval.search_terms import tokens
from tutor_app.understanding.prompt_injection import without_addressing

MOST_SENTENCES = 80  # of an answer; each is embedded, alone and with the next
FEW_LISTED = 5  # words between commas: fewer are said in passing
LISTED = 0.6  # of what stands between commas; the rest may be numbers and letters
LONGEST_LISTED = 2.5  # words between two commas, on average
NEW_MESSAGE = "\n\n"  # between what was sent at different times


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

    How surely a sentence has a point is told by learned weights on what speaks for it and against
    it (`point_evidence`). Guesses have none, and none has a point whose data the answer lacks.
    """
    said = windows_of(answer)
    if not said.spans or not points:
        return tuple(Covered(point=n, said=None, near="", score=0.0) for n in range(len(points)))
    evidence = weigh_evidence(said, points, statement, embedder, rarity)
    scores = evidence.scores
    guesses = guessed(said.sentences)
    scores[[any(said.sentences[at] in guesses for at in span) for span in said.spans]] = 0.0
    briefly = {} if guesses else _told_briefly(answer, points, statement)
    found = []
    for number, point in enumerate(points):
        best = _shortest(scores[:, number], len(said.sentences), evidence.threshold)
        score = float(scores[best, number])
        there = score >= evidence.threshold and not lacks_data(point, answer, statement)
        nearest = said.texts[int(evidence.near[:, number].argmax())]
        words = said.texts[best] if there else briefly.get(number)
        found.append(Covered(point=number, said=words, near=nearest, score=score))
    return tuple(found)


def _shortest(scores: npt.NDArray[np.float64], alone: int, least: float) -> int:
    """Return the place of the best of the first `alone` windows, sentences; else of the best."""
    best = int(scores[:alone].argmax())
    return best if scores[best] >= least else int(scores.argmax())


def windows_of(answer: str) -> Windows:
    """Return the sentences of an answer, and the one or two of them that may say a point."""
    told = [
        [said for said in sentences_of(without_addressing(part)) if not only_lists_words(said)]
        for part in answer.split(NEW_MESSAGE)
    ]
    sentences = [sentence for part in told for sentence in part][:MOST_SENTENCES]
    spans = [range(at, at + 1) for at in range(len(sentences))]
    # Two in a row say one thing together, unless they were sent at different times.
    ends = set(accumulate(len(part) for part in told))
    spans += [range(at, at + 2) for at in range(len(sentences) - 1) if at + 1 not in ends]
    return Windows(sentences=tuple(sentences), spans=tuple(spans))


def _told_briefly(answer: str, points: Sequence[str], statement: str) -> dict[int, str]:
    """Return the points that one of the messages has by values alone, with these."""
    found: dict[int, str] = {}
    for part in answer.split(NEW_MESSAGE):
        found |= told_briefly(without_addressing(part), points, statement)
    return found


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
    parts = split_sentences(answer, at_semicolons=True)
    return [part for part in parts if re.search(r"\w", part)]


def only_lists_words(sentence: str) -> bool:
    """Return whether a sentence lists words and says nothing of them: "merge, pivot, levels, n"."""
    parts = [part for part in re.split(r"[,;/]", sentence) if re.search(r"\w", part)]
    words = [part for part in parts if re.search(r"[^\W\d_]{3}", part)]
    if len(words) < FEW_LISTED or len(words) < LISTED * len(parts):
        return False
    return sum(len(part.split()) for part in parts) <= LONGEST_LISTED * len(parts)
