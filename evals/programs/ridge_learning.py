"""Learns linear models of labelled sentences, with a ridge: a softmax, or one logistic regression
for each name."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence

import numpy as np
from scipy.optimize import minimize  # type: ignore[import-untyped]

from tutor_app.understanding.learned_weights import Floats, LearnedWeights

DIGITS = 3
Sentence = tuple[Mapping[str, float], Floats | None]  # its features and its vector
Fit = Callable[[Floats, Floats, float], Floats]


def learn_weights(  # noqa: PLR0913  (data, what is learned, and how)
    sentences: Sequence[Sentence],
    right: Floats,
    names: Sequence[str],
    *,
    fit: Fit,
    encoder: str,
    ridge: float,
    fewest: int,
    of_vector: float,
) -> LearnedWeights:
    """Return weights learned of sentences; `right` has a row for each, shape (sentences, names).

    Features that fewer than `fewest` sentences have are left out. A vector's components count
    `of_vector` times what they are, which makes its ridge the weaker.
    """
    counts = Counter(name for features, _ in sentences for name in features)
    known = sorted(name for name, count in counts.items() if count >= fewest)
    rows = [[features.get(name, 0.0) for name in known] for features, _ in sentences]
    vectors = [vector * of_vector for _, vector in sentences if vector is not None]
    matrix = np.hstack([np.array(rows), np.array(vectors)]) if vectors else np.array(rows)
    weights = fit(matrix, right, ridge)
    return LearnedWeights(
        encoder=encoder,
        names=tuple(names),
        features=dict(zip(known, np.round(weights[: len(known)], DIGITS), strict=True)),
        vector=np.round(weights[len(known) :] * of_vector, DIGITS),
    )


def softmax(matrix: Floats, right: Floats, ridge: float) -> Floats:
    """Return the weights of one softmax over all names, shape (features, names)."""
    shape = matrix.shape[1], right.shape[1]

    def loss(flat: Floats) -> tuple[float, Floats]:
        weights = flat.reshape(shape)
        scores = matrix @ weights
        scores = scores - scores.max(axis=1, keepdims=True)
        logs = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
        slopes = matrix.T @ (np.exp(logs) - right) + ridge * weights
        return float(-(logs * right).sum() + ridge / 2 * (weights**2).sum()), slopes.ravel()

    found = minimize(
        loss, np.zeros(shape[0] * shape[1]), jac=True, method="L-BFGS-B", options={"maxiter": 300}
    )
    weights: Floats = found.x.reshape(shape)
    return weights


def logistic(matrix: Floats, right: Floats, ridge: float) -> Floats:
    """Return the weights of a logistic regression for each name, shape (features, names).

    Each is a softmax of two names with twice the ridge.
    """
    both = (softmax(matrix, np.stack([each, 1 - each], axis=1), 2 * ridge) for each in right.T)
    return np.column_stack([weights[:, 0] - weights[:, 1] for weights in both])


def written(learned: LearnedWeights) -> dict[str, object]:
    """Return weights as they are written to a file."""
    return {
        "encoder": learned.encoder,
        "names": learned.names,
        "features": {name: row.tolist() for name, row in learned.features.items()},
        "vector": learned.vector.tolist(),
    }
