"""Sorts: what comes out, what each row says, and that replay gives the same state."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tutor_app.domain.traces import Problem, ProblemInvalid, Row
from tutor_app.tracing.exact_run import AlgorithmRun, run

NUMBERS = st.one_of(
    st.integers(-5, 5), st.integers(), st.floats(allow_nan=False, allow_infinity=False)
)
ARRAYS = st.lists(NUMBERS, max_size=14).map(tuple)
SMALL = st.lists(st.integers(-4, 4), max_size=9).map(tuple)
ORDERS = st.sampled_from(["ascending", "descending"])
SORTS = st.sampled_from(
    [
        ("insertion_sort", {}),
        ("selection_sort", {}),
        ("selection_sort", {"variant": "last_to_end"}),
        ("bubble_sort", {}),
        ("bubble_sort", {"early_exit": True}),
        ("merge_sort", {}),
        ("merge_sort", {"extra_element": "right"}),
        ("merge_sort", {"variant": "bottom_up"}),
        ("heapsort", {}),
        *(
            ("quicksort", {"partition": partition, "pivot": pivot, "equal_to_pivot": equal})
            for partition in ("lomuto", "hoare")
            for pivot in ("last", "first", "middle", "median_of_three")
            for equal in ("left", "right")
        ),
    ]
)


def done(algorithm: str, array: Any, **conventions: Any) -> AlgorithmRun:
    return run(Problem(algorithm=algorithm, array=tuple(array), conventions=conventions))


def rows(algorithm: str, array: Any, **conventions: Any) -> list[Row]:
    return list(done(algorithm, array, **conventions).rows())


def swap(array: list[Any], first: int, second: int) -> None:
    array[first], array[second] = array[second], array[first]


@settings(max_examples=270, deadline=None)
@given(SORTS, ARRAYS, ORDERS)
def test_every_sort_sorts_and_replay_ends_where_the_run_did(
    sort: tuple[str, dict[str, str]], array: tuple[Any, ...], order: str
) -> None:
    name, conventions = sort
    one = done(name, array, order=order, **conventions)

    assert one.final["array"] == tuple(sorted(array, reverse=order == "descending"))
    assert one.array_after(len(one.steps) - 1) == one.final["array"]
    assert one.array_after(0) == array
    assert [step.number for step in one.steps] == list(range(len(one.steps)))


@settings(max_examples=100, deadline=None)
@given(SORTS, ARRAYS, st.integers(0, 20), st.integers(0, 20))
def test_a_page_of_rows_is_that_part_of_all_rows(
    sort: tuple[str, dict[str, str]], array: tuple[Any, ...], start: int, length: int
) -> None:
    one = done(sort[0], array, **sort[1])

    assert list(one.rows(start, start + length)) == list(one.rows())[start : start + length]


@settings(max_examples=130, deadline=None)
@given(ARRAYS, ORDERS)
def test_insertion_sort_shows_the_sorted_front_after_each_key(array: Any, order: str) -> None:
    for row in rows("insertion_sort", array, order=order)[1:]:
        i = row["step"]
        front = sorted(array[: i + 1], reverse=order == "descending")
        assert row["array"] == (*front, *array[i + 1 :])
        assert row["key"] == array[i]


@settings(max_examples=130, deadline=None)
@given(SMALL, ORDERS, st.sampled_from(["first_to_front", "last_to_end"]))
def test_selection_sort_swaps_the_first_best_element(array: Any, order: str, variant: str) -> None:
    state, expected = list(array), []
    smallest = (order == "ascending") == (variant == "first_to_front")
    for i in range(len(array) - 1):
        place = i if variant == "first_to_front" else len(array) - 1 - i
        part = range(i, len(array)) if variant == "first_to_front" else range(place + 1)
        best = (min if smallest else max)(part, key=lambda each: state[each])
        swap(state, best, place)
        expected.append((state[place], tuple(state)))

    shown = rows("selection_sort", array, order=order, variant=variant)[1:]
    assert [(row["selected"], row["array"]) for row in shown] == expected


@settings(max_examples=130, deadline=None)
@given(ARRAYS, ORDERS, st.booleans())
def test_bubble_sort_passes_as_the_definition_does(array: Any, order: str, early: bool) -> None:
    state, expected = list(array), []
    for _ in range(len(array) - 1):
        swaps = 0
        for j in range(len(array) - 1):
            a, b = state[j : j + 2]
            if (a > b) if order == "ascending" else (a < b):
                swap(state, j, j + 1)
                swaps += 1
        expected.append((swaps, list(map(repr, state))))
        if early and not swaps:
            break

    shown = rows("bubble_sort", array, order=order, early_exit=early)[1:]
    # By their texts: 1 and 1.0 must stay in their order too.
    assert [(row["swaps"], list(map(repr, row["array"]))) for row in shown] == expected


@settings(max_examples=100, deadline=None)
@given(SMALL, ORDERS, st.sampled_from(["left", "right"]))
def test_top_down_merges_come_in_the_order_of_the_recursion(
    array: Any, order: str, extra: str
) -> None:
    merges: list[Any] = []

    def merged(part: Any) -> Any:
        if len(part) < 2:
            return part
        half = (len(part) + (extra == "left")) // 2
        left, right = merged(part[:half]), merged(part[half:])
        merges.append((left, right, tuple(sorted(part, reverse=order == "descending"))))
        return merges[-1][2]

    merged(array)
    shown = rows("merge_sort", array, order=order, extra_element=extra)[1:]
    assert [(row["left"], row["right"], row["merged"]) for row in shown] == merges
    assert all(set(row) == {"step", "left", "right", "merged"} for row in shown)


@pytest.mark.parametrize(
    ("name", "variant"),
    [("insertion_sort", {}), ("merge_sort", {}), ("merge_sort", {"variant": "bottom_up"})],
)
@settings(max_examples=100, deadline=None)
@given(array=st.lists(st.sampled_from([1, 1.0, 2, 2.0]), max_size=9), order=ORDERS)
def test_equals_keep_their_order(name: str, variant: Any, array: Any, order: str) -> None:
    shown = done(name, array, order=order, **variant).final["array"]

    assert list(map(repr, shown)) == list(map(repr, sorted(array, reverse=order == "descending")))


@settings(max_examples=100, deadline=None)
@given(SMALL)
def test_bottom_up_sorts_runs_of_twice_the_width(array: Any) -> None:
    shown = rows("merge_sort", array, variant="bottom_up")[1:]

    assert [row["width"] for row in shown] == [2**k for k in range(8) if 2**k < len(array)]
    for row in shown:
        runs = range(0, len(array), 2 * row["width"])
        expected = [sorted(array[start : start + 2 * row["width"]]) for start in runs]
        assert row["array"] == tuple(each for run in expected for each in run)


@settings(max_examples=170, deadline=None)
@given(SMALL, st.sampled_from(["lomuto", "hoare"]), st.sampled_from(["last", "first", "middle"]))
def test_quicksort_partitions_as_the_textbook_does(array: Any, partition: str, pivot: str) -> None:
    state, expected = list(array), []

    def lomuto(lo: int, hi: int) -> int:
        i = lo - 1
        for j in range(lo, hi):
            if state[j] <= state[hi]:
                i += 1
                swap(state, i, j)
        swap(state, i + 1, hi)
        return i + 1

    def hoare(lo: int, hi: int) -> int:
        x, i, j = state[lo], lo - 1, hi + 1
        while True:
            j = next(k for k in range(j - 1, -1, -1) if state[k] <= x)
            i = next(k for k in range(i + 1, len(state)) if state[k] >= x)
            if i >= j:
                return j
            swap(state, i, j)

    def sort(lo: int, hi: int) -> None:
        if lo >= hi:
            return
        chosen = {"last": hi, "first": lo, "middle": (lo + hi) // 2}[pivot]
        value = state[chosen]
        swap(state, chosen, hi if partition == "lomuto" else lo)
        q = (lomuto if partition == "lomuto" else hoare)(lo, hi)
        expected.append((lo, hi, value, q, tuple(state)))
        sort(lo, q - 1 if partition == "lomuto" else q)
        sort(q + 1, hi)

    sort(0, len(array) - 1)
    shown = rows("quicksort", array, partition=partition, pivot=pivot)[1:]
    fields = ("lo", "hi", "pivot", "pivot_index", "array")
    assert [tuple(row[each] for each in fields) for row in shown] == expected


@settings(max_examples=130, deadline=None)
@given(ARRAYS, st.sampled_from(["max", "min"]))
def test_heapsort_has_a_heap_in_front_and_the_sorted_rest_behind(array: Any, heap: str) -> None:
    one = done("heapsort", array, heap=heap)
    shown = list(one.rows())[1:]
    build = [row for row in shown if row["phase"] == "build"]

    assert len(build) == len(array) // 2
    for taken, row in enumerate(shown[len(build) :], 1):
        front, behind = row["array"][: len(array) - taken], row["array"][len(array) - taken :]
        assert is_heap(front, heap)
        assert list(behind) == sorted(array, reverse=heap == "min")[len(array) - taken :]
    assert is_heap(one.final["heap"], heap)


def is_heap(array: Any, heap: str) -> bool:
    pairs = [(array[(i - 1) // 2], array[i]) for i in range(1, len(array))]
    return all(parent >= child if heap == "max" else parent <= child for parent, child in pairs)


def test_build_only_ends_with_the_heap() -> None:
    one = done("heapsort", (4, 1, 3, 2, 16, 9, 10), variant="build_only")

    assert one.final == {"heap": (16, 4, 10, 2, 1, 9, 3)}
    assert {step.row["phase"] for step in one.steps[1:]} == {"build"}


def test_descending_order_means_a_min_heap_and_a_min_heap_descending_order() -> None:
    assert done("heapsort", (1, 2), order="descending").problem.conventions["heap"] == "min"
    assert done("heapsort", (1, 2), heap="min").problem.conventions["order"] == "descending"


def test_hoare_begins_with_the_first_element_as_pivot() -> None:
    assert done("quicksort", (2, 1), partition="hoare").problem.conventions["pivot"] == "first"
    assert done("quicksort", (2, 1)).problem.conventions["pivot"] == "last"


@pytest.mark.parametrize("array", [(), (5,)])
@settings(max_examples=60, deadline=None)
@given(sort=SORTS)
def test_nothing_and_one_element_are_sorted_without_a_step(array: Any, sort: Any) -> None:
    one = done(sort[0], array, **sort[1])

    assert len(one.steps) == 1
    assert one.final["array"] == array


@settings(max_examples=30, deadline=None)
@given(sort=SORTS)
def test_without_an_array_the_problem_says_so(sort: Any) -> None:
    with pytest.raises(ProblemInvalid) as caught:
        run(Problem(algorithm=sort[0], conventions=sort[1]))
    assert caught.value.lack == "missing_array"


def test_an_array_that_is_too_long_is_refused() -> None:
    with pytest.raises(ProblemInvalid) as caught:
        done("quicksort", range(20_001))
    assert caught.value.lack == "too_large"


def test_the_changes_of_a_long_sort_stay_few() -> None:
    length = 2_000
    for name, conventions in [("insertion_sort", {}), ("bubble_sort", {}), ("quicksort", {})]:
        for array in (range(length), range(length, 0, -1)):
            one = done(name, array, **conventions)
            assert sum(len(step.changes) for step in one.steps) <= 2 * length
            after = [one.array_after(place) for place in (0, 1, len(one.steps) - 1)]
            assert list(after[-1]) == sorted(array)
            assert all(len(each) == length for each in after)


def test_steps_say_why() -> None:
    inserted = done("insertion_sort", (3, 1, 2)).steps[1]
    stays = done("insertion_sort", (1, 3)).steps[1]

    assert inserted.reason.code == "inserted"
    assert inserted.reason.facts == {"key": 1, "from": 1, "to": 0, "shifted": 1}
    assert stays.reason.code == "stays"
    assert not stays.changes
    assert all(a.number < b.number for a, b in pairwise(done("heapsort", (3, 1, 2)).steps))
