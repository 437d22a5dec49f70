"""What speaks for and against a sentence having a point, weighed by weights that were learned.

Each kind of evidence is a number that code finds; `point_weights.yaml` says how much it counts. The
weights are made by `python -m evals points --write` from labelled answers.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import cache
from pathlib import Path

import numpy as np
import numpy.typing as npt
import yaml

from tutor_app.exercises.contradiction import numbers, opposed, poles_turned, says_result
from tutor_app.exercises.reason_matching import gives_other_reason
from tutor_app.retrieval.embedder import Embedder, Vectors
from tutor_app.retrieval.search_terms import tokens

WEIGHTS = Path(__file__).with_name("point_weights.yaml")
EVIDENCE = (
    "shared",  # the point's words that are said, less the exercise's, by rarity
    "little_added",  # by meaning and words hardly more is said than what the exercise says
    "foreign",  # words that neither the point nor the exercise has, by rarity
    "rival",  # how much nearer another point is
    "figures",  # numbers that the point has and the exercise has not
    "copied",  # the point's words in their order
    "exchanged",  # the same with some of them replaced or moved
    "poles",  # words that turn round what is said
    "opposed",  # it, or a later sentence, says the point's opposite
    "other_reason",  # it gives another reason than the point
    "two",  # two sentences together
)
SHARED_WEIGHT = 0.5
ABOUT_IT = 0.6  # how near a sentence is that has a point's claim, whatever its reason
LEAST_ADDED = 0.62  # of what a point adds to the exercise: its words that are said, and its meaning
MOST_FIGURES = 3
COPIED, EXCHANGED = 0.8, 0.6  # shares of a point's words that stand in their order
EXAMPLE = 3  # edges from which on a point is a graph of its own, which a student names otherwise
RARITY = 0.5  # the least that a word counts: one that stands everywhere may still be the point
_EDGE = re.compile(r"(?<![\w-])([A-Za-z])\s?[-–—]\s?([A-Za-z])(?![\w-])")
_PAIR = re.compile(r"(?<!\w)([A-Z])([A-Z])(?!\w)")

Rarity = Callable[[str], float]


@dataclass(frozen=True, slots=True, kw_only=True)
class Windows:
    """The sentences of an answer, and the places of the one or two that are read together."""

    sentences: tuple[str, ...]
    spans: tuple[range, ...]

    @property
    def texts(self) -> list[str]:
        return [" ".join(self.sentences[at] for at in span) for span in self.spans]


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """How surely each window (row) has each point (column), and how near it is to it.

    `scores` are probabilities, 0 where code rules it out; from `threshold` on it counts.
    """

    scores: npt.NDArray[np.float64]
    near: npt.NDArray[np.float64]
    threshold: float


@dataclass(frozen=True, slots=True, kw_only=True)
class PointWeights:
    """The learned weights, one for each kind of evidence."""

    weights: tuple[float, ...]
    bias: float
    threshold: float


@cache
def read_weights(path: Path = WEIGHTS) -> PointWeights:
    """Return the weights of a file; raise KeyError where a kind of evidence has none."""
    told = yaml.safe_load(path.read_text(encoding="utf-8"))
    return PointWeights(
        weights=tuple(float(told["weights"][name]) for name in EVIDENCE),
        bias=float(told["bias"]),
        threshold=float(told["threshold"]),
    )


def weigh_evidence(
    said: Windows, points: Sequence[str], statement: str, embedder: Embedder, rarity: Rarity
) -> Evidence:
    """Return how surely each window has each of the points."""
    learned = read_weights()
    found, near, out = find_evidence(said, points, statement, embedder, rarity)
    scores = 1 / (1 + np.exp(-(found @ np.array(learned.weights) + learned.bias)))
    scores[out] = 0.0
    return Evidence(scores=scores, near=near, threshold=learned.threshold)


def find_evidence(
    said: Windows, points: Sequence[str], statement: str, embedder: Embedder, rarity: Rarity
) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64], npt.NDArray[np.bool_]]:
    """Return the evidence, shape (windows, points, kinds), how near, and what code rules out."""
    windows, given = said.texts, _terms(statement)
    vectors = embedder.embed([*windows, *points])
    cosines = vectors[: len(windows)] @ vectors[len(windows) :].T
    bare = _without_topic(vectors, statement, embedder)
    meant = bare[: len(windows)] @ bare[len(windows) :].T
    shared = _own_words_said(windows, points, given, rarity)
    near = cosines + SHARED_WEIGHT * shared
    against = opposed(said.sentences, points)
    out = np.array([[_ruled_out(text, point) for point in points] for text in windows])
    found = np.zeros((len(windows), len(points), len(EVIDENCE)))
    for row, (window, span) in enumerate(zip(windows, said.spans, strict=True)):
        for column, point in enumerate(points):
            rivals = np.delete(near[row], column)
            copied, exchanged = _in_order(window, point)
            evidence = {
                "shared": shared[row, column],
                "little_added": meant[row, column] + shared[row, column] < LEAST_ADDED,
                "foreign": _foreign(window, point, given, rarity),
                "rival": min(0.0, near[row, column] - rivals.max(initial=-1.0)),
                "figures": _figures(window, point, statement),
                "copied": copied,
                "exchanged": exchanged,
                "poles": poles_turned(window, point),
                "opposed": any(at >= span.start and on == column for at, on in against),
                "other_reason": near[row, column] >= ABOUT_IT
                and gives_other_reason(window, point, tokens(statement), embedder),
                "two": len(span) > 1,
            }
            found[row, column] = [float(evidence[name]) for name in EVIDENCE]
    return found, np.asarray(near, dtype=np.float64), out


def _ruled_out(window: str, point: str) -> bool:
    """True where the point arrives at a number that the window lacks, or is about other edges."""
    if not says_result(window, point):
        return True
    asked, said = _edges(point), _edges(window)
    return 0 < len(asked) < EXAMPLE and asked.isdisjoint(said)


def _without_topic(vectors: Vectors, statement: str, embedder: Embedder) -> Vectors:
    """Return vectors without the direction of the exercise's meaning, which all of them share."""
    if not statement:
        return vectors
    (topic,) = embedder.embed([statement])
    vectors = vectors - np.outer(vectors @ topic, topic)
    return np.asarray(vectors / np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-6))


