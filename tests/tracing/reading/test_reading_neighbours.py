"""Lists of neighbours, matrices and Python data are read as the graphs they write."""

from __future__ import annotations

import pytest

from tests.tracing.written import written
from tutor_app.tracing.reading.problem_data.graph_reader import find_graph

# What a message says, and its edges: "A-B:4" undirected, "A>B:4" directed; "D" alone, no edge.
EXAMPLES = [
    ("V = {A, B, C, D}, E = {(A,B), (B,C)}", "A>B, B>C, D"),
    ("$V=\\{a,b,c,d\\}$ and $E=\\{\\{a,b\\},\\{b,c\\}\\}$", "a-b, b-c, d"),
    (
        "G = (V, E) with V = {1,2,3,4} and E = {(1,2,5), (2,3,4), (3,4,1)}, directed",
        "1>2:5, 2>3:4, 3>4:1",
    ),
    (
        ("| From | To | Cost |\n|------|----|------|\n| A | B | 4 |\n| A | C | 2 |\n| B | C | 1 |"),
        "A>B:4, A>C:2, B>C:1",
    ),
    ("A: B=4, C=2\nB: A=4, C=1\nC: A=2, B=1", "A-B:4, A-C:2, B-C:1"),
    ("A: B:4, C:2\nB: A:4, C:1\nC: A:2, B:1", "A-B:4, A-C:2, B-C:1"),
    ("A: (B,4), (C,2)\nB: (C,1)\nC:", "A>B:4, A>C:2, B>C:1"),
    ("A -> B(4), C(2)\nB -> C(1)\nC -> none", "A>B:4, A>C:2, B>C:1"),
    ("A -> B, C\nB -> D\nC -> D\nD ->", "A>B, A>C, B>D, C>D"),
    ("A | B, C\nB | D\nC | D\nD | -", "A>B, A>C, B>D, C>D"),
    (
        ("Neighbours of A: B, C\nNeighbours of B: A, D\nNeighbours of C: A\nNeighbours of D: B"),
        "A-B, A-C, B-D",
    ),
    (
        (
            "A's neighbours are B and C. B's neighbours are A and D. C's neighbours are A. D's "
            "neighbours are B."
        ),
        "A-B, A-C, B-D",
    ),
    ("graph = {'A': [('B', 4), ('C', 2)], 'B': [('C', 1)], 'C': []}", "A>B:4, A>C:2, B>C:1"),
    ("{A: {B: 4, C: 2}, B: {C: 1}, C: {}}", "A>B:4, A>C:2, B>C:1"),
    (
        (
            '{"nodes": ["A","B","C"], "edges": [{"from": "A", "to": "B", "weight": 4}, '
            '{"from": "B", "to": "C", "weight": 1}]}'
        ),
        "A>B:4, B>C:1",
    ),
    ("digraph { A -> B [weight=4]; B -> C [weight=1]; }", "A>B:4, B>C:1"),
    ("A -->|4| B\nA -->|2| C\nB -->|1| C", "A>B:4, A>C:2, B>C:1"),
    ("   A B C D\nA  0 4 ∞ 2\nB  4 0 1 ∞\nC  ∞ 1 0 3\nD  2 ∞ 3 0", "A-B:4, A-D:2, B-C:1, C-D:3"),
    ("    | A | B | C\nA   | - | 4 | 2\nB   | 4 | - | 1\nC   | 2 | 1 | -", "A-B:4, A-C:2, B-C:1"),
    (
        (
            "|   | A | B | C |\n|---|---|---|---|\n| A | 0 | 4 | 2 |\n| B | 4 | 0 | 1 |\n| C | "
            "2 | 1 | 0 |"
        ),
        "A-B:4, A-C:2, B-C:1",
    ),
    ("adjacency matrix (nodes in order A, B, C):\n0 1 1\n1 0 0\n1 0 0", "A-B, A-C"),
    (
        (
            "The adjacency matrix with vertices A, B, C, D is\n"
            "[[0,1,1,0],[1,0,0,1],[1,0,0,1],[0,1,1,0]]"
        ),
        "A-B, A-C, B-D, C-D",
    ),
    (
        (
            "\\begin{array}{c|ccc} & A & B & C \\\\ \\hline A & 0 & 4 & 2 \\\\ B & 4 & 0 & 1 "
            "\\\\ C & 2 & 1 & 0 \\end{array}"
        ),
        "A-B:4, A-C:2, B-C:1",
    ),
    ("0: 1 2\n1: 3\n2: 3\n3:", "0>1, 0>2, 1>3, 2>3"),
    ("1: 2 3\n2: 1 4\n3: 1\n4: 2", "1-2, 1-3, 2-4"),
    ("Edge list: [A,B,4], [A,C,2], [B,C,1]", "A>B:4, A>C:2, B>C:1"),
    ("Start: A\nGoal: D\nA: B, C\nB: D\nC: D\nD:", "A>B, A>C, B>D, C>D"),
    ("A (h=5): B 2, C 3\nB (h=3): D 1\nC (h=1): D 4\nD (h=0):", "A>B:2, A>C:3, B>D:1, C>D:4"),
    ("A neighbors B and C; B neighbors D", "A-B, A-C, B-D"),
    ("a: b, c; b: d; c: -; d: -", "a>b, a>c, b>d"),
    ("the graph:\nA: B C\nB: D\nC: D\nD: -", "A>B, A>C, B>D, C>D"),
    ("Graph: A=[B,C], B=[D], C=[D], D=[]", "A>B, A>C, B>D, C>D"),
    ("A:{B,C}\nB:{D}\nC:{D}\nD:{}", "A>B, A>C, B>D, C>D"),
    ("A→{B:2, C:3}\nB→{D:1}\nC→{D:5}", "A>B:2, A>C:3, B>D:1, C>D:5"),
    ("adj = [[1,2],[0,3],[0],[1]]", "0-1, 0-2, 1-3"),
    ("{A-B: 4, B-C: 1}", "A-B:4, B-C:1"),
    ("{'AB': 4, 'BC': 1, 'AC': 2}", "A-B:4, B-C:1, A-C:2"),
    ("| Edge | Weight |\n|---|---|\n| A-B | 4 |\n| B-C | 1 |", "A-B:4, B-C:1"),
    ("| edge | AB | AC | BC |\n| weight | 4 | 2 | 1 |", "A-B:4, A-C:2, B-C:1"),
    ("[A-B,4], [B-C,1]", "A-B:4, B-C:1"),
]


@pytest.mark.parametrize(("text", "edges"), EXAMPLES)
def test_a_list_of_neighbours_or_matrix_is_read_as_a_student_types_it(
    text: str, edges: str
) -> None:
    found = find_graph(text)

    assert found is not None
    assert written(found.graph) == edges
