"""Whether a change of all weights can change what a run returns: tried on many small graphs."""

from __future__ import annotations

import random
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import product
from typing import Final

from tutor_app.domain.traces import Edge, Graph
from tutor_app.exercises.own_example.asked_property import PROPERTIES, AskedExample
from tutor_app.exercises.own_example.run_example import ExampleRun, run_between
from tutor_app.exercises.own_example.weight_change import WeightChange

_WEIGHTS: Final = range(1, 6)
_MORE: Final = 30  # graphs of four and five nodes
_ENDS: Final = ("s", "t")


@dataclass(frozen=True, slots=True, kw_only=True)
class TriedWeights:
    """What came of trying: on how many graphs, and the first of them that shows a change."""

    count: int
    graph: Graph | None = None
    run: ExampleRun | None = None


@lru_cache(maxsize=256)
def try_change(name: str, change: WeightChange) -> TriedWeights:
    """Return what a change does to a property on small graphs, up to one that shows it."""
    what = next(one for one in PROPERTIES if one.name == name)
    asked = AskedExample(part="", property=what, change=change)
    graphs = small_graphs()
    for graph in graphs:
        made = run_between(asked, graph, _ENDS)
        if made is not None and made.holds and not made.tied:
            return TriedWeights(count=len(graphs), graph=graph, run=made)
    return TriedWeights(count=len(graphs))


@cache
def small_graphs() -> tuple[Graph, ...]:
    """Return triangles with all small weights, and some larger graphs; always the same ones."""
    triangles = [_ring("sat", weights) for weights in product(_WEIGHTS, repeat=3)]
    rings = [_ring("sabt", (1, 1, *weights)) for weights in product((1, 2), _WEIGHTS)]
    chance = random.Random(_MORE)
    return (*triangles, *rings, *(_larger(chance) for _ in range(_MORE)))


def _ring(nodes: str, weights: tuple[int, ...]) -> Graph:
    """Return a graph with two ways from its first node to its last."""
    pairs = [*zip(nodes, nodes[1:], strict=False), (nodes[0], nodes[-1])]
    return _graph(nodes, [(*pair, weight) for pair, weight in zip(pairs, weights, strict=True)])


def _larger(chance: random.Random) -> Graph:
    """Return a graph along all of its nodes, with a few edges across."""
    nodes = "sabt" if chance.random() < 1 / 2 else "sabct"
    along = list(zip(nodes, nodes[1:], strict=False))
    across = [
        (one, other)
        for one in nodes
        for other in nodes
        if nodes.index(other) > nodes.index(one) + 1
    ]
    chosen = [*along, *chance.sample(across, 3)]
    return _graph(nodes, [(one, other, chance.randint(1, 9)) for one, other in chosen])


def _graph(nodes: str, edges: list[tuple[str, str, int]]) -> Graph:
    told = tuple(Edge(source=one, target=other, weight=weight) for one, other, weight in edges)
    return Graph(directed=False, weighted=True, nodes=tuple(nodes), edges=told)
