"""A row of depth-first search: what is popped and pushed, and which node lies on top then."""

from __future__ import annotations

import pytest

from tests.tracing.answers.test_answers_are_read import examined, heard, problem_of
from tutor_app.tracing.reading.problem_reader import read_problem

DFS = problem_of(
    "Run DFS from M to Q on the undirected graph M-N, M-O, N-P, O-P, O-Q."
    " Push neighbours in alphabetical order."
)  # M: O N / O: Q P N / Q


@pytest.mark.parametrize(
    ("step", "text", "outcome"),
    [
        (1, "M popped, push N and O, O on top", "so_far"),
        (1, "M out, N then O pushed", "so_far"),
        (1, "pop M, stack from the top: O, N", "right"),
        (1, "M. stack (top on the right): N O", "right"),
        (1, "M, O on top of N", "right"),
        (1, "M popped, push N and O, N on top", "partly"),
        (1, "pop M. push N O -> from the top: N, O", "partly"),
        (1, "M, stack bottom to top O N", "partly"),
        (1, "M, N on top of O", "partly"),
        (1, "next is M, O, N are on the stack", "right"),
        (3, "so Q. stack: empty", "partly"),
        (3, "3: Q on top, pop Q. goal. done, stack N P", "right"),
    ],
)
def test_the_end_that_is_the_top_is_part_of_the_row(step: int, text: str, outcome: str) -> None:
    assert examined(DFS, step, text).outcome == outcome


@pytest.mark.parametrize("stack", ["N P Q", "Q P N"])
def test_a_list_may_be_told_from_either_end_where_none_is_said_to_be_the_top(stack: str) -> None:
    assert examined(DFS, 2, f"pop O, stack {stack}").outcome == "right"
    assert examined(DFS, 2, "pop O, stack P Q N").outcome == "partly"


def test_a_second_row_is_judged_as_the_first() -> None:
    told = "1: M out, N then O pushed, O on top. 2: N out, stack O P"
    assert examined(DFS, 1, told).step == 2
    assert examined(DFS, 1, told).outcome == "partly"
    assert (
        examined(DFS, 1, told.replace("N out, stack O P", "O out, stack N P Q")).outcome == "right"
    )


def test_the_wrong_top_is_named_as_it_was_said() -> None:
    (claim,) = examined(DFS, 1, "M popped, push N and O, N on top").wrong_claims
    assert (claim.field, claim.said) == ("top", "N")


@pytest.mark.parametrize("text", ["which is on top?", "is N on top or O?", "path M O Q"])
def test_what_tells_no_row_is_left_to_others(text: str) -> None:
    said = heard(DFS, 2, text)
    assert said is None or said.student is None or not said.student.rows


def test_pushes_told_do_not_settle_in_which_order_neighbours_are_pushed() -> None:
    reading = read_problem(
        "check my dfs: undirected graph M-N, M-O, N-P, O-P, O-Q. from M to Q, alphabetical order."
        " pop M push N O, then pop O push P Q, then pop Q goal"
    )
    assert reading is not None and "neighbor_order" not in reading.stated
