"""What a course's pages say of an order holds for the problems that are made to practise on."""

from __future__ import annotations

import pytest

from tutor_app.tracing.course_conventions import conventions_of_course
from tutor_app.tracing.practice_problems import make_practice_problem

REVERSE = "Neighbours are pushed in reverse alphabetical order."
FORWARD = "Its neighbours are pushed on the stack in alphabetical order."
BESIDE = "Insertion sort takes O(n²) steps on a list in reverse order."


def test_where_a_course_pushes_in_reverse_its_depth_first_problems_do() -> None:
    found = conventions_of_course("dfs", {}, [BESIDE, REVERSE])
    assert found == {"neighbor_order": "reverse_alphabetical"}
    assert make_practice_problem("dfs", 1, found).conventions["neighbor_order"] == (
        "reverse_alphabetical"
    )


@pytest.mark.parametrize("said", [[], [BESIDE], [FORWARD], [REVERSE, FORWARD]])
def test_what_is_not_said_or_said_both_ways_stays_as_usual(said: list[str]) -> None:
    assert conventions_of_course("dfs", {}, said) == {}


def test_what_the_staff_have_set_counts_before_the_pages_and_elsewhere_nothing_does() -> None:
    stated = {"neighbor_order": "listed", "pivot": "first"}
    assert conventions_of_course("dfs", stated, [REVERSE]) == {"neighbor_order": "listed"}
    assert conventions_of_course("bfs", {}, [REVERSE]) == {}
