"""Heap operations: the heap after each, what is extracted, what is refused."""

from __future__ import annotations

import heapq
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tutor_app.domain.traces import Operation, Problem, ProblemInvalid
from tutor_app.tracing.exact_run import AlgorithmRun, run

NUMBERS = st.integers(-5, 5) | st.floats(-9, 9)
OPERATIONS = st.lists(st.one_of(st.none(), NUMBERS), max_size=25)  # None: extract
HEAPS = st.sampled_from(["max", "min"])


def operate(*operations: tuple[Any, ...], array: Any = None, **conventions: Any) -> AlgorithmRun:
    asked = tuple(
        Operation(kind=kind, value=value[0] if value else None) for kind, *value in operations
    )
    return run(
        Problem(algorithm="heap_operations", array=array, operations=asked, conventions=conventions)
    )


def is_heap(array: Any, heap: str) -> bool:
    pairs = [(array[(i - 1) // 2], array[i]) for i in range(1, len(array))]
    return all(parent >= child if heap == "max" else parent <= child for parent, child in pairs)


@settings(max_examples=230, deadline=None)
@given(OPERATIONS, HEAPS)
def test_each_row_is_a_heap_of_what_is_in_it_and_the_best_comes_out(
    values: list[Any], heap: str
) -> None:
    sign = 1 if heap == "min" else -1
    held: list[Any] = []
    asked: list[tuple[Any, ...]] = []
    expected = []
    for value in values:
        if value is not None:
            heapq.heappush(held, sign * value)
            asked.append(("insert", value))
        elif held:
            value = sign * heapq.heappop(held)
            asked.append(("extract",))
        else:
            continue
        expected.append((value, sorted(sign * each for each in held)))
    if not asked:
        return
    rows = list(operate(*asked, heap=heap).rows())[1:]

    assert [(row["value"], sorted(row["array"])) for row in rows] == expected
    assert all(is_heap(row["array"], heap) for row in rows)


@settings(max_examples=100, deadline=None)
@given(
    st.lists(NUMBERS, max_size=15).map(tuple), HEAPS, st.sampled_from(["bottom_up", "insertions"])
)
def test_build_makes_a_heap_of_the_array(array: Any, heap: str, build: str) -> None:
    one = operate(("build",), array=array, heap=heap, build=build)

    assert is_heap(one.final["array"], heap)
    assert sorted(one.final["array"]) == sorted(array)
    assert one.array_after(0) == array
    assert one.array_after(1) == one.final["array"]


def test_the_two_ways_to_build_differ() -> None:
    assert operate(("build",), array=(1, 2, 3)).final["array"] == (3, 2, 1)
    assert operate(("build",), array=(1, 2, 3), build="insertions").final["array"] == (3, 1, 2)


def test_a_row_shows_value_swaps_and_heap() -> None:
    one = operate(("insert", 9), ("extract",), array=(7, 5, 6), heap="max")

    assert list(one.rows())[1:] == [
        {"step": 1, "operation": "insert", "value": 9, "swaps": 2, "array": (9, 7, 6, 5)},
        {"step": 2, "operation": "extract", "value": 9, "swaps": 1, "array": (7, 5, 6)},
    ]
    assert one.final == {"array": (7, 5, 6), "extracted": (9,)}
    assert one.steps[1].reason.facts == {"value": 9, "path": (3, 1, 0)}


def test_an_equal_parent_or_child_is_not_swapped_and_the_left_of_equal_children_moves() -> None:
    assert operate(("insert", 5), array=(5,)).steps[1].row["swaps"] == 0
    assert operate(("extract",), array=(9, 5, 5, 1)).steps[1].reason.facts["path"] == (0, 1)


def test_an_array_alone_is_built() -> None:
    assert run(Problem(algorithm="heap_operations", array=(1, 2))).final["array"] == (2, 1)


@pytest.mark.parametrize(
    ("operations", "array"),
    [
        ((), None),
        ((("extract",),), None),
        ((("insert",),), None),
        ((("juggle", 3),), None),
        ((("insert", 3),), (1, 2)),  # not a max-heap as it stands
    ],
)
def test_what_cannot_be_done_is_said(operations: Any, array: Any) -> None:
    with pytest.raises(ProblemInvalid) as caught:
        operate(*operations, array=array)
    assert caught.value.lack == "missing_data"


def test_too_many_operations_for_a_table_are_refused() -> None:
    with pytest.raises(ProblemInvalid) as caught:
        operate(*[("insert", each) for each in range(3_000)])
    assert caught.value.lack == "too_large"
