"""Minimum spanning trees: Prim (one row per new node) and Kruskal (one row per edge looked at)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from tutor_app.domain.traces import Edge, Graph, Number, Problem, Reason, TraceStep, Value
from tutor_app.tracing.algorithm import Algorithm, Convention, Steps
from tutor_app.tracing.algorithms._graph import (
    alphabetical,
    nodes_of,
    path_to,
    plus,
    require_direction,
    validate,
)
from tutor_app.tracing.node_order import name_key
from tutor_app.wording.catalogue import phrase

NEEDS_NO_DIRECTION = phrase("trace_problems.needs_no_direction")

_TIES = Convention(
    default="alphabetical", choices=("alphabetical", "reverse_alphabetical", "listed")
)


def _ranks(graph: Graph, tie_break: Value) -> dict[str, int]:
    """Return each node's place in the order in which ties are broken."""
    nodes = alphabetical(graph)
    if tie_break == "reverse_alphabetical":
        nodes = nodes[::-1]
    return {node: place for place, node in enumerate(nodes)}


def _weight(edge: Edge) -> Number:
    assert edge.weight is not None  # `validate` has checked it
    return edge.weight


# --- Prim ------------------------------------------------------------------------------------


def _prim(problem: Problem) -> Steps:
    """Yield a row per node of the start's component, in the order in which the tree reaches it."""
    graph = validate(problem, ("start", "weights"))
    require_direction(graph, False, NEEDS_NO_DIRECTION)
    start = problem.start
    assert start is not None  # `validate` has checked it
    tie_break = problem.conventions.get("tie_break")
    ranks = _ranks(graph, tie_break)
    tree = {start: None}  # in the order in which the nodes joined
    offers: dict[str, _Offer] = {}
    edges: list[Value] = []
    total: Number = 0
    first = {"node": start, "edge": None, "weight": None, "total": 0, "tree": (start,)}
    yield TraceStep(number=0, row=first, reason=Reason(code="start", facts={"node": start}))
    touching = _touching(graph)
    _offer(touching[start], tree, offers, tie_break)
    while offers:
        chosen = min(offers.values(), key=lambda offer: _prim_key(offer, ranks, tie_break))
        others = sorted(offers.values(), key=lambda offer: (offer.weight, ranks[offer.new]))
        tied = tuple(
            each.new for each in others if each.weight == chosen.weight and each is not chosen
        )
        del offers[chosen.new]
        tree[chosen.new] = None
        edges.append((chosen.old, chosen.new))
        total = plus(total, chosen.weight)
        facts: dict[str, Value] = {
            "edge": (chosen.old, chosen.new),
            "node": chosen.new,
            "weight": chosen.weight,
            "tied": tied,
            "crossing": tuple((each.old, each.new, each.weight) for each in others),
            "missing": len(ranks) - len(tree),
        }
        row = {
            "node": chosen.new,
            "edge": (chosen.old, chosen.new),
            "weight": chosen.weight,
            "total": total,
            "tree": tuple(tree),
        }
        code = "lightest_by_tie" if tied else "lightest"
        yield TraceStep(number=len(edges), row=row, reason=Reason(code=code, facts=facts))
        _offer(touching[chosen.new], tree, offers, tie_break)
    return {"edges": tuple(edges), "weight": total}


@dataclass(frozen=True, slots=True, kw_only=True)
class _Offer:
    """The best edge that leads from the tree to one new node; `place` in the reading order."""

    old: str
    new: str
    weight: Number
    place: int


def _touching(graph: Graph) -> dict[str, list[_Offer]]:
    """Return, for each node, the edges by which it would offer its neighbours."""
    found: dict[str, list[_Offer]] = {node: [] for node in nodes_of(graph)}
    for place, edge in enumerate(graph.edges):
        for old, new in ((edge.source, edge.target), (edge.target, edge.source)):
            found[old].append(_Offer(old=old, new=new, weight=_weight(edge), place=place))
    return found


def _offer(
    edges: list[_Offer], tree: Mapping[str, None], offers: dict[str, _Offer], tie_break: Value
) -> None:
    """Keep the better edge for each new node.

    An equal one never replaces it (CLRS), unless ties are broken by the order in which the edges
    are listed.
    """
    for edge in edges:
        if edge.new in tree:
            continue
        known = offers.get(edge.new)
        if known is None or edge.weight < known.weight:
            offers[edge.new] = edge
        elif tie_break == "listed" and (edge.weight, edge.place) < (known.weight, known.place):
            offers[edge.new] = edge


