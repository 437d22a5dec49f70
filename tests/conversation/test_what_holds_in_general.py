"""A claim on all graphs is tried on small ones, and shown on one of them."""

from __future__ import annotations

import pytest

from evals.hint_ladder.recorded_learner import Classroom
from tutor_app.domain.traces import Graph
from tutor_app.domain.values import Event, ProblemRead, Quote, Sentence
from tutor_app.tracing.trials.graph_facts import ends, lightest_trees, shortest_path_trees
from tutor_app.tracing.trials.small_graphs import START, drops


def told(demo_room: Classroom, *messages: str) -> tuple[Event, ...]:
    with demo_room.learner() as learner:
        return [learner.say(message) for message in messages][-1].events


def graph_in(events: tuple[Event, ...]) -> Graph:
    (graph,) = (event.problem.graph for event in events if isinstance(event, ProblemRead))
    assert graph is not None
    return graph


def test_a_wrong_claim_meets_a_graph_on_which_it_fails(demo_room: Classroom) -> None:
    asked = "so every admissible heuristic is also consistent, did i get that right?"
    events = told(demo_room, asked)

    assert drops(graph_in(events))
    assert not [one for one in events if isinstance(one, Quote)]


def test_an_example_of_what_can_be_is_one(demo_room: Classroom) -> None:
    asked = "can a minimum spanning tree be the shortest path tree too? give me a graph where it is"
    graph = graph_in(told(demo_room, asked))

    assert set(lightest_trees(graph)) & set(shortest_path_trees(graph, START))


def test_another_one_is_another_graph(demo_room: Classroom) -> None:
    asked = "is greedy best first search always optimal? give me an example where it isnt"
    one = graph_in(told(demo_room, asked))
    other = graph_in(told(demo_room, asked, asked))

    assert one != other


def test_what_an_exercise_asks_for_is_not_made_up_here(demo_room: Classroom) -> None:
    """Item 5 of assignment 2 asks for a graph in which it changes."""
    asked = "if i add 10 to every edge, does the shortest path always stay the same?"
    events = told(demo_room, asked)

    assert not [one for one in events if isinstance(one, ProblemRead)]


@pytest.mark.parametrize(
    "asked",
    [
        "what is an admissible heuristic?",
        "why does dijkstra fail with negative edges?",
        "which lecture has prim in it",
    ],
)
def test_what_claims_nothing_is_answered_from_the_course(demo_room: Classroom, asked: str) -> None:
    events = told(demo_room, asked)

    assert not [one for one in events if isinstance(one, ProblemRead)]
    assert [one for one in events if isinstance(one, Quote | Sentence)]


def test_the_lightest_edge_of_a_cut_is_not_that_of_the_graph(demo_room: Classroom) -> None:
    asked = "so the lightest edge across a cut is in every minimum spanning tree, right or not?"
    graph = graph_in(told(demo_room, asked))

    assert len(lightest_trees(graph)) > 1


def test_who_says_never_sees_a_graph_against_it_and_the_other_claim_is_tried_too(
    demo_room: Classroom,
) -> None:
    asked = (
        "if all weights are different, the lightest edge of a cut is in every MST. And the heaviest"
        " edge in the graph is never in the MST, this is always true then?"
    )
    events = told(demo_room, asked)
    heaviest = max(graph_in(events).edges, key=lambda edge: edge.weight or 0)

    assert all(ends(heaviest) in tree for tree in lightest_trees(graph_in(events)))
    assert len([one for one in events if isinstance(one, Sentence) and one.role == "result"]) == 3
