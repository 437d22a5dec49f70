"""Random graph problems, and graphs written short: "A-B 3, B-C" (undirected) or "A>B"."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from random import Random

import networkx
from hypothesis import strategies as st

from tutor_app.domain.traces import Edge, Graph, Number, Problem, Value
from tutor_app.tracing.algorithm import algorithm_named

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
    """Graphs of 1 to 7 nodes: self-loops, parallel edges, ties, unreachable nodes and all.

    A seed is drawn, not each edge: drawn one by one, most graphs would be too small to say much.
    """
    rng = Random(draw(st.integers(0, 2**40)))
    nodes = rng.sample(NAMES, rng.choice((1, 2, 4, 5, 6, 7, 7, 7, 7)))
    weights = (*range(lightest, 7), *range(lightest, 7), 0.1, 0.2, 0.3)
    count = rng.randint(len(nodes) - 1, 2 * len(nodes) + 3)
    edges = (_edge(rng.choice(nodes), rng.choice(nodes), rng.choice(weights)) for _ in range(count))
    return Graph(
        directed=rng.random() < 0.4,
        weighted=True,
        nodes=tuple(nodes),
        edges=tuple(edges),
        heuristic={node: rng.randint(0, 6) for node in nodes} if heuristic else None,
    )


def _edge(source: str, target: str, weight: Number) -> Edge:
    return Edge(source=source, target=target, weight=weight)


@st.composite
def problems(draw: st.DrawFn, algorithm: str, goal: bool = True, **chosen: Value) -> Problem:
    """Problems of one algorithm under any of its conventions; `chosen` fixes some of them."""
    drawn = draw(graphs(heuristic=True))
    rng = Random(draw(st.integers(0, 2**40)))
    conventions = {
        name: chosen.get(name, rng.choice(convention.choices))
        for name, convention in algorithm_named(algorithm).conventions.items()
    }
    return Problem(
        algorithm=algorithm,
        graph=drawn,
        start=rng.choice(drawn.nodes),
        goal=rng.choice(drawn.nodes) if goal else None,
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
