"""Which algorithm a message names, where it starts and ends, and what is to be done."""

from __future__ import annotations

import pytest

from tutor_app.tracing.reading.algorithm_names import asked_for, name_algorithm
from tutor_app.tracing.reading.start_and_goal import (
    Ends,
    find_ends,
    find_kind,
    find_root,
    find_target,
)


@pytest.mark.parametrize(
    ("said", "named"),
    [
        ("run dijsktra's shortest path algoritm", "dijkstra"),
        ("Djikstra please", "dijkstra"),
        ("breadth first serach from 2", "bfs"),
        ("Breadth-first search", "bfs"),
        ("iterative DFS with a stack", "dfs"),
        ("depth-first iterative deepening", "ids"),
        ("iterative deepening depth-first search", "ids"),
        ("a* graph serach", "astar"),
        ("use A star", "astar"),
        ("A-star", "astar"),
        ("UCS", "ucs"),
        ("uniform-cost search", "ucs"),
        ("best first search", "greedy"),
        ("Greedy Best-First (graph search)", "greedy"),
        ("Kahn", "toposort"),
        ("a toplogical order", "toposort"),
        ("sort this topologically", "toposort"),
        ("Prim's", "prim"),
        ("prims algorithm", "prim"),
        ("Kruskal's MST algorithm", "kruskal"),
        ("kruskall", "kruskal"),
        ("Bellman Ford", "bellman_ford"),
        ("bellman–ford", "bellman_ford"),
        ("heap sort", "heapsort"),
        ("Heapsort", "heapsort"),
        ("quick-sort", "quicksort"),
        ("mergesort", "merge_sort"),
        ("bubblesort", "bubble_sort"),
        ("selction sort", "selection_sort"),
        ("insertoin sort", "insertion_sort"),
        ("binary serach for 5", "binary_search"),
        ("insert into a binary search tree", "bst"),
        ("minimax with alpha beta pruning", "alphabeta"),
        ("Dijkstra with a priority queue", "dijkstra"),
        ("use merge sort, not quick sort", "merge_sort"),
        ("instead of BFS run DFS", "dfs"),
        ("A prime number", None),
        ("in order to sort this", None),
    ],
)
def test_the_algorithm_named(said: str, named: str | None) -> None:
    assert name_algorithm(said) == named


@pytest.mark.parametrize(
    ("said", "likely"),
    [
        ("the shortest distances from A to all other nodes", ("dijkstra", "bellman_ford")),
        ("find a minimum spanning tree", ("prim", "kruskal")),
        ("hello", ()),
    ],
)
def test_what_a_result_asks_for(said: str, likely: tuple[str, ...]) -> None:
    assert asked_for(said) == likely


@pytest.mark.parametrize(
    ("said", "start", "goal"),
    [
        ("run bfs from 2 to 3", "2", "3"),
        ("Start node is 2, goal node is 3.", "2", "3"),
        ("start: 2, goal: 3", "2", "3"),
        ("with start 2 and goal 3", "2", "3"),
        ("starting in 2 until we get to 3", "2", "3"),
        ("Starting at node 2, find node 3.", "2", "3"),
        ("Begin at 2 and stop when 3 is reached.", "2", "3"),
        ("2 is the start and 3 is the goal", "2", "3"),
        ("source 2, target 3", "2", "3"),
        ("the shortest path between 2 and 3", "2", "3"),
        ("get from node 2 to node 3", "2", "3"),
        ("initial state 2; goal state 3", "2", "3"),
        ("shortest distances from 2 to all the other nodes", "2", None),
        ("the shortest paths from 2 to every node", "2", None),
        ("rooted at 2", "2", None),
        ("starting from vertex 2", "2", None),
        ("stop as soon as 3 is taken out of the queue", None, "3"),
        ("run it to find 3", None, "3"),
        ("uniform cost search to 3", None, "3"),
        ("from 2, and stop as soon as 3 is permanent", "2", "3"),
        ("Start from scratch with the goal test on expansion", None, None),
        ("step 1 of the exercise", None, None),
        ("a road from 2 to 3 of length 7", None, None),
    ],
)
def test_start_and_goal(said: str, start: str | None, goal: str | None) -> None:
    ends = find_ends(said, ("1", "2", "3"))
    assert ends == Ends(starts=(start,) if start else (), goals=(goal,) if goal else ())


