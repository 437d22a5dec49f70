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
from tutor_app.exercises.contradiction import lacks_data, numbers, opposed, result_of
from tutor_app.exercises.decided.node_lists import closes, node_lists, same_way
from tutor_app.exercises.decided.symbol_counts import other_count
from tutor_app.exercises.reason_matching import gives_other_reason
from tutor_app.exercises.short_answers import guessed, told_briefly
from tutor_app.retrieval.embedder import Embedder, Vectors
from tutor_app.retrieval.search_terms import tokens
from tutor_app.understanding.claims import claims_by_asking
from tutor_app.understanding.prompt_injection import without_addressing

# Measured on 30 right answers to the demo course's assignments, whole and with each of their points
# left out (docs/experiments.md, "Assignments").
MOST_SENTENCES = 80  # of an answer; each is embedded, alone and with the next
THRESHOLD = 0.6
SHARED_WEIGHT = 0.5
EXAMPLE = 3  # edges from which on a point is a graph of its own, which a student names otherwise
ELSEWHERE = 4.0
LEAST_TOLD = 0.3  # of a point's own words, as many must be said: a topic named is no point
LEAST_ADDED = 0.62  # of what a point adds to the exercise: its words that are said, and its meaning
RARITY = 0.5  # the least that a word counts: one that stands everywhere may still be the point
FEW_LISTED = 5  # words between commas: fewer are said in passing
LISTED = 0.6  # of what stands between commas; the rest may be numbers and letters
LONGEST_LISTED = 2.5  # words between two commas, on average
NEW_MESSAGE = "\n\n"  # between what was sent at different times
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
    told = [
        [said for said in sentences_of(without_addressing(part)) if not only_lists_words(said)]
        for part in answer.split(NEW_MESSAGE)
    ]
    sentences = [sentence for part in told for sentence in part][:MOST_SENTENCES]
    spans = [range(at, at + 1) for at in range(len(sentences))]
    # Two in a row say one thing together, unless they were sent at different times, or one asks.
    ends = set(accumulate(len(part) for part in told))
    ends |= {at + 1 for at, said in enumerate(sentences) if not claims_by_asking(said)}
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
    scores[_add_too_little(windows, points, statement, embedder, rarity)] = -ELSEWHERE
    scores[_reason_otherwise(windows, points, statement, embedder, scores)] = -ELSEWHERE
    for sentence, number in opposed(sentences, points):
        scores[[span.start <= sentence for span in spans], number] = -ELSEWHERE
    scores[_without_result(windows, points)] = -ELSEWHERE
    guesses = guessed(sentences)
    scores[[any(sentences[at] in guesses for at in span) for span in spans]] = -ELSEWHERE
    briefly = {} if guesses else _told_briefly(answer, points, statement)
    found = []
    for number, point in enumerate(points):
        best = int(scores[:, number].argmax())
        score = float(scores[best, number])
        there = score >= THRESHOLD and not lacks_data(point, answer, statement)
        nearest = windows[int(near[:, number].argmax())]
        said = windows[best] if there else briefly.get(number)
        found.append(Covered(point=number, said=said, near=nearest, score=score))
    return tuple(found)


def _without_result(windows: Sequence[str], points: Sequence[str]) -> npt.NDArray[np.bool_]:
    """Return where a point arrives at a number, or a count, that the window has otherwise."""
    said = [numbers(window) for window in windows]
    asked = [result_of(point) for point in points]
    lacks = [[value is not None and value not in there for value in asked] for there in said]
    others = [[other_count(window, point) is not None for point in points] for window in windows]
    return np.asarray(np.logical_or(lacks, others), dtype=np.bool_)


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
        if lacks_data(point, answer, statement)
        or (_nearest(point, sentences), place) in against
        or any(other_count(one, point) for one in sentences[-1:])
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


