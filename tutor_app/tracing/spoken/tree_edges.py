"""Edges that a message tells of a growing tree: which end is new, and the rows they stand in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from tutor_app.domain.traces import Row
from tutor_app.tracing.claims.exact_facts import ExactFacts
from tutor_app.tracing.spoken.statements import RunStatement


def led_outward(statements: Sequence[RunStatement], facts: ExactFacts) -> tuple[RunStatement, ...]:
    """Return statements in which "D-E" brings in the end that is not in the tree yet.

    An edge is told by its ends in any order; who reads "D-E" may take D for the new one.
    """
    if not grows_by_edges(facts):
        return tuple(statements)
    turned = {
        (str(each.node), each.nodes[0])
        for each in statements
        if each.kind == "parent" and not each.denied and _is_inward(each, facts)
    }
    new_of = dict(turned)
    return tuple(_turn(each, new_of, facts) for each in statements)


def with_edges(
    rows: Sequence[Row], statements: Sequence[RunStatement], facts: ExactFacts
) -> tuple[Row, ...]:
    """Return the rows of a tree with the edge by which each node came in: as told, else the run's
    for a node that the run takes there."""
    if not grows_by_edges(facts):
        return tuple(rows)
    parents = {
        str(each.node): each.nodes[0]
        for each in statements
        if each.kind == "parent" and not each.denied
    }
    exact = {row["step"]: row for row in facts.rows}
    return tuple(_with_edge(row, parents, exact.get(row["step"], {})) for row in rows)


def grows_by_edges(facts: ExactFacts) -> bool:
    """Whether each row of a run takes a node by an edge, as in Prim's algorithm."""
    return {"node", "edge"} <= set(facts.run.columns)


def _is_inward(each: RunStatement, facts: ExactFacts) -> bool:
    child, parent = facts.row_of(str(each.node)), facts.row_of(each.nodes[0])
    return child is not None and parent is not None and child < parent


def _turn(each: RunStatement, new_of: dict[str, str], facts: ExactFacts) -> RunStatement:
    node = str(each.node)
    if node not in new_of:
        return each
    if each.kind == "parent" and each.nodes[0] == new_of[node]:
        return replace(each, node=new_of[node], nodes=(node,))
    if each.kind == "taken" and each.row != facts.row_of(node):
        return replace(each, node=new_of[node])
    return each


def _with_edge(row: Row, parents: dict[str, str], exact: Row) -> Row:
    node = row.get("node")
    if not isinstance(node, str):
        return row
    if node in parents:
        return {**row, "edge": (parents[node], node)}
    return {**row, "edge": exact["edge"]} if exact.get("node") == node else row
