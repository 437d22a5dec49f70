"""Dijkstra's algorithm: shortest paths from one node, to all others or to one target."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import cast

from tutor_app.domain.traces import Number, Problem, Reason, Row, TraceStep
from tutor_app.tracing.algorithm import Algorithm, Convention, Need, Steps
from tutor_app.tracing.algorithms._graph import (
    alphabetical,
    costs,
    path_to,
    plus,
    successors,
    validate,
)

_NEEDS: frozenset[Need] = frozenset({"start", "weights"})


@dataclass(slots=True, kw_only=True)
class _DistanceState:
    """`since` says when each node got its present distance, counted in changes of distances."""

    dist: dict[str, Number]
    parent: dict[str, str | None]
    since: dict[str, int] = field(default_factory=dict)
    changes: int = 0
    closed: list[str] = field(default_factory=list)

    def improve(self, node: str, dist: Number, parent: str | None) -> None:
        self.changes += 1
        self.dist[node], self.parent[node], self.since[node] = dist, parent, self.changes

    def waiting(self) -> list[str]:
        """Return the nodes that have a distance and are not closed; those at infinity never are."""
        done = set(self.closed)
        return [node for node in self.since if node not in done]

    def row(self, node: str | None) -> Row:
        return {
            "node": node,
            "dist": dict(self.dist),
            "parent": dict(self.parent),
            "closed": tuple(self.closed),
        }


def _dijkstra(problem: Problem) -> Steps:
    graph = validate(problem, _NEEDS, nonnegative=True)
    after = successors(graph, problem.conventions["neighbor_order"])
    cost, nodes, start = costs(graph), alphabetical(graph), cast(str, problem.start)
    place = {node: place for place, node in enumerate(nodes)}
    state = _DistanceState(dist=dict.fromkeys(nodes, math.inf), parent=dict.fromkeys(nodes))
    state.improve(start, 0, None)
    yield TraceStep(
        number=0, row=state.row(None), reason=Reason(code="start", facts={"node": start})
    )
    number = 0
    while waiting := state.waiting():
        number += 1
        ties = _tie_ranks(state, place, problem.conventions["tie_break"])
        node = min(waiting, key=lambda each: (state.dist[each], ties[each]))
        state.closed.append(node)
        tied = (each for each in waiting if each != node and state.dist[each] == state.dist[node])
        chosen: Row = {"node": node, "value": state.dist[node], "tied": tuple(tied)}
        if node == problem.goal:
            yield TraceStep(
                number=number, row=state.row(node), reason=Reason(code="goal", facts=chosen)
            )
            break
        reason = _relax(state, node, after[node], cost, chosen)
        yield TraceStep(number=number, row=state.row(node), reason=reason)
    return _outcome(state, problem.goal)


def _tie_ranks(
    state: _DistanceState, place: Mapping[str, int], tie_break: object
) -> Mapping[str, int]:
    """Return for each node what decides between equal distances: the smallest goes first."""
    ranks = state.since if tie_break in ("fifo", "lifo") else place
    sign = -1 if tie_break in ("lifo", "reverse_alphabetical") else 1
    return {node: sign * ranks[node] for node in state.since}


def _relax(
    state: _DistanceState,
    node: str,
    after: tuple[str, ...],
    cost: Mapping[tuple[str, str], Number],
    chosen: Row,
) -> Reason:
    improved, kept = [], []
    for child in after:
        if child in state.closed:
            continue
        new = plus(state.dist[node], cost[node, child])
        change: Row = {"node": child, "old": state.dist[child], "new": new}
        if new < state.dist[child]:
            improved.append(change)
            state.improve(child, new, node)
        else:
            kept.append(change)
    closed = tuple(child for child in after if child in state.closed)
    facts = {**chosen, "improved": tuple(improved), "kept": tuple(kept), "closed": closed}
    return Reason(code="relax" if improved else "nothing_shorter", facts=facts)


def _outcome(state: _DistanceState, goal: str | None) -> Row:
    if goal is None:
        return {"dist": dict(state.dist), "parent": dict(state.parent)}
    if goal not in state.closed:
        return {"found": False, "path": None, "cost": None}
    return {"found": True, "path": path_to(goal, state.parent), "cost": state.dist[goal]}


ALGORITHMS = (
    Algorithm(
        id="dijkstra",
        called=(r"dijkstra",),
        data="graph",
        columns=("node", "dist", "parent", "closed"),
        selected=("node",),
        topic="Dijkstra's algorithm shortest paths",
        run=_dijkstra,
        needs=_NEEDS,
        may_have=frozenset({"goal"}),
        sets=frozenset({"closed"}),
        conventions={
            "neighbor_order": Convention(
                default="alphabetical", choices=("alphabetical", "reverse_alphabetical", "listed")
            ),
            "tie_break": Convention(
                default="alphabetical",
                choices=("alphabetical", "reverse_alphabetical", "fifo", "lifo"),
            ),
        },
    ),
)
