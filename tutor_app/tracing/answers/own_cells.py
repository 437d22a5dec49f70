"""What a message names of the student's own rows: "C = 9 in rows 3 and 4", "the C in row 3"."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from tutor_app.domain.traces import Row, Value
from tutor_app.tracing.answers.answer_items import AnswerItems, Item
from tutor_app.tracing.checking.compare_values import items_of, rules_for, same_field, same_value
from tutor_app.tracing.checking.trace_verdict import row_at
from tutor_app.tracing.exact_run import AlgorithmRun

_OF_NODES = ("dist", "indegree", "open", "queue", "added")  # columns with entries of nodes
_KEYS = ("f", "g", "h")


@dataclass(frozen=True, slots=True)
class OwnCell:
    """One thing that a row of the student's says: the node taken, or the entry of a node."""

    row: int
    field: str
    node: str
    value: Value = None

    def is_right(self, run: AlgorithmRun) -> bool:
        """Whether the run's row says the same."""
        exact = row_at(run, self.row) or {}
        if self.field == "node":
            return same_value(exact.get("node"), self.node)
        held = exact.get("open" if self.field == "added" else self.field)
        if isinstance(held, Mapping):
            return self.node in held and same_value(held[self.node], self.value)
        return any(_is_entry(entry, self.node, self.value) for entry in items_of(held))


@dataclass(frozen=True, slots=True, kw_only=True)
class CellsNamed:
    """The cells of the student's own that a message names.

    `of_mistake`: it says "mistake", `in_rows`: it says in which rows.
    """

    cells: tuple[OwnCell, ...]
    of_mistake: bool
    in_rows: bool


def own_cells(rows: Sequence[Row]) -> tuple[OwnCell, ...]:
    """Return everything that numbered rows say of nodes."""
    return tuple(cell for row in rows for cell in _cells_of(row))


def name_own_cells(text: str, nodes: Sequence[str], rows: Sequence[Row]) -> CellsNamed | None:
    """Return the own cells that a message names; None where it names something that is in no row.

    A node with a number is the cell that says so; a node alone is that of the rows named.
    """
    items = AnswerItems(text, nodes).items
    claims, numbers = _claims(items)
    if not claims or not rows:
        return None
    cells: list[OwnCell] = []
    for node, value in claims:
        found = [
            cell
            for cell in own_cells(rows)
            if cell.node == node
            and (not numbers or cell.row in numbers)
            and (_says(cell, value) if value is not None else bool(numbers))
        ]
        if not found:
            return None
        cells.extend(found)
    of_mistake = any(item.is_word("mistake") for item in items)
    named = tuple(dict.fromkeys(cells))
    return CellsNamed(cells=named, of_mistake=of_mistake, in_rows=bool(numbers))


def wrong_cells(rows: Sequence[Row], run: AlgorithmRun) -> tuple[OwnCell, ...]:
    """Return the own cells that the run does not have."""
    return tuple(cell for cell in own_cells(rows) if not cell.is_right(run))


def all_else_agrees(rows: Sequence[Row], named: Sequence[OwnCell], run: AlgorithmRun) -> bool:
    """Whether nothing is wrong in the rows beside the cells named."""
    if set(wrong_cells(rows, run)) - set(named):
        return False
    in_named = {(cell.row, cell.field) for cell in named}
    rules = rules_for(run)
    for row in rows:
        exact = row_at(run, _number(row)) or {}
        for name, shown in row.items():
            if name in exact and name != "step" and (_number(row), name) not in in_named:
                if not same_field(name, exact[name], shown, rules):
                    return False
    return True


def _cells_of(row: Row) -> Iterator[OwnCell]:
    number = _number(row)
    if row.get("node") is not None:
        yield OwnCell(number, "node", str(row["node"]))
    for field in _OF_NODES:
        held = row.get(field)
        if isinstance(held, Mapping):
            for node, value in held.items():
                yield OwnCell(number, field, node, value)
        for entry in items_of(held):
            if isinstance(entry, Mapping):
                key = next((entry[name] for name in _KEYS if entry.get(name) is not None), None)
                yield OwnCell(number, field, str(entry.get("node")), key)
            else:
                yield OwnCell(number, field, str(entry))


def _number(row: Row) -> int:
    number = row.get("step")
    return int(number) if isinstance(number, int | float) else 0


def _is_entry(entry: Value, node: str, value: Value) -> bool:
    """Whether an entry of a list is that of a node, with this value where it is shown."""
    if not isinstance(entry, Mapping):
        return same_value(entry, node)
    worths = [entry[name] for name in _KEYS if name in entry]
    shown = value is None or any(same_value(each, value) for each in worths)
    return same_value(entry.get("node"), node) and shown


def _says(cell: OwnCell, value: Value) -> bool:
    return cell.field != "node" and cell.value is not None and same_value(cell.value, value)


def _claims(items: Sequence[Item]) -> tuple[list[tuple[str, Value]], frozenset[int]]:
    """Return the nodes with the numbers beside them, and the numbers of the rows named."""
    claims: list[tuple[str, Value]] = []
    numbers: set[int] = set()
    of_rows = fresh = False  # numbers that follow are those of rows; a node waits for its number
    for item in items:
        if item.is_word("row"):
            of_rows, fresh = True, False
        elif item.kind == "ordinal":
            numbers.add(int(item.value))
        elif item.kind == "node":
            claims.append((item.name, None))
            of_rows, fresh = False, True
        elif item.kind == "number" and of_rows:
            numbers.add(int(item.value))
        elif item.kind == "number" and fresh:
            claims[-1] = claims[-1][0], item.value
            fresh = False
    return claims, frozenset(numbers)
