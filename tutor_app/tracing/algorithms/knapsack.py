"""The 0/1 knapsack: its table over items and capacities, then the way back through it."""

from __future__ import annotations

from tutor_app.domain.traces import (
    KnapsackItem,
    Number,
    Problem,
    ProblemInvalid,
    Reason,
    Row,
    TraceStep,
    Value,
)
from tutor_app.tracing.algorithm import Algorithm, Convention, Steps
from tutor_app.tracing.algorithms._arrays import check_size
from tutor_app.tracing.algorithms._graph import plus
from tutor_app.wording.catalogue import phrase

NO_ITEMS = phrase("trace_problems.no_items")
NO_CAPACITY = phrase("trace_problems.no_capacity")
ODD_WEIGHT = phrase("trace_problems.odd_weight", "item", "weight")


def fill_and_trace(problem: Problem) -> Steps:
    """Fill the table item by item, then walk back from the last cell.

    Raises:
        ProblemInvalid: no items, no capacity, a weight that is no whole number from 0 on, or a
            table that is too large.
    """
    items, capacity = _checked(problem)
    zeros: tuple[Number, ...] = (0,) * (capacity + 1)
    table = [zeros]
    yield TraceStep(number=0, row=_row("fill", i=0, values=zeros), reason=Reason(code="start"))
    for i, item in enumerate(items, 1):
        table.append(_next_row(table[-1], item))
        yield TraceStep(
            number=i,
            row=_row("fill", i=i, item=item.name, values=table[-1]),
            reason=Reason(code="filled", facts=_item_facts(item)),
        )
    taken: list[KnapsackItem] = []
    left = capacity
    for number, i in enumerate(range(len(items), 0, -1), len(items) + 1):
        item, action = items[i - 1], "leave"
        without, with_it = table[i - 1][left], _with(table[i - 1], item, left)
        ties = problem.conventions["ties"] == "take"
        if with_it is not None and (with_it > without or (ties and with_it == without)):
            action = "take"
            taken.insert(0, item)
        facts = {"without": without, "with": with_it, "room": left, **_item_facts(item)}
        yield TraceStep(
            number=number,
            row=_row("trace", i=i, item=item.name, w=left, action=action),
            reason=Reason(code=action, facts=facts),
        )
        left -= item.weight if action == "take" else 0
    return {
        "value": table[-1][capacity],
        "weight": capacity - left,
        "items": tuple(item.name for item in taken),
    }


def _checked(problem: Problem) -> tuple[tuple[KnapsackItem, ...], int]:
    items, capacity = problem.items, problem.capacity
    if items is None:
        raise ProblemInvalid("missing_data", NO_ITEMS())
    if capacity is None or capacity < 0:
        raise ProblemInvalid("missing_data", NO_CAPACITY())
    for item in items:
        # The table has a column for each whole weight up to the capacity.
        if item.weight < 0 or item.weight != int(item.weight):
            what = ODD_WEIGHT(item=item.name, weight=item.weight)
            raise ProblemInvalid("missing_data", what)
    check_size((len(items) + 1) * (capacity + 1))
    return items, capacity


def _next_row(above: tuple[Number, ...], item: KnapsackItem) -> tuple[Number, ...]:
    cells: list[Number] = []
    for room, without in enumerate(above):
        with_it = _with(above, item, room)
        cells.append(without if with_it is None or with_it <= without else with_it)
    return tuple(cells)


def _with(above: tuple[Number, ...], item: KnapsackItem, room: int) -> Number | None:
    """Return the value with the item; None if it does not fit."""
    return plus(above[room - item.weight], item.value) if item.weight <= room else None


def _item_facts(item: KnapsackItem) -> dict[str, Value]:
    return {"item": item.name, "weight": item.weight, "value": item.value}


def _row(phase: str, **fields: Value) -> Row:
    empty: dict[str, Value] = dict.fromkeys(("i", "item", "w", "values", "action"))
    return {"phase": phase, **empty, **fields}


ALGORITHMS = (
    Algorithm(
        id="knapsack",
        called=(r"\bknap[\s-]*sack\b", r"\brucksack\s+problem\b"),
        data="items",
        columns=("phase", "i", "item", "w", "values", "action"),
        selected=("values",),
        topic="knapsack dynamic programming",
        run=fill_and_trace,
        conventions={"ties": Convention(default="leave", choices=("leave", "take"))},
    ),
)
