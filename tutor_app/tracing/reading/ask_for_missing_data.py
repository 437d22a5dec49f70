"""What must be asked before a problem can be run."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tutor_app.domain.traces import Graph, Problem
from tutor_app.tracing.algorithm import Algorithm
from tutor_app.tracing.reading.reading_results import Clarification
from tutor_app.tracing.reading.start_and_goal import Ends

# The algorithms that a negative edge makes wrong.
_NONNEGATIVE = frozenset(("dijkstra", "ucs"))
_DATA = {"graph": "missing_graph", "array": "missing_array"}
_WHAT = {
    "graph": "the graph",
    "array": "the input array",
    "game_tree": "the game tree",
    "strings": "the two strings",
    "items": "the items",
    "operations": "the operations",
}


def first_lack(
    problem: Problem,
    algorithm: Algorithm,
    ends: Ends,
    lacks: Sequence[Clarification] = (),
    goal_meant: bool = False,
) -> Clarification | None:
    """Return what must be asked first, None where the problem can be run.

    `lacks` is what the data themselves lack; `goal_meant`: the message speaks of a goal, so that an
    algorithm that also runs without one must be told it.
    """
    return next(_lacks(problem, algorithm, ends, lacks, goal_meant), None)


def _lacks(
    problem: Problem,
    algorithm: Algorithm,
    ends: Ends,
    lacks: Sequence[Clarification],
    goal_meant: bool,
) -> Iterator[Clarification]:
    if not has_data(problem, algorithm):
        reason = "missing_array" if algorithm.data == "array" else "missing_graph"
        yield Clarification(
            reason=reason if algorithm.data in _DATA else "missing_data",  # type: ignore[arg-type]
            detail=f"{_WHAT[algorithm.data]} is not in the message",
        )
    yield from lacks
    if problem.graph is not None:
        yield from _ends_lack(problem, algorithm, ends, goal_meant)
        yield from _heuristic_lacks(problem.graph, algorithm)
        yield from _negative(problem.graph, algorithm)
    if algorithm.data == "array":
        yield from _array_lacks(problem, algorithm)


def has_data(problem: Problem, algorithm: Algorithm) -> bool:
    """Tell whether the problem holds data of the kind that the algorithm runs on."""
    held: dict[str, object] = {
        "graph": problem.graph,
        "array": problem.array,
        "game_tree": problem.tree,
        "strings": problem.strings,
        "items": problem.items,
        "operations": problem.operations,
    }
    return held[algorithm.data] is not None


def _ends_lack(
    problem: Problem, algorithm: Algorithm, ends: Ends, goal_meant: bool
) -> Iterator[Clarification]:
    """Yield what is wrong with start and goal, the start first."""
    nodes = set(problem.graph.nodes) if problem.graph else set()
    used = algorithm.needs | algorithm.may_have
    if "start" in used:
        if len(ends.starts) > 1:
            named = " and ".join(ends.starts[:2])
            yield Clarification(
                reason="conflicting_start", detail=f"two different start nodes are named, {named}"
            )
        if problem.start is None and "start" in algorithm.needs:
            yield Clarification(reason="missing_start", detail="the message names no start node")
        if problem.start is not None and problem.start not in nodes:
            yield Clarification(
                reason="unknown_start", detail=f"start node {problem.start} is not in the graph"
            )
    if "goal" in used:
        if len(ends.goals) > 1:
            named = " and ".join(ends.goals[:2])
            yield Clarification(
                reason="conflicting_goal", detail=f"two different goal nodes are named, {named}"
            )
        if problem.goal is None and ("goal" in algorithm.needs or goal_meant):
            yield Clarification(reason="missing_goal", detail="the message names no goal node")
        if problem.goal is not None and problem.goal not in nodes:
            yield Clarification(
                reason="unknown_goal", detail=f"goal node {problem.goal} is not in the graph"
            )


def _heuristic_lacks(graph: Graph, algorithm: Algorithm) -> Iterator[Clarification]:
    if "heuristic" not in algorithm.needs:
        return
    if not graph.heuristic:
        yield Clarification(
            reason="missing_heuristic", detail="the message gives no heuristic values"
        )
        return
    missing = [node for node in graph.nodes if node not in graph.heuristic]
    if missing:
        yield Clarification(
            reason="missing_heuristic_value",
            detail=f"no heuristic value for {', '.join(missing)}",
        )


def _negative(graph: Graph, algorithm: Algorithm) -> Iterator[Clarification]:
    if algorithm.id not in _NONNEGATIVE:
        return
    for edge in graph.edges:
        if edge.weight is not None and edge.weight < 0:
            yield Clarification(
                reason="negative_edge",
                detail=f"edge {edge.source}-{edge.target} has the negative weight "
                f"{edge.weight:g}; {algorithm.name} needs non-negative weights",
            )


def _array_lacks(problem: Problem, algorithm: Algorithm) -> Iterator[Clarification]:
    if "target" not in algorithm.needs or problem.array is None:
        return
    if problem.target is None:
        yield Clarification(
            reason="missing_target", detail="the message does not say what to search for"
        )
    if list(problem.array) != sorted(problem.array):
        yield Clarification(
            reason="unsorted_array",
            detail="binary search needs a sorted array and this one is not sorted",
        )
