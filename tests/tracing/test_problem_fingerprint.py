"""The same problem has the same key however it is typed; another problem has another."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tutor_app.domain.traces import Edge, Graph, Problem
from tutor_app.tracing.problem_fingerprint import problem_key


def graph(*edges: tuple[str, str, int], directed: bool = False) -> Graph:
    nodes = dict.fromkeys(node for u, v, _ in edges for node in (u, v))
    made = tuple(Edge(source=u, target=v, weight=w) for u, v, w in edges)
    return Graph(directed=directed, weighted=True, nodes=tuple(nodes), edges=made)


AS_TYPED = Problem(
    algorithm="dijkstra", graph=graph(("A", "B", 4), ("A", "C", 2), ("C", "B", 1)), start="A"
)


@pytest.mark.parametrize(
    "same",
    [
        replace(AS_TYPED, graph=graph(("C", "B", 1), ("A", "C", 2), ("A", "B", 4))),
        replace(AS_TYPED, graph=graph(("B", "A", 4), ("C", "A", 2), ("B", "C", 1))),
        replace(AS_TYPED, graph=graph(("a", "b", 4), ("a", "c", 2), ("c", "b", 1)), start="a"),
        replace(AS_TYPED, conventions={"tie_break": "fifo"}),
    ],
)
def test_another_way_of_typing_it_is_the_same_problem(same: Problem) -> None:
    assert problem_key(same) == problem_key(AS_TYPED)


@pytest.mark.parametrize(
    "other",
    [
        replace(AS_TYPED, algorithm="prim"),
        replace(AS_TYPED, start="B"),
        replace(AS_TYPED, goal="B"),
        replace(AS_TYPED, graph=graph(("A", "B", 5), ("A", "C", 2), ("C", "B", 1))),
        replace(AS_TYPED, graph=graph(("A", "B", 4), ("A", "C", 2), ("C", "B", 1), directed=True)),
    ],
)
def test_another_instance_is_another_problem(other: Problem) -> None:
    assert problem_key(other) != problem_key(AS_TYPED)


def test_a_directed_edge_the_other_way_round_is_another_problem() -> None:
    there = replace(AS_TYPED, graph=graph(("A", "B", 4), directed=True))
    back = replace(AS_TYPED, graph=graph(("B", "A", 4), directed=True))

    assert problem_key(there) != problem_key(back)


def test_the_order_of_an_array_and_of_a_tree_counts() -> None:
    def sort(*values: float) -> Problem:
        return Problem(algorithm="merge_sort", array=values)

    assert problem_key(sort(3, 1)) != problem_key(sort(1, 3))
    assert problem_key(sort(3, 1)) == problem_key(sort(3.0, 1.0))
    missing = Problem(algorithm="alphabeta", tree=((3, float("nan")), 2))
    assert problem_key(missing) != problem_key(replace(missing, tree=((3, 4), 2)))
