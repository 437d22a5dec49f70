"""Matching messages to items of assignments: precision and recall of the text over thresholds."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from tutor_app.exercises.assignment_book import AssignmentBook
from tutor_app.exercises.item_matching import THRESHOLD, nearness

QUESTIONS = Path(__file__).parents[1] / "questions" / "assignment_matching.jsonl"
_STEPS = np.arange(0.3, 1.15, 0.05)


@dataclass(frozen=True, slots=True)
class _Guess:
    id: str
    item: str
    score: float
    right: str | None


def measure_matching(book: AssignmentBook, path: Path = QUESTIONS) -> dict[str, Any]:
    """Return precision, recall and F1 at every threshold, and what is wrong at the one in force."""
    guesses = []
    for line in path.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        near = nearness(row["question"], book.statements, book.index, book.embedder)
        best = max(near, key=lambda match: match.score)
        guesses.append(_Guess(row["id"], best.item.id, best.score, row["item"]))
    at = {f"{step:.2f}": _figures(guesses, float(step)) for step in _STEPS}
    return {
        "paraphrases": sum(guess.right is not None for guess in guesses),
        "others": sum(guess.right is None for guess in guesses),
        "threshold": THRESHOLD,
        "in_force": _figures(guesses, THRESHOLD),
        "thresholds": at,
        "missed": [g.id for g in guesses if g.right and (g.score < THRESHOLD or g.item != g.right)],
        "false": [g.id for g in guesses if g.score >= THRESHOLD and g.item != g.right],
    }


def _figures(guesses: list[_Guess], threshold: float) -> dict[str, float]:
    hits = [guess for guess in guesses if guess.score >= threshold]
    right = sum(guess.item == guess.right for guess in hits)
    precision = right / len(hits) if hits else 1.0
    recall = right / sum(guess.right is not None for guess in guesses)
    both = precision + recall
    f1 = 2 * precision * recall / both if both else 0.0
    return {"precision": round(precision, 3), "recall": round(recall, 3), "f1": round(f1, 3)}
