"""Values in words: numbers, nodes, lists, paths, the cells of a row."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from tutor_app.tracing.values import Row, Value

LABELS: Mapping[str, str] = {
    "node": "node",
    "open": "OPEN",
    "closed": "CLOSED",
    "g": "path cost g",
    "h": "heuristic value h",
    "f": "value f",
    "dist": "distances",
    "parent": "parents",
    "limit": "limit",
    "visited": "visited",
    "result": "result",
    "queue": "queue",
    "indegree": "in-degrees",
    "edge": "edge",
    "edges": "edges",
    "weight": "weight",
    "total": "total",
    "tree": "tree",
    "action": "action",
    "changed": "changed",
    "lo": "lo",
    "hi": "hi",
    "mid": "mid",
    "value": "value",
    "key": "key",
    "array": "array",
    "heap": "heap",
    "selected": "selected",
    "swaps": "swaps",
    "left": "left",
    "right": "right",
    "merged": "merged",
    "width": "width",
    "pivot": "pivot",
    "pivot_index": "pivot index",
    "phase": "phase",
    "leaf": "leaf",
    "alpha": "alpha",
    "beta": "beta",
    "path": "path",
    "cost": "cost",
    "order": "order",
    "depth": "depth",
    "found": "found",
    "index": "index",
    "best_child": "best child",
    "pruned": "pruned leaves",
    "negative_cycle": "negative cycle",
    "cycle": "cycle",
}
_SEQUENCES = frozenset({"path", "order", "visited"})


def label(field: str) -> str:
    """Return what a column is called."""
    return LABELS.get(field, field.replace("_", " "))


def number(value: Value) -> str:
    """Return a number as it is written on paper."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        if math.isinf(value):
            return "∞" if value > 0 else "-∞"
        return f"{value:.6f}".rstrip("0").rstrip(".")
    return "–" if value is None else str(value)


def listed(items: Sequence[Value]) -> str:
    """Return items as "A", "A and B", "A, B and C"."""
    words = [number(item) for item in items]
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} and {words[-1]}"


def path(nodes: Value) -> str:
    """Return a path as "S → A → G"."""
    return " → ".join(number(node) for node in _items(nodes))


def edge(ends: Value) -> str:
    """Return an edge as "A–B"."""
    return "–".join(number(node) for node in _items(ends))


def cell(field: str, value: Value) -> str:
    """Return the value of one column in words."""
    if field == "edge":
        return edge(value)
    if field == "edges":
        return ", ".join(edge(one) for one in _items(value)) or "none"
    if field in _SEQUENCES and value:
        return path(value)
    if isinstance(value, Mapping):
        if any(isinstance(row, Mapping) for row in value.values()):
            return _matrix(value)
        return ", ".join(f"{node} = {number(entry)}" for node, entry in value.items()) or "none"
    if isinstance(value, tuple | list):
        return _sequence(value)
    return number(value)


def _matrix(rows: Mapping[str, Value]) -> str:
    """Return "A (B = 4, C = 2), B (C = 1)": what is known, without a node's way to itself."""
    said = []
    for node, row in rows.items():
        if known := known_entries(node, row):
            entries = ", ".join(f"{other} = {number(entry)}" for other, entry in known.items())
            said.append(f"{node} ({entries})")
    return ", ".join(said) or "none"


def known_entries(node: str, row: Value) -> dict[str, Value]:
    """Return what a row of a matrix says of other nodes, without nothing and infinity."""
    if not isinstance(row, Mapping):
        return {}
    return {
        other: entry
        for other, entry in row.items()
        if other != node and entry is not None and entry != math.inf
    }


def _sequence(items: Sequence[Value]) -> str:
    if not items:
        return "empty"
    if all(isinstance(item, int | float) for item in items):
        return f"[{', '.join(number(item) for item in items)}]"
    return ", ".join(_entry(item) for item in items)


def _entry(item: Value) -> str:
    if not isinstance(item, Mapping):
        return edge(item) if isinstance(item, tuple | list) else number(item)
    costs = [f"{name} = {number(item[name])}" for name in ("g", "h", "f") if name in item]
    return f"{number(item.get('node'))} ({', '.join(costs)})" if costs else number(item.get("node"))


def row(cells: Row, fields: Sequence[str]) -> str:
    """Return the named fields of a row as "node B; OPEN: C, D; CLOSED: S, B"."""
    return "; ".join(
        f"{label(name)}: {cell(name, cells[name])}" for name in fields if name in cells
    )


def _items(value: Value) -> Sequence[Value]:
    return value if isinstance(value, tuple | list) else ()