def _say_too_little(
    windows: Sequence[str], points: Sequence[str], statement: str
) -> npt.NDArray[np.bool_]:
    """Return where a window has too few words of its own to have a point: it names the topic."""
    given = _terms(statement)
    told = [len(_terms(window) - given) for window in windows]
    needed = [LEAST_TOLD * len(_terms(point) - given) for point in points]
    return np.asarray(np.less.outer(np.array(told), np.array(needed)), dtype=np.bool_)


def _add_too_little(
    windows: Sequence[str],
    points: Sequence[str],
    statement: str,
    embedder: Embedder,
    rarity: Callable[[str], float],
) -> npt.NDArray[np.bool_]:
    """Return where a window is near to a point by little more than what the exercise says.

    A sentence about the exercise is near to all of its points, whatever it claims. So the meaning
    is compared without the direction of the exercise's own, and the words without its words.
    """
    vectors = embedder.embed([*windows, *points])
    if statement:
        (topic,) = embedder.embed([statement])
        vectors = vectors - np.outer(vectors @ topic, topic)
        vectors /= np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-6)
    meant = vectors[: len(windows)] @ vectors[len(windows) :].T
    shared = _own_words_said(windows, points, statement, rarity)
    return np.asarray(meant + shared < LEAST_ADDED, dtype=np.bool_)


def _reason_otherwise(
    windows: Sequence[str],
    points: Sequence[str],
    statement: str,
    embedder: Embedder,
    scores: Vectors,
) -> npt.NDArray[np.bool_]:
    """Return where a window that would have a point gives another reason for it."""
    given = tokens(statement)
    found = np.zeros(scores.shape, dtype=np.bool_)
    for row, column in np.argwhere(scores >= THRESHOLD):
        found[row, column] = gives_other_reason(windows[row], points[column], given, embedder)
    return found


def _own_words_said(
    windows: Sequence[str],
    points: Sequence[str],
    statement: str,
    rarity: Callable[[str], float],
) -> npt.NDArray[np.float64]:
    """Return the share of each point's words, less the exercise's, that a window has, by rarity."""
    given = _terms(statement)
    said = [_terms(window) for window in windows]
    shared = np.zeros((len(windows), len(points)))
    for column, point in enumerate(points):
        own = _terms(point) - given or _terms(point)
        whole = sum(max(rarity(word), RARITY) for word in own)
        for row, words in enumerate(said):
            both = sum(max(rarity(word), RARITY) for word in own & words)
            shared[row, column] = both / whole if whole else 0.0
    return shared


def _nearness(
    windows: Sequence[str],
    points: Sequence[str],
    statement: str,
    embedder: Embedder,
    rarity: Callable[[str], float],
) -> Vectors:
    vectors = embedder.embed([*windows, *points])
    cosines = vectors[: len(windows)] @ vectors[len(windows) :].T
    shared = _own_words_said(windows, points, statement, rarity)
    for column, point in enumerate(points):
        for row, window in enumerate(windows):
            if _about_other_edges(window, point) or _about_other_way(window, point):
                shared[row, column] = -ELSEWHERE
    return np.asarray(cosines + SHARED_WEIGHT * shared)


def _about_other_edges(window: str, point: str) -> bool:
    """True where the point is about one or two edges and the window names only others, or none."""
    asked, said = _edges(point), _edges(window)
    return 0 < len(asked) < EXAMPLE and asked.isdisjoint(said)


def _about_other_way(window: str, point: str) -> bool:
    """True where the point is about a cycle, and the window names only others."""
    asked, said = (
        [nodes for _, nodes in node_lists(text) if closes(nodes)] for text in (point, window)
    )
    return bool(asked and said) and not any(same_way(one, each) for one in asked for each in said)


def _terms(text: str) -> set[str]:
    """Return the content words; an edge is one word, however it is written: A-C, CA."""
    return _edges(text) | set(tokens(_PAIR.sub(" ", _EDGE.sub(" ", text))))


def _edges(text: str) -> set[str]:
    return {"".join(sorted(pair)).lower() for pair in (*_EDGE.findall(text), *_PAIR.findall(text))}