@pytest.mark.parametrize(
    ("said", "starts", "goals"),
    [
        ("run ucs from a to c", ("a",), ("c",)),
        ("start at a, goal c", ("a",), ("c",)),
        ("use a stack and start with a stack of one node", (), ()),
        ("find a path from c to a", ("c",), ("a",)),
        ("start vertex a", ("a",), ()),
    ],
)
def test_a_node_called_a_is_no_article(
    said: str, starts: tuple[str, ...], goals: tuple[str, ...]
) -> None:
    assert find_ends(said, ("a", "b", "c")) == Ends(starts=starts, goals=goals)


def test_a_node_may_be_called_x_or_y() -> None:
    assert find_ends("BFS from X to Y", ("X", "Y", "Z")) == Ends(starts=("X",), goals=("Y",))


def test_names_come_back_in_the_spelling_of_the_graph() -> None:
    ends = find_ends("from new york to BOSTON", ("New York", "Boston"))
    assert ends == Ends(starts=("New York",), goals=("Boston",))


def test_a_name_that_the_graph_lacks_comes_back_as_typed() -> None:
    assert find_ends("from 2 to 9", ("1", "2")).goals == ("9",)
    assert find_ends("Start node is Q.", ("A", "B")).starts == ("Q",)
    assert find_ends("from Arad to Cluj", ("Arad", "Zerind")).goals == ("Cluj",)


def test_two_goals_are_both_told() -> None:
    said = "start Winona and goal Duluth. I want the cheapest way to reach Mankato."
    assert find_ends(said, ("Winona", "Duluth", "Mankato")).goals == ("Duluth", "Mankato")


@pytest.mark.parametrize(
    "said",
    [
        "look for 82 in it",
        "Search for 82 with binary search",
        "find 82",
        "target = 82",
        "key: 82",
        "binary search for the value 82",
        "is 82 in there? searching for 82",
        "x = 82",
        "whether 82 is in the array",
    ],
)
def test_the_target_of_a_search(said: str) -> None:
    assert find_target(said) == 82


def test_no_target() -> None:
    assert find_target("Use binary search with 0-based indices.") is None


@pytest.mark.parametrize(
    ("said", "root"),
    [
        ("MIN moves first.", "min"),
        ("the root is a MAX node", "max"),
        ("max player starts", "max"),
        ("MAX is at the root", "max"),
        ("Root: MIN", "min"),
        ("it is a min root", "min"),
        ("maximizing player moves first", "max"),
        ("A (MIN) -> B, C", "min"),
        ("nothing", None),
    ],
)
def test_who_moves_first(said: str, root: str | None) -> None:
    assert find_root(said) == root


@pytest.mark.parametrize(
    ("said", "work", "kind"),
    [
        ("Trace it.", "", "trace"),
        ("Is this right?", "S, A", "check"),
        ("What comes next?", "S, A", "next"),
        ("What is the next step?", "", "next"),
        ("which node do I expand next?", "", "next"),
        ("How do I continue?", "S, A", "next"),
        ("Show every step.", "", "trace"),
    ],
)
def test_what_is_to_be_done(said: str, work: str, kind: str) -> None:
    assert find_kind(said, work) == kind


@pytest.mark.parametrize(
    ("text", "starts"),
    [
        ("Run BFS from a on this graph", ("A",)),
        ("Run BFS from a on the graph below, please", ("A",)),
        ("run dijkstra from a using a queue", ("A",)),
        ("run it from a", ("A",)),
        ("Run BFS from a given node of the graph", ()),
        ("read the graph from a picture", ()),
    ],
)
def test_a_small_a_is_the_node_where_no_noun_follows_and_the_article_else(
    text: str, starts: tuple[str, ...]
) -> None:
    assert find_ends(text, ("A", "B", "C")).starts == starts
