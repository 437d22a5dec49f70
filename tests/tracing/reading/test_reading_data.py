"""Arrays, game trees, heuristics, strings, items and operations are read as they are typed."""

from __future__ import annotations

import math

import pytest

from tutor_app.domain.traces import Number, Tree
from tutor_app.tracing.reading.problem_data.array_reader import find_array
from tutor_app.tracing.reading.problem_data.game_trees import find_tree
from tutor_app.tracing.reading.problem_data.heuristic_values import find_heuristic
from tutor_app.tracing.reading.problem_data.table_inputs import (
    find_items,
    find_operations,
    find_strings,
)


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("Sort the array 5 3 8 1", (5, 3, 8, 1)),
        ("Sort {5,3,8,1} in week 4", (5, 3, 8, 1)),
        ("int[] a = {5, 3, 8, 1};", (5, 3, 8, 1)),
        ("A[1..6] = 5, 2, 4, 6, 1, 3", (5, 2, 4, 6, 1, 3)),
        ("$A = \\langle 5, 2, 4 \\rangle$", (5, 2, 4)),
        ("\\[ A = (5, 2, 4, 6) \\]", (5, 2, 4, 6)),
        ("5\n3\n8\n1\nsort these", (5, 3, 8, 1)),
        ("index: 0 1 2 3 4\nvalue: 5 3 8 1 9", (5, 3, 8, 1, 9)),
        ("| i | 0 | 1 | 2 |\n| A[i] | 5 | 3 | 8 |", (5, 3, 8)),
        ("The numbers are 5, 3, 8, and 1.", (5, 3, 8, 1)),
        ("Quicksort on 5; 3; 8; 1", (5, 3, 8, 1)),
        ("sort (5,-3,8.5,1)", (5, -3, 8.5, 1)),
        ("binary search for 7 in the list [1,3,5,7,9], indices 0..4", (1, 3, 5, 7, 9)),
        ("array 2,4,6,8,10,12 target 10 low=0 high=5", (2, 4, 6, 8, 10, 12)),
        ("mergesort(38, 27, 43, 3, 9, 82, 10)", (38, 27, 43, 3, 9, 82, 10)),
        ("A[0]=5, A[1]=3, A[2]=8", (5, 3, 8)),
        ("my numbers:\n4, 2, 9,\n1, 7, 3\nplease bubble sort", (4, 2, 9, 1, 7, 3)),
        ("sort the array with 5 elements: 9 1 8 2 7", (9, 1, 8, 2, 7)),
        ("Find 12 in {2, 5, 8, 12, 16}. mid = (0+4)/2", (2, 5, 8, 12, 16)),
    ],
)
def test_an_array_is_read(text: str, values: tuple[Number, ...]) -> None:
    found = find_array(text)

    assert found is not None
    assert found.values == values


@pytest.mark.parametrize(
    "text",
    ["Sort it with 3 passes.", "depth limits 0, 1, 2, ...", "merge runs of width 1, 2, 4, ..."],
)
def test_other_numbers_are_no_array(text: str) -> None:
    assert find_array(text) is None


def test_a_written_range_of_indices_is_the_first_index() -> None:
    found = find_array("A[1..4] = 5, 2, 4, 6")

    assert found is not None
    assert found.base == 1


THREE = ((3, 12, 8), (2, 4, 6), (14, 5, 2))
DEEP = (((3, 5), (6, 9)), ((1, 2), (0, -1)))


@pytest.mark.parametrize(
    ("text", "tree", "root"),
    [
        ("[[3,12,8],[2,4,6],[14,5,2]]", THREE, None),
        ("(MAX (MIN 3 12 8) (MIN 2 4 6) (MIN 14 5 2))", THREE, "max"),
        ("max(min(3,12,8), min(2,4,6), min(14,5,2))", THREE, "max"),
        ("3 12 8 | 2 4 6 | 14 5 2, MIN moves first", THREE, "min"),
        ("leaves from left to right: 3, 12, 8; 2, 4, 6; 14, 5, 2", THREE, None),
        ("Root MAX. Children: B (MIN): 3, 12, 8; C: 2, 4, 6; D: 14, 5, 2", THREE, "max"),
        ("A (MIN) -> B, C, D\nB -> 3, 12, 8\nC -> 2, 4, 6\nD -> 14, 5, 2", THREE, "min"),
        ("MAX\n  MIN: 3 12 8\n  MIN: 2 4 6\n  MIN: 14 5 2", THREE, "max"),
        ("The first MIN node has leaves 3, 12, 8; then 2, 4, 6; then 14, 5, 2.", THREE, None),
        ("{'A': ['B', 'C', 'D'], 'B': [3, 12, 8], 'C': [2, 4, 6], 'D': [14, 5, 2]}", THREE, None),
        ("[[[3,5],[6,9]],[[1,2],[0,-1]]]", DEEP, None),
        ("3 5 | 6 9 || 1 2 | 0 -1", DEEP, None),
        ("leaves 3 5 6 9 1 2 0 -1, branching factor 2, MAX at the root", DEEP, "max"),
        ("- A\n  - 3\n  - 5\n- B\n  - 2\n  - 9", ((3, 5), (2, 9)), None),
        ("A: B, C\nB: D, E\nC: F, G\nD = 3\nE = 5\nF = 2\nG = 9", ((3, 5), (2, 9)), None),
        ("A -> B, C\nB -> D(3), E(5)\nC -> F(2), G(9)", ((3, 5), (2, 9)), None),
        ("A has children B and C. B has leaves 3 and 5. C has 2 and 9.", ((3, 5), (2, 9)), None),
    ],
)
def test_a_game_tree_is_read(text: str, tree: Tree, root: str | None) -> None:
    found = find_tree(text)

    assert found is not None
    assert (found.tree, found.root) == (tree, root)


