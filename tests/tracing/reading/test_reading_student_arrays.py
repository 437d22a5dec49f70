"""A student's own rows of sorts, searches in arrays, spanning trees, game trees and tables."""

from __future__ import annotations

import math
from collections.abc import Sequence

import pytest

from tutor_app.domain.traces import Number, Row, StudentTrace
from tutor_app.tracing.algorithm import algorithm_named
from tutor_app.tracing.reading.student_rows.list_entries import Nodes
from tutor_app.tracing.reading.student_rows.rows_by_algorithm import Context
from tutor_app.tracing.reading.student_rows.student_trace import read_student

_NODES = ("S", "A", "B", "G")


@pytest.mark.parametrize(
    ("line", "row"),
    [
        ("1. A-B 4 take", {"weight": 4, "action": "accept"}),
        ("1. A-B (4) accept", {"weight": 4, "action": "accept"}),
        ("1) AB 4 skip (cycle)", {"weight": 4, "action": "reject"}),
        ("1) (A,B) 4 -> rejected, makes a cycle", {"weight": 4, "action": "reject"}),
        ("A–B: 4 ✓", {"weight": 4, "action": "accept"}),
        ("Step 1: add edge A-B, weight 4, total 4", {"weight": 4, "action": "accept", "total": 4}),
        ("edge | weight | action\nA-B | 4 | yes", {"weight": 4, "action": "accept"}),
    ],
)
def test_edges_of_a_spanning_tree(line: str, row: Row) -> None:
    assert _rows("kruskal", line) == [{"step": 1, "edge": ("A", "B"), **row}]


def test_edges_of_prim_with_the_running_total() -> None:
    work = "1. add S-A (2), total 2\n2. add A-G (5), total 7"
    assert _rows("prim", work)[1] == {"step": 2, "edge": ("A", "G"), "weight": 5, "total": 7}


@pytest.mark.parametrize(
    ("algorithm", "work", "rows"),
    [
        (
            "selection_sort",
            "step 1, picked 1: 1 5 3",
            [{"step": 1, "selected": 1, "array": (1, 5, 3)}],
        ),
        (
            "selection_sort",
            "Round 1: min is 1 -> [1, 5, 3]",
            [{"step": 1, "selected": 1, "array": (1, 5, 3)}],
        ),
        (
            "insertion_sort",
            "after inserting 3: [3, 5, 1]",
            [{"step": 1, "key": 3, "array": (3, 5, 1)}],
        ),
        (
            "insertion_sort",
            "5 3 1\n3 5 1\n1 3 5",
            [
                {"step": 0, "array": (5, 3, 1)},
                {"step": 1, "array": (3, 5, 1)},
                {"step": 2, "array": (1, 3, 5)},
            ],
        ),
        ("insertion_sort", "i=1: 3, 5 | 1", [{"step": 1, "array": (3, 5, 1)}]),
        (
            "bubble_sort",
            "pass 1: [3, 1, 5] (2 swaps)",
            [{"step": 1, "array": (3, 1, 5), "swaps": 2}],
        ),
        ("bubble_sort", "After pass 1: 3 1 5", [{"step": 1, "array": (3, 1, 5)}]),
        (
            "bubble_sort",
            "pass | array | swaps\n1 | 3 1 5 | 2",
            [{"step": 1, "array": (3, 1, 5), "swaps": 2}],
        ),
        (
            "bubble_sort",
            "start: 5 3 1\npass 1: 3 1 5",
            [{"step": 0, "array": (5, 3, 1)}, {"step": 1, "array": (3, 1, 5)}],
        ),
        ("quicksort", "2. pivot 3: 1 3 5", [{"step": 2, "pivot": 3, "array": (1, 3, 5)}]),
        (
            "quicksort",
            "1. pivot = 3, index 1: [1, 3, 5]",
            [{"step": 1, "pivot": 3, "pivot_index": 1, "array": (1, 3, 5)}],
        ),
        (
            "heapsort",
            "build heap:\n1.: [5, 3, 1]\nnow extract max:\n2.: [3, 1, 5]",
            [{"step": 1, "array": (5, 3, 1)}, {"step": 2, "array": (3, 1, 5)}],
        ),
        (
            "merge_sort",
            "1. merge [5] and [3] -> [3, 5]",
            [{"step": 1, "left": (5,), "right": (3,), "merged": (3, 5)}],
        ),
        (
            "merge_sort",
            "1) [5] + [3] = [3, 5]",
            [{"step": 1, "left": (5,), "right": (3,), "merged": (3, 5)}],
        ),
        (
            "merge_sort",
            "merge 5 with 3 to get 3 5",
            [{"step": 1, "left": (5,), "right": (3,), "merged": (3, 5)}],
        ),
        ("merge_sort", "width 1: 3 5 1", [{"step": 1, "width": 1, "array": (3, 5, 1)}]),
    ],
)
def test_rows_of_sorts(algorithm: str, work: str, rows: list[Row]) -> None:
    shown = _read(algorithm, work, nodes=(), array=(5, 3, 1))
    assert shown is not None
    assert list(shown.rows) == rows


