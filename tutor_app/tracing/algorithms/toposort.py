"""Topological sorting by Kahn's algorithm: one row per node that is output."""

from __future__ import annotations

from tutor_app.domain.traces import Edge, Problem, Reason, TraceStep, Value
from tutor_app.tracing.algorithm import Algorithm, Convention, Steps
from tutor_app.tracing.algorithms._graph import alphabetical, require_direction, validate
from tutor_app.tracing.node_order import name_key
from tutor_app.wording.catalogue import phrase

NEEDS_DIRECTION = phrase("trace_problems.needs_direction")


def _run(problem: Problem) -> Steps:
    """Yield a row per node; parallel edges count twice, and a self-loop is a cycle."""
    graph = validate(problem, ())
    require_direction(graph, True, NEEDS_DIRECTION)
    tie_break = problem.conventions.get("tie_break")
    indegree = dict.fromkeys(alphabetical(graph), 0)
    leaving: dict[str, list[Edge]] = {node: [] for node in indegree}
    for edge in graph.edges:
        indegree[edge.target] += 1
        leaving[edge.source].append(edge)
    queue = _add([], [node for node, degree in indegree.items() if degree == 0], tie_break)
    yield _step(0, None, queue, indegree, Reason(code="start", facts={"free": tuple(queue)}))
    order: list[str] = []
    while queue:
        node = queue.pop(0)
        others = tuple(queue)
        order.append(node)
        del indegree[node]
        freed = []
        for edge in leaving[node]:
            indegree[edge.target] -= 1
            if indegree[edge.target] == 0:
                freed.append(edge.target)
        freed.sort(key=name_key)
        queue = _add(queue, freed, tie_break)
        lowered = {edge.target for edge in leaving[node]}
        facts: dict[str, Value] = {
            "node": node,
            "others": others,
            "lowered": tuple(other for other in indegree if other in lowered),
            "freed": tuple(freed),
            "left": tuple(indegree),
        }
        stuck = not queue and bool(indegree)
        code = "stuck" if stuck else "chosen" if others else "only_free"
        yield _step(len(order), node, queue, indegree, Reason(code=code, facts=facts))
    cycle = bool(indegree)
    return {"order": None if cycle else tuple(order), "cycle": cycle}


def _add(queue: list[str], freed: list[str], tie_break: Value) -> list[str]:
    """Return the queue, next node first, with the nodes that have become free (alphabetical)."""
    if tie_break == "fifo":
        return [*queue, *freed]
    if tie_break == "lifo":
        return [*reversed(freed), *queue]
    return sorted([*queue, *freed], key=name_key, reverse=tie_break == "reverse_alphabetical")


def _step(
    number: int, node: str | None, queue: list[str], indegree: dict[str, int], reason: Reason
) -> TraceStep:
    row = {"node": node, "queue": tuple(queue), "indegree": dict(indegree)}
    return TraceStep(number=number, row=row, reason=reason)


ALGORITHMS = (
    Algorithm(
        id="toposort",
        called=(
            r"\bkahn\b(?:['’]?s)?",
            r"\btopo\w*[\s-]*sort\w*",
            r"\btopological(?:ly)?\b",
            r"\btop[\s-]?sort\b",
        ),
        data="graph",
        columns=("node", "queue", "indegree"),
        selected=("node",),
        topic="topological sort Kahn in-degree",
        run=_run,
        directed=True,
        conventions={
            "tie_break": Convention(
                default="alphabetical",
                choices=("alphabetical", "reverse_alphabetical", "fifo", "lifo"),
            ),
        },
    ),
)
