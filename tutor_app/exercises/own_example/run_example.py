"""Whether an example has a property: both runs of it are made on the example, and compared."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise, permutations, product
from typing import Final, cast

from tutor_app.domain.traces import Graph, Number, Problem, ProblemInvalid, Row
from tutor_app.exercises.own_example.asked_property import AskedExample, RunOnExample
from tutor_app.tracing.algorithm import all_algorithms
from tutor_app.tracing.exact_run import run
from tutor_app.tracing.trials.graph_facts import simple_paths
from tutor_app.tracing.trials.trial_runs import SettledNodes

MOST_NODES, MOST_EDGES = 8, 16  # of a graph whose ways are all looked at
_ORDERS: Final = ("tie_break", "neighbor_order", "duplicates")  # conventions that may be open
Way = tuple[str, ...]
Ends = tuple[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Side:
    """What came out of one of the two runs, with what it comes to in each of them."""

    told: Way
    first: Number
    second: Number


@dataclass(frozen=True, slots=True, kw_only=True)
class ExampleRun:
    """What the two runs on an example come to; `tied`: the first had two ways as good."""

    holds: bool
    first: Side
    second: Side
    ends: Ends | None = None
    tied: bool = False


def run_graph(asked: AskedExample, graph: Graph, ends: Ends | None = None) -> ExampleRun | None:
    """Return what both runs come to on a graph, between the `ends` or else wherever they differ.

    None where nothing can be run on it.
    """
    if len(graph.nodes) > MOST_NODES or len(graph.edges) > MOST_EDGES:
        return None
    found = _between_some(asked, graph, ends)
    # "It doesn't show" is said only where no other order of neighbours or ties would show it, and
    # that two trees differ only where no order of ties makes them one.
    others = (_between_some(each, graph, ends) for each in _by_other_orders(asked))
    if found is None or (found.holds and asked.property.by != "edges"):
        return found
    other = next((one for one in others if one is not None and one.holds != found.holds), None)
    if other is None:
        return found
    return replace(found if found.holds else other, tied=True)


def run_between(asked: AskedExample, graph: Graph, ends: Ends) -> ExampleRun | None:
    """Return what both runs come to between two nodes alone, by the usual orders."""
    try:
        return _COMPARES[asked.property.by](asked, graph, ends)
    except (ProblemInvalid, KeyError):
        return None


def _between_some(asked: AskedExample, graph: Graph, ends: Ends | None) -> ExampleRun | None:
    made: list[ExampleRun] = []
    for pair in _pairs(graph, ends):
        found = run_between(asked, graph, pair)
        if found is not None:
            made.append(found)
            if found.holds and not found.tied:
                return found
    return next((one for one in made if one.tied), made[0] if made else None)


def _by_other_orders(asked: AskedExample) -> Iterator[AskedExample]:
    """Yield what is asked with the first run by another choice of an order that is left open."""
    what = asked.property
    algorithm = all_algorithms().get(what.first.algorithm)
    if algorithm is None or what.by == "ways":
        return
    names = [name for name in _ORDERS if name in algorithm.conventions]
    for chosen in product(*(algorithm.conventions[name].choices for name in names)):
        conventions = {**what.first.conventions, **dict(zip(names, chosen, strict=True))}
        first = replace(what.first, conventions=conventions)
        yield replace(asked, property=replace(what, first=first))


def run_array(asked: AskedExample, array: Sequence[Number]) -> ExampleRun | None:
    """Return how many rounds a run on a list takes, and how many it takes at most."""
    conventions = dict(asked.property.first.conventions)
    if asked.pivot is not None:
        conventions["pivot"] = asked.pivot
    algorithm = asked.property.first.algorithm
    try:
        exact = run(Problem(algorithm=algorithm, array=tuple(array), conventions=conventions))
    except ProblemInvalid:
        return None
    rounds, most = len(exact.steps) - 1, len(array) - 1
    side = Side(told=tuple(map(str, array)), first=rounds, second=most)
    return ExampleRun(holds=rounds == most, first=side, second=side)


def length_of(way: Way, graph: Graph) -> Number:
    """Return what the weights along a way add up to; an edge without one counts 1."""
    weights = [_weight(pair, graph) for pair in pairwise(way)]
    total = sum(map(Fraction, map(str, weights)), Fraction(0))
    return int(total) if total.denominator == 1 else float(total)


def _weight(pair: Ends, graph: Graph) -> Number:
    found = [
        1 if edge.weight is None else edge.weight
        for edge in graph.edges
        if (edge.source, edge.target) == pair
        or (not graph.directed and (edge.target, edge.source) == pair)
    ]
    return min(found)


def _pairs(graph: Graph, ends: Ends | None) -> Iterator[Ends]:
    if ends is not None:
        yield ends
    yield from (pair for pair in permutations(graph.nodes, 2) if pair != ends)


def _changed(graph: Graph, asked: AskedExample, which: RunOnExample) -> Graph:
    return asked.change.on(graph) if which.changed and asked.change is not None else graph


def _by_ways(asked: AskedExample, graph: Graph, ends: Ends) -> ExampleRun | None:
    """Compare the shortest ways before and after a change; all of them, since some may be tied."""
    if asked.change is None:
        return None
    later = asked.change.on(graph)
    ways = simple_paths(graph, *ends)
    if not ways:
        return None
    least, least_later = (min(length_of(way, one) for way in ways) for one in (graph, later))
    before = [way for way in ways if length_of(way, graph) == least]
    now = [way for way in ways if length_of(way, later) == least_later]
    lost = [way for way in before if way not in now]
    stays = [way for way in before if way not in lost]
    old, new = (lost or before)[0], (stays if lost and stays else now)[0]
    return ExampleRun(
        holds=bool(lost),
        tied=bool(lost) and len(lost) < len(before),
        ends=ends,
        first=Side(told=old, first=length_of(old, graph), second=length_of(old, later)),
        second=Side(told=new, first=length_of(new, graph), second=length_of(new, later)),
    )


def _by_cost(asked: AskedExample, graph: Graph, ends: Ends) -> ExampleRun | None:
    """Compare the ways that two runs return by what they cost."""
    ways = [_way(_final(one, graph, ends)) for one in _runs(asked)]
    if any(way is None for way in ways):
        return None
    old, new = cast(list[Way], ways)
    costs = [length_of(way, graph) for way in (old, new)]
    return _compared(ends, (old, costs[0]), (new, costs[1]), holds=costs[0] > costs[1])


def _by_length(asked: AskedExample, graph: Graph, ends: Ends) -> ExampleRun | None:
    """Compare the ways that two runs return by how many edges they have."""
    ways = [_way(_final(one, graph, ends)) for one in _runs(asked)]
    if any(way is None for way in ways):
        return None
    old, new = cast(list[Way], ways)
    holds = len(old) > len(new)
    return _compared(ends, (old, len(old) - 1), (new, len(new) - 1), holds=holds)


def _by_order(asked: AskedExample, graph: Graph, ends: Ends) -> ExampleRun | None:
    """Compare the orders in which two runs visit the nodes from a start."""
    orders = [
        tuple(map(str, cast(Way, _final(one, graph, (ends[0], ""))["order"])))
        for one in _runs(asked)
    ]
    old, new = orders
    return _compared(ends, (old, len(old)), (new, len(new)), holds=old != new)


def _by_edges(asked: AskedExample, graph: Graph, ends: Ends) -> ExampleRun | None:
    """Compare the edges of two trees, the one of shortest ways from the start of a pair."""
    first, second = _runs(asked)
    graphs = [_changed(graph, asked, one) for one in (first, second)]
    finals = (_final(first, graphs[0], (ends[0], "")), _final(second, graphs[1], (ends[0], "")))
    old, new = map(_tree, finals)
    names = [tuple(sorted("-".join(sorted(edge)) for edge in tree)) for tree in (old, new)]
    costs = [length_of_edges(tree, one) for tree, one in zip((old, new), graphs, strict=True)]
    return _compared(ends, (names[0], costs[0]), (names[1], costs[1]), holds=names[0] != names[1])


def length_of_edges(edges: Sequence[Ends], graph: Graph) -> Number:
    """Return what the weights of some edges add up to."""
    return sum(_weight(edge, replace(graph, directed=False)) for edge in edges)


def _by_distances(asked: AskedExample, graph: Graph, ends: Ends) -> ExampleRun | None:
    """Compare what two runs hold for the distance of a node."""
    second = asked.property.second
    if second is None:
        return None
    exact = _final(second, graph, (ends[0], ""))
    if exact["negative_cycle"] or ends[1] not in cast(Mapping[str, Number], exact["dist"]):
        return None
    true = cast(Mapping[str, Number], exact["dist"])[ends[1]]
    settled = SettledNodes(graph, ends[0]).dist.get(ends[1])
    if settled is None:
        return None
    return _compared(ends, ((ends[1],), settled), ((ends[1],), true), holds=settled > true)


def _runs(asked: AskedExample) -> list[RunOnExample]:
    one = asked.property
    return [one.first, *([one.second] if one.second is not None else [])]


def _final(which: RunOnExample, graph: Graph, ends: Ends) -> Row:
    start, goal = ends
    problem = Problem(
        algorithm=which.algorithm,
        graph=graph,
        start=start,
        goal=goal or None,
        conventions=which.conventions,
    )
    return run(problem).final


def _way(final: Row) -> Way | None:
    path = final.get("path")
    return tuple(map(str, path)) if isinstance(path, tuple) else None


def _tree(final: Row) -> list[Ends]:
    if "edges" in final:
        return [(str(edge[0]), str(edge[1])) for edge in cast(tuple[Ends, ...], final["edges"])]
    parents = cast(Mapping[str, str | None], final["parent"])
    return [(parent, node) for node, parent in parents.items() if parent is not None]


def _compared(
    ends: Ends, old: tuple[Way, Number], new: tuple[Way, Number], *, holds: bool
) -> ExampleRun:
    return ExampleRun(
        holds=holds,
        ends=ends,
        first=Side(told=old[0], first=old[1], second=new[1]),
        second=Side(told=new[0], first=old[1], second=new[1]),
    )


_COMPARES: Final[Mapping[str, Callable[[AskedExample, Graph, Ends], ExampleRun | None]]] = {
    "ways": _by_ways,
    "cost": _by_cost,
    "length": _by_length,
    "order": _by_order,
    "edges": _by_edges,
    "distances": _by_distances,
}
