"""Graphs in running text: lists of neighbours in one line, edges told in words."""

from __future__ import annotations

import pytest

from tutor_app.tracing.reading.problem_reader import read_problem

UNWEIGHTED = ["S-A", "S-B", "A-C", "A-D", "B-D", "C-E", "D-G", "E-G"]
WEIGHTED = ["A-B 4", "A-C 2", "C-B 1", "B-D 5", "C-D 8"]


def edges_of(message: str) -> list[str]:
    reading = read_problem(message)
    assert reading is not None and reading.problem.graph is not None
    assert reading.question is None
    return [
        f"{edge.source}-{edge.target}" + ("" if edge.weight is None else f" {edge.weight}")
        for edge in reading.problem.graph.edges
    ]


@pytest.mark.parametrize(
    "neighbours",
    [
        "S: A B, A: C D, B: D, C: E, D: G, E: G",
        "S: A,B; A: C,D; B: D; C: E; D: G; E: G",
        "S:A B,A:C D,B:D,C:E,D:G,E:G",
        "S -> A B, A -> C D, B -> D, C -> E, D -> G, E -> G",
        "S->A,B A->C,D B->D C->E D->G E->G",
        "S: A, B. A: C, D. B: D. C: E. D: G. E: G",
        "S (A B), A (C D), B (D), C (E), D (G), E (G)",
        "S: [A B], A: [C D], B: [D], C: [E], D: [G], E: [G]",
        "S=A B, A=C D, B=D, C=E, D=G, E=G",
        "S: A B | A: C D | B: D | C: E | D: G | E: G",
        "neighbors of S are A and B, neighbors of A are C and D, neighbors of B are D, neighbors "
        "of C are E, neighbors of D are G, neighbors of E are G",
        "S has A and B, A has C and D, B has D, C has E, D has G, E has G",
    ],
)
def test_a_list_of_neighbours_in_one_line_is_read_whole(neighbours: str) -> None:
    assert edges_of(f"bfs from S to G, {neighbours}") == UNWEIGHTED


@pytest.mark.parametrize(
    "neighbours",
    [
        "A: B 4, C 2; C: B 1, D 8; B: D 5",
        "A: B(4) C(2), C: B(1) D(8), B: D(5)",
        "A: B4 C2, C: B1 D8, B: D5",
    ],
)
def test_neighbours_with_weights(neighbours: str) -> None:
    assert sorted(edges_of(f"ucs from A to D: {neighbours}")) == sorted(WEIGHTED)


@pytest.mark.parametrize(
    "edges",
    [
        "A to B is 4, A to C is 2, C to B 1, B to D 5, C to D 8 (undirected)",
        "A to B 4, A to C 2, C to B 1, B to D 5, C to D 8",
        "A to B costs 4, A to C costs 2, C to B costs 1, B to D costs 5 and C to D costs 8",
        "A and B 4, A and C 2, C and B 1, B and D 5, C and D 8",
        "A to B = 4; A to C = 2; C to B = 1; B to D = 5; C to D = 8",
        "A to B (4), A to C (2), C to B (1), B to D (5), C to D (8)",
        "A goes to B with 4 and C with 2, C goes to B with 1, B goes to D with 5, C to D with 8",
        "AB is 4, AC is 2, CB 1, BD 5, CD 8",
        "A B 4, A C 2, C B 1, B D 5, C D 8",
        "A B 4\nA C 2\nC B 1\nB D 5\nC D 8",
        "A-B is 4, A-C is 2, C-B is 1, B-D is 5, C-D is 8",
    ],
)
def test_edges_in_words(edges: str) -> None:
    assert edges_of(f"run dijkstra from A. {edges}") == WEIGHTED


@pytest.mark.parametrize(
    "ends",
    [
        "start is A and goal is D.",
        "A is the start and D the goal.",
        "from A to D.",
        "begin in A, the goal is D.",
    ],
)
def test_start_and_goal_beside_edges_in_words(ends: str) -> None:
    reading = read_problem(f"ucs, {ends} edges: A to B is 4, A to C is 2, C to B 1, B to D 5")
    assert reading is not None
    assert (reading.problem.start, reading.problem.goal) == ("A", "D")


def test_start_is_named_once_and_no_list_of_neighbours_loses_it() -> None:
    assert edges_of("dijkstra from A with A-B is 4, B-C is 2, A-C is 7") == [
        "A-B 4",
        "B-C 2",
        "A-C 7",
    ]


def test_two_short_values_of_a_heuristic_are_no_neighbours() -> None:
    reading = read_problem("A* from S to G: S-A 1, A-G 5. h: S: 4, A: 3, G: 0")
    assert reading is not None and reading.problem.graph is not None
    assert len(reading.problem.graph.edges) == 2
