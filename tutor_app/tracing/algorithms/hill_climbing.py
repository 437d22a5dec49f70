"""Hill climbing on a graph with values: one row per node stood on (docs/tracing.md)."""

from __future__ import annotations

from collections.abc import Mapping

from tutor_app.domain.traces import Number, Problem, Reason, TraceStep, Value
from tutor_app.tracing.algorithm import Algorithm, Convention, Steps
from tutor_app.tracing.algorithms._graph import successors, validate


def _run(problem: Problem) -> Steps:
    """Yield a row per node; raise ProblemInvalid where the start or a value is missing."""
    graph = validate(problem, ("start", "heuristic"))
    assert problem.start is not None and graph.heuristic is not None  # `validate` has checked it
    values = graph.heuristic
    first_better = problem.conventions.get("variant") == "first_better"
    order = "neighbor_order" if first_better else "tie_break"
    after = successors(graph, problem.conventions.get(order))
    sign = -1 if problem.conventions.get("objective") == "maximize" else 1
    path = [problem.start]
    while True:
        node = path[-1]
        seen = after[node]
        if not first_better:  # stable: equal values stay in the order of the tie-breaking rule
            seen = tuple(sorted(seen, key=lambda other: sign * values[other]))
        better = [other for other in seen if sign * values[other] < sign * values[node]]
        follower = better[0] if better and node != problem.goal else None
        stopped = None if follower else _why(node, seen, values, problem)
        row: dict[str, Value] = {
            "node": node,
            "h": values[node],
            "neighbors": tuple({"node": other, "h": values[other]} for other in seen),
            "next": follower,
        }
        facts: dict[str, Value] = {
            "node": node,
            "h": values[node],
            "neighbors": tuple((other, values[other]) for other in seen),
            "next": follower,
            "next_h": None if follower is None else values[follower],
            "tied": tuple(
                other
                for other in better[1:]
                if follower is not None and values[other] == values[follower]
            ),
            "objective": problem.conventions.get("objective"),
        }
        yield TraceStep(
            number=len(path), row=row, reason=Reason(code=stopped or "moves", facts=facts)
        )
        if follower is None:
            found = None if problem.goal is None else node == problem.goal
            return {"found": found, "path": tuple(path), "h": values[node], "stopped": stopped}
        path.append(follower)


def _why(node: str, seen: tuple[str, ...], values: Mapping[str, Number], problem: Problem) -> str:
    if node == problem.goal:
        return "goal"
    if not seen:
        return "dead_end"
    if any(values[other] == values[node] for other in seen):
        return "plateau"
    return "local_optimum"


ALGORITHMS = (
    Algorithm(
        id="hill_climbing",
        called=(
            r"\bhill[\s-]*climb\w*",
            r"\bsteepest[\s-]*(?:as|des)cent",
            r"\bgreedy[\s-]+local[\s-]+search",
        ),
        data="graph",
        columns=("node", "h", "neighbors", "next"),
        selected=("node",),
        topic="hill climbing local search local optimum plateau",
        run=_run,
        needs=frozenset({"start", "heuristic"}),
        may_have=frozenset({"goal"}),
        sets=frozenset({"neighbors"}),
        conventions={
            "objective": Convention(default="minimize", choices=("minimize", "maximize")),
            "variant": Convention(default="steepest", choices=("steepest", "first_better")),
            "tie_break": Convention(
                default="alphabetical",
                choices=("alphabetical", "reverse_alphabetical", "listed"),
            ),
            "neighbor_order": Convention(
                default="alphabetical",
                choices=("alphabetical", "reverse_alphabetical", "listed"),
            ),
        },
    ),
)
