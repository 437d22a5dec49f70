"""A fresh small problem to practise on, for an algorithm that is only named."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from tutor_app.domain.traces import Edge, Graph, KnapsackItem, Operation, Problem, Value
from tutor_app.tracing.algorithm import Algorithm, algorithm_named
from tutor_app.tracing.exact_run import run, with_defaults
from tutor_app.tracing.similar_problems import make_similar_problem

MOST_TRIES = 40
_DEFAULTS: Final[Mapping[str, Value]] = MappingProxyType({})
_ENDS = ("u", "v")  # of the pattern that fresh graphs are made after
_HEAP = (("insert", 1), ("insert", 2), ("insert", 3), ("insert", 4), ("extract", None))
_SEARCH_TREE = (("insert", 1), ("insert", 2), ("insert", 3), ("insert", 4), ("insert", 5))


def make_practice_problem(
    algorithm_id: str, seed: int = 0, conventions: Mapping[str, Value] = _DEFAULTS
) -> Problem:
    """Return a small problem for an algorithm; the same seed gives the same one.

    Where there is a goal, it can be reached. `conventions` of the algorithm are its own by name;
    of the others the usual choice is taken.

    Raises:
        KeyError: no such algorithm.
        ProblemInvalid: none could be made in many tries.
    """
    algorithm = algorithm_named(algorithm_id)
    pattern = replace(_pattern(algorithm), conventions=conventions)
    pattern = with_defaults(pattern, algorithm)
    made = make_similar_problem(pattern, seed * MOST_TRIES)
    for number in range(1, MOST_TRIES):
        if made.goal is None or run(made).final.get("path") is not None:
            break
        made = make_similar_problem(pattern, seed * MOST_TRIES + number)
    return _admissible(made)


def _pattern(algorithm: Algorithm) -> Problem:
    """Return a problem that has what the algorithm needs, of which only the shape counts."""
    match algorithm.data:
        case "graph":
            return _graph_pattern(algorithm)
        case "array":
            target = 1 if "target" in algorithm.needs else None
            return Problem(algorithm=algorithm.id, array=(1, 2, 3, 4, 5, 6), target=target)
        case "game_tree":
            return Problem(algorithm=algorithm.id, tree=((1, 2), (3, 4)), root="max")
        case "strings":
            return Problem(algorithm=algorithm.id, strings=("AB", "BA"))
        case "items":
            items = (KnapsackItem(name="1", weight=1, value=1),)
            return Problem(algorithm=algorithm.id, items=items, capacity=5)
        case "operations":
            kinds = _SEARCH_TREE if algorithm.id == "bst" else _HEAP
            operations = tuple(Operation(kind=kind, value=value) for kind, value in kinds)
            return Problem(algorithm=algorithm.id, operations=operations)


def _graph_pattern(algorithm: Algorithm) -> Problem:
    first, last = _ENDS
    wants = algorithm.needs | algorithm.may_have
    weighted = "weights" in algorithm.needs
    graph = Graph(
        directed=bool(algorithm.directed),
        weighted=weighted,
        nodes=_ENDS,
        edges=(Edge(source=first, target=last, weight=1 if weighted else None),),
        heuristic={first: 1, last: 0} if "heuristic" in algorithm.needs else None,
    )
    return Problem(
        algorithm=algorithm.id,
        graph=graph,
        start=first if "start" in wants else None,
        goal=last if "goal" in algorithm.needs or (not weighted and "goal" in wants) else None,
    )


def _admissible(problem: Problem) -> Problem:
    """Return the problem with a heuristic that never overestimates, where edges have weights."""
    graph = problem.graph
    if graph is None or graph.heuristic is None or not graph.weighted or problem.goal is None:
        return problem
    from_goal = Problem(algorithm="dijkstra", graph=_turned(graph), start=problem.goal)
    true = run(with_defaults(from_goal, algorithm_named("dijkstra"))).final["dist"]
    assert isinstance(true, Mapping)
    lowered = {
        node: min(guess, cost) if isinstance(cost := true.get(node), int | float) else guess
        for node, guess in graph.heuristic.items()
    }
    return replace(problem, graph=replace(graph, heuristic=lowered))


def _turned(graph: Graph) -> Graph:
    """Return the graph with its arrows turned round."""
    edges = (Edge(source=e.target, target=e.source, weight=e.weight) for e in graph.edges)
    return replace(graph, edges=tuple(edges), heuristic=None)
