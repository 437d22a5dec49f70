"""Small graphs of a kind, the smallest first; the same ones each time."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import combinations
from random import Random
from typing import Final

from tutor_app.domain.traces import Edge, Graph, Number
from tutor_app.tracing.trials.general_claim import ESTIMATES
from tutor_app.tracing.trials.graph_facts import arcs, distances_to

START, GOAL = "S", "G"
_NODES: Final = {  # and how many graphs on them
    (START, "A", GOAL): 60,
    (START, "A", "B", GOAL): 150,
    (START, "A", "B", "C", GOAL): 300,
}
_OF_TREES: Final = (START, "A", "B", GOAL)
_TREES: Final = 40
_MORE: Final = 3  # edges than a tree has
_HEAVIEST: Final = 9
_TRIES: Final = 40
_SIGNED: Final = frozenset({"negative_edge", "negative_cycle"})


def small_graphs(setting: frozenset[str], *, estimates: bool) -> Iterator[Graph]:
    """Yield connected graphs of three to five nodes in which the goal can be reached.

    `setting` holds words of `GeneralClaim`. Graphs with a negative edge are directed. With
    `estimates` each has a heuristic of the kind that the setting names; where it names none, they
    may be too large. Graphs without cycles, on which little can go wrong, come last.
    """
    sizes = [*((nodes, each, False) for nodes, each in _NODES.items()), (_OF_TREES, _TREES, True)]
    for nodes, each, trees in sizes:
        chance = Random(len(nodes))
        for _ in range(each):
            graph = _connected(nodes, setting | ({"tree_graph"} if trees else set()), chance)
            if graph is not None and estimates:
                graph = _with_estimates(graph, setting, chance)
            if graph is not None:
                yield graph


def _connected(nodes: tuple[str, ...], setting: frozenset[str], chance: Random) -> Graph | None:
    """Return a graph on the nodes: each beside an earlier one, and some pairs more."""
    order = [nodes[0], *chance.sample(nodes[1:], len(nodes) - 1)]
    pairs = [(chance.choice(order[:at]), order[at]) for at in range(1, len(order))]
    if "tree_graph" not in setting:
        joined = {frozenset(pair) for pair in pairs}
        left = [pair for pair in combinations(order, 2) if frozenset(pair) not in joined]
        pairs += chance.sample(left, chance.randint(1, min(_MORE, len(left))))
    weights = _weights(len(pairs), setting, chance)
    edges = [Edge(source=a, target=b, weight=w) for (a, b), w in zip(pairs, weights, strict=True)]
    graph = Graph(directed=bool(setting & _SIGNED), weighted=True, nodes=nodes, edges=tuple(edges))
    return _with_cycle(graph, order, chance) if "negative_cycle" in setting else graph


def _weights(count: int, setting: frozenset[str], chance: Random) -> list[int]:
    if "equal_weights" in setting:
        return [chance.randint(1, _HEAVIEST)] * count
    if "distinct_weights" in setting:
        return chance.sample(range(1, count + _HEAVIEST), count)
    found = [chance.randint(1, _HEAVIEST) for _ in range(count)]
    if "negative_edge" in setting:  # along the order of the nodes: no cycle comes about
        found[chance.randrange(count)] = -chance.randint(1, _HEAVIEST // 2)
    return found


def _with_cycle(graph: Graph, order: list[str], chance: Random) -> Graph:
    """Return the graph with an edge back that makes a cycle cost less than nothing."""
    one = chance.choice(graph.edges)
    assert one.weight is not None
    back = Edge(source=one.target, target=one.source, weight=-one.weight - chance.randint(1, 3))
    return replace(graph, edges=(*graph.edges, back))


def _with_estimates(graph: Graph, setting: frozenset[str], chance: Random) -> Graph | None:
    """Return the graph with a heuristic of the kind that is named; None where none was found."""
    true = distances_to(graph, GOAL)
    kind = next((one for one in ESTIMATES if one in setting), "")
    for _ in range(_TRIES):
        left = {node: true.get(node, _HEAVIEST) for node in graph.nodes}
        made = {node: _estimate(cost, kind, chance) for node, cost in left.items()}
        if kind == "h_consistent":
            made = _made_consistent(graph, made)
        found = replace(graph, heuristic=made | {GOAL: 0})
        too_large = any(made[node] > cost for node, cost in true.items())
        if kind == "h_too_large" and not too_large:
            continue
        if kind == "h_not_consistent" and drops(found) == ():
            continue
        return found
    return None


def _estimate(cost: Number, kind: str, chance: Random) -> Number:
    if kind == "h_zero" or cost == 0:
        return 0
    if kind == "h_exact":
        return cost
    most = max(0, int(cost)) + (5 if kind in ("h_too_large", "") else 0)
    return chance.randint(0, most)


def _made_consistent(graph: Graph, estimates: Mapping[str, Number]) -> dict[str, Number]:
    """Return the estimates, lowered until none falls along an edge by more than it costs."""
    lowered = {**estimates, GOAL: 0}
    for _ in graph.nodes:
        for one, other, cost in arcs(graph):
            lowered[one] = min(lowered[one], cost + lowered[other])
    return lowered


def drops(graph: Graph) -> tuple[tuple[str, str, Number], ...]:
    """Return the edges, from node to node with their cost, along which h falls by more than it."""
    h = graph.heuristic or {}
    return tuple((a, b, cost) for a, b, cost in arcs(graph) if h[a] - h[b] > cost)
