"""Whether a general claim holds on one small graph, with the figures that tell it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from tutor_app.domain.traces import Graph, Number
from tutor_app.tracing.exact_run import run
from tutor_app.tracing.trials.general_claim import TREES, GeneralClaim, Outcome
from tutor_app.tracing.trials.graph_facts import (
    Path,
    Tree,
    cheapest_paths,
    cost_of,
    cut_edges,
    distances_to,
    lightest_trees,
    shortest_path_trees,
    weight_of,
)
from tutor_app.tracing.trials.small_graphs import GOAL, START, drops
from tutor_app.tracing.trials.trial_runs import (
    cheapest_edges,
    dearest_edge,
    lowered_later,
    orders_of,
    path_given,
    problem_on,
    tree_given,
    with_change,
)

BY: Final = 10  # what is added to every edge, or what each is multiplied by


@dataclass(frozen=True, slots=True, kw_only=True)
class Tried:
    """Whether a claim holds on a graph. `told` names the phrase that says so, `facts` fill it."""

    holds: bool
    told: str
    facts: Mapping[str, str | Number] = field(default_factory=dict)


Facts = dict[str, str | Number]
Trial = Callable[[GeneralClaim, Graph], Tried | None]


def try_on(claim: GeneralClaim, graph: Graph) -> Tried | None:
    """Return whether the claim holds on a graph; None where the graph says nothing of it."""
    return _TRIALS[claim.outcome](claim, graph)


def _cheapest(claim: GeneralClaim, graph: Graph) -> Tried | None:
    path = path_given(claim.subjects[0], graph, claim.setting)
    if path is None:
        return None
    best = cheapest_paths(graph, START, GOAL)
    holds, cost = path in best, cost_of(path, graph)
    facts: Facts = {"path": write_path(path), "cost": cost, "best": write_path(best[0])}
    facts["least"] = cost_of(best[0], graph)
    large = "" if graph.heuristic is None or claim.subjects[0] != "astar" else _too_large(graph)
    return Tried(holds=holds, told=_told("cheapest", holds), facts=facts | {"symbols": large})


def _fewest_edges(claim: GeneralClaim, graph: Graph) -> Tried | None:
    path = path_given(claim.subjects[0], graph, claim.setting)
    fewest = path_given("bfs", graph, frozenset())
    if path is None or fewest is None:
        return None
    holds = len(path) == len(fewest)
    facts: Facts = {"path": write_path(path), "edges": len(path) - 1}
    facts |= {"best": write_path(fewest), "fewest": len(fewest) - 1}
    return Tried(holds=holds, told=_told("fewest_edges", holds), facts=facts)


def _same_path(claim: GeneralClaim, graph: Graph) -> Tried | None:
    if claim.change:
        before = cheapest_paths(graph, START, GOAL)
        if len(before) > 1:
            return None  # which of them is "the" path is left open
        after = cheapest_paths(with_change(graph, claim.change, BY), START, GOAL)
        facts: Facts = {"path": write_path(before[0]), "cost": cost_of(before[0], graph), "by": BY}
        changed = with_change(graph, claim.change, BY)
        facts |= {"after": write_path(after[0]), "now": cost_of(after[0], changed)}
        facts |= {"other": cost_of(before[0], changed)}
        return Tried(
            holds=before == after, told=_told("same_path_after", before == after), facts=facts
        )
    paths = [path_given(one, graph, claim.setting) for one in claim.subjects]
    given = [write_path(path) for path in paths if path is not None]
    return _two("same_path", given) if _are_two(given) else None


def _same_cost(claim: GeneralClaim, graph: Graph) -> Tried | None:
    costs: list[Number] = []
    for one in claim.subjects:
        if one in TREES:
            costs.append(weight_of(tree_given(one, graph), graph))
        elif (path := path_given(one, graph, claim.setting)) is not None:
            costs.append(cost_of(path, graph))
    return _two("same_cost", costs) if _are_two(costs) else None


def _same_tree(claim: GeneralClaim, graph: Graph) -> Tried | None:
    if claim.change:
        before = lightest_trees(graph)
        after = lightest_trees(with_change(graph, claim.change, BY))
        holds = set(before) == set(after)
        facts: Facts = {"one": _tree(before[0]), "other": _tree(after[0]), "by": BY}
        return Tried(holds=holds, told=_told("same_tree_after", holds), facts=facts)
    if set(claim.subjects) <= {"prim", "kruskal"} and len(claim.subjects) > 1:
        return _two("same_tree", [_tree(tree_given(one, graph)) for one in claim.subjects])
    lightest, shortest = lightest_trees(graph), shortest_path_trees(graph, START)
    both = [tree for tree in lightest if tree in shortest]
    one, other = (both[0], both[0]) if both else (lightest[0], shortest[0])
    facts = {"one": _tree(one), "weight": weight_of(one, graph)}
    facts |= {"other": _tree(other), "more": weight_of(other, graph)}
    return Tried(holds=bool(both), told=_told("tree_is_of_paths", bool(both)), facts=facts)


def _one_tree(_: GeneralClaim, graph: Graph) -> Tried:
    trees = lightest_trees(graph)
    facts: Facts = {
        "one": _tree(trees[0]),
        "other": _tree(trees[-1]),
        "weight": weight_of(trees[0], graph),
    }
    return Tried(holds=len(trees) == 1, told=_told("one_tree", len(trees) == 1), facts=facts)


def _one_path(_: GeneralClaim, graph: Graph) -> Tried:
    best = cheapest_paths(graph, START, GOAL)
    facts: Facts = {
        "one": write_path(best[0]),
        "other": write_path(best[-1]),
        "cost": cost_of(best[0], graph),
    }
    return Tried(holds=len(best) == 1, told=_told("one_path", len(best) == 1), facts=facts)


def _has_cheapest_edge(_: GeneralClaim, graph: Graph) -> Tried:
    lightest, trees = cheapest_edges(graph), lightest_trees(graph)
    holds = all(any(edge in tree for edge in lightest) for tree in trees)
    facts: Facts = {"tree": _tree(trees[0]), "edge": _edge(lightest[0])}
    return Tried(holds=holds, told=_told("has_edge", holds), facts=facts)


def _has_dearest_edge(_: GeneralClaim, graph: Graph) -> Tried | None:
    dearest, trees = dearest_edge(graph), lightest_trees(graph)
    if dearest is None or len(trees) > 1:
        return None
    facts: Facts = {"tree": _tree(trees[0]), "edge": _edge(dearest)}
    return Tried(
        holds=dearest in trees[0], told=_told("has_edge", dearest in trees[0]), facts=facts
    )


def _has_cut_edge(_: GeneralClaim, graph: Graph) -> Tried:
    """Whether every lightest edge across every cut is in every lightest tree."""
    trees = lightest_trees(graph)
    for group, edge in cut_edges(graph):
        without = next((tree for tree in trees if edge not in tree), None)
        if without is not None:
            rest = [node for node in graph.nodes if node not in group]
            facts: Facts = {"edge": _edge(edge), "tree": _tree(without)}
            facts |= {"group": ", ".join(group), "rest": ", ".join(rest)}
            return Tried(holds=False, told="cut_edge_fails", facts=facts)
    return Tried(holds=True, told="cut_edge_holds", facts={"tree": _tree(trees[0])})


def _same_order(claim: GeneralClaim, graph: Graph) -> Tried | None:
    orders = orders_of(claim.subjects, graph, claim.setting)
    return _two("same_order", [", ".join(order) for order in orders]) if _are_two(orders) else None


def _fewer_nodes(claim: GeneralClaim, graph: Graph) -> Tried | None:
    orders = orders_of(claim.subjects, graph, claim.setting)
    if not _are_two(orders):
        return None
    one, other = orders
    facts: Facts = {"one": ", ".join(one), "other": ", ".join(other)}
    facts |= {"taken": len(one), "more": len(other)}
    holds = len(one) <= len(other)
    return Tried(holds=holds, told=_told("fewer_nodes", holds), facts=facts)


def _changes_later(claim: GeneralClaim, graph: Graph) -> Tried | None:
    if claim.subjects[0] not in ("dijkstra", "ucs", "astar"):
        return None
    lowered = lowered_later(claim.subjects[0], graph, claim.setting)
    if lowered is None:
        return Tried(holds=False, told="changes_later_fails")
    facts: Facts = {
        name: value for name, value in lowered.items() if isinstance(value, str | int | float)
    }
    return Tried(holds=True, told="changes_later_holds", facts=facts)


def _admissible(_: GeneralClaim, graph: Graph) -> Tried:
    large = _too_large(graph)
    return Tried(holds=not large, told=_told("admissible", not large), facts={"symbols": large})


def _consistent(_: GeneralClaim, graph: Graph) -> Tried:
    fallen, h = drops(graph), graph.heuristic or {}
    if not fallen:
        return Tried(holds=True, told="consistent_holds")
    one, other, cost = fallen[0]
    facts: Facts = {"one": one, "other": other, "high": h[one], "low": h[other], "cost": cost}
    return Tried(holds=False, told="consistent_fails", facts=facts)


def _done_early(_: GeneralClaim, graph: Graph) -> Tried | None:
    rounds = len(graph.nodes) - 1
    last = _last_round(graph)
    if last is None:
        return None
    facts: Facts = {"last": last, "rounds": rounds}
    return Tried(holds=last < rounds, told=_told("done_early", last < rounds), facts=facts)


def _extra_round_changes(_: GeneralClaim, graph: Graph) -> Tried:
    cycle = bool(run(problem_on("bellman_ford", graph, frozenset())).final["negative_cycle"])
    facts: Facts = {"rounds": len(graph.nodes) - 1}
    return Tried(holds=cycle, told=_told("extra_round", cycle), facts=facts)


def _last_round(graph: Graph) -> int | None:
    """Return the last round of Bellman-Ford that changes a value; None with a negative cycle."""
    exact = run(problem_on("bellman_ford", graph, frozenset()))
    if exact.final["negative_cycle"]:
        return None
    values = [row["dist"] for row in exact.rows()]
    return max((at for at in range(1, len(values)) if values[at] != values[at - 1]), default=0)


def _two(name: str, found: Sequence[str | Number]) -> Tried:
    holds = found[0] == found[1]
    return Tried(holds=holds, told=_told(name, holds), facts={"one": found[0], "other": found[1]})


def _are_two(found: Sequence[object]) -> bool:
    return len(found) == 2


def _told(name: str, holds: bool) -> str:
    return f"{name}_{'holds' if holds else 'fails'}"


def _too_large(graph: Graph) -> str:
    """Return an estimate that is more than what is left, in symbols; empty if there is none."""
    true = distances_to(graph, GOAL)
    for node, guess in (graph.heuristic or {}).items():
        if node in true and guess > true[node]:
            return f"h({node}) = {guess} > {true[node]} = h*({node})"
    return ""


def write_path(path: Path) -> str:
    """Return a path as it is written."""
    return " → ".join(path)


def _tree(tree: Tree) -> str:
    return ", ".join(sorted(map(_edge, tree)))


def _edge(ends: frozenset[str]) -> str:
    # The start first: "S–A", not "A–S".
    return "–".join(sorted(ends, key=lambda node: (node != START, node)))


_TRIALS: Final[Mapping[Outcome, Trial]] = {
    "cheapest": _cheapest,
    "fewest_edges": _fewest_edges,
    "same_path": _same_path,
    "same_cost": _same_cost,
    "same_tree": _same_tree,
    "one_tree": _one_tree,
    "one_path": _one_path,
    "has_cheapest_edge": _has_cheapest_edge,
    "has_dearest_edge": _has_dearest_edge,
    "has_cut_edge": _has_cut_edge,
    "same_order": _same_order,
    "fewer_nodes": _fewer_nodes,
    "changes_later": _changes_later,
    "admissible": _admissible,
    "consistent": _consistent,
    "done_early": _done_early,
    "extra_round_changes": _extra_round_changes,
}
