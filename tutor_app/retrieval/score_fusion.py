"""The arithmetic of the retrieval stages, on arrays of candidates."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from tutor_app.retrieval.embedder import Vectors

Floats = npt.NDArray[np.float64]

BOOST = 0.3  # KITE, section 3.3: added for official sources whose rerank score is above BOOST_ABOVE
BOOST_ABOVE = 0.6
LEAST_LOGIT = -8.0  # below the best one: what lies further below is as far off


def min_max(scores: Floats) -> Floats:
    """Scale to 0…1; all equal scores become 0."""
    if not scores.size:
        return scores
    low, high = float(scores.min()), float(scores.max())
    return (scores - low) / (high - low) if high > low else np.zeros_like(scores)


def diversify(relevance: Floats, vectors: Vectors, weight: float) -> tuple[list[int], list[float]]:
    """Order candidates by maximal marginal relevance.

    `relevance` of shape (n,), unit `vectors` of shape (n, dimensions); `weight` is λ of Carbonell
    and Goldstein (1998): λ · relevance − (1 − λ) · highest similarity to what was taken before.
    Returns positions in order, and the value at which each was taken.
    """
    similar = np.asarray(vectors @ vectors.T, dtype=np.float64)
    left = list(range(len(relevance)))
    nearest = np.zeros(len(relevance))
    order: list[int] = []
    values: list[float] = []
    while left:
        value = weight * relevance - (1 - weight) * nearest
        best = max(left, key=lambda position: value[position])
        order.append(best)
        values.append(float(value[best]))
        left.remove(best)
        nearest = np.maximum(nearest, similar[best]) if len(order) > 1 else similar[best].copy()
    return order, values


def boost(rerank: float, *, official: bool) -> float:
    """Return the rerank score, raised for the course's own material if it is high."""
    return rerank + BOOST if official and rerank > BOOST_ABOVE else rerank
