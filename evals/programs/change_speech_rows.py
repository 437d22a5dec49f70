"""Learns and judges whether messages about programs tell a change, by their labels."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from evals.programs.ridge_learning import learn_weights, logistic, written
from evals.programs.told_rows import read_json_lines
from tutor_app.programs.ideas.change_speech import (
    NAMES,
    WEIGHTS,
    features_of_message,
    likely_change,
    likely_of,
    placing_acts,
)
from tutor_app.retrieval.embedder import Embedder
from tutor_app.understanding.act_classifier import ActClassifier, ActGuess
from tutor_app.understanding.learned_weights import Floats, LearnedWeights

ASKED = "What would you change so that this call comes out right?"
RIDGE = 2.0
FEWEST = 4  # messages in which a feature stands, to be learned
OF_VECTOR = 4.0  # what a vector's components count beside the other features


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeSpeechRow:
    """A message with its features and its vector; whether it tells a change."""

    writer: str
    text: str
    guess: ActGuess
    features: Mapping[str, float]
    vector: Floats
    tells: bool


def read_change_speech(
    file: Path, writers: Sequence[str], embedder: Embedder
) -> list[ChangeSpeechRow]:
    """Return the messages of some writers, with their features."""
    found = list[ChangeSpeechRow]()
    for row in (each for each in read_json_lines(file) if each["writer"] in writers):
        texts = [message["text"] for message in row["messages"]]
        for message, vector in zip(row["messages"], embedder.embed(texts), strict=True):
            guess = _ACTS.classify("program", ASKED, message["text"])
            found.append(
                ChangeSpeechRow(
                    writer=row["writer"],
                    text=message["text"],
                    guess=guess,
                    features=dict(features_of_message(message["text"], row["program"], guess)),
                    vector=np.asarray(vector, dtype=float),
                    tells=NAMES[0] in message["does"],
                )
            )
    return found


def learn_change_speech(
    rows: Sequence[ChangeSpeechRow], encoder: str, *, vectors: bool
) -> LearnedWeights:
    """Return the weights of a logistic regression."""
    return learn_weights(
        [(row.features, row.vector if vectors else None) for row in rows],
        np.array([[row.tells] for row in rows], dtype=float),
        NAMES,
        fit=logistic,
        encoder=encoder,
        ridge=RIDGE,
        fewest=FEWEST,
        of_vector=OF_VECTOR,
    )


def write_weights(rows: Sequence[ChangeSpeechRow], encoder: str) -> None:
    """Learn the weights that ship from some rows, and write them."""
    found = {
        "with_vectors": written(learn_change_speech(rows, encoder, vectors=True)),
        "plain": written(learn_change_speech(rows, encoder, vectors=False)),
    }
    WEIGHTS.write_text(json.dumps(found) + "\n", encoding="utf-8")


def unseen_acts(rows: Sequence[ChangeSpeechRow], encoder: str) -> dict[str, tuple[str, ...]]:
    """Return what each message does as to a change, by its text; by weights learned from the other
    writers."""
    found: dict[str, tuple[str, ...]] = {}
    for writer in {each.writer for each in rows}:
        others = [each for each in rows if each.writer != writer]
        learned = learn_change_speech(others, encoder, vectors=True)
        for each in (row for row in rows if row.writer == writer):
            found[each.text] = placing_acts(
                each.guess, likely_of(learned, each.features, each.vector)
            )
    return found


def heard_acts(text: str, source: str, embedder: Embedder) -> tuple[str, ...]:
    """Return what a message does as to a change, as the tutor hears it."""
    guess = _ACTS.classify("program", ASKED, text)
    return placing_acts(guess, likely_change(text, source, guess, embedder))


_ACTS = ActClassifier()


def measure_change_speech(
    rows: Sequence[ChangeSpeechRow], learned: LearnedWeights
) -> dict[str, float]:
    """Return precision, recall and F1 of telling a change, from 0.5 on."""
    is_plain = not len(learned.vector)
    heard = [
        likely_of(learned, row.features, None if is_plain else row.vector) >= 0.5 for row in rows
    ]
    told = sum(row.tells for row in rows)
    hits = sum(row.tells and is_heard for row, is_heard in zip(rows, heard, strict=True))
    precision, recall = hits / max(1, sum(heard)), hits / max(1, told)
    return {
        "rows": len(rows),
        "told": told,
        "precision": round(precision, 3),
        "recall": round(recall, 3),
        "f1": round(2 * precision * recall / max(1e-9, precision + recall), 3),
    }
