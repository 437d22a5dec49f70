"""A value that counts a number which a node had before, and has no more: the cause of a slip."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from tutor_app.domain.traces import Number
from tutor_app.tracing.checking.compare_values import same_value
from tutor_app.tracing.spoken.run_states import RunStates
from tutor_app.tracing.spoken.statements import RunStatement


@dataclass(frozen=True, slots=True)
class OldNumber:
    """The number that `node` had in row `row`: told as its own, or counted on the way by it."""

    cause: Literal["old_value", "old_number"]
    node: str
    row: int


def old_number_in(states: RunStates, told: RunStatement, row: int) -> OldNumber | None:
    """Return the old number that a value told of row `row` rests on; None where on none."""
    node, key = str(told.node), states.quantity("cost")
    if key is None or told.number is None:
        return None
    for number, value in _before(states, node, key, row - 1):
        if same_value(value, told.number):
            return OldNumber("old_value", node, number)
    via = next((each for each in states.facts.order if states.facts.row_of(each) == row), None)
    weight = None if via is None else states.facts.weight(via, node)
    if via is None or weight is None:
        return None
    for number, value in _before(states, via, key, row):
        if same_value(value + weight, told.number):
            return OldNumber("old_number", via, number)
    return None


def _before(states: RunStates, node: str, key: str, row: int) -> Iterator[tuple[int, Number]]:
    """Yield the rows before one in which a node has another value than in the one before that."""
    held = states.value(node, key, row)
    for number in range(row - 1, states.facts.run.algorithm.first_step - 1, -1):
        value = states.value(node, key, number)
        if value is not None and held is not None and not same_value(value, held):
            yield number, value
