"""What a run holds after each of its rows: what waits, what is closed, values, parents, changes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from tutor_app.domain.traces import Number, Row, Value
from tutor_app.tracing.claims.exact_facts import ExactFacts
from tutor_app.tracing.spoken.cells_of_rows import entries_of, finite_number, names_in
from tutor_app.tracing.waiting_entries import list_waiting


@dataclass(frozen=True)  # no slots: what is looked up often is kept
class RunStates:
    """The states of one run of a search or of shortest paths; `row` is the number of a row."""

    facts: ExactFacts

    @cached_property
    def _rows(self) -> Mapping[int, Row]:
        return {int(str(row["step"])): row for row in self.facts.rows}

    @property
    def last(self) -> int:
        """The number of the last row."""
        return max(self._rows)

    def row(self, number: int) -> Row:
        """Return the row of a number; beyond the ends of the run the nearest one."""
        return self._rows[min(max(number, min(self._rows)), self.last)]

    def waiting(self, row: int) -> tuple[str, ...]:
        """Return what waits after a row, in its order where that decides."""
        number = min(max(row, min(self._rows)), self.last)
        return tuple(each.node for each in list_waiting(self.facts.run, number))

    def closed_after(self, row: int) -> tuple[str, ...]:
        """Return the nodes taken up to a row."""
        taken = ((self.facts.row_of(node), node) for node in self.facts.order)
        return tuple(node for number, node in taken if number is not None and number <= row)

    def shows(self, state: str) -> bool:
        """Whether the rows show who "waits", is "closed" or "new": some have no list."""
        algorithm = self.facts.run.algorithm.id
        has_list = algorithm not in ("prim", "bellman_ford")
        return has_list or (state, algorithm) in (("new", "bellman_ford"), ("closed", "prim"))

    def is_unmet(self, node: str, row: int) -> bool:
        """Whether nothing has led to a node up to a row."""
        if self.facts.run.algorithm.id == "bellman_ford":
            return self.value(node, "dist", row) is None
        return node not in self.waiting(row) and node not in self.closed_after(row)

    def quantity(self, named: str | None) -> str | None:
        """Return the quantity of the run that a name means; None where it shows no such one."""
        key = self.facts.key
        if key is None:
            return None
        if named in (None, "key"):
            return key
        if named in ("cost", "dist"):
            return "dist" if key == "dist" else "g" if key in ("f", "g") else None
        if key == "dist":
            return "dist" if named == "g" else None
        return named if key == "f" or named == key else None

    def value(self, node: str, quantity: str, row: int) -> Number | None:
        """Return the value of a node after a row: that of its entry, or with which it was taken."""
        known: Number | None = None
        for number in sorted(self._rows):
            if number > row:
                break
            held = self._value_in(self._rows[number], node, quantity)
            known = held if held is not None else known
        return known

    def _value_in(self, row: Row, node: str, quantity: str) -> Number | None:
        if quantity == "dist":
            dist = row.get("dist")
            return finite_number(dist.get(node)) if isinstance(dist, Mapping) else None
        for entry in entries_of(row.get("open")):
            if entry.get("node") == node and quantity in entry:
                return finite_number(entry.get(quantity))
        return finite_number(row.get(quantity)) if row.get("node") == node else None

    def parent(self, node: str, row: int) -> str | None:
        """Return the node from which another is reached after a row."""
        found: str | None = None
        for number in sorted(self._rows):
            if number > row:
                break
            held = self._rows[number]
            parents = held.get("parent")
            if isinstance(parents, Mapping) and parents.get(node) is not None:
                found = str(parents[node])
            for entry in entries_of(held.get("open")):
                if entry.get("node") == node and entry.get("parent") is not None:
                    found = str(entry["parent"])
        return found

    def first_waiting(self, node: str) -> int | None:
        """Return the row in which a node first waits; None where it never does."""
        return next((row for row in sorted(self._rows) if node in self.waiting(row)), None)

    def _reason(self, row: int | None) -> Mapping[str, Value]:
        steps = (each for each in self.facts.run.steps if each.number == row)
        return next((each.reason.facts for each in steps), {})

    def nodes_added(self, row: int | None) -> tuple[str, ...] | None:
        """Return what a row adds to what waits, or makes better; None where it tells nothing."""
        told = self._reason(row)
        if "added" not in told and "improved" not in told:
            return () if row in self._rows else None
        return (*names_in(told.get("added")), *names_in(told.get("improved")))

    def new_in(self, row: int) -> tuple[str, ...]:
        """Return what a row adds that did not wait before it."""
        return names_in(self._reason(row).get("added"))

    def improved_in(self, row: int) -> tuple[str, ...]:
        """Return the nodes that a row gives a better value."""
        return names_in(self._reason(row).get("improved"))

    def improves(self, row: int, nodes: Iterable[str]) -> bool:
        """Whether a row gives all of the nodes a better value."""
        return set(nodes) <= set(self.improved_in(row))

    def changes(self, row: int) -> bool | None:
        """Whether a row changes a value or adds something; None where there is no such row."""
        return None if row not in self._rows else bool(self.nodes_added(row))
