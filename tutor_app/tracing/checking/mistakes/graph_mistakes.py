"""The mistake behind a wrong step: topological sort, spanning trees, Bellman–Ford, alpha-beta."""

from __future__ import annotations

import math

from tutor_app.domain.traces import Row, Value
from tutor_app.tracing.checking.compare_values import items_of, same_value
from tutor_app.tracing.checking.mistakes.wrong_step import (
    WrongStep,
    by_name,
    name_of,
    names,
    number,
    weight_between,
)
from tutor_app.tracing.exact_run import scored_steps


def name_toposort(wrong: WrongStep) -> str | None:
    """Name the mistake of one step of Kahn's algorithm."""
    if wrong.missing:
        forgotten = bool(wrong.student.final.get("cycle")) and _indegree(wrong) > 1
        return "forgot_indegree_update" if forgotten else "stopped_too_early"
    ready = names(wrong.before.get("queue"))
    if wrong.differs("node"):
        chosen = name_of(wrong.shown.get("node"))
        if chosen in ready:
            return "wrong_tie_break"
        return "node_not_ready"
    if wrong.differs("indegree"):
        return "forgot_indegree_update"
    if not wrong.differs("queue"):
        return None
    shown, exact = names(wrong.shown.get("queue")), names(wrong.expected.get("queue"))
    if sorted(shown) == sorted(exact):
        return "wrong_tie_break"
    if set(shown) < set(exact):
        return "forgot_indegree_update"
    return "node_not_ready"


def _indegree(wrong: WrongStep) -> int:
    node = name_of(wrong.expected.get("node"))
    return sum(1 for edge in wrong.graph.edges if name_of(edge.target) == node)


def name_prim(wrong: WrongStep) -> str | None:
    """Name the mistake of one edge of Prim's algorithm."""
    if wrong.missing:
        return "stopped_too_early"
    if wrong.differs("edge"):
        return _wrong_prim_edge(wrong)
    if wrong.differs("node"):
        return "wrong_edge_selected"
    return "wrong_cost" if wrong.differs("weight") or wrong.differs("total") else None


def _wrong_prim_edge(wrong: WrongStep) -> str:
    tree = set(names(wrong.before.get("tree")))
    ends = set(names(wrong.shown.get("edge")))
    if ends <= tree:
        return "made_a_cycle"
    if not ends & tree:
        return "edge_not_at_the_tree"
    weight = _weight(wrong, wrong.shown.get("edge"))
    if weight is None:
        return "no_such_edge"
    tie = same_value(wrong.expected.get("weight"), weight)
    return "wrong_tie_break" if tie else "wrong_edge_selected"


def _weight(wrong: WrongStep, edge: Value) -> Value:
    ends = names(edge)
    return weight_between(wrong.graph, ends[0], ends[1]) if len(ends) == 2 else None


def name_kruskal(wrong: WrongStep) -> str | None:
    """Name the mistake of one edge of Kruskal's algorithm."""
    if wrong.missing:
        return "stopped_too_early"
    if wrong.differs("edge"):
        weight = _weight(wrong, wrong.shown.get("edge"))
        if weight is None:
            return "no_such_edge"
        tie = same_value(wrong.expected.get("weight"), weight)
        return "wrong_tie_break" if tie else "wrong_edge_selected"
    if wrong.differs("action"):
        accepted = wrong.shown.get("action") == "accept"
        return "made_a_cycle" if accepted else "rejected_good_edge"
    return "wrong_cost" if wrong.differs("weight") or wrong.differs("total") else None