def test_a_leaf_without_value_is_missing() -> None:
    found = find_tree("[[3, 5], [?, 9]]")

    assert found is not None
    assert found.missing == (3,)
    second = found.tree[1] if isinstance(found.tree, tuple) else ()
    assert isinstance(second, tuple) and isinstance(second[0], float) and math.isnan(second[0])


ABC = {"A": 5, "B": 3, "C": 0}


@pytest.mark.parametrize(
    "text",
    [
        "h(A)=5, h(B)=3, h(C)=0",
        "$h(A)=5,\\ h(B)=3,\\ h(C)=0$",
        "h_A = 5, h_B = 3, h_C = 0",
        "h: A=5, B=3, C=0",
        "h = {'A': 5, 'B': 3, 'C': 0}",
        "Heuristic in brackets: A[5] B[3] C[0]",
        "Heuristic:\nA 5\nB 3\nC 0",
        "h:\n- A: 5\n- B: 3\n- C: 0",
        "| node | h |\n|---|---|\n| A | 5 |\n| B | 3 |\n| C | 0 |",
        "| | A | B | C |\n|---|---|---|---|\n| h | 5 | 3 | 0 |",
        "node  A  B  C\nh(n)  5  3  0",
        "The heuristic values are 5 for A, 3 for B and 0 for C.",
        "h values for A, B and C are 5, 3 and 0 respectively",
        "heuristic of A is 5, of B is 3 and of C is 0",
        "Straight-line distances to the goal: A 5, B 3, C 0",
        "h-values: (A,5), (B,3), (C,0)",
        "A (h=5): B 2\nB (h=3): C 3\nC (h=0): -",
        "\\begin{tabular}{c|ccc} n & A & B & C \\\\ h & 5 & 3 & 0 \\end{tabular}",
    ],
)
def test_a_heuristic_is_read(text: str) -> None:
    found = find_heuristic(text)

    assert found is not None
    assert found.values == ABC


def test_a_heuristic_with_a_question_mark_names_its_node() -> None:
    found = find_heuristic("h(A)=4, h(B)=?")

    assert found is not None
    assert (found.values, found.missing) == ({"A": 4}, ("B",))


@pytest.mark.parametrize(
    ("text", "strings"),
    [
        ("LCS of ABCBDAB and BDCABA", ("ABCBDAB", "BDCABA")),
        ("fill the table for X = ABCB and Y = BDCAB please", ("ABCB", "BDCAB")),
        ('Find the longest common subsequence of "stone" and "longest".', ("stone", "longest")),
        ("$X = \\langle A, B, C, B \\rangle$, $Y = \\langle B, D, C \\rangle$", ("ABCB", "BDC")),
        ("longest common subsequence between kitten and sitting", ("kitten", "sitting")),
        ("s1: stone\ns2: longest", ("stone", "longest")),
    ],
)
def test_two_strings_are_read(text: str, strings: tuple[str, str]) -> None:
    found = find_strings(text)

    assert found is not None
    assert found.strings == strings


@pytest.mark.parametrize(
    ("text", "items", "capacity"),
    [
        ("weights = [2,3], values = [3,4], capacity 5", [("1", 2, 3), ("2", 3, 4)], 5),
        ("items (weight, value): (2,3), (3,4); W = 5", [("1", 2, 3), ("2", 3, 4)], 5),
        ("items (value, weight): (3,2), (4,3); W = 5", [("1", 2, 3), ("2", 3, 4)], 5),
        (
            "item | weight | value\nA | 2 | 3\nB | 3 | 4\nCapacity: 10",
            [("A", 2, 3), ("B", 3, 4)],
            10,
        ),
        (
            "0/1 knapsack with capacity 10: item A weight 2 value 3, item B weight 3 value 4",
            [("A", 2, 3), ("B", 3, 4)],
            10,
        ),
        ("A (2 kg, $3), B (3 kg, $4), the bag holds 5 kg", [("A", 2, 3), ("B", 3, 4)], 5),
        (
            "The lamp weighs 2 kg and is worth 30. The book weighs 1 kg and is worth 9. limit 3",
            [("lamp", 2, 30), ("book", 1, 9)],
            3,
        ),
    ],
)
def test_items_and_capacity_are_read(
    text: str, items: list[tuple[str, int, int]], capacity: int
) -> None:
    found = find_items(text)

    assert found is not None
    assert [(item.name, item.weight, item.value) for item in found.items] == items
    assert found.capacity == capacity


@pytest.mark.parametrize(
    ("text", "algorithm", "operations", "array"),
    [
        (
            "Insert 5, 3 into an empty max-heap, then extract-max twice",
            "heap_operations",
            [("insert", 5), ("insert", 3), ("extract", None), ("extract", None)],
            None,
        ),
        (
            "max heap [9, 5, 8, 1]: insert 7, delete max, insert 2",
            "heap_operations",
            [("insert", 7), ("extract", None), ("insert", 2)],
            (9, 5, 8, 1),
        ),
        (
            "insert 50, 30 and 70 into a bst, delete 30, search for 70, then the inorder traversal",
            "bst",
            [
                ("insert", 50),
                ("insert", 30),
                ("insert", 70),
                ("delete", 30),
                ("search", 70),
                ("inorder", None),
            ],
            None,
        ),
    ],
)
def test_operations_are_read_in_their_order(
    text: str,
    algorithm: str,
    operations: list[tuple[str, int | None]],
    array: tuple[int, ...] | None,
) -> None:
    found = find_operations(text, algorithm)

    assert found is not None
    assert [(operation.kind, operation.value) for operation in found.operations] == operations
    assert found.array == array
