"""The matrices of Floyd-Warshall's algorithm are read by their rows and columns."""

from __future__ import annotations

import pytest

from tests.tracing.messages import said_of

TASK = "Run Floyd-Warshall on the directed graph A->B 3, B->C 2, A->C 9, C->A 1.\nMy work:\n"
ASKED = "\nIs it correct?"
FIRST = "\tA\tB\tC\nA\t0\t3\t9\nB\t∞\t0\t2\nC\t1\t4\t0\n"
SECOND = "\tA\tB\tC\nA\t0\t3\t5\nB\t∞\t0\t2\nC\t1\t4\t0\n"
THIRD = "\tA\tB\tC\nA\t0\t3\t5\nB\t3\t0\t2\nC\t1\t4\t0\n"


def test_a_matrix_for_each_node_is_a_row() -> None:
    work = f"k = A\n{FIRST}\nk = B\n{SECOND}\nk = C\n{THIRD}"

    assert said_of(TASK + work + ASKED) == "right"
    assert said_of(TASK + work.replace("A\t0\t3\t5\nB\t∞", "A\t0\t3\t6\nB\t∞") + ASKED) == 2


def test_the_matrix_of_the_start_is_row_0() -> None:
    work = f"Initial:\n\tA\tB\tC\nA\t0\t3\t9\nB\t-\t0\t2\nC\t1\t-\t0\nafter A:\n{FIRST}"

    assert said_of(TASK + work + ASKED) == "so far"


def test_the_last_matrix_alone_is_what_comes_out() -> None:
    head = "|   | A | B | C |\n|---|---|---|---|\n"
    table = head + "| A | 0 | 3 | 5 |\n| B | 3 | 0 | 2 |\n| C | 1 | {} | 0 |"

    assert said_of(f"{TASK}Final matrix:\n{table.format(4)}{ASKED}") == "right"
    assert said_of(f"{TASK}Final matrix:\n{table.format(7)}{ASKED}") is None


@pytest.mark.parametrize("form", ["[[0, 3, 5], [3, 0, 2], [1, 4, 0]]", "0 3 5\n3 0 2\n1 4 0"])
def test_matrices_without_names_are_read_in_the_order_of_the_nodes(form: str) -> None:
    assert said_of(f"{TASK}result: {form}{ASKED}") == "right"


def test_distances_of_pairs_are_what_comes_out() -> None:
    assert said_of(f"{TASK}d(A,C)=5, d(B,A)=3{ASKED}") == "right"
    assert said_of(f"{TASK}d(A,C)=9, d(B,A)=3{ASKED}") is None


def test_a_matrix_without_names_is_not_judged_where_the_order_of_the_nodes_is_open() -> None:
    task = "Run Floyd-Warshall on the directed graph B->C 2, A->B 3, A->C 9, C->A 1.\nMy work:\n"

    assert said_of(f"{task}result:\n0 2 9\n5 0 1\n3 4 0{ASKED}") == "asked"
