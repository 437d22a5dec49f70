"""An example that an item asks for is decided by running it, whoever made it up."""

from __future__ import annotations

import pytest

from tutor_app.exercises.own_example.asked_property import asked_example
from tutor_app.exercises.own_example.changed_example import changed_example
from tutor_app.exercises.own_example.run_example import run_array, run_graph
from tutor_app.exercises.own_example.told_example import (
    array_told,
    ends_told,
    graph_told,
    wrong_figures,
)
from tutor_app.exercises.own_example.tried_graphs import try_change
from tutor_app.exercises.own_example.weight_change import change_in

PLUS_TEN = "The weight 10 is added to every edge. Give a graph in which a shortest path changes."
SQUARED = "Every weight is squared. Give a graph in which a shortest path changes."
TOO_EARLY = (
    "A classmate tests for the goal when a node is generated in A*. Explain with a graph of your "
    "own why the result may be too expensive."
)
NEGATIVE = "Give a graph with a negative edge on which Dijkstra's algorithm goes wrong."
TOO_LARGE = (
    "Give a graph with a heuristic that overestimates, so that A* finds a path that is not cheapest"
)
ORDERS = "Draw a graph on which BFS and DFS visit the nodes in a different order."
GREEDY = "Find a graph in which greedy best-first search does not return the cheapest path."
TREES = "Give a graph in which the minimum spanning tree is not a shortest-path tree."
DEPTH = "Construct a graph on which depth-first search finds a longer path than necessary."
SLOW = "Name a list on which quicksort with the last element as pivot is slow."


@pytest.mark.parametrize(
    ("item", "told", "holds"),
    [
        (PLUS_TEN, "s-a 1 a-t 1 s-t 3", True),
        (PLUS_TEN, "s-a 1, a-t 1, s-t 15", False),
        # the figures of a change beside it contradict nothing
        (PLUS_TEN, "s-a 1, a-t 1, s-t 5. before s-a-t is 2. after adding s-t is 15", True),
        (PLUS_TEN, "with s-a and a-t of weight 1 each and s-t of weight 3", True),
        (SQUARED, "s-a 2, a-t 2, s-t 3", True),
        (TOO_EARLY, "S-G with cost 5, S-A with cost 1, A-G with cost 1 and h = 0 everywhere", True),
        (TOO_EARLY, "S-A 1, A-G 1, S-G 1", False),
        (NEGATIVE, "s->a 4, s->b 5, b->a -3, a->c 1", True),
        (NEGATIVE, "s->a 1, s->b 5, b->a -3, a->c 1", False),
        (TOO_LARGE, "S-A 1, A-G 1, S-G 3, h: S=2, A=9, G=0", True),
        (ORDERS, "s-a, s-b, a-c, b-d", True),
        (ORDERS, "s->a, a->b, b->c", False),
        (GREEDY, "S-A 1, A-G 1, S-G 3, h: S=2, A=1, G=0", True),
        (TREES, "s-a 2, s-b 2, a-b 1", True),
        (DEPTH, "s->a, s->b, b->c, c->d, d->g, a->g", True),
    ],
)
def test_the_runs_decide_a_graph(item: str, told: str, holds: bool) -> None:
    asked = asked_example(item)
    assert asked is not None
    graph = graph_told(told, asked)
    assert graph is not None
    made = run_graph(asked, graph, ends_told(told, graph))
    assert made is not None
    assert (made.holds and not made.tied) is holds


@pytest.mark.parametrize(
    ("item", "told"),
    [(PLUS_TEN, "s-a 1, a-t 1, s-t 2"), (DEPTH, "s->a, a->b, b->g, s->g")],
)
def test_what_hangs_on_an_open_order_is_neither_a_yes_nor_a_no(item: str, told: str) -> None:
    asked = asked_example(item)
    assert asked is not None
    graph = graph_told(told, asked)
    assert graph is not None
    made = run_graph(asked, graph)
    assert made is not None
    assert made.tied


@pytest.mark.parametrize(
    ("figures", "wrong"),
    [("before 2 vs 3, after 22 vs 13", []), ("before 2 vs 3, after 22 vs 14", [14])],
)
def test_the_figures_beside_it_are_held_against_its_ways(figures: str, wrong: list[int]) -> None:
    asked = asked_example(PLUS_TEN)
    assert asked is not None
    graph = graph_told("s-a 1 a-t 1 s-t 3", asked)
    assert graph is not None
    found = wrong_figures(figures, asked, graph, ("s", "t"))
    assert [one.value for one in found] == wrong


@pytest.mark.parametrize(
    ("text", "weights"),
    [
        ("make s-t 5", [2, 2, 5]),
        ("And with st 11? Before 4 against 11, after 24 against 21.", [2, 2, 11]),
        ("ok what if i set the 2s to 0", [0, 0, 4]),
        ("with the change s-t is 14 afterwards", None),
        ("make s-t 4", None),
    ],
)
def test_a_message_changes_weights_of_the_example_before(
    text: str, weights: list[int] | None
) -> None:
    asked = asked_example(PLUS_TEN)
    assert asked is not None
    graph = graph_told("s-a 2, a-t 2, s-t 4", asked)
    assert graph is not None
    changed = changed_example(text, graph)
    assert (None if changed is None else [edge.weight for edge in changed.edges]) == weights


def test_a_message_changes_estimates_of_the_example_before() -> None:
    asked = asked_example(TOO_LARGE)
    assert asked is not None
    graph = graph_told("S-A 1, A-G 1, S-G 3, h: S=2, A=5, G=0", asked)
    assert graph is not None
    changed = changed_example("would h(A)=2 also do?", graph)
    assert changed is not None and changed.heuristic == {"S": 2, "A": 2, "G": 0}


@pytest.mark.parametrize(("told", "rounds"), [("1, 2, 3, 4, 5", 4), ("5, 1, 4, 2, 3", 3)])
def test_a_list_is_run_with_the_pivot_that_the_item_names(told: str, rounds: int) -> None:
    asked, array = asked_example(SLOW), array_told(told)
    assert asked is not None and asked.pivot == "last" and array is not None
    made = run_array(asked, array)
    assert made is not None
    assert (made.first.first, made.holds) == (rounds, rounds == 4)


@pytest.mark.parametrize(
    "item",
    [
        "Run A* from P to G on the graph of Figure 1. Which nodes does A* expand?",
        "Explain why a shortest path changes when 10 is added to every edge of the graph.",
        "Give the queue after each step, the path that is returned and its cost.",
        # one edge more is no change of all weights
        "The edge d to b with weight 4 is added. Give a graph in which a shortest path changes.",
    ],
)
def test_an_item_about_a_given_graph_asks_for_none(item: str) -> None:
    assert asked_example(item) is None


@pytest.mark.parametrize(
    ("name", "text", "changes"),
    [
        ("shortest_path_changes", "multiply by 10 instead of adding", False),
        ("shortest_path_changes", "1 is added to every edge", True),
        ("shortest_path_changes", "every weight is squared", True),
        ("spanning_tree_changes", "add 1000 to each weight", False),
        ("spanning_tree_changes", "times -1", True),
    ],
)
def test_another_change_is_tried_on_small_graphs(name: str, text: str, changes: bool) -> None:
    change = change_in(text)
    assert change is not None
    assert (try_change(name, change).run is not None) is changes
