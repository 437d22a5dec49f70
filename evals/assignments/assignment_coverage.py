"""Points of solutions found in right answers, whole and with each of their points left out."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from tutor_app.exercises.assignment_items import AssignmentItem
from tutor_app.exercises.rubric_matching import THRESHOLD, Covered, cover
from tutor_app.retrieval.course_index import CourseIndex
from tutor_app.retrieval.embedder import Embedder

ANSWERS = Path(__file__).parents[1] / "questions" / "right_answers.jsonl"
_STEPS = np.arange(0.4, 1.05, 0.1)


def measure_coverage(
    items: tuple[AssignmentItem, ...], index: CourseIndex, embedder: Embedder, path: Path = ANSWERS
) -> dict[str, Any]:
    """Return the share of points there that were found, and of points left out that were too.

    Each answer counts once as it is, and once for each of its parts that is left out.
    """
    by_id = {item.id: item for item in items}
    judged: list[tuple[bool, Covered]] = []
    for line in path.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        item = by_id[row["item"]]
        for kept in _variants(row["segments"]):
            there = {point for part in kept for point in part["points"]}
            answer = " ".join(part["text"] for part in kept)
            found = cover(answer, item.solution, item.statement, embedder, index.rarity)
            judged += [(point.point in there, point) for point in found]
    there_count = sum(there for there, _ in judged)
    return {
        "points_there": there_count,
        "points_left_out": len(judged) - there_count,
        "threshold": THRESHOLD,
        "found": _share(judged, there=True),
        "found_though_left_out": _share(judged, there=False),
        "by_score": {
            f"{step:.1f}": [
                _share_above(judged, float(step), there=True),
                _share_above(judged, float(step), there=False),
            ]
            for step in _STEPS
        },
    }


def _variants(parts: list[dict[str, Any]]) -> Iterator[list[dict[str, Any]]]:
    yield parts
    if len(parts) > 1:
        for left_out in range(len(parts)):
            yield parts[:left_out] + parts[left_out + 1 :]


def _share(judged: list[tuple[bool, Covered]], *, there: bool) -> float:
    points = [point for is_there, point in judged if is_there == there]
    return round(sum(point.said is not None for point in points) / max(1, len(points)), 3)


def _share_above(judged: list[tuple[bool, Covered]], least: float, *, there: bool) -> float:
    """Return the share by score alone; results that an answer lacks are not looked at."""
    points = [point for is_there, point in judged if is_there == there]
    return round(sum(point.score >= least for point in points) / max(1, len(points)), 3)
