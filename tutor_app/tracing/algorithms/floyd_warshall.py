"""Floyd-Warshall: one row per node that paths may now pass through (docs/tracing.md)."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import Generic, TypeVar

from tutor_app.domain.traces import Number, Problem, Reason, Row, TraceStep, Value
from tutor_app.tracing.algorithm import Algorithm, Convention, Steps
from tutor_app.tracing.algorithms._graph import (
    alphabetical,
    nodes_of,
    plus,
    validate,
    weighted_arcs,
)

_V = TypeVar("_V")


class _Named(Mapping[str, _V], Generic[_V]):
    """A row of the matrix by node name.

    It is a tuple with an index that all rows share, since the matrices of 200 nodes as dicts would
    take a gigabyte.
    """

    __slots__ = ("_places", "_values")

    def __init__(self, places: Mapping[str, int], values: tuple[_V, ...]) -> None:
        self._places = places
        self._values = values

    def __getitem__(self, name: str) -> _V:
        return self._values[self._places[name]]

    def __iter__(self) -> Iterator[str]:
        return iter(self._places)

    def __len__(self) -> int:
        return len(self._places)

    def __repr__(self) -> str:
        return repr(dict(self))


_Dist = list[tuple[Number, ...]]
_Parent = list[tuple[str | None, ...]]


def _run(problem: Problem) -> Steps:
    """Yield a row per node; raise ProblemInvalid where a weight is missing."""
    graph = validate(problem, {"weights"})
    nodes = alphabetical(graph)
    places = {node: place for place, node in enumerate(nodes)}
    dist, parent = _first_matrix(weighted_arcs(graph), places)
    yield _step(0, None, places, (dist, parent), ())
    listed = problem.conventions.get("node_order") == "listed"
    order = nodes_of(graph) if listed else nodes
    for number, through in enumerate(order, start=1):
        changed = _allow(places[through], dist, parent, nodes)
        yield _step(number, through, places, (dist, parent), changed)
    if any(line[place] < 0 for place, line in enumerate(dist)):
        return {"negative_cycle": True, "dist": None, "parent": None}
    last = _named(places, dist, parent)
    return {"negative_cycle": False, **last}


def _first_matrix(
    arcs: list[tuple[str, str, Number]], places: Mapping[str, int]
) -> tuple[_Dist, _Parent]:
    """Return the edges as a matrix: 0 from a node to itself, the lightest of parallel edges."""
    dist: list[list[Number]] = [[math.inf] * len(places) for _ in places]
    parent: list[list[str | None]] = [[None] * len(places) for _ in places]
    for place in range(len(places)):
        dist[place][place] = 0
    for source, target, weight in arcs:
        if weight < dist[places[source]][places[target]]:
            dist[places[source]][places[target]] = weight
            parent[places[source]][places[target]] = source
    return [tuple(line) for line in dist], [tuple(line) for line in parent]


def _allow(
    through: int, dist: _Dist, parent: _Parent, nodes: tuple[str, ...]
) -> tuple[tuple[Value, ...], ...]:
    """Allow paths through one node; return what improved: (from, to, old, new).

    Every line is computed from the matrix before, which matters only with negative cycles.
    """
    second, second_parents = dist[through], parent[through]
    changed: list[tuple[Value, ...]] = []
    for place, line in enumerate(dist):
        first = line[through]
        if first == math.inf:
            continue
        offered = [plus(first, onward) for onward in second]
        better = [to for to, new in enumerate(offered) if new < line[to]]
        if not better:
            continue
        new_line, new_parents = list(line), list(parent[place])
        for to in better:
            changed.append((nodes[place], nodes[to], line[to], offered[to]))
            new_line[to] = offered[to]
            new_parents[to] = second_parents[to]
        dist[place], parent[place] = tuple(new_line), tuple(new_parents)
    return tuple(changed)


def _named(places: Mapping[str, int], dist: _Dist, parent: _Parent) -> Row:
    return {
        "dist": {node: _Named(places, dist[place]) for node, place in places.items()},
        "parent": {node: _Named(places, parent[place]) for node, place in places.items()},
    }


def _step(
    number: int,
    through: str | None,
    places: Mapping[str, int],
    matrices: tuple[_Dist, _Parent],
    changed: tuple[tuple[Value, ...], ...],
) -> TraceStep:
    row = {"node": through, **_named(places, *matrices)}
    code = "start" if through is None else "shorter" if changed else "nothing_changed"
    facts = {"node": through, "changed": changed}
    return TraceStep(number=number, row=row, reason=Reason(code=code, facts=facts))


ALGORITHMS = (
    Algorithm(
        id="floyd_warshall",
        called=(r"\bfloyd?[\s\-–—/]*warsh?all?(?:['’]?s)?\b", r"\bfloyd(?:['’]?s)?\b"),
        data="graph",
        columns=("node", "dist", "parent"),
        selected=("node", "dist"),
        topic="Floyd-Warshall all-pairs shortest paths",
        run=_run,
        needs=frozenset({"weights"}),
        conventions={
            "node_order": Convention(default="alphabetical", choices=("alphabetical", "listed")),
        },
    ),
)
