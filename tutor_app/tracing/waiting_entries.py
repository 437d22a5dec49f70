"""What waits after a row of a run, the next to be taken first: the entries that decide a choice."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tutor_app.domain.traces import Row, Value
from tutor_app.tracing.checking.trace_verdict import row_at
from tutor_app.tracing.exact_run import AlgorithmRun

_RANKED_BY = {"ucs": "g", "greedy": "h", "astar": "f"}


@dataclass(frozen=True, slots=True)
class WaitingEntry:
    """A node that waits, and the number by which it is chosen; None where its place decides."""

    node: str
    value: float | None


def list_waiting(exact: AlgorithmRun, number: int) -> tuple[WaitingEntry, ...]:
    """Return what waits after row `number`, in alphabetical order where a number decides."""
    row = row_at(exact, number)
    if row is None:
        return ()
    listed = row.get("open", row.get("queue"))
    if isinstance(listed, Sequence) and not isinstance(listed, str):
        key = _RANKED_BY.get(exact.algorithm.id)
        entries = [_entry(each, key) for each in listed]
        return tuple(entries if key is None else sorted(entries, key=lambda each: each.node))
    if exact.algorithm.id == "dijkstra":
        return _open_distances(row)
    return ()


@dataclass(frozen=True, slots=True)
class WayToEntry:
    """Through which node an entry got its number: that of this node, and the weight of the edge."""

    via: str
    before: float
    weight: float


def way_to(exact: AlgorithmRun, number: int, entry: WaitingEntry) -> WayToEntry | None:
    """Return how an entry that waits after row `number` got its number; None where it is no sum."""
    graph = exact.problem.graph
    if graph is None or exact.algorithm.id not in ("ucs", "dijkstra") or entry.value is None:
        return None
    for row in range(exact.algorithm.first_step, number + 1):
        via = str((row_at(exact, row) or {}).get("node"))
        waited = [each.value for each in list_waiting(exact, row - 1) if each.node == via]
        before = waited[0] if waited and waited[0] is not None else 0.0
        for edge in graph.edges:
            ends = (edge.source, edge.target)
            joined = ends == (via, entry.node) or (not graph.directed and ends == (entry.node, via))
            if joined and edge.weight is not None and before + edge.weight == entry.value:
                return WayToEntry(via, before, float(edge.weight))
    return None


def _entry(each: Value, key: str | None) -> WaitingEntry:
    if not isinstance(each, Mapping):
        return WaitingEntry(str(each), None)
    value = each.get(key) if key is not None else None
    number = float(value) if isinstance(value, int | float) else None
    return WaitingEntry(str(each.get("node")), number)


def _open_distances(row: Row) -> tuple[WaitingEntry, ...]:
    dist, closed = row.get("dist"), row.get("closed")
    if not isinstance(dist, Mapping) or not isinstance(closed, tuple):
        return ()
    return tuple(
        WaitingEntry(node, float(value))
        for node, value in sorted(dist.items())
        if node not in closed and isinstance(value, int | float) and not math.isinf(value)
    )
