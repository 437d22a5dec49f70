"""Tracing problems as JSON, in the form of docs/tracing.md.

A problem is one flat object: its data, its question and its conventions side by side. Infinity is
"inf", tuples are lists, and a game tree's missing leaf (NaN as a value) is null.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import fields
from typing import Any, cast

from tutor_app.domain.traces import (
    Edge,
    Graph,
    KnapsackItem,
    Number,
    Operation,
    Problem,
    Tree,
    Value,
)

Json = Any  # what json.loads returns
_INFINITE = {"inf": math.inf, "-inf": -math.inf}
_GRAPH = ("directed", "weighted", "nodes", "edges", "heuristic")
_PROBLEM = tuple(entry.name for entry in fields(Problem) if entry.name != "conventions")
_DATA = frozenset({"type", "student_trace", *_GRAPH, *_PROBLEM})  # the rest is a convention


def problem_of(instance: Mapping[str, Json]) -> Problem:
    """Return the problem that an instance describes; fields that are missing or null are None."""
    tree, array = instance.get("tree"), instance.get("array")
    strings, items = instance.get("strings"), instance.get("items")
    operations = instance.get("operations")
    return Problem(
        algorithm=instance["algorithm"],
        graph=_graph_of(instance),
        start=_name(instance.get("start")),
        goal=_name(instance.get("goal")),
        array=None if array is None else tuple(array),
        target=instance.get("target"),
        tree=None if tree is None else _tree_of(tree),
        root=instance.get("root"),
        strings=None if strings is None else (strings[0], strings[1]),
        items=None if items is None else tuple(KnapsackItem(**item) for item in items),
        capacity=instance.get("capacity"),
        operations=None if operations is None else tuple(Operation(**each) for each in operations),
        conventions={
            name: value_of(choice)
            for name, choice in instance.items()
            if name not in _DATA and choice is not None
        },
    )


def _graph_of(instance: Mapping[str, Json]) -> Graph | None:
    if instance.get("nodes") is None and instance.get("edges") is None:
        return None
    heuristic = instance.get("heuristic")
    return Graph(
        directed=bool(instance.get("directed")),
        weighted=bool(instance.get("weighted")),
        nodes=tuple(str(node) for node in instance.get("nodes") or ()),
        edges=tuple(_edge_of(edge) for edge in instance.get("edges") or ()),
        heuristic=None
        if heuristic is None
        else {str(node): _number(h) for node, h in heuristic.items() if h is not None},
    )


def _edge_of(edge: list[Json]) -> Edge:
    source, target, *weight = edge
    known = bool(weight) and weight[0] is not None
    return Edge(
        source=str(source), target=str(target), weight=_number(weight[0]) if known else None
    )


def _name(node: Json) -> str | None:
    return None if node is None else str(node)


def _number(number: Json) -> Number:
    return _INFINITE[number] if isinstance(number, str) else cast(Number, number)


def _tree_of(tree: Json) -> Tree:
    if isinstance(tree, list):
        return tuple(_tree_of(child) for child in tree)
    return math.nan if tree is None else cast(Number, tree)


def value_of(entry: Json) -> Value:
    """Return one JSON value as a value of a row."""
    if isinstance(entry, list):
        return tuple(value_of(each) for each in entry)
    if isinstance(entry, dict):
        return {key: value_of(each) for key, each in entry.items()}
    if isinstance(entry, str):
        return _INFINITE.get(entry, entry)
    return cast(Value, entry)


def instance_of(problem: Problem) -> dict[str, Json]:
    """Return the instance that `problem_of` reads back as this problem."""
    graph = problem.graph
    kind = "graph" if graph is not None else "game_tree" if problem.tree is not None else "array"
    instance: dict[str, Json] = {"type": kind, "algorithm": problem.algorithm}
    if graph is not None:
        instance |= {
            "directed": graph.directed,
            "weighted": graph.weighted,
            "nodes": list(graph.nodes),
            "edges": [[edge.source, edge.target, json_of(edge.weight)] for edge in graph.edges],
            "heuristic": json_of(graph.heuristic),
            "start": problem.start,
            "goal": problem.goal,
        }
    for name in ("array", "target", "tree", "root", "strings", "capacity"):
        if (entry := getattr(problem, name)) is not None:
            instance[name] = json_of(entry)
    if problem.items is not None:
        instance["items"] = [
            {"name": item.name, "weight": item.weight, "value": item.value}
            for item in problem.items
        ]
    if problem.operations is not None:
        instance["operations"] = [
            {"kind": each.kind, "value": each.value} for each in problem.operations
        ]
    return instance | {name: json_of(choice) for name, choice in problem.conventions.items()}


def json_of(entry: Value) -> Json:
    """Return one value of a row as JSON."""
    if isinstance(entry, Mapping):
        return {key: json_of(each) for key, each in entry.items()}
    if isinstance(entry, tuple):
        return [json_of(each) for each in entry]
    if isinstance(entry, float) and math.isnan(entry):
        return None
    if isinstance(entry, float) and math.isinf(entry):
        return "inf" if entry > 0 else "-inf"
    return entry
