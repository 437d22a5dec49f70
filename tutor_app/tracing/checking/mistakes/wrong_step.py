"""The place where a trace first goes wrong, as seen by the functions that name mistakes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from tutor_app.domain.traces import Graph, Number, Problem, Row, StudentTrace, Value
from tutor_app.tracing.checking.compare_values import items_of, plain
from tutor_app.tracing.checking.row_differences import row_differences
from tutor_app.tracing.checking.trace_verdict import Difference, row_at
from tutor_app.tracing.exact_run import AlgorithmRun


@dataclass(frozen=True, slots=True)
class WrongStep:
    """One wrong step.

    `before` is the exact row before it, `expected` the exact row, `shown` the student's; a missing
    row is empty. `differences` are those of the step.
    """

    run: AlgorithmRun
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

        It agrees with every field that the student shows, and is not the exact row.
        """
        claimed = {name: self.shown[name] for name in wrong if name in self.shown}
        if not claimed or not row_differences(self.run, self.expected, claimed):
            return False
        return not row_differences(self.run, wrong, claimed)


def wrong_step_at(
    run: AlgorithmRun, student: StudentTrace, number: int, missing: bool
) -> WrongStep:
    """Return what is wrong at step `number`."""
    expected = row_at(run, number) or {}
    shown = next((row for row in student.rows if row.get("step") == number), {})
    before = row_at(run, number - 1) or {}
    if not before and run.problem.array is not None:
        before = {"array": run.problem.array}
    return WrongStep(
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
    return node_spelling(node)


def node_spelling(node: Value) -> str:
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
    return {node_spelling(node): value for node, value in table.items()}


def weight_between(graph: Graph, source: str, target: str) -> Number | None:
    """Return the weight of the edge between two spelled nodes, None if there is none."""
    for edge in graph.edges:
        ends = node_spelling(edge.source), node_spelling(edge.target)
        if ends == (source, target) or (not graph.directed and ends == (target, source)):
            return edge.weight
    return None


def number(value: Value) -> float | None:
    """Return a value as a number, None if it is none."""
    flat = None if isinstance(value, Mapping | tuple | list) else plain(value)
    return flat if isinstance(flat, float) else None


def numbers(value: Value) -> list[Number]:
    """Return a list of numbers, leaving out everything else."""
    found = [number(item) for item in items_of(value)]
    return [item for item in found if item is not None]
