"""Learns the weights by which `edison` tells categories, and what it reaches on unseen rows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.optimize import minimize  # type: ignore[import-untyped]

from evals.routing.routing_questions import RoutingQuestion
from tutor_app.retrieval.course_index import CourseIndex, read_query
from tutor_app.retrieval.embedder import Embedder
from tutor_app.routing.edison import CATEGORIES, RULES, QuestionCategory
from tutor_app.routing.question_evidence import WeighsActs, evidence
from tutor_app.understanding.learned_weights import Floats, LearnedWeights

RIDGE = 1.0
_ROUNDS = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class RoutingRows:
    """Features of questions, shape (questions, features + dimensions), and their categories."""

    names: tuple[str, ...]
    table: Floats
    categories: tuple[QuestionCategory, ...]


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
        categories=tuple(category_of(question) for question in questions),
    )


def category_of(question: RoutingQuestion) -> QuestionCategory:
    """Return the category whose functions are nearest to the expert's."""
    if "logistics_retrieval" in question.functions:
        return "logistics"
    return "concept" if question.functions == {"textbook_retrieval"} else "assignment"


def learn(rows: RoutingRows, chosen: Sequence[int]) -> Floats:
    """Return weights of a softmax regression on some rows, shape (columns, categories)."""
    table = rows.table[list(chosen)]
    wanted = np.array([[rows.categories[n] == name for name in CATEGORIES] for n in chosen], float)
    free = np.array([0.0 if name == "constant" else 1.0 for name in rows.names])
    ridge = RIDGE * np.concatenate([free, np.ones(table.shape[1] - len(free))])[:, None]

    def loss(flat: Floats) -> tuple[float, Floats]:
        weights = flat.reshape(table.shape[1], len(CATEGORIES))
        scores = table @ weights
        scores = scores - scores.max(axis=1, keepdims=True)
        shares = np.exp(scores) / np.exp(scores).sum(axis=1, keepdims=True)
        value = -(wanted * np.log(shares + 1e-12)).sum() + (ridge * weights**2).sum()
        return float(value), (table.T @ (shares - wanted) + 2 * ridge * weights).ravel()

    begun = np.zeros(table.shape[1] * len(CATEGORIES))
    options = {"maxiter": _ROUNDS}
    found = minimize(loss, begun, jac=True, method="L-BFGS-B", options=options)
    return np.asarray(found.x).reshape(table.shape[1], len(CATEGORIES))


def cross_validated(rows: RoutingRows, folds: int, seed: int = 0) -> list[frozenset[str]]:
    """Return the functions chosen for each question by weights that have not seen it."""
    count = len(rows.categories)
    order = np.random.default_rng(seed).permutation(count)
    chosen: list[frozenset[str]] = [frozenset()] * count
    for held_out in np.array_split(order, min(folds, count)):
        seen = [int(n) for n in order if n not in set(held_out)]
        scores = rows.table[held_out] @ learn(rows, seen)
        for n, best in zip(held_out, scores.argmax(axis=1), strict=True):
            chosen[int(n)] = frozenset(RULES[CATEGORIES[int(best)]])
    return chosen


def as_weights(rows: RoutingRows, encoder: str) -> dict[str, Any]:
    """Return weights learned from all rows, as `LearnedWeights` reads them."""
    weights = learn(rows, range(len(rows.categories)))
    features = dict(zip(rows.names, weights[: len(rows.names)], strict=True))
    made = {
        "encoder": encoder,
        "names": list(CATEGORIES),
        "features": {name: [round(float(w), 5) for w in row] for name, row in features.items()},
        "vector": [[round(float(w), 5) for w in row] for row in weights[len(rows.names) :]],
    }
    LearnedWeights.read(made)
    return made
