"""`python -m evals points`: how much each kind of evidence counts, learned from answers.

Trained on the halves to tune on, judged on writers and subjects that were kept out.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import yaml

from tutor_app.exercises.assignment_items import AssignmentItem
from tutor_app.exercises.contradiction import lacks_data
from tutor_app.exercises.point_evidence import EVIDENCE, WEIGHTS, find_evidence
from tutor_app.exercises.rubric_matching import cover, windows_of
from tutor_app.models.exams.exam_items import read_open_answers
from tutor_app.retrieval.embedder import Embedder

QUESTIONS = Path(__file__).parents[1] / "questions"
PAIRS = QUESTIONS / "point_pairs.yaml"
OPEN = QUESTIONS / "open_answers.jsonl"
RIGHT = QUESTIONS / "right_answers.jsonl"
MOST_WRONG = (
    0.065  # of the points that are not there: as many may be found, in the cross-validation
)
HARD = ("pairs", "open", "exam")  # answers that were written to be nearly right, too
FOLDS = 8
ROUNDS = 4  # the window that has a point is the one that the weights of the round before choose
STRENGTH = 1.0  # of the data against the wish for small weights
Vector = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelledAnswer:
    """An answer with what of its exercise's points it has: y, p (a part of one) or n for each."""

    source: str
    exercise: str
    points: tuple[str, ...]
    said: str
    covers: str
    kept: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class PointSample:
    """One point beside one answer: the evidence of each window, and whether the point is there."""

    source: str
    exercise: str
    rows: Vector
    there: bool
    kept: bool


def read_labelled(items: Iterable[AssignmentItem]) -> list[LabelledAnswer]:
    """Return all labelled answers; those to `items` with each of their parts left out, too."""
    return [*_pairs(), *_open(), *_right({item.id: item for item in items})]


def _pairs() -> Iterable[LabelledAnswer]:
    exercises = yaml.safe_load(PAIRS.read_text(encoding="utf-8"))
    for at, exercise in enumerate(exercises):
        points = tuple(exercise["points"])
        told = [("pairs", answer["said"], answer["covers"]) for answer in exercise["answers"]]
        # A point's own words have it, and an answer to another exercise has none.
        for source, texts in (("own words", points), ("restated", exercise["restated"])):
            for place, text in enumerate(texts):
                told.append((source, text, _letters(len(points), {place})))
        other = exercises[at - 1]["answers"]
        told += [("elsewhere", answer["said"], _letters(len(points), set())) for answer in other]
        for source, said, covers in told:
            yield LabelledAnswer(
                source=source,
                exercise=exercise["exercise"],
                points=points,
                said=said,
                covers=covers,
                kept=exercise["split"] == "kept",
            )


def _open() -> Iterable[LabelledAnswer]:
    for name, items in (("open", read_open_answers(OPEN)), ("exam", read_open_answers())):
        for item in items:
            covered = {place - 1 for place in item.covered}
            yield LabelledAnswer(
                source=name,
                exercise=item.exercise,
                points=tuple(item.points),
                said=item.answer,
                covers=_letters(len(item.points), covered),
                kept=item.split == "kept",
            )


def _right(items: dict[str, AssignmentItem]) -> Iterable[LabelledAnswer]:
    for row in map(json.loads, RIGHT.read_text(encoding="utf-8").splitlines()):
        if (item := items.get(row["item"])) is None:
            continue
        parts = row["segments"]
        for left_out in (None, *range(len(parts))) if len(parts) > 1 else (None,):
            told = [part for at, part in enumerate(parts) if at != left_out]
            covered = {place for part in told for place in part["points"]}
            yield LabelledAnswer(
                source="right",
                exercise=item.statement,
                points=tuple(item.solution),
                said=" ".join(part["text"] for part in told),
                covers=_letters(len(item.solution), covered),
                kept=False,
            )


def _letters(count: int, covered: set[int]) -> str:
    return "".join("y" if at in covered else "n" for at in range(count))


def read_samples(
    labelled: Iterable[LabelledAnswer], embedder: Embedder, rarity: Callable[[str], float]
) -> list[PointSample]:
    """Return every point beside every answer, less those that code alone rules out."""
    found = []
    for one in labelled:
        said = windows_of(one.said)
        if not said.spans or not one.points:
            continue
        rows, _, out = find_evidence(said, one.points, one.exercise, embedder, rarity)
        for at, (point, letter) in enumerate(zip(one.points, one.covers, strict=True)):
            kept_rows = rows[~out[:, at], at]
            if lacks_data(point, one.said, one.exercise):
                kept_rows = kept_rows[:0]
            found.append(
                PointSample(
                    source=one.source,
                    exercise=one.exercise,
                    rows=kept_rows,
                    there=letter == "y",
                    kept=one.kept,
                )
            )
    return found


def learn(samples: Sequence[PointSample]) -> tuple[Vector, float]:
    """Return the weights and the bias that tell the points that are there from those that are not.

    A point that is there is in one window of the answer, which is not labelled: it is the one that
    the weights found so far choose.
    """
    usable = [sample for sample in samples if len(sample.rows)]
    there = np.array([sample.there for sample in usable], dtype=float)
    weights, bias = np.array([float(name in ("shared", "rival")) for name in EVIDENCE]), 0.0
    for _ in range(ROUNDS):
        chosen = np.array([sample.rows[int((sample.rows @ weights).argmax())] for sample in usable])
        weights, bias = _fit(chosen, there)
    return weights, bias


