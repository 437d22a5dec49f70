"""Whether what is told of sums, edges and results holds: what a run costs, its end, its goal."""

from __future__ import annotations

from typing import Final

from tutor_app.tracing.checking.compare_values import same_value
from tutor_app.tracing.spoken.cells_of_rows import finite_number
from tutor_app.tracing.spoken.run_states import RunStates
from tutor_app.tracing.spoken.statements import RunStatement

RESULTS: Final = ("sum", "edge", "cost", "ended", "goal")


def result_holds(each: RunStatement, states: RunStates, seen: int, until: int) -> bool | None:
    """Return whether a statement of one of RESULTS holds; None where that is open.

    `seen` is the last row that the student has right, `until` the last one spoken of.
    """
    if each.kind == "sum":
        return same_value(sum(each.terms), each.number)
    if each.kind == "edge":
        return _joins(each, states)
    if each.kind == "cost":
        return _costs(each, states, seen, until)
    if each.kind == "ended":
        return (until if each.row is None else each.row) >= states.last
    goal = states.facts.goal
    row = states.facts.row_of(str(each.node))
    return None if goal is None else each.node == goal and row is not None and row <= until


def _joins(each: RunStatement, states: RunStates) -> bool | None:
    weight = states.facts.weight(each.nodes[0], each.nodes[1])
    if each.number is None:
        return weight is not None
    return None if weight is None else same_value(weight, each.number)


def _costs(each: RunStatement, states: RunStates, seen: int, until: int) -> bool | None:
    """A way costs its edges; the result, what the run finds, or a tree has so far."""
    facts = states.facts
    if each.nodes:
        total = facts.sum_along(each.nodes)
        return None if total is None else same_value(total, each.number)
    rows = (row for row in facts.rows if seen <= int(str(row["step"])) <= until)
    totals = [finite_number(row.get("total")) for row in rows]
    known = [one for one in (*totals, facts.cost) if one is not None]
    if any(same_value(value, each.number) for value in known):
        return True
    return False if facts.cost is not None and max(seen, until) >= states.last else None
