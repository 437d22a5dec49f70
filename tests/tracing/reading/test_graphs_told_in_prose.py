"""Graphs told in running prose: their edges, what is not read of them, and what is told after."""

from __future__ import annotations

import pytest

from tutor_app.domain.traces import Problem
from tutor_app.tracing.checking.check_trace import judge_kindly
from tutor_app.tracing.reading.problem_reader import read_problem
from tutor_app.tracing.reading.reading_results import Reading

BUS = (
    "hey on the bus, doing dijkstra by hand. no arrows. h to k 3, h to m 8, k m is 4, k to p 9, "
    "m p 2, m r 7, p r 3, r z 2 and p z 8. start h. first row: h 0, k 3 m 8 rest inf. ok so far?"
)
EDGES = ["h-k 3", "h-m 8", "k-m 4", "k-p 9", "m-p 2", "m-r 7", "p-r 3", "r-z 2", "p-z 8"]
HOME = (
    "dijkstra from H, both directions: H and B is 7, H and K is 2, K and B is 3, K and M is 8, "
    "B and M only 1, M and P is 4"
)


def read(message: str, known: Problem | None = None) -> Reading:
    reading = read_problem(message, known=known)
    assert reading is not None and reading.problem.graph is not None
    return reading


def edges_of(reading: Reading) -> list[str]:
    assert reading.problem.graph is not None
    return [f"{e.source}-{e.target} {e.weight}" for e in reading.problem.graph.edges]


def test_edges_are_read_whichever_words_join_them_and_no_arrows_is_undirected() -> None:
    reading = read(BUS)
    assert reading.question is None
    assert edges_of(reading) == EDGES
    assert reading.problem.graph is not None and not reading.problem.graph.directed
    assert reading.problem.start == "h"


def test_steps_told_behind_the_graph_are_no_edges_and_right_ones_are_right() -> None:
    reading = read(BUS)
    assert reading.student is not None and not reading.student.doubts
    found = judge_kindly(reading.problem, reading.stated, reading.student)
    assert found.correct or found.missing


@pytest.mark.parametrize(
    "told",
    [
        "from H you get to B in 7 and to K in 2. Between B and K it takes 3 minutes",
        "7 from H to B, 2 from H to K, 3 from K to B",
        "H lies 7 from B and 2 from K, K lies 3 from B",
        "H to B costs 8, sorry, no, 7, H to K costs 2, K to B costs three",
    ],
)
def test_numbers_stand_before_behind_or_between_nodes(told: str) -> None:
    reading = read(f"run dijkstra, start is H. {told}. roads go both ways")
    graph = reading.problem.graph
    assert graph is not None
    ends = {(frozenset((e.source, e.target)), e.weight) for e in graph.edges}
    assert ends == {(frozenset("HB"), 7), (frozenset("HK"), 2), (frozenset("KB"), 3)}


def test_a_part_that_is_not_read_is_asked_for_alone() -> None:
    reading = read(
        "dijkstra from A, undirected. A and B are 4 apart, A and C 2, B and C 1, then by way of "
        "the old mill it is 9 more behind C, and C and D 5. whats the table"
    )
    assert reading.question is not None and reading.question.reason == "unread_part"
    assert "old mill" in reading.question.detail


def test_edges_that_were_forgotten_join_the_graph_and_the_start_stays() -> None:
    first = read(HOME)
    second = read("you forgot B to P 9", known=first.problem)
    assert edges_of(second) == [*edges_of(first), "B-P 9"]
    assert second.problem.start == "H"


def test_a_graph_told_again_as_a_list_keeps_its_start() -> None:
    known = read(BUS).problem
    again = read("edges h-k 3 h-m 8 k-m 5 k-p 9 m-p 2 m-r 7 p-r 3 r-z 2 p-z 8", known=known)
    assert edges_of(again) == [edge.replace("k-m 4", "k-m 5") for edge in EDGES]
    assert again.problem.start == "h"


def test_the_direction_is_mended_by_words() -> None:
    again = read("and it's one-way, sorry", known=read(HOME).problem)
    assert again.problem.graph is not None and again.problem.graph.directed
