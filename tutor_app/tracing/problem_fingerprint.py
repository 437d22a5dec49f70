"""What identifies a problem, however it was typed: the key of its hint ladder."""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Sequence

from tutor_app.domain.traces import Edge, Graph, Number, Problem, Tree
from tutor_app.tracing.node_order import name_key

Json = None | bool | int | float | str | Sequence["Json"]


def problem_key(problem: Problem) -> str:
    """Return the SHA-256, in hexadecimal, of the algorithm and its instance.

    Two messages hold the same problem if they name the same algorithm, the same graph (array, tree
    …), start, goal and target. The case of names, the order of edges, and which end of an
    undirected edge comes first do not count; neither do conventions, which may be stated later.
    """
    parts: list[Json] = [
        problem.algorithm,
        _graph(problem.graph),
        _name(problem.start),
        _name(problem.goal),
        None if problem.array is None else [_number(n) for n in problem.array],
        None if problem.target is None else _number(problem.target),
        _tree(problem.tree),
        problem.root,
        problem.strings,
        None
        if problem.items is None
        else [[_name(i.name), i.weight, _number(i.value)] for i in problem.items],
        problem.capacity,
        None
        if problem.operations is None
        else [[o.kind, None if o.value is None else _number(o.value)] for o in problem.operations],
    ]
    canonical = json.dumps(parts, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(canonical.encode()).hexdigest()


def _graph(graph: Graph | None) -> Json:
    if graph is None:
        return None
    nodes = sorted({node.casefold() for node in graph.nodes}, key=name_key)
    edges = sorted(json.dumps(_edge(edge, directed=graph.directed)) for edge in graph.edges)
    # Sorted by the name that counts: "B" stands before "a", and "b" after it.
    values = {node.casefold(): _number(h) for node, h in (graph.heuristic or {}).items()}
    heuristic = [[node, values[node]] for node in sorted(values, key=name_key)]
    return [graph.directed, nodes, edges, heuristic]


def _edge(edge: Edge, *, directed: bool) -> list[Json]:
    ends = [edge.source.casefold(), edge.target.casefold()]
    weight = None if edge.weight is None else _number(edge.weight)
    return [*(ends if directed else sorted(ends, key=name_key)), weight]


def _name(name: str | None) -> str | None:
    return None if name is None else name.casefold()


def _number(number: Number) -> Json:
    """3 and 3.0 are the same number; a missing leaf is not a number of JSON."""
    value = float(number)
    return str(value) if not math.isfinite(value) else int(value) if value.is_integer() else value


def _tree(tree: Tree | None) -> Json:
    if tree is None or not isinstance(tree, tuple):
        return None if tree is None else _number(tree)
    return [_tree(child) for child in tree]
