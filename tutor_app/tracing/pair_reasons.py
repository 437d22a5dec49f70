"""Which of two nodes a run takes first, and what decides it: values, places in the list, edges."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from tutor_app.tracing.claims.exact_facts import ExactFacts
from tutor_app.tracing.exact_run import AlgorithmRun
from tutor_app.tracing.waiting_entries import WaitingEntry, list_waiting

# "values": both wait, their numbers decide; "tie": the same number; "entered": both wait, and who
# entered first or last decides; "unmet": nothing has led to the other one when the first is taken.
PairCause = Literal["values", "tie", "entered", "unmet"]


@dataclass(frozen=True, slots=True, kw_only=True)
class PairReason:
    """Of two nodes the one that is taken first, in `row`, and what decides it.

    `values` are the numbers with which they wait, `entered` the rows in which they came into the
    list; the first node's first.
    """

    first: str
    other: str
    row: int
    cause: PairCause
    values: tuple[float, float] | None = None
    entered: tuple[int, int] | None = None


def reason_of_pair(exact: AlgorithmRun, one: str, two: str) -> PairReason | None:
    """Return why one of two nodes is taken before the other; None where the run takes neither."""
    facts = ExactFacts(exact)
    taken = [node for node in facts.order if node in (one, two)]
    if not taken or one == two:
        return None
    first = taken[0]
    other = two if first == one else one
    row = facts.row_of(first)
    if row is None:
        return None
    waiting = {each.node: each for each in list_waiting(exact, row - 1)}
    if first not in waiting:
        return None
    if other not in waiting:
        return PairReason(first=first, other=other, row=row, cause="unmet")
    values = _values(waiting[first], waiting[other])
    if values is not None:
        cause: PairCause = "tie" if values[0] == values[1] else "values"
        return PairReason(first=first, other=other, row=row, cause=cause, values=values)
    entered = _entered(exact, first, row), _entered(exact, other, row)
    return PairReason(first=first, other=other, row=row, cause="entered", entered=entered)


def are_joined(exact: AlgorithmRun, source: str, target: str) -> bool:
    """Whether an edge leads from one node to the other."""
    return ExactFacts(exact).weight(source, target) is not None


def _values(first: WaitingEntry, other: WaitingEntry) -> tuple[float, float] | None:
    if first.value is None or other.value is None:
        return None
    return first.value, other.value


def _entered(exact: AlgorithmRun, node: str, before: int) -> int:
    """Return the row from which on a node waits without a break up to row `before`."""
    row = before - 1
    while row > 0 and any(each.node == node for each in list_waiting(exact, row - 1)):
        row -= 1
    return row