def _own_words_said(
    windows: Sequence[str], points: Sequence[str], given: set[str], rarity: Rarity
) -> npt.NDArray[np.float64]:
    """Return the share of each point's words, less the exercise's, that a window has, by rarity."""
    own = [_terms(point) - given or _terms(point) for point in points]
    return np.array(
        [
            [_weight(words & said, rarity) / (_weight(words, rarity) or 1.0) for words in own]
            for said in map(_terms, windows)
        ]
    )


def _foreign(window: str, point: str, given: set[str], rarity: Rarity) -> float:
    said = _terms(window)
    return _weight(said - _terms(point) - given, rarity) / (_weight(said, rarity) or 1.0)


def _weight(words: set[str], rarity: Rarity) -> float:
    return sum(max(rarity(word), RARITY) for word in words)


def _figures(window: str, point: str, statement: str) -> float:
    own = numbers(point) - numbers(statement) - {"0", "1"}
    return min(MOST_FIGURES, len(own & numbers(window))) / MOST_FIGURES


def _in_order(window: str, point: str) -> tuple[bool, bool]:
    """Return whether a window has a point's words in order, as they are or with some exchanged."""
    wanted, said = _ordered(point), _ordered(window)
    matcher = SequenceMatcher(None, wanted, said, autojunk=False)
    same = sum(block.size for block in matcher.get_matching_blocks()) / max(1, len(wanted))
    edits = [(kind, said[start:end]) for kind, _, _, start, end in matcher.get_opcodes()]
    replaced = any(kind == "replace" for kind, _ in edits)
    put_in = {word for kind, words in edits if kind != "equal" for word in words}
    changed = replaced or not put_in.isdisjoint(wanted)
    return same >= COPIED and not changed, same >= EXCHANGED and changed


def _ordered(text: str) -> list[str]:
    return tokens(_PAIR.sub(" ", _EDGE.sub(" ", text)))


def _terms(text: str) -> set[str]:
    """Return the content words; an edge is one word, however it is written: A-C, CA."""
    return _edges(text) | set(_ordered(text))


def _edges(text: str) -> set[str]:
    return {"".join(sorted(pair)).lower() for pair in (*_EDGE.findall(text), *_PAIR.findall(text))}
