"""The place where a trace first goes wrong, as the functions that name mistakes see it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from tutor_app.tracing.checking.align import row_differences
from tutor_app.tracing.checking.compare import items_of, plain
from tutor_app.tracing.checking.verdict import Difference, row_at
from tutor_app.tracing.run import Run
from tutor_app.tracing.values import Graph, Number, Problem, Row, StudentTrace, Value


@dataclass(frozen=True, slots=True)
class Scene:
    """One wrong step. `before` is the exact row before it, `expected` the exact row, `shown` the
    student's; a row that there is not is empty. `differences` are those of the step."""

    run: Run
    student: StudentTrace
    before: Row
    expected: Row
    shown: Row
    differences: tuple[Difference, ...]
    missing: bool

    @property
    def problem(self) -> Problem:
        return self.run.problem

    @property
    def graph(self) -> Graph:
        graph = self.run.problem.graph
        if graph is None:
            raise ValueError(f"a problem of {self.run.algorithm.id} has a graph")
        return graph

    def differs(self, field: str) -> bool:
        """Return whether the student shows this field and has it wrong."""
        return any(found.field == field for found in self.differences)

    def agrees(self, wrong: Row) -> bool:
        """Return whether a mistaken row explains the student's.

        Every field of it that the student shows is as shown, and it is not the exact row.
        """
        claimed = {name: self.shown[name] for name in wrong if name in self.shown}
        if not claimed or not row_differences(self.run, self.expected, claimed):
            return False
        return not row_differences(self.run, wrong, claimed)


def scene_at(run: Run, student: StudentTrace, number: int, missing: bool) -> Scene:
    """Return the scene of step `number`."""
    expected = row_at(run, number) or {}
    shown = next((row for row in student.rows if row.get("step") == number), {})
    before = row_at(run, number - 1) or {}
    if not before and run.problem.array is not None:
        before = {"array": run.problem.array}
    return Scene(
        run=run,
        student=student,
        before=before,
        expected=expected,
        shown=shown,
        differences=row_differences(run, expected, shown),
        missing=missing,
    )


def name_of(entry: Value) -> str:
    """Return the node of an entry of OPEN, or of a bare name, in one spelling."""
    node = entry.get("node") if isinstance(entry, Mapping) else entry
    return spelled(node)


def spelled(node: Value) -> str:
    """Return a node's name in the spelling used for comparing."""
    flat = plain(node) if not isinstance(node, Mapping | tuple | list) else str(node)
    return str(int(flat)) if isinstance(flat, float) and flat.is_integer() else str(flat)


def names(entries: Value) -> list[str]:
    """Return the nodes of a list of entries or names."""
    return [name_of(entry) for entry in items_of(entries)]


def by_node(entries: Value) -> dict[str, Mapping[str, Value]]:
    """Return entries of OPEN by node."""
    return {name_of(e): e for e in items_of(entries) if isinstance(e, Mapping)}


def by_name(table: Value) -> dict[str, Value]:
    """Return a table of distances, parents or in-degrees by node."""
    if not isinstance(table, Mapping):
        return {}
    return {spelled(node): value for node, value in table.items()}


def weight_between(graph: Graph, source: str, target: str) -> Number | None:
    """Return the weight of the edge between two spelled nodes, None if there is none."""
    for edge in graph.edges:
        ends = spelled(edge.source), spelled(edge.target)
        if ends == (source, target) or (not graph.directed and ends == (target, source)):
            return edge.weight
    return None


def number(value: Value) -> float | None:
    """Return a value as a number, None if it is none."""
    flat = None if isinstance(value, Mapping | tuple | list) else plain(value)
    return flat if isinstance(flat, float) else None


def numbers(value: Value) -> list[Number]:
    """Return a list of numbers; what is none is left out."""
    found = [number(item) for item in items_of(value)]
    return [item for item in found if item is not None]