def _prim_key(offer: _Offer, ranks: Mapping[str, int], tie_break: Value) -> tuple[Number, int]:
    return offer.weight, offer.place if tie_break == "listed" else ranks[offer.new]


# --- Kruskal ---------------------------------------------------------------------------------


def _kruskal(problem: Problem) -> Steps:
    """Yield a row per edge looked at; an edge is named with the smaller end first."""
    graph = validate(problem, {"weights"})
    require_direction(graph, False, NEEDS_NO_DIRECTION)
    tie_break = problem.conventions.get("tie_break")
    groups = {node: {node} for node in nodes_of(graph)}
    trees = len(groups)
    stops = problem.conventions.get("stop_when_complete")
    accepted: list[tuple[str, str]] = []
    total: Number = 0
    for number, (name, weight) in enumerate(_sorted(graph, tie_break), start=1):
        if stops and trees == 1:
            break
        left, right = groups[name[0]], groups[name[1]]
        facts: dict[str, Value] = {"edge": name, "weight": weight}
        if left is right:
            code = "self_loop" if name[0] == name[1] else "makes_cycle"
            facts["way"] = _way(name, accepted)
        else:
            code = "joins"
            facts["left"] = _by_name(left)
            facts["right"] = _by_name(right)
            left |= right
            groups.update(dict.fromkeys(right, left))
            accepted.append(name)
            total = plus(total, weight)
            trees -= 1
        facts["trees"] = trees
        action = "accept" if code == "joins" else "reject"
        row = {"edge": name, "weight": weight, "action": action, "total": total}
        yield TraceStep(number=number, row=row, reason=Reason(code=code, facts=facts))
    return {"edges": tuple(accepted), "weight": total}


def _by_name(nodes: set[str]) -> tuple[str, ...]:
    return tuple(sorted(nodes, key=name_key))


def _way(ends: tuple[str, str], accepted: list[tuple[str, str]]) -> tuple[str, ...]:
    """Return the nodes on the path between the ends through the edges accepted so far."""
    near: dict[str, list[str]] = {}
    for one, other in accepted:
        near.setdefault(one, []).append(other)
        near.setdefault(other, []).append(one)
    parents: dict[str, str | None] = {ends[0]: None}
    waiting = [ends[0]]
    while waiting and ends[1] not in parents:
        node = waiting.pop()
        for other in near.get(node, ()):
            if other not in parents:
                parents[other] = node
                waiting.append(other)
    return path_to(ends[1], parents)


def _sorted(graph: Graph, tie_break: Value) -> list[tuple[tuple[str, str], Number]]:
    """Return the edges by name and weight in the order in which they are looked at."""
    ranks = _ranks(graph, None)
    named = [
        (min(ends, key=ranks.__getitem__), max(ends, key=ranks.__getitem__), _weight(edge))
        for edge in graph.edges
        for ends in [(edge.source, edge.target)]
    ]
    if tie_break == "listed":
        named.sort(key=lambda edge: edge[2])  # stable: equal weights stay as they were named
    else:
        back = -1 if tie_break == "reverse_alphabetical" else 1
        named.sort(key=lambda edge: (edge[2], back * ranks[edge[0]], back * ranks[edge[1]]))
    return [((first, second), weight) for first, second, weight in named]


ALGORITHMS = (
    Algorithm(
        id="prim",
        called=(r"\bprim(?:['’]?s)?\b",),
        data="graph",
        columns=("node", "edge", "weight", "total", "tree"),
        selected=("node", "edge"),
        topic="Prim minimum spanning tree",
        run=_prim,
        needs=frozenset({"start", "weights"}),
        directed=False,
        sets=frozenset({"tree"}),
        conventions={"tie_break": _TIES},
    ),
    Algorithm(
        id="kruskal",
        called=(r"\bkruskal(?:['’]?s)?\b",),
        data="graph",
        columns=("edge", "weight", "action", "total"),
        selected=("edge", "action"),
        topic="Kruskal minimum spanning tree",
        run=_kruskal,
        needs=frozenset({"weights"}),
        directed=False,
        conventions={
            "tie_break": _TIES,
            "stop_when_complete": Convention(default=True, choices=(True, False)),
        },
    ),
)
