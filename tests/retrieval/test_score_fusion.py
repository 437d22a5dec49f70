"""The arithmetic of each stage, compared with its formula worked out the long way."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from tutor_app.retrieval.score_fusion import boost, diversify, min_max


def test_min_max_scales_to_0_and_1() -> None:
    assert min_max(np.array([2.0, 4.0, 3.0])) == pytest.approx([0, 1, 0.5])
    assert min_max(np.array([-3.0, 1.0])) == pytest.approx([0, 1])


def test_equal_scores_tell_nothing() -> None:
    assert min_max(np.array([5.0, 5.0])).tolist() == [0, 0]
    assert min_max(np.array([])).size == 0


def brute_force_mmr(
    relevance: np.ndarray, vectors: np.ndarray, weight: float
) -> tuple[list[int], list[float]]:
    """Carbonell and Goldstein (1998), formula by formula."""
    taken: list[int] = []
    values: list[float] = []
    while len(taken) < len(relevance):
        best, best_value = -1, -np.inf
        for i in range(len(relevance)):
            if i in taken:
                continue
            similar = max((float(vectors[i] @ vectors[j]) for j in taken), default=0.0)
            value = weight * relevance[i] - (1 - weight) * similar
            if value > best_value:
                best, best_value = i, value
        taken.append(best)
        values.append(best_value)
    return taken, values


@pytest.mark.parametrize(("seed", "weight"), [*itertools.product(range(5), (0.0, 0.3, 0.7, 1.0))])
def test_mmr_is_its_formula(seed: int, weight: float) -> None:
    random = np.random.default_rng(seed)
    relevance = random.random(12)
    vectors = random.standard_normal((12, 6)).astype(np.float32)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)

    order, values = diversify(relevance, vectors, weight)

    expected = brute_force_mmr(relevance, vectors, weight)
    assert order == expected[0]
    assert values == pytest.approx(expected[1], abs=1e-6)


def test_mmr_puts_a_double_after_something_new() -> None:
    vectors = np.array([[1, 0], [1, 0], [0, 1]], dtype=np.float32)

    order, values = diversify(np.array([1.0, 0.9, 0.6]), vectors, 0.7)

    assert order == [0, 2, 1]
    assert values == pytest.approx([0.7, 0.42, 0.63 - 0.3])


@pytest.mark.parametrize(
    ("rerank", "official", "boosted"),
    [(0.61, True, 0.91), (0.6, True, 0.6), (0.2, True, 0.2), (0.9, False, 0.9)],
)
def test_the_boost_is_0_3_for_official_sources_above_0_6(
    rerank: float, official: bool, boosted: float
) -> None:
    assert boost(rerank, official=official) == pytest.approx(boosted)
