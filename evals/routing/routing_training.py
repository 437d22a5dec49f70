"""Learns the weights by which `edison` tells functions, and what it reaches on unseen rows.

Each function has a logistic regression of its own, the mean of six: three strengths of the ridge,
each with classes weighed as they come and in balance. None of them is chosen by its score.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.optimize import minimize  # type: ignore[import-untyped]

from evals.routing.routing_questions import RoutingQuestion
from tutor_app.retrieval.course_index import CourseIndex, read_query
from tutor_app.retrieval.embedder import Embedder
from tutor_app.routing.edison import Routing
from tutor_app.routing.question_evidence import WeighsActs, evidence
from tutor_app.routing.retrieval_functions import FUNCTIONS
from tutor_app.understanding.learned_weights import Floats, LearnedWeights

RIDGES = (5.0, 5 / 3, 0.5)  # half the inverse of the usual C: 0.1, 0.3 and 1
_ROUNDS = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class RoutingRows:
    """Features of questions, shape (questions, features + dimensions), and what each needs.

    `needed` has a column of 0 and 1 for each of FUNCTIONS.
    """

    names: tuple[str, ...]
    table: Floats
    needed: Floats


def read_rows(
    questions: Sequence[RoutingQuestion], index: CourseIndex, embedder: Embedder, acts: WeighsActs
) -> RoutingRows:
    """Return the rows of questions asked in a course."""
    rows = []
    names: tuple[str, ...] = ()
    for question in questions:
        features, vector = evidence(read_query(question.text, embedder, index), index, acts)
        names = tuple(features)
        rows.append(np.concatenate([list(features.values()), vector]))
    return RoutingRows(
        names=names,
        table=np.array(rows),
        needed=np.array([[name in q.functions for name in FUNCTIONS] for q in questions], float),
    )


def learn(rows: RoutingRows, chosen: Sequence[int]) -> Floats:
    """Return the weights learned from some rows, shape (columns, functions)."""
    seen = list(chosen)
    fits = [
        _fit(rows, seen, ridge, balanced=balanced) for ridge in RIDGES for balanced in (False, True)
    ]
    return np.asarray(np.mean(fits, axis=0))


def _fit(rows: RoutingRows, seen: list[int], ridge: float, *, balanced: bool) -> Floats:
    table, wanted = rows.table[seen], rows.needed[seen]
    share = np.clip(wanted.mean(axis=0), 1e-3, 1 - 1e-3)
    weight = np.where(wanted > 0, 0.5 / share, 0.5 / (1 - share)) if balanced else 1.0
    free = np.array([0.0 if name == "constant" else ridge for name in rows.names])
    ridges = np.concatenate([free, np.full(table.shape[1] - len(free), ridge)])[:, None]

    def loss(flat: Floats) -> tuple[float, Floats]:
        weights = flat.reshape(table.shape[1], len(FUNCTIONS))
        scores = table @ weights
        value = (weight * (np.logaddexp(0, scores) - wanted * scores)).sum()
        slope = table.T @ (weight * (1 / (1 + np.exp(-scores)) - wanted))
        return float(value + (ridges * weights**2).sum()), (slope + 2 * ridges * weights).ravel()

    begun = np.zeros(table.shape[1] * len(FUNCTIONS))
    options = {"maxiter": _ROUNDS}
    found = minimize(loss, begun, jac=True, method="L-BFGS-B", options=options)
    return np.asarray(found.x).reshape(table.shape[1], len(FUNCTIONS))


def cross_validated(rows: RoutingRows, folds: int, seed: int = 0) -> list[frozenset[str]]:
    """Return the functions chosen for each question by weights that have not seen it."""
    count = len(rows.table)
    order = np.random.default_rng(seed).permutation(count)
    chosen: list[frozenset[str]] = [frozenset()] * count
    for held_out in np.array_split(order, min(folds, count)):
        left_out = set(held_out)
        scores = rows.table[held_out] @ learn(rows, [int(n) for n in order if n not in left_out])
        for n, row in zip(held_out, 1 / (1 + np.exp(-scores)), strict=True):
            told = Routing(shares=dict(zip(FUNCTIONS, map(float, row), strict=True)))
            chosen[int(n)] = frozenset(told.functions)
    return chosen


def as_weights(rows: RoutingRows, encoder: str) -> dict[str, Any]:
    """Return weights learned from all rows, as `LearnedWeights` reads them."""
    weights = learn(rows, range(len(rows.table)))
    features = dict(zip(rows.names, weights[: len(rows.names)], strict=True))
    made = {
        "encoder": encoder,
        "names": list(FUNCTIONS),
        "features": {name: [round(float(w), 5) for w in row] for name, row in features.items()},
        "vector": [[round(float(w), 5) for w in row] for row in weights[len(rows.names) :]],
    }
    LearnedWeights.read(made)
    return made
