"""The mistake behind a wrong step: topological sort, spanning trees, Bellman–Ford, alpha-beta."""

from __future__ import annotations

import math

from tutor_app.tracing.checking.compare import items_of, same_value
from tutor_app.tracing.checking.mistakes.scene import (
    Scene,
    by_name,
    name_of,
    names,
    number,
    weight_between,
)
from tutor_app.tracing.run import scored
from tutor_app.tracing.values import Row, Value


def name_toposort(scene: Scene) -> str | None:
    """Name the mistake of one step of Kahn's algorithm."""
    if scene.missing:
        forgotten = bool(scene.student.final.get("cycle")) and _indegree(scene) > 1
        return "forgot_indegree_update" if forgotten else "stopped_too_early"
    ready = names(scene.before.get("queue"))
    if scene.differs("node"):
        chosen = name_of(scene.shown.get("node"))
        if chosen in ready:
            return "wrong_tie_break"
        return "node_not_ready"
    if scene.differs("indegree"):
        return "forgot_indegree_update"
    if not scene.differs("queue"):
        return None
    shown, exact = names(scene.shown.get("queue")), names(scene.expected.get("queue"))
    if sorted(shown) == sorted(exact):
        return "wrong_tie_break"
    if set(shown) < set(exact):
        return "forgot_indegree_update"
    return "node_not_ready"


def _indegree(scene: Scene) -> int:
    node = name_of(scene.expected.get("node"))
    return sum(1 for edge in scene.graph.edges if name_of(edge.target) == node)


def name_prim(scene: Scene) -> str | None:
    """Name the mistake of one edge of Prim's algorithm."""
    if scene.missing:
        return "stopped_too_early"
    if scene.differs("edge"):
        return _wrong_prim_edge(scene)
    if scene.differs("node"):
        return "wrong_edge_selected"
    return "wrong_cost" if scene.differs("weight") or scene.differs("total") else None


def _wrong_prim_edge(scene: Scene) -> str:
    tree = set(names(scene.before.get("tree")))
    ends = set(names(scene.shown.get("edge")))
    if ends <= tree:
        return "made_a_cycle"
    if not ends & tree:
        return "edge_not_at_the_tree"
    weight = _weight(scene, scene.shown.get("edge"))
    if weight is None:
        return "no_such_edge"
    tie = same_value(scene.expected.get("weight"), weight)
    return "wrong_tie_break" if tie else "wrong_edge_selected"


def _weight(scene: Scene, edge: Value) -> Value:
    ends = names(edge)
    return weight_between(scene.graph, ends[0], ends[1]) if len(ends) == 2 else None


def name_kruskal(scene: Scene) -> str | None:
    """Name the mistake of one edge of Kruskal's algorithm."""
    if scene.missing:
        return "stopped_too_early"
    if scene.differs("edge"):
        weight = _weight(scene, scene.shown.get("edge"))
        if weight is None:
            return "no_such_edge"
        tie = same_value(scene.expected.get("weight"), weight)
        return "wrong_tie_break" if tie else "wrong_edge_selected"
    if scene.differs("action"):
        accepted = scene.shown.get("action") == "accept"
        return "made_a_cycle" if accepted else "rejected_good_edge"
    return "wrong_cost" if scene.differs("weight") or scene.differs("total") else None


def name_bellman_ford(scene: Scene) -> str | None:
    """Name the mistake of one pass of Bellman–Ford."""
    if scene.missing:
        unchanged = scene.before.get("changed") is False
        return "early_exit_not_allowed" if unchanged else "stopped_too_early"
    if not scene.differs("dist"):
        return "wrong_parent" if scene.differs("parent") else None
    start = _distances_before(scene)
    if scene.agrees({"dist": _pass_from_old(scene, start)}):
        return "relaxed_with_old_distances"
    if scene.agrees({"dist": _pass(scene, start, skipped=None, backwards=True)}):
        return "wrong_edge_order"
    for skipped in range(len(scene.graph.edges)):
        if scene.agrees({"dist": _pass(scene, start, skipped=skipped)}):
            return "missed_relaxation"
    return "wrong_cost"


def _distances_before(scene: Scene) -> dict[str, float]:
    found = {name_of(node): math.inf for node in scene.graph.nodes}
    for node, value in by_name(scene.before.get("dist")).items():
        known = number(value)
        found[node] = math.inf if known is None else known
    if not scene.before.get("dist") and scene.problem.start is not None:
        found[name_of(scene.problem.start)] = 0
    return found


def _pass(
    scene: Scene, start: dict[str, float], skipped: int | None, backwards: bool = False
) -> dict[str, Value]:
    """Relax every edge in order and in place, but one."""
    found = dict(start)
    edges = list(enumerate(scene.graph.edges))
    for place, edge in reversed(edges) if backwards else edges:
        if place != skipped:
            _relax(found, found, scene, (name_of(edge.source), name_of(edge.target), edge.weight))
    return dict(found)


def _pass_from_old(scene: Scene, start: dict[str, float]) -> dict[str, Value]:
    """Relax every edge from the distances of the pass before, not in place."""
    found = dict(start)
    for edge in scene.graph.edges:
        _relax(found, start, scene, (name_of(edge.source), name_of(edge.target), edge.weight))
    return dict(found)


def _relax(
    found: dict[str, float],
    source: dict[str, float],
    scene: Scene,
    edge: tuple[str, str, float | None],
) -> None:
    near, far, weight = edge
    found[far] = min(found[far], source[near] + (weight or 0))
    if not scene.graph.directed:
        found[near] = min(found[near], source[far] + (weight or 0))


def name_alphabeta(scene: Scene) -> str | None:
    """Name the mistake at one leaf of an alpha-beta search."""
    if scene.missing:
        return "stopped_too_early"
    if scene.differs("leaf") or scene.differs("value"):
        return _wrong_leaf(scene)
    swapped = {"alpha": scene.expected.get("beta"), "beta": scene.expected.get("alpha")}
    if scene.agrees(swapped):
        return "swapped_alpha_beta"
    if scene.differs("alpha") or scene.differs("beta"):
        return "wrong_window"
    return None


def _wrong_leaf(scene: Scene) -> str | None:
    """A leaf too many, or one left out: told from the leaves that the exact run looks at later."""
    leaves = _all_leaves(scene.problem.tree)
    number_before = int(number(scene.before.get("leaf")) or 0)
    expected = int(number(scene.expected.get("leaf")) or 0)
    pruned = range(number_before + 1, expected or len(leaves) + 1)
    if any(_is_leaf(scene.shown, leaf, leaves) for leaf in pruned):
        return "missed_prune"
    later: list[Row] = [step.row for step in scored(scene.run)]
    coming = [int(number(row.get("leaf")) or 0) for row in later]
    if any(leaf > expected and _is_leaf(scene.shown, leaf, leaves) for leaf in coming):
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
