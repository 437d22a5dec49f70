"""The mistake behind a wrong step of a search: BFS, DFS, deepening, best-first, Dijkstra."""

from __future__ import annotations

import math

from tutor_app.tracing.checking.compare import same_value
from tutor_app.tracing.checking.mistakes.engines import KEYS
from tutor_app.tracing.checking.mistakes.scene import (
    Scene,
    by_name,
    by_node,
    name_of,
    names,
    number,
    weight_between,
)


def name_search(scene: Scene) -> str | None:
    """Name the mistake of a step of BFS, DFS, uniform-cost, greedy search or A*."""
    if scene.missing:
        return _stopped(scene)
    if scene.differs("node"):
        return _wrong_node(scene)
    if scene.differs("open"):
        return _wrong_open(scene)
    return None


def _stopped(scene: Scene) -> str:
    goal = scene.problem.goal
    if goal is not None and name_of(goal) in names(scene.before.get("open")):
        return "stopped_on_generation"
    return "stopped_too_early"


def _wrong_node(scene: Scene) -> str | None:
    chosen = name_of(scene.shown.get("node"))
    right = name_of(scene.expected.get("node"))
    if chosen in names(scene.before.get("closed")):
        return "expanded_closed_node"
    waiting = by_node(scene.before.get("open"))
    if chosen not in waiting or right not in waiting:
        return "node_not_in_open" if waiting else None
    key = KEYS.get(scene.run.algorithm.id)
    if key is not None and same_value(waiting[right].get(key), waiting[chosen].get(key)):
        return "wrong_tie_break"
    return "wrong_node_selected"


def _wrong_open(scene: Scene) -> str | None:
    """The right node was selected; what was put into OPEN is wrong."""
    shown, expected = names(scene.shown.get("open")), names(scene.expected.get("open"))
    if sorted(shown) == sorted(expected):
        return _wrong_entries(scene, shown, expected)
    gone = [node for node in expected if node not in shown]
    more = [node for node in shown if node not in expected]
    closed = names(scene.before.get("closed"))
    if more:
        return _too_many(scene, more, closed)
    if any(node in closed for node in gone):
        return "did_not_reopen"
    if any(node in names(scene.before.get("open")) for node in gone):
        return "lost_open_node"
    return "missed_neighbor" if gone else "wrong_duplicates"


def _too_many(scene: Scene, more: list[str], closed: list[str]) -> str | None:
    if any(node == name_of(scene.expected.get("node")) for node in more):
        return "kept_selected_node"
    if any(node in closed for node in more):
        return "expanded_closed_node"
    return "node_is_no_neighbor"


def _wrong_entries(scene: Scene, shown: list[str], expected: list[str]) -> str | None:
    """The nodes in OPEN are right; their order, costs or parents are not."""
    entries = by_node(scene.shown.get("open"))
    exact = by_node(scene.expected.get("open"))
    for node, entry in entries.items():
        for cost in ("g", "f", "h"):
            if cost in entry and not same_value(exact[node].get(cost), entry[cost]):
                return _wrong_cost(scene, node, cost)
    for node, entry in entries.items():
        if "parent" in entry and not same_value(exact[node].get("parent"), entry["parent"]):
            return "wrong_parent"
    if shown == expected:
        return None
    return "wrong_push_order" if scene.run.algorithm.id == "dfs" else "wrong_visit_order"


def _wrong_cost(scene: Scene, node: str, cost: str) -> str:
    entry = by_node(scene.shown.get("open"))[node]
    old = by_node(scene.before.get("open")).get(node)
    if old is not None and same_value(old.get(cost), entry[cost]):
        return "forgot_decrease_key"
    exact = by_node(scene.expected.get("open"))[node]
    claimed = number(entry[cost])
    if cost == "g":
        parent = name_of(exact.get("parent"))
        edge = weight_between(scene.graph, parent, node)
        return (
            "used_edge_cost_instead_of_g" if edge is not None and edge == claimed else "wrong_cost"
        )
    if cost == "f" and claimed is not None:
        if claimed == number(exact.get("g")):
            return "forgot_heuristic"
        if claimed == number(exact.get("h")):
            return "forgot_path_cost"
        edge = weight_between(scene.graph, name_of(exact.get("parent")), node)
        if edge is not None and claimed == edge + (number(exact.get("h")) or 0):
            return "used_edge_cost_instead_of_g"
    return "wrong_cost"


def name_dijkstra(scene: Scene) -> str | None:
    """Name the mistake of a step of Dijkstra's algorithm."""
    if scene.missing:
        return "stopped_too_early"
    before = by_name(scene.before.get("dist"))
    if scene.differs("node"):
        chosen = name_of(scene.shown.get("node"))
        if chosen in names(scene.before.get("closed")):
            return "expanded_closed_node"
        right = before.get(name_of(scene.expected.get("node")))
        tie = same_value(right, before.get(chosen)) and right is not None
        return "wrong_tie_break" if tie else "wrong_node_selected"
    if scene.differs("dist"):
        return _wrong_distance(scene)
    return "wrong_parent" if scene.differs("parent") else None


def _wrong_distance(scene: Scene) -> str:
    before = by_name(scene.before.get("dist"))
    exact = by_name(scene.expected.get("dist"))
    shown = by_name(scene.shown.get("dist"))
    wrong = [n for n, v in shown.items() if n in exact and not same_value(exact[n], v)]
    selected = name_of(scene.expected.get("node"))
    kept = [n for n in wrong if same_value(before.get(n), shown[n])]
    if kept and len(kept) == len(wrong):
        unknown = any(number(before.get(n)) == math.inf for n in kept)
        return "missed_relaxation" if unknown else "forgot_decrease_key"
    edges = [weight_between(scene.graph, selected, n) for n in wrong]
    if all(w is not None and w == number(shown[n]) for w, n in zip(edges, wrong, strict=True)):
        return "used_edge_cost_instead_of_g"
    return "wrong_cost"


def name_deepening(scene: Scene) -> str | None:
    """Name the mistake of one limit of iterative deepening."""
    if scene.missing:
        return "stopped_too_early"
    if not scene.differs("visited"):
        return None
    shown, exact = names(scene.shown.get("visited")), names(scene.expected.get("visited"))
    if sorted(shown) == sorted(exact):
        return "wrong_visit_order"
    if set(shown) < set(exact):
        return "missed_neighbor"
    if shown[: len(exact)] == exact:
        return "did_not_stop"
    return None
