"""Arrays that sentences tell one after the other: "after the first pass 3 7 9, then 1 3 7 9"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from tutor_app.conversation.trace_replies.problem_turn import ProblemTurn
from tutor_app.domain.traces import Number, Row, StudentTrace
from tutor_app.tracing.algorithm import algorithm_named

_NUMBER: Final = r"-?\d+(?:\.\d+)?"
_ARRAY: Final = re.compile(rf"{_NUMBER}(?:[\s,;|\[\]]+{_NUMBER})+")


def with_arrays_told(text: str, turn: ProblemTurn) -> ProblemTurn:
    """Return the turn with every arrangement of the array as a row, where fewer were read."""
    array = turn.problem.array
    columns = algorithm_named(turn.problem.algorithm).columns
    if array is None or "|" in text or not sorts(columns):
        return turn
    told = tuple(arrangements(text, array))
    read = turn.student.rows if turn.student is not None else ()
    if len(told) <= len(read) or len(told) < 2:
        return turn
    rows: tuple[Row, ...] = tuple(
        {"step": number, "array": each} for number, each in enumerate(told, start=1)
    )
    final = turn.student.final if turn.student is not None else {}
    return replace(turn, wanted="check", student=StudentTrace(rows=rows, final=final))


def sorts(columns: tuple[str, ...]) -> bool:
    """Whether the rows of an algorithm are arrangements of its array."""
    return not {"operation", "target", "tree"} & set(columns)


def arrangements(text: str, array: tuple[Number, ...]) -> Iterator[tuple[Number, ...]]:
    """Yield the runs of numbers in a text that hold the elements of an array, in their order."""
    elements = sorted(array)
    for found in _ARRAY.finditer(text):
        numbers = tuple(
            int(each) if each.lstrip("-").isdecimal() else float(each)
            for each in re.findall(_NUMBER, found[0])
        )
        if sorted(numbers) == elements:
            yield numbers
