"""What must be asked before a problem can be run."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tutor_app.domain.traces import Graph, Problem
from tutor_app.tracing.algorithm import Algorithm
from tutor_app.tracing.reading.reading_results import Clarification
from tutor_app.tracing.reading.start_and_goal import Ends
from tutor_app.wording.catalogue import phrase

# The algorithms that a negative edge makes wrong.
_NONNEGATIVE = frozenset(("dijkstra", "ucs"))
_DATA = {"graph": "missing_graph", "array": "missing_array"}
_NOT_THERE = {
    "graph": phrase("trace_unread.no_graph"),
    "array": phrase("trace_unread.no_array"),
    "game_tree": phrase("trace_unread.no_game_tree"),
    "strings": phrase("trace_unread.no_strings"),
    "items": phrase("trace_unread.no_items"),
    "operations": phrase("trace_unread.no_operations"),
}
TWO_STARTS = phrase("trace_unread.two_starts", "one", "other")
NO_START = phrase("trace_unread.no_start")
UNKNOWN_START = phrase("trace_unread.unknown_start", "node")
TWO_GOALS = phrase("trace_unread.two_goals", "one", "other")
NO_GOAL = phrase("trace_unread.no_goal")
UNKNOWN_GOAL = phrase("trace_unread.unknown_goal", "node")
NO_HEURISTIC = phrase("trace_unread.no_heuristic")
NO_HEURISTIC_VALUE = phrase("trace_unread.no_heuristic_value", "nodes")
NEGATIVE_EDGE = phrase("trace_unread.negative_edge", "edge", "weight", "algorithm")
NO_TARGET = phrase("trace_unread.no_target")
UNSORTED = phrase("trace_unread.unsorted")


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
            detail=_NOT_THERE[algorithm.data](),
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
            yield Clarification(
                reason="conflicting_start",
                detail=TWO_STARTS(one=ends.starts[0], other=ends.starts[1]),
            )
        if problem.start is None and "start" in algorithm.needs:
            yield Clarification(reason="missing_start", detail=NO_START())
        if problem.start is not None and problem.start not in nodes:
            yield Clarification(reason="unknown_start", detail=UNKNOWN_START(node=problem.start))
    if "goal" in used:
        if len(ends.goals) > 1:
            yield Clarification(
                reason="conflicting_goal", detail=TWO_GOALS(one=ends.goals[0], other=ends.goals[1])
            )
        if problem.goal is None and ("goal" in algorithm.needs or goal_meant):
            yield Clarification(reason="missing_goal", detail=NO_GOAL())
        if problem.goal is not None and problem.goal not in nodes:
            yield Clarification(reason="unknown_goal", detail=UNKNOWN_GOAL(node=problem.goal))


def _heuristic_lacks(graph: Graph, algorithm: Algorithm) -> Iterator[Clarification]:
    if "heuristic" not in algorithm.needs:
        return
    if not graph.heuristic:
        yield Clarification(reason="missing_heuristic", detail=NO_HEURISTIC())
        return
    missing = [node for node in graph.nodes if node not in graph.heuristic]
    if missing:
        yield Clarification(
            reason="missing_heuristic_value",
            detail=NO_HEURISTIC_VALUE(nodes=", ".join(missing)),
        )


def _negative(graph: Graph, algorithm: Algorithm) -> Iterator[Clarification]:
    if algorithm.id not in _NONNEGATIVE:
        return
    for edge in graph.edges:
        if edge.weight is not None and edge.weight < 0:
            yield Clarification(
                reason="negative_edge",
                detail=NEGATIVE_EDGE(
                    edge=f"{edge.source}-{edge.target}",
                    weight=f"{edge.weight:g}",
                    algorithm=algorithm.name,
                ),
            )


def _array_lacks(problem: Problem, algorithm: Algorithm) -> Iterator[Clarification]:
    if "target" not in algorithm.needs or problem.array is None:
        return
    if problem.target is None:
        yield Clarification(reason="missing_target", detail=NO_TARGET())
    if list(problem.array) != sorted(problem.array):
        yield Clarification(
            reason="unsorted_array",
            detail=UNSORTED(),
        )
