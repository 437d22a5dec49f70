"""What decides whether a graph is directed; what is wrong with it; what is no graph at all."""

from __future__ import annotations

import random

import pytest

from tests.tracing.written import written
from tutor_app.tracing.reading.problem_data.game_trees import find_tree
from tutor_app.tracing.reading.problem_data.graph_reader import find_graph


@pytest.mark.parametrize(
    ("text", "hint", "directed", "direction"),
    [
        ("undirected graph: A->B 4, B->C 1", None, False, "words"),
        ("directed graph: A-B 4, B-C 1", None, True, "words"),
        ("one-way roads: A to B 4, B to C 1", None, True, "words"),
        ("A->B 4, B->C 1", False, False, "algorithm"),
        ("A-B, B-C", True, True, "algorithm"),
        ("A->B 4, B->C 1", None, True, "symbols"),
        ("A-B 4, B-C 1", None, False, "symbols"),
        ("A: B\nB: A, C\nC: B", None, False, "symmetry"),
        ("A: B\nB: C\nC: -", None, True, "symmetry"),
        ("(A,B,4), (B,C,1)", None, True, "assumed"),
    ],
)
def test_words_decide_before_the_algorithm_and_the_algorithm_before_symbols(
    text: str, hint: bool | None, directed: bool, direction: str
) -> None:
    found = find_graph(text, hint)

    assert found is not None
    assert (found.graph.directed, found.direction) == (directed, direction)


def test_an_edge_without_weight_among_weighted_ones_is_missing() -> None:
    found = find_graph("A-B 4, B-C ?, A-C 2, C-D")

    assert found is not None
    assert found.missing == (("B", "C"), ("C", "D"))


def test_two_weights_of_an_undirected_edge_contradict_each_other() -> None:
    found = find_graph("A-B 4, A-C 2, B-A 5")

    assert found is not None
    assert found.contradictory == (("A", "B", 4, 5),)
    assert written(found.graph) == "A-B:4, A-C:2"


def test_both_directions_of_a_directed_graph_may_differ_in_weight() -> None:
    found = find_graph("A->B 4, B->A 5")

    assert found is not None
    assert not found.contradictory
    assert written(found.graph) == "A>B:4, B>A:5"


def test_an_edge_drawn_both_ways_beside_arrows_becomes_two() -> None:
    found = find_graph("A<->B 4, B->C 1")

    assert found is not None
    assert written(found.graph) == "A>B:4, B>A:4, B>C:1"


@pytest.mark.parametrize(
    "text",
    [
        "What is the difference between Dijkstra and A*?",
        "Run BFS from A to G. Neighbours are pushed from Z to A.",
        "Sort 5, 3, 8 with merge sort, bottom-up.",
        "The graph is in the picture I attached. Build the MST using Kruskal.",
        "Edges with equal weight are sorted by their endpoints (1-2 before 1-3 before 2-3).",
        "h = {'A': 5, 'B': 3, 'C': 0}",
        "Start: A\nGoal: D",
    ],
)
def test_a_text_without_a_graph_has_none(text: str) -> None:
    assert find_graph(text) is None


def test_the_question_for_a_path_is_no_edge() -> None:
    found = find_graph("Find the shortest path from a to d: a to b is 4, b to d is 2, a to c is 1")

    assert found is not None
    assert written(found.graph) == "a>b:4, b>d:2, a>c:1"


def test_a_heuristic_below_the_edges_is_no_list_of_neighbours() -> None:
    found = find_graph("A: B(2), C(3)\nB: D(1)\nC: D(5)\nD: -\nh: A=4, B=1, C=5, D=0")

    assert found is not None
    assert written(found.graph) == "A>B:2, A>C:3, B>D:1, C>D:5"


def test_a_node_called_h_is_a_node() -> None:
    found = find_graph("f: h(2), g(1)\ng: h(4)\nh: f(2), i(3)\ni: -")

    assert found is not None
    assert written(found.graph) == "f>h:2, f>g:1, g>h:4, h>f:2, h>i:3"


STYLES = {
    "arrow": "{u} -> {v} ({w})",
    "colon": "{u}->{v}:{w}",
    "unicode": "{u} → {v} [{w}]",
    "latex": "${u} \\to {v}$ = {w}",
    "function": "w({u},{v}) = {w}",
    "tuple": "({u}, {v}, {w})",
    "sloppy": "{u} to {v} is {w}",
    "middle": "{u} --{w}--> {v}",
    "code": "g.add_edge('{u}', '{v}', weight={w})",
}


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("separator", [", ", "; ", "\n", "\n- "])
def test_every_spelling_of_random_edges_gives_the_same_graph(style: str, separator: str) -> None:
    rng = random.Random(style + separator)
    for names in (["A", "B", "C", "S", "G"], ["Sibiu", "Arad", "Zerind"], ["1", "2", "3", "10"]):
        pairs = rng.sample([(u, v) for u in names for v in names if u != v], k=len(names))
        edges = [(u, v, rng.randint(1, 20)) for u, v in pairs]
        lines = separator.join(STYLES[style].format(u=u, v=v, w=w) for u, v, w in edges)
        found = find_graph(f"Run UCS on this directed graph:\n{lines}\nBreak ties alphabetically.")

        assert found is not None
        assert written(found.graph) == ", ".join(f"{u}>{v}:{w}" for u, v, w in edges)


@pytest.mark.parametrize("text", ["(" * 1500, "[1," * 1500, "{'A': " * 1500])
def test_brackets_without_end_are_no_graph_and_no_tree(text: str) -> None:
    assert find_graph(text) is None
    assert find_tree(text) is None
