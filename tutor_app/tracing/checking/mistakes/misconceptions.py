"""Whole runs with a mistake built in, to find which mistake a student's rows follow.

They share no code with the exact algorithms: a mistake here can make a name wrong, never a verdict.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from tutor_app.domain.traces import Graph, Number, Problem, Row, Value
from tutor_app.tracing.node_order import name_key

Mistake = Literal[
    "forgot_decrease_key",
    "used_edge_cost_instead_of_g",
    "forgot_heuristic",
    "forgot_path_cost",
    "expanded_closed_node",
]
KEYS = {"ucs": "g", "dijkstra": "g", "greedy": "h", "astar": "f"}
_COLUMNS = {"ucs": ("g",), "dijkstra": ("g",), "greedy": ("h",), "astar": ("g", "h", "f")}
MAX_ROWS = 60  # a mistaken run may go round in circles


@dataclass
class _MistakenEntry:
    node: str
    g: Number
    h: Number
    parent: str | None
    age: int

    def value(self, key: str) -> Number:
        return {"g": self.g, "h": self.h, "f": self.g + self.h}[key]

    def as_row(self, algorithm: str) -> dict[str, Value]:
        costs: dict[str, Value] = {"g": self.g, "h": self.h, "f": self.g + self.h}
        columns = _COLUMNS[algorithm]
        return {"node": self.node, "parent": self.parent} | {name: costs[name] for name in columns}


def neighbours(graph: Graph) -> dict[str, list[tuple[str, Number]]]:
    """Return the neighbours of every node in alphabetical order, with the weight of the edge."""
    found: dict[str, list[tuple[str, Number]]] = {node: [] for node in graph.nodes}
    for edge in graph.edges:
        weight = 1 if edge.weight is None else edge.weight
        found.setdefault(edge.source, []).append((edge.target, weight))
        if not graph.directed:
            found.setdefault(edge.target, []).append((edge.source, weight))
    return {node: sorted(after, key=lambda a: name_key(a[0])) for node, after in found.items()}


def best_first(problem: Problem, mistake: Mistake) -> Iterator[Row]:
    """Yield the rows of uniform-cost search, Dijkstra, greedy search or A* made with a mistake."""
    graph, start = problem.graph, problem.start
    if graph is None or start is None:
        return
    key = _mistaken_key(problem.algorithm, mistake)
    after = neighbours(graph)
    h = dict(graph.heuristic or {})
    agenda = {start: _MistakenEntry(start, 0, h.get(start, 0), None, 0)}
    closed: list[str] = []
    known: dict[str, Number] = {node: float("inf") for node in after} | {start: 0}
    early = problem.conventions.get("goal_test") == "generation"
    for step in range(1, MAX_ROWS):
        if not agenda or (early and problem.goal in agenda):
            return
        chosen = min(agenda.values(), key=lambda e: _rank(problem, e, key))
        del agenda[chosen.node]
        closed.append(chosen.node)
        if chosen.node != problem.goal:
            for target, weight in after.get(chosen.node, ()):
                _meet(agenda, closed, chosen, (target, weight, h.get(target, 0), step), mistake)
        for entry in agenda.values():
            known[entry.node] = entry.g
        waiting = sorted(agenda.values(), key=lambda e: e.value(key))
        yield {
            "step": step,
            "node": chosen.node,
            "open": tuple(entry.as_row(problem.algorithm) for entry in waiting),
            "closed": tuple(closed),
            "dist": dict(known),
        }
        if chosen.node == problem.goal:
            return


def _mistaken_key(algorithm: str, mistake: Mistake) -> str:
    if mistake == "forgot_heuristic":
        return "g"
    if mistake == "forgot_path_cost":
        return "h"
    return KEYS[algorithm]


def _rank(problem: Problem, entry: _MistakenEntry, key: str) -> tuple[object, ...]:
    tie = problem.conventions.get("tie_break", "alphabetical")
    value = entry.value(key)
    kind, whole, text = name_key(entry.node)
    if tie == "fifo":
        return value, entry.age, kind, whole, text
    if tie == "lifo":
        return value, -entry.age, kind, whole, text
    if tie == "reverse_alphabetical":
        return value, -kind, -whole, tuple(-ord(letter) for letter in text)
    if tie == "smaller_h":
        return value, entry.h, kind, whole, text
    return value, kind, whole, text


def _meet(
    agenda: dict[str, _MistakenEntry],
    closed: list[str],
    chosen: _MistakenEntry,
    met: tuple[str, Number, Number, int],
    mistake: Mistake,
) -> None:
    """Put a neighbour into the agenda, or leave it out, as the mistake has it."""
    target, weight, h, step = met
    if target in closed and mistake != "expanded_closed_node":
        return
    g = weight if mistake == "used_edge_cost_instead_of_g" else chosen.g + weight
    old = agenda.get(target)
    if old is not None and (mistake == "forgot_decrease_key" or old.g <= g):
        return
    age = step * 1000 + len(agenda)
    agenda[target] = _MistakenEntry(target, g, h, chosen.node, age)


def nearest_to_last(problem: Problem) -> Iterator[Row]:
    """Yield Prim's rows where each edge starts at the node added last, not anywhere in the tree."""
    graph, last = problem.graph, problem.start
    if graph is None or last is None:
        return
    after = neighbours(graph)
    tree, total = [last], 0.0
    for step in range(1, len(graph.nodes)):
        choices = [(w, name_key(n), n) for n, w in after.get(last, ()) if n not in tree]
        origin = last
        if not choices:  # a dead end: any edge of the tree then
            choices_all = [
                (w, name_key(n), n, o) for o in tree for n, w in after.get(o, ()) if n not in tree
            ]
            if not choices_all:
                return
            weight, _, node, origin = min(choices_all)
        else:
            weight, _, node = min(choices)
        total += weight
        tree.append(node)
        yield {
            "step": step,
            "node": node,
            "edge": (origin, node),
            "weight": weight,
            "total": total,
            "tree": tuple(tree),
        }
        last = node
