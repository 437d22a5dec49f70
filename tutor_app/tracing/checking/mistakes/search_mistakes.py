"""The mistake behind a wrong step of a search: BFS, DFS, deepening, best-first, Dijkstra."""

from __future__ import annotations

import math

from tutor_app.tracing.checking.compare_values import same_value
from tutor_app.tracing.checking.mistakes.misconceptions import KEYS
from tutor_app.tracing.checking.mistakes.wrong_step import (
    WrongStep,
    by_name,
    by_node,
    name_of,
    names,
    number,
    weight_between,
)


def name_search(wrong: WrongStep) -> str | None:
    """Name the mistake of a step of BFS, DFS, uniform-cost, greedy search or A*."""
    if wrong.missing:
        return _stopped(wrong)
    if wrong.differs("node"):
        return _wrong_node(wrong)
    if wrong.differs("open"):
        return _wrong_open(wrong)
    return None


def _stopped(wrong: WrongStep) -> str:
    goal = wrong.problem.goal
    if goal is not None and name_of(goal) in names(wrong.before.get("open")):
        return "stopped_on_generation"
    return "stopped_too_early"


def _wrong_node(wrong: WrongStep) -> str | None:
    chosen = name_of(wrong.shown.get("node"))
    right = name_of(wrong.expected.get("node"))
    if chosen in names(wrong.before.get("closed")):
        return "expanded_closed_node"
    waiting = by_node(wrong.before.get("open"))
    if chosen not in waiting or right not in waiting:
        return "node_not_in_open" if waiting else None
    key = KEYS.get(wrong.run.algorithm.id)
    if key is not None and same_value(waiting[right].get(key), waiting[chosen].get(key)):
        return "wrong_tie_break"
    return "wrong_node_selected"


def _wrong_open(wrong: WrongStep) -> str | None:
    """The right node was selected; what was put into OPEN is wrong."""
    shown, expected = names(wrong.shown.get("open")), names(wrong.expected.get("open"))
    if sorted(shown) == sorted(expected):
        return _wrong_entries(wrong, shown, expected)
    gone = [node for node in expected if node not in shown]
    more = [node for node in shown if node not in expected]
    closed = names(wrong.before.get("closed"))
    if more:
        return _too_many(wrong, more, closed)
    if any(node in closed for node in gone):
        return "did_not_reopen"
    if any(node in names(wrong.before.get("open")) for node in gone):
        return "lost_open_node"
    return "missed_neighbor" if gone else "wrong_duplicates"


def _too_many(wrong: WrongStep, more: list[str], closed: list[str]) -> str | None:
    if any(node == name_of(wrong.expected.get("node")) for node in more):
        return "kept_selected_node"
    if any(node in closed for node in more):
        return "expanded_closed_node"
    return "node_is_no_neighbor"


def _wrong_entries(wrong: WrongStep, shown: list[str], expected: list[str]) -> str | None:
    """The nodes in OPEN are right; their order, costs or parents are not."""
    entries = by_node(wrong.shown.get("open"))
    exact = by_node(wrong.expected.get("open"))
    for node, entry in entries.items():
        for cost in ("g", "f", "h"):
            if cost in entry and not same_value(exact[node].get(cost), entry[cost]):
                return _wrong_cost(wrong, node, cost)
    for node, entry in entries.items():
        if "parent" in entry and not same_value(exact[node].get("parent"), entry["parent"]):
            return "wrong_parent"
    if shown == expected:
        return None
    return "wrong_push_order" if wrong.run.algorithm.id == "dfs" else "wrong_visit_order"


def _wrong_cost(wrong: WrongStep, node: str, cost: str) -> str:
    entry = by_node(wrong.shown.get("open"))[node]
    old = by_node(wrong.before.get("open")).get(node)
    if old is not None and same_value(old.get(cost), entry[cost]):
        return "forgot_decrease_key"
    exact = by_node(wrong.expected.get("open"))[node]
    claimed = number(entry[cost])
    if cost == "g":
        parent = name_of(exact.get("parent"))
        edge = weight_between(wrong.graph, parent, node)
        return (
            "used_edge_cost_instead_of_g" if edge is not None and edge == claimed else "wrong_cost"
        )
    if cost == "f" and claimed is not None:
        if claimed == number(exact.get("g")):
            return "forgot_heuristic"
        if claimed == number(exact.get("h")):
            return "forgot_path_cost"
        edge = weight_between(wrong.graph, name_of(exact.get("parent")), node)
        if edge is not None and claimed == edge + (number(exact.get("h")) or 0):
            return "used_edge_cost_instead_of_g"
    return "wrong_cost"


def name_dijkstra(wrong: WrongStep) -> str | None:
    """Name the mistake of a step of Dijkstra's algorithm."""
    if wrong.missing:
        return "stopped_too_early"
    before = by_name(wrong.before.get("dist"))
    if wrong.differs("node"):
        chosen = name_of(wrong.shown.get("node"))
        if chosen in names(wrong.before.get("closed")):
            return "expanded_closed_node"
        right = before.get(name_of(wrong.expected.get("node")))
        tie = same_value(right, before.get(chosen)) and right is not None
        return "wrong_tie_break" if tie else "wrong_node_selected"
    if wrong.differs("dist"):
        return _wrong_distance(wrong)
    return "wrong_parent" if wrong.differs("parent") else None


def _wrong_distance(wrong: WrongStep) -> str:
    before = by_name(wrong.before.get("dist"))
    exact = by_name(wrong.expected.get("dist"))
    shown = by_name(wrong.shown.get("dist"))
    nodes = [n for n, v in shown.items() if n in exact and not same_value(exact[n], v)]
    selected = name_of(wrong.expected.get("node"))
    kept = [n for n in nodes if same_value(before.get(n), shown[n])]
    if kept and len(kept) == len(nodes):
        unknown = any(number(before.get(n)) == math.inf for n in kept)
        return "missed_relaxation" if unknown else "forgot_decrease_key"
    edges = [weight_between(wrong.graph, selected, n) for n in nodes]
    if all(w is not None and w == number(shown[n]) for w, n in zip(edges, nodes, strict=True)):
        return "used_edge_cost_instead_of_g"
    return "wrong_cost"


def name_deepening(wrong: WrongStep) -> str | None:
    """Name the mistake of one limit of iterative deepening."""
    if wrong.missing:
        return "stopped_too_early"
    if not wrong.differs("visited"):
        return None
    shown, exact = names(wrong.shown.get("visited")), names(wrong.expected.get("visited"))
    if sorted(shown) == sorted(exact):
        return "wrong_visit_order"
    if set(shown) < set(exact):
        return "missed_neighbor"
    if shown[: len(exact)] == exact:
        return "did_not_stop"
    return None