def test_the_sorted_array_is_the_claim() -> None:
    shown = _read("quicksort", "1. pivot 1: 1 3 5\nSorted: 1 3 5", nodes=(), array=(5, 3, 1))
    assert shown is not None
    assert shown.final == {"array": (1, 3, 5)}
    assert len(shown.rows) == 1


@pytest.mark.parametrize(
    "work",
    [
        "1. lo=0 hi=6 mid=3 a[mid]=9 -> go left",
        "lo | hi | mid | a[mid] | action\n0 | 6 | 3 | 9 | left",
        "step 1: low = 0, high = 6, mid = 3, arr[3] = 9, go to the left half",
        "1) l=0, r=6, m=3, value 9 too big so hi = mid - 1",
    ],
)
def test_rows_of_binary_search(work: str) -> None:
    shown = _read("binary_search", work, nodes=(), array=(1, 3, 5, 9, 11, 13, 15))
    assert shown is not None
    assert list(shown.rows) == [
        {"step": 1, "lo": 0, "hi": 6, "mid": 3, "value": 9, "action": "left"}
    ]


@pytest.mark.parametrize(
    "work",
    [
        "1. leaf 14 with α=-∞ β=3",
        "leaf 14: alpha=-inf, beta=3",
        "1) 14 [-inf, 3]",
        "value | alpha | beta\n14 | -∞ | 3",
    ],
)
def test_leaves_with_their_window(work: str) -> None:
    assert _rows("alphabeta", work) == [{"step": 1, "value": 14, "alpha": -math.inf, "beta": 3}]


def test_a_bare_list_of_leaves() -> None:
    assert _rows("alphabeta", "leaves: 3, -2, 7") == [
        {"step": 1, "value": 3},
        {"step": 2, "value": -2},
        {"step": 3, "value": 7},
    ]


@pytest.mark.parametrize(
    ("algorithm", "work", "rows"),
    [
        (
            "heap_operations",
            "insert 5: [5]\ninsert 3 -> [3, 5] (1 swap)\nextract-min (3): 5",
            [
                {"step": 1, "operation": "insert", "value": 5, "array": (5,)},
                {"step": 2, "operation": "insert", "value": 3, "array": (3, 5), "swaps": 1},
                {"step": 3, "operation": "extract", "value": 3, "array": (5,)},
            ],
        ),
        (
            "bst",
            "1. insert 5: [5]\n2. insert 8: [5, -, 8]",
            [
                {"step": 1, "operation": "insert", "value": 5, "tree": (5,)},
                {"step": 2, "operation": "insert", "value": 8, "tree": (5, None, 8)},
            ],
        ),
        (
            "lcs",
            "    B C A\n  0 0 0 0\nA 0 0 0 1\nB 0 1 1 1",
            [
                {"step": 0, "values": (0, 0, 0, 0)},
                {"step": 1, "values": (0, 0, 0, 1)},
                {"step": 2, "values": (0, 1, 1, 1)},
            ],
        ),
        ("knapsack", "A | 0 | 0 | 10 | 10", [{"step": 1, "values": (0, 0, 10, 10)}]),
    ],
)
def test_rows_of_heaps_search_trees_and_tables(algorithm: str, work: str, rows: list[Row]) -> None:
    shown = _read(algorithm, work, nodes=())
    assert shown is not None
    assert list(shown.rows) == rows


@pytest.mark.parametrize(
    ("algorithm", "claim", "final"),
    [
        ("lcs", "LCS = BCBA, length 4", {"length": 4, "sequence": "BCBA"}),
        ("knapsack", "best value 50, items: A, B", {"value": 50, "items": ("A", "B")}),
        ("bst", "in-order: 1 3 5", {"inorder": (1, 3, 5)}),
        ("heap_operations", "final heap: [5, 8]", {"array": (5, 8)}),
    ],
)
def test_what_comes_out_of_tables(algorithm: str, claim: str, final: Row) -> None:
    shown = _read(algorithm, claim, nodes=())
    assert shown is not None
    assert shown.final == final


def _rows(algorithm: str, work: str) -> list[Row]:
    shown = _read(algorithm, work)
    assert shown is not None
    return list(shown.rows)


def _read(
    algorithm: str, work: str, nodes: Sequence[str] = _NODES, array: Sequence[Number] = ()
) -> StudentTrace | None:
    columns = algorithm_named(algorithm).columns
    return read_student(
        work,
        Context(
            algorithm=algorithm,
            columns=(*columns, "width"),
            nodes=Nodes(nodes),
            array=tuple(array),
        ),
    )
