"""Where a row or a final answer that a student shows differs from the exact one.

Only what is shown is judged; claims about anything else are not.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise

from tutor_app.domain.traces import Graph, Number, Row, Value
from tutor_app.tracing.checking.compare_values import (
    Rules,
    plain,
    rules_for,
    same_field,
    same_value,
)
from tutor_app.tracing.checking.extra_columns import BESIDE
from tutor_app.tracing.checking.trace_verdict import Difference
from tutor_app.tracing.claims.exact_facts import ExactFacts
from tutor_app.tracing.exact_run import AlgorithmRun

_FIND_WAYS = frozenset(("bfs", "dfs", "ucs", "astar", "greedy"))
# What a sort returns stands under "array" or, where only a heap is built, under "heap".
_OTHER_NAMES = {"array": "heap", "heap": "array"}


def row_differences(run: AlgorithmRun, expected: Row, shown: Row) -> tuple[Difference, ...]:
    """Return the shown fields of a row that are not the expected ones."""
    return compare_row(expected, shown, rules_for(run))


def compare_row(expected: Row, shown: Row, rules: Rules) -> tuple[Difference, ...]:
    """Return the shown fields that are not the expected ones under the rules of a run."""
    claimed = [
        name
        for name, value in shown.items()
        if name not in ("step", *BESIDE) and not is_empty(value)
    ]
    if expected and claimed and not any(name in expected for name in claimed):
        # Rows of another kind (widths where merges are shown) are not this run's rows.
        return (Difference(field=claimed[0], expected=None, shown=shown[claimed[0]]),)
    return tuple(
        Difference(field=name, expected=expected[name], shown=value)
        for name, value in shown.items()
        if name != "step"
        and name in expected
        and not same_field(name, expected[name], value, rules)
        and not _says_nothing(value)
    )


def is_empty(value: Value) -> bool:
    """Return whether a cell claims nothing: it is empty, an empty list, false or 0."""
    return value in ((), [], {}) or (not isinstance(value, Mapping | tuple | list) and not value)


def _says_nothing(value: Value) -> bool:
    """A cell left empty is not shown; an empty list of nodes is a claim."""
    return value is None or (isinstance(value, str) and plain(value) is None)


def final_differences(run: AlgorithmRun, final: Row) -> tuple[Difference, ...]:
    """Return how a final answer differs from the run's.

    Claims about anything else are not judged.
    """
    rules = rules_for(run)
    found = list(_path_differences(run, final))
    for name, shown in final.items():
        field = name if name in run.final else _OTHER_NAMES.get(name, name)
        if field not in run.final:
            continue
        expected = run.final[field]
        if field == "parent":
            found.extend(_parent_differences(run, shown))
            continue
        if not same_field(field, expected, shown, rules):
            found.append(Difference(field=name, expected=expected, shown=shown))
    return tuple(found)


def _path_differences(run: AlgorithmRun, final: Row) -> Iterator[Difference]:
    """Judge a path to some node by the distances: each of several equally short ones is right.

    Of a run without distances it is right only where it is the run's own, by its parents.
    """
    dist, graph, path = run.final.get("dist"), run.problem.graph, final.get("path")
    if "path" in run.final or graph is None or not isinstance(path, tuple) or len(path) < 2:
        return
    if run.algorithm.id in _FIND_WAYS:
        exact = ExactFacts(run).path_to(str(path[-1]))
        if path != exact:
            yield Difference(field="path", expected=exact, shown=path)
        return
    if not isinstance(dist, Mapping) or path[-1] not in dist:
        return
    steps = [_edge_weight(graph, str(a), str(b)) for a, b in pairwise(path)]
    length = sum(step for step in steps if step is not None)
    if path[0] != run.problem.start or None in steps or not same_value(dist[str(path[-1])], length):
        yield Difference(field="path", expected=None, shown=path)
    if "cost" in final and not same_value(dist[str(path[-1])], final["cost"]):
        yield Difference(field="cost", expected=dist[str(path[-1])], shown=final["cost"])


def _parent_differences(run: AlgorithmRun, shown: Value) -> Iterator[Difference]:
    """Judge the final parents by the distances: each of several equally short ones is right."""
    dist, exact, graph = run.final.get("dist"), run.final.get("parent"), run.problem.graph
    if same_field("parent", exact, shown, rules_for(run)):
        return
    by_node = isinstance(dist, Mapping) and not any(isinstance(d, Mapping) for d in dist.values())
    if graph is None or not by_node or not isinstance(shown, Mapping):
        yield Difference(field="parent", expected=exact, shown=shown)
        return
    assert isinstance(dist, Mapping) and isinstance(exact, Mapping)
    for node, parent in shown.items():
        weight = _edge_weight(graph, str(parent), str(node))
        before = dist.get(str(parent))
        as_short = (
            weight is not None
            and isinstance(before, int | float)
            and same_value(dist.get(node), before + weight)
        )
        if not as_short and not same_value(exact.get(node), parent):
            yield Difference(field="parent", expected=exact, shown=shown)
            return


def _edge_weight(graph: Graph, source: str, target: str) -> Number | None:
    """Return the weight of the lightest edge between two nodes, None if there is no edge."""
    weights = [
        edge.weight
        for edge in graph.edges
        if edge.weight is not None
        and (
            (edge.source, edge.target) == (source, target)
            or (not graph.directed and (edge.target, edge.source) == (source, target))
        )
    ]
    return min(weights, default=None)
