"""LCS and knapsack: the table, the way back, what comes out; compared with trying everything."""

from __future__ import annotations

from functools import cache
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tutor_app.domain.traces import KnapsackItem, Problem, ProblemInvalid, Row
from tutor_app.tracing.exact_run import AlgorithmRun, run

WORDS = st.text("abc", max_size=8)
ITEMS = st.lists(st.tuples(st.integers(0, 6), st.integers(0, 9)), max_size=7)


def lcs(first: str, second: str, **conventions: Any) -> AlgorithmRun:
    return run(Problem(algorithm="lcs", strings=(first, second), conventions=conventions))


def pack(items: Any, capacity: int | None, **conventions: Any) -> AlgorithmRun:
    named = tuple(
        KnapsackItem(name=f"i{n}", weight=weight, value=value)
        for n, (weight, value) in enumerate(items, 1)
    )
    return run(
        Problem(algorithm="knapsack", items=named, capacity=capacity, conventions=conventions)
    )


def phase(one: AlgorithmRun, name: str) -> list[Row]:
    return [row for row in one.rows() if row["phase"] == name]


def is_subsequence(short: str, long: str) -> bool:
    rest = iter(long)
    return all(symbol in rest for symbol in short)


@settings(max_examples=170, deadline=None)
@given(WORDS, WORDS, st.sampled_from(["up", "left"]))
def test_the_sequence_is_common_and_as_long_as_the_recursion_says(
    first: str, second: str, traceback: str
) -> None:
    @cache
    def longest(i: int, j: int) -> int:
        if not i or not j:
            return 0
        if first[i - 1] == second[j - 1]:
            return longest(i - 1, j - 1) + 1
        return max(longest(i - 1, j), longest(i, j - 1))

    one = lcs(first, second, traceback=traceback)
    table = [row["values"] for row in phase(one, "fill")]

    assert table == [
        tuple(longest(i, j) for j in range(len(second) + 1)) for i in range(len(first) + 1)
    ]
    assert one.final["length"] == len(one.final["sequence"]) == longest(len(first), len(second))
    assert is_subsequence(one.final["sequence"], first)
    assert is_subsequence(one.final["sequence"], second)


def test_ties_of_the_way_back_go_up_unless_it_is_said_otherwise() -> None:
    assert lcs("AB", "BA").final["sequence"] == "A"
    assert lcs("AB", "BA", traceback="left").final["sequence"] == "B"


def test_a_filled_row_and_a_cell_of_the_way_back() -> None:
    one = lcs("AB", "BA")

    assert phase(one, "fill")[1] == {
        "step": 1, "phase": "fill", "i": 1, "j": None, "symbol": "A",
        "values": (0, 0, 1), "action": None,
    }  # fmt: skip
    assert phase(one, "trace")[0] == {
        "step": 3, "phase": "trace", "i": 2, "j": 2, "symbol": None, "values": None, "action": "up",
    }  # fmt: skip
    assert phase(one, "trace")[1]["symbol"] == "A"


@settings(max_examples=170, deadline=None)
@given(ITEMS, st.integers(0, 15), st.sampled_from(["leave", "take"]))
def test_the_best_packing_is_that_of_all_packings(items: Any, capacity: int, ties: str) -> None:
    one = pack(items, capacity, ties=ties)
    all_packings = [
        chosen for size in range(len(items) + 1) for chosen in combinations(range(len(items)), size)
    ]

    def value(chosen: Any, room: int, known: int) -> int:
        fits = all(i < known for i in chosen) and sum(items[i][0] for i in chosen) <= room
        return sum(items[i][1] for i in chosen) if fits else -1

    for known, row in enumerate(phase(one, "fill")):
        for room in range(capacity + 1):
            assert row["values"][room] == max(value(each, room, known) for each in all_packings)
    taken = [int(name[1:]) - 1 for name in one.final["items"]]
    assert sum(items[i][1] for i in taken) == one.final["value"]
    assert sum(items[i][0] for i in taken) == one.final["weight"] <= capacity


def test_an_item_that_changes_nothing_is_left_unless_it_is_said_otherwise() -> None:
    assert pack([(1, 5), (1, 5)], 1).final["items"] == ("i1",)
    assert pack([(1, 5), (1, 5)], 1, ties="take").final["items"] == ("i2",)


def test_the_way_back_shows_item_room_and_action() -> None:
    last = phase(pack([(2, 3), (3, 4)], 4), "trace")

    assert [(row["item"], row["w"], row["action"]) for row in last] == [
        ("i2", 4, "take"),
        ("i1", 1, "leave"),
    ]


def test_decimal_values_add_up_as_on_paper() -> None:
    assert pack([(1, 0.1), (1, 0.2), (2, 0.3)], 2).final["items"] == ("i1", "i2")


@pytest.mark.parametrize(
    ("problem", "lack"),
    [
        (Problem(algorithm="lcs"), "missing_data"),
        (Problem(algorithm="lcs", strings=("a" * 2_000, "b" * 2_000)), "too_large"),
        (Problem(algorithm="knapsack", capacity=3), "missing_data"),
        (Problem(algorithm="knapsack", items=()), "missing_data"),
        (
            Problem(
                algorithm="knapsack",
                items=(KnapsackItem(name="a", weight=-1, value=2),),
                capacity=3,
            ),
            "missing_data",
        ),
        (Problem(algorithm="knapsack", items=(), capacity=3_000_000), "too_large"),
    ],
)  # fmt: skip
def test_what_cannot_be_filled_is_said(problem: Problem, lack: str) -> None:
    with pytest.raises(ProblemInvalid) as caught:
        run(problem)
    assert caught.value.lack == lack
