"""Why a value that is claimed of a node is not so: half of a sum, one edge alone, another way."""

from __future__ import annotations

from typing import Literal

from tutor_app.tracing.checking.compare_values import same_value
from tutor_app.tracing.claims.exact_facts import ExactFacts

Cause = Literal[
    "for_a_time",  # the node has the value, and another one later
    "h_alone",
    "g_alone",
    "edge_alone",  # the weight of the last edge
    "another_way",  # what another way to the node adds up to
    "cheapest",  # what the cheapest way of the graph adds up to, which the run does not take
    "extra",  # nodes that are never taken
    "missing",  # nodes that are taken, too
    "order",  # they are taken in another order
    "other_order",  # the same, where no order was claimed
    "another_path",
    "as_cheap",  # another path, of the same cost
    "no_such_edge",
    "not_waiting",  # nodes that don't wait then
    "more_wait",  # other nodes wait, too
    "by_h",  # chosen by h alone
    "by_g",
    "own_sum",  # what the path that is claimed adds up to
]


def cause_of_value(
    facts: ExactFacts, node: str, quantity: str, number: float
) -> tuple[Cause | None, tuple[str, ...]]:
    """Return why a node was given this value, and the way that adds up to it; None if unknown."""
    h = facts.value(node, "h") if facts.key == "f" else None
    if quantity == "f":
        g = facts.value(node, "g")
        if h is not None and same_value(h, number):
            return "h_alone", ()
        if g is not None and same_value(g, number):
            return "g_alone", ()
    if quantity == "h":
        return None, ()
    beside = (h or 0) if quantity == "f" else 0
    ways = sorted(facts.ways_to(node), key=lambda each: (each[1], len(each[0])))
    if ways and same_value(ways[0][1] + beside, number):
        return "cheapest", ways[0][0]
    graph = facts.run.problem.graph
    for other in graph.nodes if graph is not None else ():
        weight = facts.weight(other, node)
        if weight is not None and same_value(weight + beside, number):
            return "edge_alone", (other, node)
    for way, total in ways:
        if same_value(total + beside, number):
            return "another_way", way
    return None, ()
