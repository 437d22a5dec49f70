"""What the sum of a list of edges shows: which number is the total, and that all were taken."""

from __future__ import annotations

import re
from dataclasses import replace

from tutor_app.domain.traces import Problem, Row, StudentTrace

LEAST_EDGES = 2
_SUM = re.compile(
    r"(?i)(?:\b(?:sum|total|weight|altogether|makes|that['’]?s)\b|=)\D{0,12}?(\d+(?:\.\d+)?)"
)


def with_totals(student: StudentTrace | None, problem: Problem, text: str) -> StudentTrace | None:
    """Return rows of edges whose sum `text` tells: "AB, BC, CD = 11" adds up to 11.

    Edges of Kruskal's algorithm that add up to the total were taken, all of them.
    """
    if student is None or len(student.rows) < LEAST_EDGES or problem.graph is None:
        return student
    weights = {frozenset((edge.source, edge.target)): edge.weight for edge in problem.graph.edges}
    listed = [weights.get(_ends(row)) for row in student.rows]
    own = [weight for weight in listed if weight is not None]
    if len(own) != len(listed) or problem.algorithm not in ("prim", "kruskal"):
        return student
    rows, final = [*student.rows], dict(student.final)
    last = rows[-1].get("weight")
    bare = not any("weight" in row for row in rows[:-1])
    if bare and isinstance(last, int | float) and last == sum(own) != own[-1]:
        rows[-1] = {name: value for name, value in rows[-1].items() if name != "weight"}
        final.setdefault("weight", last)
    said = any(float(found[1]) == sum(own) for found in _SUM.finditer(text))
    if (said or final.get("weight") == sum(own)) and problem.algorithm == "kruskal":
        rows = [{"action": "accept", **row} for row in rows]
    return replace(student, rows=tuple(rows), final=final)


def _ends(row: Row) -> frozenset[str]:
    edge = row.get("edge")
    return frozenset(map(str, edge)) if isinstance(edge, tuple) else frozenset()
