"""Bellman-Ford: one row per pass over all edges."""

from __future__ import annotations

import math

from tutor_app.domain.traces import Number, Problem, Reason, Row, TraceStep, Value
from tutor_app.tracing.algorithm import Algorithm, Convention, Steps
from tutor_app.tracing.algorithms._graph import (
    alphabetical,
    path_to,
    plus,
    validate,
    weighted_arcs,
)
from tutor_app.tracing.node_order import name_key

_Arc = tuple[str, str, Number]


def _run(problem: Problem) -> Steps:
    """Yield a row per pass; raise ProblemInvalid where the start or a weight is missing."""
    graph = validate(problem, ("start", "weights"))
    assert problem.start is not None  # `validate` has checked it
    nodes = alphabetical(graph)
    arcs = weighted_arcs(graph)
    if problem.conventions.get("neighbor_order") == "alphabetical":
        arcs.sort(key=lambda arc: (name_key(arc[0]), name_key(arc[1])))
    dist: dict[str, Number] = dict.fromkeys(nodes, math.inf)
    parent: dict[str, str | None] = dict.fromkeys(nodes)
    dist[problem.start] = 0
    yield _step(0, dist, parent, None, Reason(code="start", facts={"node": problem.start}))
    in_place = problem.conventions.get("in_place") is not False
    for number in range(1, len(nodes)):
        relaxed = _one_pass(arcs, dist, parent, in_place)
        facts: dict[str, Value] = {"pass": number, "relaxed": tuple(relaxed)}
        code = "relaxed" if relaxed else "nothing_changed"
        yield _step(number, dist, parent, bool(relaxed), Reason(code=code, facts=facts))
        if not relaxed and problem.conventions.get("early_exit"):
            break
    if any(plus(dist[a], weight) < dist[b] for a, b, weight in arcs):
        nothing = {"found": None, "path": None, "cost": None} if problem.goal else {}
        return {"negative_cycle": True, "dist": None, "parent": None, **nothing}
    final: dict[str, Value] = {"negative_cycle": False, "dist": dist, "parent": parent}
    if problem.goal is not None:
        found = dist[problem.goal] < math.inf
        final["found"] = found
        final["path"] = path_to(problem.goal, parent) if found else None
        final["cost"] = dist[problem.goal] if found else None
    return final


def _one_pass(
    arcs: list[_Arc], dist: dict[str, Number], parent: dict[str, str | None], in_place: bool
) -> list[tuple[Value, ...]]:
    """Relax every arc; return what improved: (from, to, weight, old distance, new distance)."""
    known = dist if in_place else dict(dist)
    relaxed: list[tuple[Value, ...]] = []
    for source, target, weight in arcs:
        offered = plus(known[source], weight)
        if offered < dist[target]:
            relaxed.append((source, target, weight, dist[target], offered))
            dist[target] = offered
            parent[target] = source
    return relaxed


def _step(
    number: int,
    dist: dict[str, Number],
    parent: dict[str, str | None],
    changed: bool | None,
    reason: Reason,
) -> TraceStep:
    row: Row = {"dist": dict(dist), "parent": dict(parent), "changed": changed}
    return TraceStep(number=number, row=row, reason=reason)


ALGORITHMS = (
    Algorithm(
        id="bellman_ford",
        called=(r"\bbell?man[\s\-–—/]*ford(?:['’]?s)?\b", r"\bbellman(?:['’]?s)?\b"),
        data="graph",
        columns=("dist", "parent", "changed"),
        selected=("dist",),
        topic="Bellman-Ford shortest paths negative weights relaxation",
        run=_run,
        needs=frozenset({"start", "weights"}),
        may_have=frozenset({"goal"}),
        conventions={
            "neighbor_order": Convention(default="listed", choices=("listed", "alphabetical")),
            "in_place": Convention(default=True, choices=(True, False)),
            "early_exit": Convention(default=False, choices=(False, True)),
        },
    ),
)
