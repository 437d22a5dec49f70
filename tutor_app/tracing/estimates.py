"""Estimates of a graph's nodes held against the graph: true costs, and where a rule breaks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise

from tutor_app.domain.traces import Edge, Graph, Number, Problem, ProblemInvalid
from tutor_app.tracing.exact_run import run


@dataclass(frozen=True, slots=True, kw_only=True)
class CheapestWay:
    """The cheapest way from a node to the goal, and what it costs."""

    cost: Number
    path: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class WeighedEstimates:
    """Estimates with the cheapest ways, by node; a node without a way to the goal has none.

    `too_large` are the nodes that are estimated above their way, `drops` the edges, in their
    direction, along which the estimate falls by more than they weigh.
    """

    goal: str
    guesses: Mapping[str, Number]
    ways: Mapping[str, CheapestWay]
    edges: tuple[Edge, ...]

    @property
    def too_large(self) -> tuple[str, ...]:
        return tuple(
            node for node, way in self.ways.items() if _exact(self.guesses[node]) > self._true(way)
        )

    @property
    def drops(self) -> tuple[Edge, ...]:
        return tuple(
            each for each in self.edges if _exact(self.drop_of(each)) > _exact(each.weight or 0)
        )

    def drop_of(self, edge: Edge) -> Number:
        """Return by how much the estimate falls along an edge."""
        fall = _exact(self.guesses[edge.source]) - _exact(self.guesses[edge.target])
        return int(fall) if fall.denominator == 1 else float(fall)

    def _true(self, way: CheapestWay) -> Fraction:
        weights = {(edge.source, edge.target): _exact(edge.weight or 0) for edge in self.edges}
        return sum((weights[pair] for pair in pairwise(way.path)), Fraction(0))


def weigh_estimates(graph: Graph, goal: str) -> WeighedEstimates | None:
    """Return what a graph's estimates are worth; None where a node has none, or an edge no weight
    that a cheapest way can be found by.
    """
    guesses = {goal: 0, **(graph.heuristic or {})}
    if goal not in graph.nodes or not set(graph.nodes) <= guesses.keys():
        return None
    if any(edge.weight is None or edge.weight < 0 for edge in graph.edges):
        return None
    turned = [] if graph.directed else [_turned(edge) for edge in graph.edges]
    ways = {node: _cheapest(graph, node, goal) for node in graph.nodes}
    return WeighedEstimates(
        goal=goal,
        guesses={node: guesses[node] for node in graph.nodes},
        ways={node: way for node, way in ways.items() if way is not None},
        edges=(*graph.edges, *turned),
    )


def _exact(value: Number) -> Fraction:
    """Return a number as it was written: 0.8 - 0.5 is 0.3."""
    return Fraction(str(value))


def _turned(edge: Edge) -> Edge:
    return replace(edge, source=edge.target, target=edge.source)


def _cheapest(graph: Graph, node: str, goal: str) -> CheapestWay | None:
    plain = replace(graph, heuristic=None)
    try:
        found = run(Problem(algorithm="ucs", graph=plain, start=node, goal=goal)).final
    except ProblemInvalid:
        return None
    cost, path = found.get("cost"), found.get("path")
    if not isinstance(cost, int | float) or not isinstance(path, tuple):
        return None
    return CheapestWay(cost=cost, path=tuple(map(str, path)))
