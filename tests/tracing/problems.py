"""Random graph problems, and graphs written short: "A-B 3, B-C" (undirected) or "A>B"."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import networkx
from hypothesis import strategies as st

from tutor_app.tracing.registry import algorithm_named
from tutor_app.tracing.values import Edge, Graph, Number, Problem, Value

NAMES = ("A", "b", "C", "10", "9", "S", "Bonn")


def graph(text: str, heuristic: Mapping[str, Number] | None = None) -> Graph:
    """Return the graph that the text writes; a node without edges stands alone: "A-B 3, C"."""
    nodes, edges = [], []
    for part in filter(None, text.split(", ")):
        ends, *weight = part.split(" ")
        named = ends.split(">" if ">" in text else "-")
        nodes += named
        if len(named) == 2:
            weights = float(weight[0]) if weight and "." in weight[0] else None
            whole = int(weight[0]) if weight and weights is None else weights
            edges.append(Edge(source=named[0], target=named[1], weight=whole))
    return Graph(
        directed=">" in text,
        weighted=any(edge.weight is not None for edge in edges),
        nodes=tuple(dict.fromkeys(nodes)),
        edges=tuple(edges),
        heuristic=heuristic,
    )


@st.composite
def graphs(draw: st.DrawFn, lightest: int = 0, heuristic: bool = False) -> Graph:
    """Graphs of 1 to 7 nodes: self-loops, parallel edges, ties, unreachable nodes and all."""
    nodes = draw(st.lists(st.sampled_from(NAMES), min_size=1, max_size=7, unique=True))
    ends = st.sampled_from(nodes)
    weight = st.integers(lightest, 6) | st.sampled_from((0.1, 0.2, 0.3, 2.5))
    edges = draw(st.lists(st.builds(_edge, ends, ends, weight), max_size=14))
    values = st.fixed_dictionaries({node: st.integers(0, 8) for node in nodes})
    return Graph(
        directed=draw(st.booleans()),
        weighted=True,
        nodes=tuple(nodes),
        edges=tuple(edges),
        heuristic=draw(values) if heuristic else None,
    )


def _edge(source: str, target: str, weight: Number) -> Edge:
    return Edge(source=source, target=target, weight=weight)


@st.composite
def problems(draw: st.DrawFn, algorithm: str, goal: bool = True, **chosen: Value) -> Problem:
    """Problems of one algorithm under any of its conventions; `chosen` fixes some of them."""
    drawn = draw(graphs(heuristic=True))
    ends = st.sampled_from(drawn.nodes)
    conventions = {
        name: chosen.get(name, draw(st.sampled_from(convention.choices)))
        for name, convention in algorithm_named(algorithm).conventions.items()
    }
    return Problem(
        algorithm=algorithm,
        graph=drawn,
        start=draw(ends),
        goal=draw(ends) if goal else None,
        conventions=conventions,
    )


def oracle(drawn: Graph) -> networkx.Graph:
    """Return the graph for networkx; of parallel edges the lightest stays."""
    made = networkx.DiGraph() if drawn.directed else networkx.Graph()
    made.add_nodes_from(drawn.nodes)
    for edge in drawn.edges:
        known = made.get_edge_data(edge.source, edge.target, {"weight": edge.weight})
        made.add_edge(edge.source, edge.target, weight=min(known["weight"], edge.weight))
    return made


def with_h(problem: Problem, heuristic: Mapping[str, Number]) -> Problem:
    """Return the problem with another heuristic."""
    assert problem.graph is not None
    return replace(problem, graph=replace(problem.graph, heuristic=heuristic))
