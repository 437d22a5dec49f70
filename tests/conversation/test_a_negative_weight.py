"""A negative weight where the algorithm allows none: it is told, and the graph goes on."""

from __future__ import annotations

import pytest

from tests.conversation.test_the_trace_on_the_table import begun
from tests.conversation.test_tracing_replies import words
from tutor_app.conversation.trace_replies.other_algorithm import on_other_algorithm
from tutor_app.domain.teaching import Expectation
from tutor_app.domain.traces import Edge, Graph, Problem

NEGATIVE = "Run dijkstra from A on the directed graph A-B 4, A-C 2, C-B -3, B-D 1"
PROBLEM = Problem(
    algorithm="dijkstra",
    start="A",
    graph=Graph(
        nodes=("A", "B", "C"),
        edges=(
            Edge(source="A", target="B", weight=4),
            Edge(source="A", target="C", weight=2),
            Edge(source="C", target="B", weight=-3),
        ),
        directed=True,
        weighted=True,
    ),
)


@pytest.mark.parametrize(
    ("message", "algorithm"),
    [
        ("yes, it really is negative", "bellman_ford"),
        ("ok then take bellman-ford", "bellman_ford"),
        ("use A* instead", None),  # has no heuristic to go by
        ("dijkstra, please", None),
        ("hm", None),
    ],
)
def test_the_algorithm_that_is_named_or_agreed_to_gets_the_graph(
    message: str, algorithm: str | None
) -> None:
    other = on_other_algorithm(message, PROBLEM)
    assert (None if other is None else other.algorithm) == algorithm


@pytest.mark.parametrize(
    ("message", "algorithm"),
    [("yes, it is minus 3", "bellman_ford"), ("sorry, C-B is 3", "dijkstra")],
)
def test_the_students_own_graph_goes_on(message: str, algorithm: str) -> None:
    learner = begun("predict", NEGATIVE)
    assert learner.left.awaited is None

    learner.say(message)
    assert learner.left.problem.algorithm == algorithm
    assert learner.left.awaited == Expectation(kind="row", step=1)
    graph = learner.left.problem.graph
    assert graph is not None and len(graph.edges) == 4


def test_why_a_sort_goes_on_is_told_from_the_row() -> None:
    learner = begun("predict", "Run bubble sort on 5, 2, 9, 1 in ascending order", "2 5 1 9")
    said = words(learner.say("why is one pass not enough?"))

    assert "5 still stands in front of 1" in said
    assert learner.left.awaited == Expectation(kind="row", step=2)
