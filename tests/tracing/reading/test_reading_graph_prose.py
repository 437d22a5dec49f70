"""Sentences about roads, arrows and prerequisites are read as graphs."""

from __future__ import annotations

import pytest

from tests.tracing.written import written
from tutor_app.tracing.reading.problem_data.graph_reader import find_graph
from tutor_app.tracing.reading.problem_reader import read_problem

# What a message says, and its edges: "A-B:4" undirected, "A>B:4" directed; "D" alone, no edge.
EXAMPLES = [
    (
        "Run Dijkstra from A.\nEdges (undirected): AB 4, AC 2, BC 1, BD 5, CD 8",
        "A-B:4, A-C:2, B-C:1, B-D:5, C-D:8",
    ),
    (
        ("The road between Arad and Zerind is 75 km. The road between Arad and Sibiu is 140 km."),
        "Arad-Zerind:75, Arad-Sibiu:140",
    ),
    (
        (
            "Arad to Zerind 75, Arad to Sibiu 140, Sibiu to Rimnicu Vilcea 80, Rimnicu Vilcea "
            "to Pitesti 97"
        ),
        "Arad>Zerind:75, Arad>Sibiu:140, Sibiu>Rimnicu Vilcea:80, Rimnicu Vilcea>Pitesti:97",
    ),
    (
        "From A you can go to B (cost 3) or C (cost 5). From B you can go to D (cost 2).",
        "A>B:3, A>C:5, B>D:2",
    ),
    (
        "A connects to B with cost 4 and to C with cost 2. B connects to C with cost 1.",
        "A-B:4, A-C:2, B-C:1",
    ),
    (
        "There are two-way streets between A and B (4), B and C (6), and C and D (2).",
        "A-B:4, B-C:6, C-D:2",
    ),
    ("A and B are connected (4), B and C are connected (1)", "A-B:4, B-C:1"),
    (
        (
            "there's an edge from a to b with weight 4, one from a to c with weight 2 and one "
            "from b to c with weight 1"
        ),
        "a>b:4, a>c:2, b>c:1",
    ),
    ("the edge AB has weight 4, BC has weight 1 and AC has weight 2", "A-B:4, B-C:1, A-C:2"),
    (
        (
            "Find the shortest path from A to D in this graph: A to B = 4, A to C = 2, B to D "
            "= 5, C to D = 8"
        ),
        "A>B:4, A>C:2, B>D:5, C>D:8",
    ),
    (
        "CS101 is a prerequisite for CS102, CS102 is a prerequisite for CS201",
        "CS101>CS102, CS102>CS201",
    ),
    ("S -> A 1\nS -> B 4\nA -> B 2\nrun ucs from S to G", "S>A:1, S>B:4, A>B:2"),
    ("The vertices are A, B, C, D. The edges are A-B, B-C.", "A-B, B-C, D"),
    ("x goes to y and z, y goes to z, z goes to w", "x>y, x>z, y>z, z>w"),
    ("A points to B and C. B points to C.", "A>B, A>C, B>C"),
    (
        "the distance from A to B is 5, from B to C is 3, and from A to C is 9",
        "A>B:5, B>C:3, A>C:9",
    ),
    ("A-B costs 4, B-C costs 1", "A-B:4, B-C:1"),
    ("S is linked with A (3) and B (2). A is linked with G (4).", "S-A:3, S-B:2, A-G:4"),
    (
        "Start node S connects to A and B. A leads to C, B leads to C and G.",
        "S>A, S>B, A>C, B>C, B>G",
    ),
    (
        (
            "There's a one-way street from A to B (2 min), one from B to C (3 min) and one "
            "from A to C (9 min)."
        ),
        "A>B:2, B>C:3, A>C:9",
    ),
    (
        (
            "You can drive from Arad to Zerind in 75 and from Zerind to Oradea in 71. From "
            "Arad you get to Sibiu in 140."
        ),
        "Arad>Zerind:75, Zerind>Oradea:71, Arad>Sibiu:140",
    ),
    (
        "Socks before shoes, pants before shoes, pants before belt, shirt before tie.",
        "Socks>shoes, pants>shoes, pants>belt, shirt>tie",
    ),
    ("B depends on A, C depends on A, D depends on B and C", "A>B, A>C, B>D, C>D"),
    ("1,2,7\n1,3,9\n2,3,10\nthe graph is undirected, find the MST", "1-2:7, 1-3:9, 2-3:10"),
    ("edges are\nA-B,4\nA-C,2\nB-C,1", "A-B:4, A-C:2, B-C:1"),
    ("the graph is a line A - B - C - D with weights 2, 3, 4", "A-B:2, B-C:3, C-D:4"),
    ("from s to a is 2, s to b is 5, from a to b is 1", "s>a:2, s>b:5, a>b:1"),
    (
        "It costs 4 to go from A to B, 2 to go from A to C and 1 to go from B to C.",
        "A>B:4, A>C:2, B>C:1",
    ),
]


@pytest.mark.parametrize(("text", "edges"), EXAMPLES)
def test_a_described_graph_is_read_as_a_student_types_it(text: str, edges: str) -> None:
    found = find_graph(text)

    assert found is not None
    assert written(found.graph) == edges


def test_the_goal_is_the_node_that_is_estimated_to_be_it_where_no_other_is_called_so() -> None:
    told = (
        "A* on my graph. S to A costs 1, S to B costs 4, A to B costs 2, B to C costs 1, C to G "
        "costs 3. estimates h: S 6, A 5, B 4, C 2, G 0. Start at S."
    )
    readings = [read_problem(told + more, {}, None, None) for more in ("", " The goal is C.")]
    assert [each.problem.goal for each in readings if each is not None] == ["G", "C"]
