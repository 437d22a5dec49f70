"""F1 of chosen functions, and the measures of ranked documents, with 95% bootstrap intervals."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Sequence
from typing import Any

import numpy as np

_RESAMPLES = 2000
_SEED = 19
_DEPTH = 10  # of nDCG


def with_interval(
    rows: Sequence[Sequence[float]], measure: Callable[[np.ndarray], float]
) -> dict[str, Any]:
    """Return a measure of rows (one a question) and its percentile bootstrap interval."""
    table = np.asarray(rows, dtype=float)
    rng = np.random.default_rng(_SEED)
    drawn = [measure(table[rng.integers(0, len(table), len(table))]) for _ in range(_RESAMPLES)]
    low, high = np.percentile(drawn, (2.5, 97.5))
    return {"value": _round(measure(table)), "ci95": [_round(low), _round(high)]}


def function_f1(chosen: Sequence[frozenset[str]], gold: Sequence[frozenset[str]]) -> dict[str, Any]:
    """Return the micro F1 over all (question, function) pairs, and the mean F1 of a question."""
    rows = [(len(a & b), len(a), len(b)) for a, b in zip(chosen, gold, strict=True)]
    micro = with_interval(rows, lambda t: 2 * t[:, 0].sum() / max(1.0, t[:, 1:].sum()))
    each = with_interval(
        rows, lambda t: float(np.mean(2 * t[:, 0] / np.maximum(1, t[:, 1] + t[:, 2])))
    )
    exact = [a == b for a, b in zip(chosen, gold, strict=True)]
    return {
        "f1": micro["value"],
        "f1_ci95": micro["ci95"],
        "f1_by_question": each["value"],
        "f1_by_question_ci95": each["ci95"],
        "exact": _round(float(np.mean(exact))),
    }


def ranking_measures(
    ranked: Sequence[Sequence[Hashable]], gold: Sequence[frozenset[Any]]
) -> dict[str, Any]:
    """Return Hit@k, Recall@k, MRR and nDCG@10 of rankings; each measure with its interval."""
    found: dict[str, Any] = {}
    for k in (1, 3, 5):
        hits = [[float(bool(set(r[:k]) & g))] for r, g in zip(ranked, gold, strict=True)]
        recalls = [[len(set(r[:k]) & g) / len(g)] for r, g in zip(ranked, gold, strict=True)]
        _put(found, f"hit@{k}", hits)
        _put(found, f"recall@{k}", recalls)
    _put(found, "mrr", [[_reciprocal(r, g)] for r, g in zip(ranked, gold, strict=True)])
    _put(found, "ndcg@10", [[_ndcg(r, g)] for r, g in zip(ranked, gold, strict=True)])
    return found


def _put(found: dict[str, Any], name: str, rows: list[list[float]]) -> None:
    measured = with_interval(rows, lambda table: float(table.mean()))
    found[name], found[f"{name}_ci95"] = measured["value"], measured["ci95"]


def _reciprocal(ranked: Sequence[Hashable], gold: frozenset[Any]) -> float:
    return next((1 / rank for rank, one in enumerate(ranked, 1) if one in gold), 0.0)


def _ndcg(ranked: Sequence[Hashable], gold: frozenset[Any]) -> float:
    gained = sum(1 / math.log2(n + 1) for n, one in enumerate(ranked[:_DEPTH], 1) if one in gold)
    best = sum(1 / math.log2(n + 1) for n in range(1, min(len(gold), _DEPTH) + 1))
    return gained / best


def _round(value: float) -> float:
    return round(float(value), 4)
