"""A table of dynamic programming is read whatever stands over it and in front of its rows."""

from __future__ import annotations

import pytest

from tests.tracing.messages import said_of

LCS = "Find the LCS of the strings ABCB and BDCB.\nMy table:\n"
KNAPSACK = (
    "0/1 knapsack with capacity 5. Items: A: weight 2, value 3; B: weight 3, value 4; "
    "C: weight 4, value 5.\nMy table:\n"
)
ASKED = "\nIs it right?"
LETTERS = "-\t0\t0\t0\t0\t0\nA\t0\t0\t0\t0\t0\nB\t0\t1\t1\t1\t1\nC\t0\t1\t1\t2\t2\nB\t0\t1\t1\t2\t3"
ROOMS = "- | 0 | 0 | 0 | 0 | 0 | 0\nA | 0 | 0 | 3 | 3 | 3 | 3\nB | 0 | 0 | 3 | 4 | 4 | 7"
LAST = "\nC | 0 | 0 | 3 | 4 | 5 | 7"


@pytest.mark.parametrize("head", ["\t-\tB\tD\tC\tB\n", "\t\tB\tD\tC\tB\n", "\t0\t1\t2\t3\t4\n", ""])
def test_letters_or_places_over_the_table_are_no_row(head: str) -> None:
    assert said_of(LCS + head + LETTERS + ASKED) == "right"


def test_the_way_back_need_not_be_shown_with_the_table() -> None:
    assert said_of(LCS + LETTERS + "\nlength 3" + ASKED) == "right"
    assert said_of(LCS + LETTERS + "\nlength 2" + ASKED) is None


def test_a_wrong_cell_is_found_in_its_row() -> None:
    assert said_of(LCS + LETTERS.replace("C\t0\t1\t1\t2\t2", "C\t0\t1\t1\t1\t2") + ASKED) == 3


def test_a_table_with_the_other_string_in_front_is_turned() -> None:
    task = "Find the LCS of the strings ABC and BD.\nMy table:\n"
    turned = "\t-\tA\tB\tC\n-\t0\t0\t0\t0\nB\t0\t0\t1\t1\nD\t0\t0\t1\t1"

    assert said_of(task + turned + ASKED) == "right"


def test_rows_without_the_row_and_the_column_of_zeros_are_read() -> None:
    bare = "A | 0 0 0 0\nB | 1 1 1 1\nC | 1 1 2 2\nB | 1 1 2 3"

    assert said_of(LCS + bare + ASKED) == "right"
    assert said_of(LCS + bare.replace("1 1 2 2", "1 2 2 2") + ASKED) == "asked"


def test_rooms_over_a_knapsack_are_no_row() -> None:
    head = "w | 0 | 1 | 2 | 3 | 4 | 5\n--|---|---|---|---|---|---\n"

    assert said_of(KNAPSACK + head + ROOMS + LAST + ASKED) == "right"
    assert said_of(KNAPSACK + head + ROOMS + LAST.replace("5 | 7", "5 | 8") + ASKED) == 3


def test_numbers_in_front_of_the_rows_are_no_values() -> None:
    rows = "0 0 0 0 0 0 0\n1 0 0 3 3 3 3\n2 0 0 3 4 4 7\n3 0 0 3 4 5 7"

    assert said_of(KNAPSACK + rows + ASKED) == "right"


def test_a_table_that_stops_before_its_last_row_is_right_so_far() -> None:
    assert said_of(KNAPSACK + ROOMS + ASKED) == "so far"
