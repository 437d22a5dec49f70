"""Merge sort, top-down and bottom-up."""

from __future__ import annotations

from collections.abc import Generator

from tutor_app.domain.traces import Assign, Number, Problem, Reason, TraceStep
from tutor_app.tracing.algorithm import Algorithm, Convention, Steps
from tutor_app.tracing.algorithms._arrays import ORDER, given_array, sign_of

_COLUMNS = {"top_down": ("left", "right", "merged"), "bottom_up": ("width", "array")}


def sort_by_merging(problem: Problem) -> Steps:
    """Sort, top-down or bottom-up as the problem says.

    Raises:
        ProblemInvalid: no array.
    """
    array, sign = given_array(problem), sign_of(problem)
    if problem.conventions["variant"] == "bottom_up":
        yield TraceStep(number=0, row={"width": None}, reason=Reason(code="start"))
        yield from _bottom_up(array, sign)
    else:
        row = {"left": None, "right": None, "merged": None}
        yield TraceStep(number=0, row=row, reason=Reason(code="start"))
        right_longer = int(problem.conventions["extra_element"] == "right")
        yield from _top_down(array, 0, len(array), (sign, 1 - right_longer, 0))
    return {"array": tuple(array)}


def _top_down(
    array: list[Number], start: int, stop: int, how: tuple[int, int, int]
) -> Generator[TraceStep, None, int]:
    """Sort cells `start` to `stop` - 1 and return the number of the last step.

    `how` is the sign of the order, 1 if the left half gets the extra element, and the number of
    steps before.
    """
    sign, left_longer, number = how
    if stop - start < 2:
        return number
    middle = start + (stop - start + left_longer) // 2
    number = yield from _top_down(array, start, middle, (sign, left_longer, number))
    number = yield from _top_down(array, middle, stop, (sign, left_longer, number))
    left, right = tuple(array[start:middle]), tuple(array[middle:stop])
    merged = _merge(left, right, sign)
    array[start:stop] = merged
    yield TraceStep(
        number=number + 1,
        row={"left": left, "right": right, "merged": merged},
        reason=Reason(code="merged", facts={"from": start, "middle": middle, "to": stop - 1}),
        changes=() if merged == left + right else (Assign(start=start, values=merged),),
    )
    return number + 1


def _bottom_up(array: list[Number], sign: int) -> Generator[TraceStep, None, None]:
    width, number = 1, 0
    while width < len(array):
        number += 1
        merged: list[Number] = []
        for start in range(0, len(array), 2 * width):
            middle, stop = start + width, start + 2 * width
            merged += _merge(tuple(array[start:middle]), tuple(array[middle:stop]), sign)
        array[:] = merged
        yield TraceStep(
            number=number,
            row={"width": width},
            reason=Reason(code="merged_all", facts={"width": width, "sorted": 2 * width}),
            changes=(Assign(start=0, values=tuple(merged)),),
        )
        width *= 2


def _merge(left: tuple[Number, ...], right: tuple[Number, ...], sign: int) -> tuple[Number, ...]:
    """Merge two sorted parts into one; of equal elements the left one comes first."""
    merged: list[Number] = []
    i = 0
    for each in right:
        while i < len(left) and sign * left[i] <= sign * each:
            merged.append(left[i])
            i += 1
        merged.append(each)
    return (*merged, *left[i:])


def _columns(problem: Problem) -> tuple[str, ...]:
    return _COLUMNS[str(problem.conventions["variant"])]


ALGORITHMS = (
    Algorithm(
        id="merge_sort",
        called=(r"\bmerge[\s-]*sort(?:ed|ing)?\b", r"\bsort\w*\s+by\s+merging\b"),
        data="array",
        columns=("left", "right", "merged", "width", "array"),
        selected=("merged", "array"),
        topic="merge sort",
        run=sort_by_merging,
        conventions={
            **ORDER,
            "variant": Convention(default="top_down", choices=("top_down", "bottom_up")),
            "extra_element": Convention(default="right", choices=("left", "right")),
        },
        varying=_columns,
    ),
)
