"""Learns and judges how students speak of the rules of Python that go on in their programs."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt
from scipy.optimize import minimize  # type: ignore[import-untyped]

from tutor_app.programs.behaviour.rule_speech import OF_VECTOR, OTHER, WEIGHTS, word_features
from tutor_app.retrieval.embedder import Embedder

RIDGE = 1.0
FEWEST = 3  # sentences in which a word stands, to be learned
DIGITS = 3
Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True, kw_only=True)
class SpeechRow:
    """A sentence with what it speaks of: "rule kind", or "other"."""

    writer: str
    text: str
    name: str
    vector: Floats


@dataclass(frozen=True, slots=True, kw_only=True)
class SpeechWeights:
    """Weights of shape (features, names): the words' first, then the vector's."""

    names: tuple[str, ...]
    words: tuple[str, ...]
    weights: Floats

    def likely(self, row: SpeechRow, rules: Sequence[str] = ()) -> dict[str, float]:
        """Return how likely a sentence speaks of what, where only some rules go on, if named."""
        scores = _features(row, self.words) @ self.weights
        powers = np.exp(scores - scores.max())
        if rules:
            powers = powers * [n == OTHER or n.split(" ")[0] in rules for n in self.names]
        return dict(zip(self.names, (powers / powers.sum()).tolist(), strict=True))


def read_speech(file: Path, embedder: Embedder) -> list[SpeechRow]:
    """Return the sentences of a file, with their vectors."""
    rows = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    vectors = embedder.embed([row["text"] for row in rows])
    return [
        SpeechRow(
            writer=row["writer"],
            text=row["text"],
            name=f"{row['rule']} {row['kind']}" if row["rule"] else OTHER,
            vector=np.asarray(vector, dtype=float),
        )
        for row, vector in zip(rows, vectors, strict=True)
    ]


def _features(row: SpeechRow, words: Sequence[str]) -> Floats:
    said = set(word_features(row.text))
    return np.concatenate([[float(word in said) for word in words], row.vector * OF_VECTOR])


def learn_speech(rows: Sequence[SpeechRow]) -> SpeechWeights:
    """Return the weights of a softmax with a ridge."""
    counts = Counter(word for row in rows for word in word_features(row.text))
    words = tuple(sorted(word for word, count in counts.items() if count >= FEWEST))
    names = tuple(sorted({row.name for row in rows}))
    matrix = np.array([_features(row, words) for row in rows])
    right = np.array([[row.name == name for name in names] for row in rows], dtype=float)

    def loss(flat: Floats) -> tuple[float, Floats]:
        weights = flat.reshape(matrix.shape[1], len(names))
        scores = matrix @ weights
        scores = scores - scores.max(axis=1, keepdims=True)
        logs = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
        slopes = matrix.T @ (np.exp(logs) - right) + RIDGE * weights
        return float(-(logs * right).sum() + RIDGE / 2 * (weights**2).sum()), slopes.ravel()

    start = np.zeros(matrix.shape[1] * len(names))
    found = minimize(loss, start, jac=True, method="L-BFGS-B", options={"maxiter": 300})
    return SpeechWeights(
        names=names, words=words, weights=found.x.reshape(matrix.shape[1], len(names))
    )


def write_weights(learned: SpeechWeights, encoder: str) -> None:
    """Write the weights that ship."""
    rows = np.round(learned.weights, DIGITS).tolist()
    size = len(learned.words)
    found = {
        "encoder": encoder,
        "names": list(learned.names),
        "words": dict(zip(learned.words, rows[:size], strict=True)),
        "vector": rows[size:],
    }
    WEIGHTS.write_text(json.dumps(found) + "\n", encoding="utf-8")


def measure_speech(rows: Sequence[SpeechRow], learned: SpeechWeights) -> dict[str, float]:
    """Return the share of sentences heard right: as the one rule that goes on tells, and as any."""
    rules = sorted({row.name.split(" ")[0] for row in rows} - {OTHER})
    counts: Counter[str] = Counter()
    for row in rows:
        own = row.name.split(" ")[0]
        for rule in rules if row.name == OTHER else [own]:
            near = learned.likely(row, [rule])
            heard = max(near, key=lambda name: near[name])
            counts[f"{row.name.split(' ')[-1]} rows"] += 1
            counts[f"{row.name.split(' ')[-1]} right"] += heard == row.name
            is_turned = {heard.split(" ")[-1], row.name.split(" ")[-1]} == {"tells", "contrary"}
            counts["turned round"] += is_turned
        near = learned.likely(row)
        counts["of all right"] += max(near, key=lambda name: near[name]) == row.name
    kinds = ("tells", "contrary", "asks", OTHER)
    shares = {k: round(counts[f"{k} right"] / max(1, counts[f"{k} rows"]), 3) for k in kinds}
    return {
        "rows": len(rows),
        **shares,
        "turned_round": counts["turned round"],
        "of_all": round(counts["of all right"] / max(1, len(rows)), 3),
    }
