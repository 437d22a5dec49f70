"""Rows in parts, rows counted from 0, blank cells, stacks from either end: read, or asked about."""

from __future__ import annotations

import pytest

from tests.tracing.messages import said_of, verdict_on
from tutor_app.tracing.hints_for_unfinished_work import state_reading

UCS = "UCS from S to G on the undirected graph S-A 1, S-B 4, A-B 2, B-G 3.\nMy work:\n"
DFS = "DFS from A on the undirected graph A-B, A-C, B-D, C-D, D-E"
ASKED = "\nIs it right?"


def test_open_and_closed_in_lines_of_their_own_are_one_row() -> None:
    states = ["S|-", "A, B|S", "B|S, A", "G|S, A, B", "-|S, A, B, G"]
    work = "\n".join("OPEN: {}\nCLOSED: {}".format(*each.split("|")) for each in states)

    assert said_of(UCS + work + ASKED) == "right"
    assert said_of(UCS + work.replace("CLOSED: S, A\n", "CLOSED: S, B\n") + ASKED) == 2


def test_a_heading_with_its_parts_below_is_one_row() -> None:
    work = (
        "Step 1\nNode: S\nOpen = {A:1, B:4}\n\nStep 2\nNode: A\nOpen = {B:3}\n\n"
        "Step 3\nNode: B\nOpen = {G:6}\n\nStep 4\nNode: G"
    )

    assert said_of(UCS + work + ASKED) == "right"
    assert said_of(UCS + work.replace("B:3", "B:4") + ASKED) == 2


def test_steps_that_are_counted_from_0_are_the_steps() -> None:
    work = "step\tnode\topen\n0\tS\tA 1, B 4\n1\tA\tB 3\n2\tB\tG 6\n3\tG"

    assert said_of(UCS + work + ASKED) == "right"
    assert said_of(UCS + work.replace("G 6", "G 7") + ASKED) == 3


def test_a_cell_left_blank_in_the_middle_is_empty_or_asked_about() -> None:
    work = "step | node | open\n1 | S | A 1, B 4\n2 | A | \n3 | B | G 6\n4 | G |"
    chain = "UCS from S to G on the undirected graph S-A 1, A-G 2.\nMy work:\n"

    assert said_of(UCS + work + ASKED) == "asked"
    assert (
        said_of(f"{chain}step | node | open\n1 | S | A 1\n2 | A | G 3\n3 | G |{ASKED}") == "right"
    )


@pytest.mark.parametrize("work", ["A\nB, C\nB, D\nB, E\nB\n-", "A\nC, B\nD, B\nE, B\nB\n-"])
def test_a_stack_is_read_from_either_end(work: str) -> None:
    task = f"{DFS}, push neighbours in alphabetical order.\nMy stack:\n"

    assert said_of(task + work + ASKED) == "right"


def test_where_a_stack_goes_wrong_is_not_said_where_its_top_is_not() -> None:
    task = f"{DFS}, push neighbours in alphabetical order.\nMy work:\nstep | node | {{}}\n"
    rows = "1 | A | B, C\n2 | C | B, D\n3 | B | D"

    assert said_of(task.format("stack") + rows + ASKED) == "asked"
    assert said_of(task.format("stack (top on the right)") + rows + ASKED) == 3
    assert said_of(task.format("stack (top first)") + rows + ASKED) == 1


def test_neighbours_in_an_order_are_visited_so_and_pushed_ones_are_called_so() -> None:
    recursive = f"{DFS}, neighbours alphabetical. I visited A, B, D, C, E. Is that right?"
    pushed = f"{DFS}, neighbours alphabetical. I visited A, C, D, E, B. Is that right?"
    default, other = verdict_on(recursive), verdict_on(pushed)

    assert default is not None and default.correct
    assert "neighbor_order" not in default.reading
    assert other is not None and other.correct
    assert "pushed in alphabetical order" in " ".join(state_reading(other))


@pytest.mark.parametrize(
    ("work", "said"),
    [
        ("1: 2 3\n2: 3 4\n3: 4\n4:", "right"),
        ("step;node;open\n1;1;2 1, 3 4\n2;2;3 3, 4 6", "so far"),
    ],
)
def test_nodes_that_are_numbers_are_told_from_steps_and_costs(work: str, said: str) -> None:
    name = "UCS from 1 to 4, goal test when expanded," if ";" in work else "BFS from 1"
    task = f"{name} on the undirected graph with edges 1-2 (1), 1-3 (4), 2-3 (2), 2-4 (5), 3-4 (3)."

    assert said_of(f"{task}\nMy work:\n{work}{ASKED}") == said


def test_lines_after_a_node_each_list_what_waits() -> None:
    lists = {"S": "A 1, B 4", "A": "B 3", "B": "G 6", "G": "empty"}
    work = "\n".join(f"after expanding {node}: {waiting}" for node, waiting in lists.items())

    assert said_of(UCS + work + ASKED) == "right"


def test_each_element_in_a_cell_of_its_own_is_an_array() -> None:
    task = "Selection sort of 4, 3, 2.\nMy work:\n"

    assert said_of(f"{task}1\t2\t3\t4\n2\t2\t3\t4{ASKED}") == "right"
    assert said_of(f"{task}1\t2\t4\t3\n2\t2\t3\t4{ASKED}") == 1


def test_values_behind_the_nodes_of_a_chain_are_theirs() -> None:
    task = (
        "Hill climbing from A on A-B, B-C with h(A) = 7, h(B) = 4, h(C) = 1, minimize.\nMy work:\n"
    )

    assert said_of(f"{task}A(7) -> B(4) -> C(1){ASKED}") == "right"
    assert said_of(f"{task}A(7) -> B(5) -> C(1){ASKED}") == 2


def test_operations_in_a_line_are_rows() -> None:
    task = "Insert 3, 5, 4 into an empty max-heap.\nMy work:\n"

    assert said_of(f"{task}insert 3: 3; insert 5: 5, 3; insert 4: 5, 3, 4{ASKED}") == "right"
    assert said_of(f"{task}insert 3: 3; insert 5: 3, 5; insert 4: 5, 3, 4{ASKED}") == 2


def test_the_path_of_an_insertion_is_no_tree() -> None:
    task = "Insert 5, 3, 8 into a binary search tree.\nMy work:\n"

    assert said_of(f"{task}insert 5: path -\ninsert 3: path 5\ninsert 8: path 5{ASKED}") != 2
    assert said_of(f"{task}insert 5: 5\ninsert 3: 5\ninsert 8: 5{ASKED}") == "asked"


def test_bars_without_a_header_hold_the_columns_that_the_tutor_names() -> None:
    task = "Dijkstra from S on the undirected graph S-A 2, S-B 7, A-B 3, A-C 8, B-C 1.\nMy rows:\n"
    work = "1 | S | A 2, B 7, C inf\n2 | A | B 5, C 10\n3 | B | C 6"

    assert said_of(task + work + ASKED) == "so far"
    assert said_of(task + work.replace("C 6", "C 7") + ASKED) == 3


def test_the_step_may_be_left_out_in_front_of_all_columns() -> None:
    task = "Binary search for 20 in [4, 8, 9, 17, 20, 27, 32].\nMy rows:\n"
    work = "0 | 6 | 3 | 17 | right\n4 | 6 | 5 | 27 | left\n4 | 4 | 4 | 20 | found"

    assert said_of(task + work + ASKED) == "right"
    assert said_of(task + work.replace("4 | 6 | 5", "3 | 6 | 4") + ASKED) == 2
