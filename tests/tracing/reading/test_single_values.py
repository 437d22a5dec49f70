"""A number alone, and a list of parents, are claims of what comes out."""

from __future__ import annotations

import pytest

from tests.tracing.messages import said_of
from tutor_app.tracing.reading.problem_reader import read_problem

MINIMAX = "Alpha-beta on [[3, 12, 8], [2, 4, 6], [14, 5, 2]], MAX moves first. "
PRIM = "Run Prim from A on the edges A-B 2, A-C 3, B-C 1, C-D 4. "
TIES = "Run Dijkstra from A on the edges A-B 1, A-C 1, B-D 1, C-D 1. My parents: "


@pytest.mark.parametrize("asked", ["is it {}?", "Is the value {}?", "is the answer then {}?"])
def test_is_it_3_asks_whether_the_value_comes_out(asked: str) -> None:
    assert said_of(MINIMAX + asked.format(3)) == "right"
    assert said_of(MINIMAX + asked.format(2)) is None


def test_a_number_is_all_of_the_work() -> None:
    assert said_of(PRIM + "\nI got: 7. Is it correct?") == "right"
    assert said_of(PRIM + "\nI got: 9. Is it correct?") is None


def test_a_question_about_another_thing_is_no_claim() -> None:
    reading = read_problem(MINIMAX + "Is it 3 leaves that are cut?")

    assert reading is not None and reading.student is None


def test_parents_of_a_spanning_tree_are_its_edges() -> None:
    assert said_of(PRIM + "My parents: B: A, C: B, D: C. Right?") == "right"
    assert said_of(PRIM + "My parents: B: A, C: A, D: C. Right?") is None


def test_parents_of_a_union_find_are_asked_about_since_many_are_right() -> None:
    task = "Kruskal on A-B 2, A-C 3, B-C 1, C-D 4. My parents: "

    assert said_of(task + "A: B, C: B, D: B. Right?") == "asked"


@pytest.mark.parametrize("parent", ["B", "C"])
def test_each_of_two_equally_short_parents_is_right(parent: str) -> None:
    assert said_of(f"{TIES}B: A, C: A, D: {parent}. Is it right?") == "right"
    assert said_of(f"{TIES}B: A, C: {parent}, D: A. Is it right?") is None