def name_bellman_ford(wrong: WrongStep) -> str | None:
    """Name the mistake of one pass of Bellman–Ford."""
    if wrong.missing:
        unchanged = wrong.before.get("changed") is False
        return "early_exit_not_allowed" if unchanged else "stopped_too_early"
    if not wrong.differs("dist"):
        return "wrong_parent" if wrong.differs("parent") else None
    start = _distances_before(wrong)
    if wrong.agrees({"dist": _pass_from_old(wrong, start)}):
        return "relaxed_with_old_distances"
    if wrong.agrees({"dist": _pass(wrong, start, skipped=None, backwards=True)}):
        return "wrong_edge_order"
    for skipped in range(len(wrong.graph.edges)):
        if wrong.agrees({"dist": _pass(wrong, start, skipped=skipped)}):
            return "missed_relaxation"
    return "wrong_cost"


def _distances_before(wrong: WrongStep) -> dict[str, float]:
    found = {name_of(node): math.inf for node in wrong.graph.nodes}
    for node, value in by_name(wrong.before.get("dist")).items():
        known = number(value)
        found[node] = math.inf if known is None else known
    if not wrong.before.get("dist") and wrong.problem.start is not None:
        found[name_of(wrong.problem.start)] = 0
    return found


def _pass(
    wrong: WrongStep, start: dict[str, float], skipped: int | None, backwards: bool = False
) -> dict[str, Value]:
    """Relax every edge but one, in order and in place."""
    found = dict(start)
    edges = list(enumerate(wrong.graph.edges))
    for place, edge in reversed(edges) if backwards else edges:
        if place != skipped:
            _relax(found, found, wrong, (name_of(edge.source), name_of(edge.target), edge.weight))
    return dict(found)


def _pass_from_old(wrong: WrongStep, start: dict[str, float]) -> dict[str, Value]:
    """Relax every edge from the distances of the pass before, not in place."""
    found = dict(start)
    for edge in wrong.graph.edges:
        _relax(found, start, wrong, (name_of(edge.source), name_of(edge.target), edge.weight))
    return dict(found)


def _relax(
    found: dict[str, float],
    source: dict[str, float],
    wrong: WrongStep,
    edge: tuple[str, str, float | None],
) -> None:
    near, far, weight = edge
    found[far] = min(found[far], source[near] + (weight or 0))
    if not wrong.graph.directed:
        found[near] = min(found[near], source[far] + (weight or 0))


def name_alphabeta(wrong: WrongStep) -> str | None:
    """Name the mistake at one leaf of an alpha-beta search."""
    if wrong.missing:
        return "stopped_too_early"
    if wrong.differs("leaf") or wrong.differs("value"):
        return _wrong_leaf(wrong)
    swapped = {"alpha": wrong.expected.get("beta"), "beta": wrong.expected.get("alpha")}
    if wrong.agrees(swapped):
        return "swapped_alpha_beta"
    if wrong.differs("alpha") or wrong.differs("beta"):
        return "wrong_window"
    return None


def _wrong_leaf(wrong: WrongStep) -> str | None:
    """Name a leaf too many, or one left out, by the leaves that the exact run looks at later."""
    leaves = _all_leaves(wrong.problem.tree)
    number_before = int(number(wrong.before.get("leaf")) or 0)
    expected = int(number(wrong.expected.get("leaf")) or 0)
    pruned = range(number_before + 1, expected or len(leaves) + 1)
    if any(_is_leaf(wrong.shown, leaf, leaves) for leaf in pruned):
        return "missed_prune"
    later: list[Row] = [step.row for step in scored_steps(wrong.run)]
    coming = [int(number(row.get("leaf")) or 0) for row in later]
    if any(leaf > expected and _is_leaf(wrong.shown, leaf, leaves) for leaf in coming):
        return "pruned_too_much"
    return None


def _is_leaf(row: Row, leaf: int, leaves: list[Value]) -> bool:
    if "leaf" in row:
        return number(row["leaf"]) == leaf
    return "value" in row and same_value(leaves[leaf - 1], row["value"])


def _all_leaves(tree: Value) -> list[Value]:
    if isinstance(tree, tuple | list):
        return [leaf for child in items_of(tree) for leaf in _all_leaves(child)]
    return [tree]
