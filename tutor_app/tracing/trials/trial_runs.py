"""What an algorithm gives on a small graph: its path, its order of nodes, its tree."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace

from tutor_app.domain.traces import Edge, Graph, Number, Problem, Row, Value
from tutor_app.tracing.algorithm import algorithm_named
from tutor_app.tracing.exact_run import AlgorithmRun, run
from tutor_app.tracing.trials.general_claim import TREES, WITH_ESTIMATES
from tutor_app.tracing.trials.graph_facts import Path, Tree, arcs, cheapest_paths, ends, path_in
from tutor_app.tracing.trials.small_graphs import GOAL, START

_ORDERED = frozenset({"bfs", "dfs", "ucs", "greedy", "astar", "dijkstra", "prim"})


def problem_on(subject: str, graph: Graph, setting: frozenset[str]) -> Problem:
    """Return the run of an algorithm on the graph from S, to G where it has a goal.

    A* opens a closed node again where it finds a cheaper way to it.
    """
    algorithm = algorithm_named(subject)
    takes = algorithm.needs | algorithm.may_have
    conventions: dict[str, Value] = {"reopen": True}
    if "stops_when_goal_seen" in setting:
        conventions["goal_test"] = "generation"
    return Problem(
        algorithm=subject,
        graph=graph if subject in WITH_ESTIMATES else replace(graph, heuristic=None),
        start=START if "start" in takes else None,
        goal=GOAL if "goal" in takes else None,
        conventions=conventions,
    )


def path_given(subject: str, graph: Graph, setting: frozenset[str]) -> Path | None:
    """Return the path from S to G that a subject gives; None where it gives none."""
    if subject == "shortest_path":
        return cheapest_paths(graph, START, GOAL)[0]
    if subject in TREES:
        return path_in(tree_given(subject, graph), START, GOAL)
    if subject == "dijkstra":
        return SettledNodes(graph).path(GOAL)
    found = run(problem_on(subject, graph, setting)).final.get("path")
    return tuple(map(str, found)) if isinstance(found, tuple) else None


def orders_of(subjects: Sequence[str], graph: Graph, setting: frozenset[str]) -> tuple[Path, ...]:
    """Return the nodes in the order in which each algorithm takes them; none if one takes none.

    Where one of them has no goal, none has.
    """
    if not set(subjects) <= _ORDERED:
        return ()
    problems = [problem_on(subject, graph, setting) for subject in subjects]
    if any(problem.goal is None for problem in problems):
        problems = [replace(problem, goal=None) for problem in problems]
    taken = [[row["node"] for row in run(problem).rows()] for problem in problems]
    return tuple(tuple(str(node) for node in nodes if node is not None) for nodes in taken)


def tree_given(subject: str, graph: Graph) -> Tree:
    """Return the minimum spanning tree that an algorithm gives; Prim's where none is named."""
    found = _run("prim" if subject == "mst" else subject, graph, frozenset()).final["edges"]
    assert isinstance(found, tuple)
    return frozenset(frozenset(map(str, pair)) for pair in found if isinstance(pair, tuple))


def lowered_later(subject: str, graph: Graph, setting: frozenset[str]) -> Row | None:
    """Return the first closed node to which a cheaper way is found, with its old and new value."""
    if subject == "dijkstra":
        return SettledNodes(graph).lowered
    for step in _run(subject, graph, setting).steps:
        reopened = step.reason.facts.get("reopened")
        if isinstance(reopened, tuple) and reopened and isinstance(reopened[0], Mapping):
            return reopened[0]
    return None


def _run(subject: str, graph: Graph, setting: frozenset[str]) -> AlgorithmRun:
    return run(problem_on(subject, graph, setting))


class SettledNodes:
    """Dijkstra's algorithm, also where edges are negative: a settled node keeps its value.

    `lowered` is the first settled node to which a cheaper way is found, with its old and new value.
    """

    def __init__(self, graph: Graph, start: str = START) -> None:
        self._start = start
        self.dist: dict[str, Number] = {start: 0}
        self.parent: dict[str, str] = {}
        self.lowered: Row | None = None
        done: list[str] = []
        while waiting := [node for node in self.dist if node not in done]:
            node = min(waiting, key=lambda one: (self.dist[one], one))
            done.append(node)
            for one, other, cost in arcs(graph):
                new = self.dist[node] + cost
                if one != node or new >= self.dist.get(other, math.inf):
                    continue
                if other not in done:
                    self.dist[other], self.parent[other] = new, node
                elif self.lowered is None:
                    self.lowered = {"node": other, "old": self.dist[other], "new": new}

    def path(self, goal: str) -> Path | None:
        if goal not in self.dist:
            return None
        path = [goal]
        while path[0] != self._start:
            path.insert(0, self.parent[path[0]])
        return tuple(path)


def with_change(graph: Graph, change: str, by: int) -> Graph:
    """Return the graph with `by` added to each edge's weight, or each multiplied by it."""

    def changed(edge: Edge) -> Edge:
        assert edge.weight is not None
        adds = change == "add_to_every_edge"
        return replace(edge, weight=edge.weight + by if adds else edge.weight * by)

    return replace(graph, edges=tuple(map(changed, graph.edges)))


def dearest_edge(graph: Graph) -> frozenset[str] | None:
    """Return the ends of the one edge that weighs the most; None where several do."""
    return _only(max(_weights(graph)), graph)


def cheapest_edges(graph: Graph) -> list[frozenset[str]]:
    """Return the ends of the edges that weigh the least."""
    least = min(_weights(graph))
    return [ends(edge) for edge in graph.edges if edge.weight == least]


def _only(weight: Number, graph: Graph) -> frozenset[str] | None:
    found = [ends(edge) for edge in graph.edges if edge.weight == weight]
    return found[0] if len(found) == 1 else None


def _weights(graph: Graph) -> list[Number]:
    return [edge.weight or 0 for edge in graph.edges]
