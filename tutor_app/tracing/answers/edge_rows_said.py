"""The edges that an answer names, one a row, and whether each is accepted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from tutor_app.domain.traces import Number, Row, Value
from tutor_app.tracing.answers.answer_items import Item
from tutor_app.tracing.answers.graph_rows_said import SaidRows
from tutor_app.tracing.exact_run import AlgorithmRun

_TAKES = frozenset(("take", "takes", "taken", "taking", "took"))  # of an edge: it is accepted


@dataclass(slots=True)
class _SaidEdge:
    """An edge with what is said of it: words that decide, clause by clause."""

    ends: tuple[str, str] | None = None
    node: str | None = None
    weight: Number | None = None
    clauses: list[list[str]] = field(default_factory=lambda: [[]])
    is_over: bool = False  # a line's end or "then" stands behind it: the next is no weight


def read_edges(items: Sequence[Item], run: AlgorithmRun) -> SaidRows | None:
    """Return the edges of an answer as rows; None where it names none, or half of one."""
    reader = _EdgeReader()
    for item in items:
        reader.take(item)
    edges = reader.finish("node" in run.columns)
    if not edges:
        return None
    unread = sum(item.kind == "unread" for item in items)
    return SaidRows(rows=tuple(_row(edge, run) for edge in edges), unread=unread)


class _EdgeReader:
    """Joins nodes two by two, and keeps what stands behind each pair."""

    def __init__(self) -> None:
        self._edges: list[_SaidEdge] = []
        self._before = _SaidEdge()  # what is said before the first edge
        self._pending: str | None = None
        self._unfit = False

    def take(self, item: Item) -> None:
        """Read one item more."""
        name = self._end(item)
        latest = (self._edges or [self._before])[-1]
        if name is not None:
            self._join(name)
        elif item.kind == "number" and self._edges and self._pending is None:
            latest.weight, latest.is_over = item.value, True
        elif item.kind == "number" or item.is_word("either", "correction"):
            self._unfit = True
        elif item.is_word("then"):
            latest.is_over = True
        elif item.kind == "word":
            _note(latest, item)
        elif item.is_mark("comma", "break"):
            latest.clauses.append([])
            latest.is_over = latest.is_over or item.is_mark("break")

    def finish(self, takes_nodes: bool) -> list[_SaidEdge]:
        """Return the edges; a node alone counts only where a row is about a node, too."""
        if self._pending is not None and (self._edges or not takes_nodes):
            return []
        if self._pending is not None:
            self._edges.append(_SaidEdge(node=self._pending))
        if self._unfit or not self._edges:
            return []
        self._edges[0].clauses = [*self._edges[0].clauses, *self._before.clauses]
        return self._edges

    def _end(self, item: Item) -> str | None:
        """Return the end of an edge; a number is one where no weight can stand."""
        if item.kind == "node":
            return item.name
        may_be_end = self._pending is not None or not self._edges or self._edges[-1].is_over
        return item.as_node if may_be_end else None

    def _join(self, name: str) -> None:
        if self._pending is None:
            self._pending = name
            return
        self._edges.append(_SaidEdge(ends=(self._pending, name)))
        self._pending = None


def _note(edge: _SaidEdge, item: Item) -> None:
    word = item.text.casefold()
    if item.is_word("negation") and word != "no":
        edge.clauses[-1].append("not")
    elif item.is_word("negation", "empty") or word == "no":
        edge.clauses[-1].append("no")
    elif word == "cycle":
        edge.clauses[-1].append("cycle")
    elif item.is_word("accept", "added") or word in _TAKES:
        edge.clauses[-1].append("accept")
    elif item.is_word("reject"):
        edge.clauses[-1].append("reject")


def _row(edge: _SaidEdge, run: AlgorithmRun) -> Row:
    row: dict[str, Value] = {}
    if edge.ends is not None:
        row["edge"] = edge.ends
    if edge.node is not None:
        row["node"] = edge.node
    if edge.weight is not None:
        row["weight"] = edge.weight
    if "action" in run.columns and (action := _action(edge.clauses)) is not None:
        row["action"] = action
    return row


def _action(clauses: Sequence[Sequence[str]]) -> str | None:
    """Return whether an edge is taken: "no cycle" takes it, "no" and "not accepted" do not."""
    for clause in clauses:
        denied = bool({"no", "not"} & set(clause))
        if "cycle" in clause:
            return "accept" if denied else "reject"
        if "reject" in clause:  # "no, rejected" says it twice
            return "accept" if "not" in clause else "reject"
        if "accept" in clause:
            return "reject" if denied else "accept"
        if denied:
            return "reject"
    return None
