"""What is so of a small graph whoever searches it: its cheapest paths and its lightest trees."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations, pairwise

from tutor_app.domain.traces import Edge, Graph, Number

Path = tuple[str, ...]
Tree = frozenset[frozenset[str]]


def arcs(graph: Graph) -> Iterator[tuple[str, str, Number]]:
    """Yield each way along an edge with its cost."""
    for edge in graph.edges:
        assert edge.weight is not None
        yield edge.source, edge.target, edge.weight
        if not graph.directed:
            yield edge.target, edge.source, edge.weight


def simple_paths(graph: Graph, start: str, goal: str) -> list[Path]:
    """Return every path from start to goal that comes to no node twice."""
    after: dict[str, list[str]] = {}
    for one, other, _ in arcs(graph):
        after.setdefault(one, []).append(other)
    found: list[Path] = []
    going: list[Path] = [(start,)]
    while going:
        path = going.pop()
        if path[-1] == goal:
            found.append(path)
            continue
        going += [(*path, node) for node in after.get(path[-1], ()) if node not in path]
    return sorted(found)


def cost_of(path: Sequence[str], graph: Graph) -> Number:
    """Return what a path costs."""
    costs = {(one, other): cost for one, other, cost in arcs(graph)}
    return sum(costs[pair] for pair in pairwise(path))


def cheapest_paths(graph: Graph, start: str, goal: str) -> list[Path]:
    """Return the paths than which none costs less; none where the goal can't be reached.

    There must be no cycle that costs less than nothing.
    """
    paths = simple_paths(graph, start, goal)
    least = min((cost_of(path, graph) for path in paths), default=0)
    return [path for path in paths if cost_of(path, graph) == least]


def distances_to(graph: Graph, goal: str) -> Mapping[str, Number]:
    """Return h*: what the cheapest path to the goal costs, of each node that has one."""
    found: dict[str, Number] = {}
    for node in graph.nodes:
        best = cheapest_paths(graph, node, goal)
        if best:
            found[node] = cost_of(best[0], graph)
    return found


def lightest_trees(graph: Graph) -> list[Tree]:
    """Return every minimum spanning tree of an undirected graph."""
    trees = list(_spanning_trees(graph))
    least = min(weight_of(tree, graph) for tree in trees)
    return [tree for tree in trees if weight_of(tree, graph) == least]


def shortest_path_trees(graph: Graph, start: str) -> list[Tree]:
    """Return every tree in which each node is reached from the start by a cheapest path."""
    least = {node: cost_of(cheapest_paths(graph, start, node)[0], graph) for node in graph.nodes}
    return [
        tree
        for tree in _spanning_trees(graph)
        if all(cost_of(path_in(tree, start, node), graph) == least[node] for node in graph.nodes)
    ]


def path_in(tree: Tree, start: str, goal: str) -> Path:
    """Return the one path of a tree between two of its nodes."""
    edges = tuple(Edge(source=a, target=b, weight=1) for a, b in map(sorted, tree))
    nodes = tuple(sorted({node for pair in tree for node in pair}))
    alone = Graph(directed=False, weighted=True, nodes=nodes, edges=edges)
    return simple_paths(alone, start, goal)[0]


def cut_edges(graph: Graph) -> Iterator[tuple[Path, frozenset[str]]]:
    """Yield one side of each cut with each of the lightest edges that cross it."""
    first, *others = graph.nodes
    for size in range(len(others)):
        for chosen in combinations(others, size):
            group = (first, *chosen)
            crossing = [edge for edge in graph.edges if len(ends(edge) & {*group}) == 1]
            least = min((edge.weight or 0 for edge in crossing), default=0)
            yield from ((group, ends(edge)) for edge in crossing if edge.weight == least)


def weight_of(tree: Tree, graph: Graph) -> Number:
    """Return the sum of the weights of a tree's edges."""
    return sum(edge.weight or 0 for edge in graph.edges if ends(edge) in tree)


def ends(edge: Edge) -> frozenset[str]:
    """Return the two nodes of an edge, in no order."""
    return frozenset((edge.source, edge.target))


def _spanning_trees(graph: Graph) -> Iterator[Tree]:
    for chosen in combinations(graph.edges, len(graph.nodes) - 1):
        tree = frozenset(map(ends, chosen))
        if all(simple_paths(_only(tree, graph), graph.nodes[0], node) for node in graph.nodes):
            yield tree


def _only(tree: Tree, graph: Graph) -> Graph:
    return replace(graph, edges=tuple(edge for edge in graph.edges if ends(edge) in tree))
