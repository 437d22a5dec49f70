"""Binary search: what is looked at, what comes out, what it refuses."""

from __future__ import annotations

from bisect import bisect_left
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tutor_app.domain.traces import Problem, ProblemInvalid
from tutor_app.tracing.exact_run import AlgorithmRun, run

SORTED = st.lists(st.integers(-9, 9) | st.floats(-9, 9), max_size=20).map(sorted).map(tuple)


def search(array: Any, target: Any, **conventions: Any) -> AlgorithmRun:
    problem = Problem(
        algorithm="binary_search", array=array, target=target, conventions=conventions
    )
    return run(problem)


@settings(max_examples=270, deadline=None)
@given(SORTED, st.integers(-10, 10), st.sampled_from([0, 1]), st.sampled_from(["floor", "ceil"]))
def test_it_finds_what_bisect_finds(array: Any, target: int, base: int, mid: str) -> None:
    one = search(array, target, index_base=base, mid=mid)
    place = bisect_left(array, target)
    present = place < len(array) and array[place] == target

    assert one.final["found"] is present
    if present:
        assert array[one.final["index"] - base] == target
    else:
        assert one.final["index"] is None


@settings(max_examples=170, deadline=None)
@given(SORTED, st.integers(-10, 10), st.sampled_from([0, 1]))
def test_each_row_looks_at_the_middle_of_what_the_one_before_left(
    array: Any, target: int, base: int
) -> None:
    lo, hi = base, base + len(array) - 1
    for row in list(search(array, target, index_base=base).rows())[1:]:
        assert (row["lo"], row["hi"], row["mid"]) == (lo, hi, (lo + hi) // 2)
        assert row["value"] == array[row["mid"] - base]
        if row["action"] == "left":
            assert target < row["value"]
            hi = row["mid"] - 1
        elif row["action"] == "right":
            assert target > row["value"]
            lo = row["mid"] + 1
        else:
            assert row["value"] == target
    assert lo > hi or target in array


def test_an_empty_array_holds_nothing() -> None:
    one = search((), 3)
    assert one.final == {"found": False, "index": None}
    assert len(one.steps) == 1


@pytest.mark.parametrize(
    ("array", "target", "lack"),
    [
        (None, 3, "missing_array"),
        ((1, 2), None, "missing_target"),
        ((1, 3, 2), 3, "unsorted_array"),
        ((3, 2, 1), 3, "unsorted_array"),
    ],
)
def test_what_it_cannot_search_is_named(array: Any, target: Any, lack: str) -> None:
    with pytest.raises(ProblemInvalid) as caught:
        search(array, target)
    assert caught.value.lack == lack


def test_the_detail_names_the_pair_that_is_out_of_order() -> None:
    with pytest.raises(ProblemInvalid, match="here 2 comes after 3"):
        search((1, 3, 2), 3)
