"""Answers held against their points by code alone, or beside a model.

They are the 60 of the judge's exam, and 80 more, half of each kept out of tuning: a right claim
with another reason, the opposite, a topic, the exercise copied, words strung together, a value.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from tutor_app.exercises.rubric_matching import cover
from tutor_app.models.exams.exam_items import OpenAnswer, read_open_answers
from tutor_app.models.exams.judge_exam import counted_points, points_figures
from tutor_app.models.exams.take_exam import Answer
from tutor_app.retrieval.embedder import Embedder

OWN = Path(__file__).parents[1] / "questions" / "open_answers.jsonl"
FREE = Path(__file__).parents[1] / "questions" / "free_answers.jsonl"


def measure_points(
    embedder: Embedder, rarity: Callable[[str], float], path: Path = OWN
) -> dict[str, Any]:
    """Return precision and recall of the points found by code, for each half of a file's answers.

    `absent_found` is the share of the points that are not there and were found.
    """
    items = read_open_answers(path)
    found = {item.id: _by_code(item, embedder, rarity) for item in items}
    return {
        split: _measures([item for item in items if item.split == split], found)
        for split in ("tune", "kept")
    }


def _measures(
    items: Sequence[OpenAnswer], found: Mapping[str, frozenset[int]]
) -> dict[str, float | int]:
    right = sum(len(found[item.id] & item.covered) for item in items)
    wrong = sum(len(found[item.id] - item.covered) for item in items)
    there = sum(len(item.covered) for item in items)
    absent = sum(len(item.missing) for item in items)
    whole = [item for item in items if not item.missing]
    exact = sum(found[item.id] == item.covered for item in items)
    return {
        "answers": len(items),
        "exact": _share(exact, len(items)),
        "precision": _share(right, right + wrong),
        "recall": _share(right, there),
        "absent_found": _share(wrong, absent),
        "whole": _share(sum(found[item.id] == item.covered for item in whole), len(whole)),
    }


def _share(count: int, of: int) -> float:
    return round(count / max(1, of), 3)


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
