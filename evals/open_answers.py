"""The 60 answers of the judge's exam held against their points by code alone, or beside a model."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from evals.exam.items import OpenAnswer, read_open_answers
from evals.exam.judge import counted_points, points_figures
from evals.exam.taking import Answer
from tutor_app.assignments.coverage import cover
from tutor_app.retrieval.embedder import Embedder


def measure_open_answers(
    embedder: Embedder, rarity: Callable[[str], float], sheet: Path | None = None
) -> dict[str, Any]:
    """Return how right the points are that a student would be told of.

    `sheet` holds a model's answers to the exam (ELENCHUS_HOME/exam/answers): what it counts, and
    code does not rule out, is added to what code finds.
    """
    items = read_open_answers()
    answers = _answers(sheet)
    counted = {
        item.id: _by_code(item, embedder, rarity) | counted_points(item, answers.get(item.id, {}))
        for item in items
    }
    return {
        figure.name: [figure.value, figure.low, figure.high, figure.items]
        for figure in points_figures(items, counted)
    }


def _by_code(
    item: OpenAnswer, embedder: Embedder, rarity: Callable[[str], float]
) -> frozenset[int]:
    found = cover(item.answer, item.points, item.exercise, embedder, rarity)
    return frozenset(point.point + 1 for point in found if point.said is not None)


def _answers(sheet: Path | None) -> Mapping[str, Answer]:
    if sheet is None:
        return {}
    rows = map(json.loads, sheet.read_text(encoding="utf-8").splitlines())
    return {row["id"]: row for row in rows}
