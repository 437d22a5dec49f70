"""A row as it was told, and as a row of a student's table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from tutor_app.domain.traces import Number, Row, Value
from tutor_app.tracing.telling.layouts import Content
from tutor_app.tracing.telling.student_run import State, StateAfter, StudentRun

_KEYS = {"ucs": "g", "greedy": "h", "astar": "f"}  # of the value by which a node waits


class TypedRow(NamedTuple):
    """A row that is being read.

    `own` is the number told of the node taken, `empty` whether nothing is said to follow; `before`
    is the state in which it was taken, `opened` what follows from taking it. `named` is the node
    told where the rest of the row is that of another, `beside` counts what was named behind it.
    `resumed`: it was told before, in part, and may be gone on with.
    """

    node: str
    opened: StateAfter
    before: State
    own: Number | None = None
    entries: tuple[tuple[str, Number | None], ...] = ()
    empty: bool = False
    named: str | None = None
    beside: int = 0
    resumed: bool = False

    @property
    def told_node(self) -> str:
        return self.node if self.named is None else self.named


def write_row(row: TypedRow, run: StudentRun, content: Content, forgotten: frozenset[str]) -> Row:
    """Return a row with the columns that are told; `forgotten` are entries surely left out."""
    if run.kind == "dijkstra":
        return _with_labels(row, forgotten)
    if run.kind == "prim":
        weight = row.before.labels.get(row.node) if row.own is None else row.own
        return (
            {"node": row.told_node} if weight is None else {"node": row.told_node, "weight": weight}
        )
    key = _KEYS.get(run.kind)
    written: dict[str, Value] = {"node": row.told_node}
    if row.own is not None and key is not None:
        written[key] = row.own
    if content == "order" or not (row.entries or row.empty or forgotten):
        return written
    entries = [_entry(name, value, key) for name, value in row.entries]
    if content == "changed" and forgotten:
        entries.extend(_kept(row, run, key))
    if content == "waiting" or forgotten:
        written["open"] = tuple(entries)
    elif entries:
        written["added"] = tuple(entries)
    return written


def _with_labels(row: TypedRow, forgotten: frozenset[str]) -> Row:
    dist: dict[str, Value] = {n: v for n, v in row.entries if v is not None}
    for name in forgotten & row.before.labels.keys():
        dist[name] = row.before.labels[name]
    if row.own is not None:
        dist.setdefault(row.node, row.own)
    return {"node": row.told_node, "dist": dist} if dist else {"node": row.told_node}


def _kept(row: TypedRow, run: StudentRun, key: str | None) -> Iterator[Mapping[str, Value]]:
    """Yield what waited before the row, and is not told again."""
    told = dict(row.entries)
    for name in row.opened.state.waiting:
        if name not in told and name in row.before.labels:
            yield _entry(name, run.worth(name, row.before.labels[name]), key)


def _entry(name: str, value: Number | None, key: str | None) -> Mapping[str, Value]:
    return {"node": name} if key is None or value is None else {"node": name, key: value}
