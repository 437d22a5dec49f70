"""A graph spelled out beside rows of a trace that look like lists of neighbours."""

from __future__ import annotations

from tutor_app.tracing.reading.problem_reader import read_problem

EDGES = {("A", "B", 4), ("A", "C", 1), ("C", "B", 2), ("B", "D", 5), ("C", "D", 8)}


def test_distances_in_rows_are_no_edges() -> None:
    reading = read_problem(
        "A | B 4, C 1\nC | B 3, D 9\nB | D 8\n"
        "the graph was A->B 4, A->C 1, C->B 2, B->D 5, C->D 8, dijkstra from A. is it right now"
    )
    assert reading is not None
    assert reading.problem.graph is not None
    found = {(edge.source, edge.target, edge.weight) for edge in reading.problem.graph.edges}
    assert found == EDGES
