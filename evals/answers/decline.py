"""Declining what the course does not answer, which is the positive class: one line a set."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from evals.answers.gold_questions import GoldQuestion, read_questions
from evals.answers.measure_answers import Answered, answer_all, declining, quoting_nothing
from tutor_app.runtime.evaluation_course import IndexedFolder

OWN = Path(__file__).parents[1] / "questions" / "decline.jsonl"
_ROUNDS = 2000
_SEED = 7


def measure_declining(
    course: IndexedFolder, questions: Sequence[GoldQuestion], profile: str
) -> dict[str, Any]:
    """Return precision, recall and F1 with a 95% interval, for the questions alone, with the half
    of the project's own that was tuned on, with the half that was kept, and with both."""
    own = read_questions(OWN)
    kept_ids = {
        row["id"]
        for row in map(json.loads, OWN.read_text(encoding="utf-8").splitlines())
        if row["split"] == "kept"
    }
    answered = answer_all(course, questions, profile)
    extra = answer_all(course, own, profile)
    tune = [a for a in extra if a.question.id not in kept_ids]
    kept = [a for a in extra if a.question.id in kept_ids]
    sets = {
        "alone": answered,
        "with_tune": answered + tune,
        "with_kept": answered + kept,
        "with_both": answered + extra,
    }
    return {
        "questions": len(answered),
        "own": len(own),
        **{name: {**declining(part), **_interval(part)} for name, part in sets.items()},
        "quoting_nothing": quoting_nothing(answered + extra),
        "wrongly_declined": _ids(a for a in answered if a.record.declined and _answerable(a)),
        "wrongly_answered": _ids(
            a for a in answered + extra if not a.record.declined and not _answerable(a)
        ),
    }


def _interval(answered: Sequence[Answered]) -> dict[str, float]:
    """Return the 95% bootstrap interval of F1, resampling questions."""
    outside = np.array([not _answerable(a) for a in answered])
    declined = np.array([a.record.declined for a in answered])
    generator = np.random.default_rng(_SEED)
    rows = generator.integers(0, len(answered), size=(_ROUNDS, len(answered)))
    right = (outside & declined)[rows].sum(axis=1)
    wrong = (outside ^ declined)[rows].sum(axis=1)
    f1 = 2 * right / np.maximum(1, 2 * right + wrong)
    low, high = np.percentile(f1, [2.5, 97.5])
    return {"f1_low": round(float(low), 3), "f1_high": round(float(high), 3)}


def _answerable(answered: Answered) -> bool:
    return answered.question.answerable


def _ids(answered: Any) -> list[str]:
    return [a.question.id for a in answered]