def _fit(rows: Vector, there: Vector) -> tuple[Vector, float]:
    """Return the weights of a logistic regression that keeps them small (Newton's method)."""
    mean, spread = rows.mean(axis=0), rows.std(axis=0) + 1e-6
    table = np.hstack([(rows - mean) / spread, np.ones((len(rows), 1))])
    small = np.diag([1.0 / STRENGTH] * rows.shape[1] + [0.0])
    found = np.zeros(table.shape[1])
    for _ in range(30):
        chance = 1 / (1 + np.exp(-table @ found))
        slope = table.T @ (chance - there) + small @ found
        bend = (table * (chance * (1 - chance))[:, None]).T @ table + small
        found = found - np.linalg.solve(bend, slope)
    weights = found[:-1] / spread
    return weights, float(found[-1] - weights @ mean)


def score(sample: PointSample, learned: tuple[Vector, float]) -> float:
    """Return how surely an answer has a point; 0 where code rules it out."""
    if not len(sample.rows):
        return 0.0
    weights, bias = learned
    return float(1 / (1 + np.exp(-(sample.rows @ weights + bias).max())))


def cross_validate(samples: Sequence[PointSample]) -> Vector:
    """Return the score of each sample by weights that never saw its exercise."""
    exercises = sorted({sample.exercise for sample in samples})
    fold = {exercise: at % FOLDS for at, exercise in enumerate(exercises)}
    scores = np.zeros(len(samples))
    for left_out in range(FOLDS):
        learned = learn([one for one in samples if fold[one.exercise] != left_out])
        for at, sample in enumerate(samples):
            if fold[sample.exercise] == left_out:
                scores[at] = score(sample, learned)
    return scores


def choose_threshold(samples: Sequence[PointSample], scores: Vector) -> float:
    """Return the score from which on MOST_WRONG of the absent points of the hard ones are found."""
    judged = np.array([sample.source in HARD for sample in samples])
    absent = np.array([not sample.there for sample in samples]) & judged
    return float(np.quantile(scores[absent], 1 - MOST_WRONG))


def figures(
    samples: Sequence[PointSample], found: npt.NDArray[np.bool_]
) -> dict[str, dict[str, float]]:
    """Return for each source: points there and found, absent and found, precision."""
    told: dict[str, dict[str, float]] = {}
    for source in sorted({sample.source for sample in samples}):
        mask = np.array([sample.source == source for sample in samples])
        there = np.array([sample.there for sample in samples])
        right, wrong = (found & there & mask).sum(), (found & ~there & mask).sum()
        told[source] = {
            "there": int((there & mask).sum()),
            "found": round(float(right / max(1, (there & mask).sum())), 3),
            "absent": int((~there & mask).sum()),
            "absent_found": round(float(wrong / max(1, (~there & mask).sum())), 3),
            "precision": round(float(right / max(1, right + wrong)), 3),
        }
    return told


def train_points(
    items: Iterable[AssignmentItem],
    embedder: Embedder,
    rarity: Callable[[str], float],
    *,
    kept: bool = False,
    write: bool = False,
) -> dict[str, Any]:
    """Train the weights and return how they do; `kept` looks at the half that judges, too."""
    labelled = read_labelled(items)
    tuned = read_samples([one for one in labelled if not one.kept], embedder, rarity)
    scores = cross_validate(tuned)
    threshold = choose_threshold(tuned, scores)
    weights, bias = learn(tuned)
    if write:
        _write(weights, bias, threshold)
    told: dict[str, Any] = {
        "threshold": round(threshold, 3),
        "weights": dict(zip(EVIDENCE, weights.round(2).tolist(), strict=True)),
        "cross_validated": figures(tuned, np.asarray(scores >= threshold)),
    }
    if kept:
        told["kept_out"] = measure_kept(labelled, embedder, rarity)
    return told


def measure_kept(
    labelled: Iterable[LabelledAnswer], embedder: Embedder, rarity: Callable[[str], float]
) -> dict[str, dict[str, float]]:
    """Return how the product's own matching does on the answers that were kept out."""
    samples, found = [], []
    for one in labelled:
        if not one.kept:
            continue
        covered = cover(one.said, one.points, one.exercise, embedder, rarity)
        for point, letter in zip(covered, one.covers, strict=True):
            found.append(point.said is not None)
            samples.append(
                PointSample(
                    source=one.source,
                    exercise=one.exercise,
                    rows=np.zeros((0, len(EVIDENCE))),
                    there=letter == "y",
                    kept=True,
                )
            )
    return figures(samples, np.array(found))


def _write(weights: Vector, bias: float, threshold: float) -> None:
    lines = [
        "# How much each kind of evidence counts for a point (point_evidence.py); made by",
        "# `python -m evals points --write` from the labelled answers of evals/questions.",
        f"threshold: {threshold:.3f}",
        f"bias: {bias:.4f}",
        "weights:",
        *(f"  {name}: {weight:.4f}" for name, weight in zip(EVIDENCE, weights, strict=True)),
    ]
    WEIGHTS.write_text("\n".join(lines) + "\n", encoding="utf-8")
