"""Learns and judges what messages about programs do, by their labels."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt
from scipy.optimize import minimize  # type: ignore[import-untyped]

from tutor_app.programs.ideas.program_acts import (
    PROGRAM_ACTS,
    WEIGHTS,
    ProgramAct,
    features_of_message,
    placing_acts,
    program_acts,
    vector_features,
)
from tutor_app.retrieval.embedder import Embedder
from tutor_app.understanding.act_classifier import ActClassifier, ActGuess

ASKED = "What would you change so that this call comes out right?"
RIDGE = 2.0
FEWEST = 4  # messages in which a feature stands, to be learned
DIGITS = 3
Floats = npt.NDArray[np.float64]
Weights = dict[str, dict[str, float]]


@dataclass(frozen=True, slots=True, kw_only=True)
class ProgramActRow:
    """A message with its features, without and with its vector, and what it does."""

    writer: str
    text: str
    guess: ActGuess
    plain: Mapping[str, float]
    full: Mapping[str, float]
    does: frozenset[str]


def read_act_rows(file: Path, writers: Sequence[str], embedder: Embedder) -> list[ProgramActRow]:
    """Return the messages of some writers, with their features."""
    found = list[ProgramActRow]()
    rows = (json.loads(line) for line in file.read_text(encoding="utf-8").splitlines())
    for row in (each for each in rows if each["writer"] in writers):
        texts = [message["text"] for message in row["messages"]]
        for message, vector in zip(row["messages"], embedder.embed(texts), strict=True):
            guess = _ACTS.classify("program", ASKED, message["text"])
            plain = dict(features_of_message(message["text"], row["program"], guess))
            found.append(
                ProgramActRow(
                    writer=row["writer"],
                    text=message["text"],
                    guess=guess,
                    plain=plain,
                    full=plain | vector_features(vector.tolist()),
                    does=frozenset(message["does"]),
                )
            )
    return found


def learn_acts(rows: Sequence[ProgramActRow], *, vectors: bool) -> Weights:
    """Return the weights of each act by feature: a logistic regression with a ridge."""
    shown = [each.full if vectors else each.plain for each in rows]
    counts = Counter(name for each in shown for name in each)
    names = sorted(name for name, count in counts.items() if count >= FEWEST)
    matrix = np.array([[each.get(name, 0.0) for name in names] for each in shown])
    return {
        act: dict(zip(names, _fit(matrix, [act in row.does for row in rows]), strict=True))
        for act in PROGRAM_ACTS
    }


def _fit(matrix: Floats, right: Sequence[bool]) -> list[float]:
    signs = np.where(np.array(right), 1.0, -1.0)

    def loss(weights: Floats) -> tuple[float, Floats]:
        margins = signs * (matrix @ weights)
        losses = np.logaddexp(0.0, -margins).sum() + RIDGE / 2 * weights @ weights
        slopes = -signs / (1 + np.exp(margins))
        return float(losses), matrix.T @ slopes + RIDGE * weights

    found = minimize(loss, np.zeros(matrix.shape[1]), jac=True, method="L-BFGS-B")
    return [round(float(each), DIGITS) for each in found.x]


def write_weights(rows: Sequence[ProgramActRow], encoder: str) -> None:
    """Learn the weights that ship from some rows, and write them."""
    with_vectors, plain = learn_acts(rows, vectors=True), learn_acts(rows, vectors=False)
    found = {"encoder": encoder, "weights": with_vectors, "plain": plain}
    WEIGHTS.write_text(json.dumps(found, indent=0) + "\n", encoding="utf-8")


def unseen_acts(rows: Sequence[ProgramActRow]) -> dict[str, tuple[str, ...]]:
    """Return what each message does as to a change, by its text; by weights learned from the other
    writers."""
    found: dict[str, tuple[str, ...]] = {}
    for writer in {each.writer for each in rows}:
        weights = learn_acts([each for each in rows if each.writer != writer], vectors=True)
        for each in (row for row in rows if row.writer == writer):
            proposes = probability(each, "proposes", weights, vectors=True)
            found[each.text] = placing_acts(each.guess, proposes)
    return found


def heard_acts(text: str, source: str, embedder: Embedder) -> tuple[str, ...]:
    """Return what a message does as to a change, as the tutor hears it."""
    guess = _ACTS.classify("program", ASKED, text)
    return placing_acts(guess, program_acts(text, source, guess, embedder)["proposes"])


_ACTS = ActClassifier()


def probability(
    row: ProgramActRow,
    act: ProgramAct,
    weights: Mapping[str, Mapping[str, float]],
    *,
    vectors: bool,
) -> float:
    """Return how likely a message does an act."""
    shown = row.full if vectors else row.plain
    score = sum(weights[act].get(name, 0.0) * value for name, value in shown.items())
    return float(1 / (1 + np.exp(-score)))


def measure_acts(
    rows: Sequence[ProgramActRow], weights: Mapping[str, Mapping[str, float]], *, vectors: bool
) -> dict[str, dict[str, float]]:
    """Return precision, recall and F1 of each act, from 0.5 on."""
    found: dict[str, dict[str, float]] = {}
    for act in PROGRAM_ACTS:
        told = [act in row.does for row in rows]
        heard = [probability(row, act, weights, vectors=vectors) >= 0.5 for row in rows]
        hits = sum(a and b for a, b in zip(told, heard, strict=True))
        precision = hits / sum(heard) if any(heard) else 0.0
        recall = hits / sum(told) if any(told) else 0.0
        both = precision + recall
        found[act] = {
            "rows": sum(told),
            "precision": round(precision, 3),
            "recall": round(recall, 3),
            "f1": round(2 * precision * recall / both, 3) if both else 0.0,
        }
    return found
