"""What the algorithms on graphs share: checks of the problem, neighbours, weights, paths."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping

from tutor_app.domain.traces import Edge, Graph, Number, Problem, ProblemInvalid
from tutor_app.tracing.algorithm import Need
from tutor_app.tracing.node_order import name_key
from tutor_app.wording.catalogue import Phrase, phrase

NO_GRAPH = phrase("trace_problems.no_graph")
NO_START = phrase("trace_problems.no_start")
UNKNOWN_START = phrase("trace_problems.unknown_start", "node")
NO_GOAL = phrase("trace_problems.no_goal")
UNKNOWN_GOAL = phrase("trace_problems.unknown_goal", "node")
NO_WEIGHTS = phrase("trace_problems.no_weights")
NO_WEIGHT = phrase("trace_problems.no_weight", "edge")
NEGATIVE_WEIGHT = phrase("trace_problems.negative_weight", "edge", "weight", "algorithm")
NO_HEURISTIC = phrase("trace_problems.no_heuristic")
NO_HEURISTIC_VALUE = phrase("trace_problems.no_heuristic_value", "node")

_DIGITS = 9  # 0.1 + 0.2 must tie with 0.3


def validate(problem: Problem, needs: Collection[Need], *, nonnegative: bool = False) -> Graph:
    """Return the problem's graph; it has what the algorithm needs.

    A start or goal that is given must be a node, also where it is not needed.

    Raises:
        ProblemInvalid: something that is needed is missing or unknown; `nonnegative` and an edge
            has a negative weight.
    """
    graph = problem.graph
    if graph is None or not nodes_of(graph):
        raise ProblemInvalid("missing_graph", NO_GRAPH())
    _check_ends(problem, nodes_of(graph), needs)
    if "weights" in needs:
        check_weights(graph)
    if nonnegative:
        check_nonnegative(graph, problem.algorithm)
    if "heuristic" in needs:
        check_heuristic(graph)
    return graph


def _check_ends(problem: Problem, nodes: tuple[str, ...], needs: Collection[Need]) -> None:
    if problem.start is None and "start" in needs:
        raise ProblemInvalid("missing_start", NO_START())
    if problem.start is not None and problem.start not in nodes:
        raise ProblemInvalid("unknown_start", UNKNOWN_START(node=problem.start))
    if problem.goal is None and "goal" in needs:
        raise ProblemInvalid("missing_goal", NO_GOAL())
    if problem.goal is not None and problem.goal not in nodes:
        raise ProblemInvalid("unknown_goal", UNKNOWN_GOAL(node=problem.goal))


def check_weights(graph: Graph) -> None:
    """Raise ProblemInvalid ("missing_weight") unless every edge has a weight."""
    if graph.edges and not graph.weighted:
        raise ProblemInvalid("missing_weight", NO_WEIGHTS())
    for edge in graph.edges:
        if edge.weight is None or math.isnan(edge.weight):
            raise ProblemInvalid("missing_weight", NO_WEIGHT(edge=edge_name(graph, edge)))


def check_nonnegative(graph: Graph, algorithm: str) -> None:
    """Raise ProblemInvalid ("negative_edge") if a weight is negative."""
    for edge in graph.edges:
        if edge.weight is not None and edge.weight < 0:
            raise ProblemInvalid(
                "negative_edge",
                NEGATIVE_WEIGHT(
                    edge=edge_name(graph, edge), weight=edge.weight, algorithm=algorithm
                ),
            )


def check_heuristic(graph: Graph) -> None:
    """Raise ProblemInvalid unless every node has a heuristic value."""
    if not graph.heuristic:
        raise ProblemInvalid("missing_heuristic", NO_HEURISTIC())
    for node in nodes_of(graph):
        if node not in graph.heuristic or math.isnan(graph.heuristic[node]):
            raise ProblemInvalid("missing_heuristic_value", NO_HEURISTIC_VALUE(node=node))


def edge_name(graph: Graph, edge: Edge) -> str:
    """Return the edge as a message would write it: "A–B", or "A→B" if it has a direction."""
    return f"{edge.source}{'→' if graph.directed else '–'}{edge.target}"


def nodes_of(graph: Graph) -> tuple[str, ...]:
    """Return the nodes in the order in which they are named, those only in edges last."""
    ends = (end for edge in graph.edges for end in (edge.source, edge.target))
    return tuple(dict.fromkeys((*graph.nodes, *ends)))


def alphabetical(graph: Graph) -> tuple[str, ...]:
    """Return the nodes in alphabetical order (numbers by value)."""
    return tuple(sorted(nodes_of(graph), key=name_key))


def successors(graph: Graph, order: object = "alphabetical") -> Mapping[str, tuple[str, ...]]:
    """Return each node's neighbours, in the direction of the edges if they have one.

    `order` is a choice of the convention neighbor_order: "alphabetical", "reverse_alphabetical" or
    "listed" (as the edges are named). Each neighbour appears once, at its first edge's place;
    self-loops are left out, since no search reaches a node from itself.
    """
    found: dict[str, dict[str, None]] = {node: {} for node in nodes_of(graph)}
    for source, target in _arcs(graph):
        if source != target:
            found[source][target] = None
    if order == "listed":
        return {node: tuple(after) for node, after in found.items()}
    backwards = order == "reverse_alphabetical"
    return {
        node: tuple(sorted(after, key=name_key, reverse=backwards)) for node, after in found.items()
    }


def costs(graph: Graph) -> Mapping[tuple[str, str], Number]:
    """Return the cost of each step (from, to): the smallest weight of parallel edges.

    An edge without weight costs 1, so that a path's cost is then its number of edges.
    """
    found: dict[tuple[str, str], Number] = {}
    for edge in graph.edges:
        weight = 1 if edge.weight is None else edge.weight
        for ends in _directions(graph, edge):
            found[ends] = min(weight, found.get(ends, weight))
    return found


def _arcs(graph: Graph) -> list[tuple[str, str]]:
    return [ends for edge in graph.edges for ends in _directions(graph, edge)]


def _directions(graph: Graph, edge: Edge) -> tuple[tuple[str, str], ...]:
    forth, back = (edge.source, edge.target), (edge.target, edge.source)
    return (forth,) if graph.directed else (forth, back)


def plus(left: Number, right: Number) -> Number:
    """Return the sum; decimal weights add up as on paper, so that equal sums tie."""
    total = left + right
    return total if isinstance(total, int) else round(total, _DIGITS)


def path_to(node: str, parents: Mapping[str, str | None]) -> tuple[str, ...]:
    """Return the nodes from the root of `parents` to `node`."""
    path = [node]
    while (parent := parents[path[-1]]) is not None:
        path.append(parent)
    return tuple(reversed(path))


def path_cost(path: tuple[str, ...], cost: Mapping[tuple[str, str], Number]) -> Number:
    """Return the sum of the steps' costs along the path."""
    total: Number = 0
    for ends in zip(path, path[1:], strict=False):
        total = plus(total, cost[ends])
    return total


def require_direction(graph: Graph, directed: bool, lack: Phrase) -> None:
    """Raise ProblemInvalid ("missing_data", in these words) if the edges' direction differs."""
    if graph.directed is not directed and graph.edges:
        raise ProblemInvalid("missing_data", lack())


def weighted_arcs(graph: Graph) -> list[tuple[str, str, Number]]:
    """Return every step that an edge allows (from, to, weight), in the order of the edges.

    An undirected edge is two: as it is named, then back. Parallel edges and self-loops are kept.
    """
    return [
        (*ends, 1 if edge.weight is None else edge.weight)
        for edge in graph.edges
        for ends in _directions(graph, edge)
    ]
