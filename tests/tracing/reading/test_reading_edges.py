"""Lists of edges are read in the many spellings that students use."""

from __future__ import annotations

import pytest

from tests.tracing.written import written
from tutor_app.tracing.reading.problem_data.graph_reader import find_graph

# What a message says, and its edges: "A-B:4" undirected, "A>B:4" directed; "D" alone, no edge.
EXAMPLES = [
    ("Graph: A–B (4), A–C (2), B–C (1)", "A-B:4, A-C:2, B-C:1"),
    ("edges: {A,B}=4, {A,C}=2, {B,C}=1", "A-B:4, A-C:2, B-C:1"),
    ("A B 4\nA C 2\nB C 1\nfrom A to C", "A>B:4, A>C:2, B>C:1"),
    ("from,to,weight\nA,B,4\nA,C,2\nB,C,1", "A>B:4, A>C:2, B>C:1"),
    (
        (
            "\\begin{tabular}{ccc}\nfrom & to & w \\\\ \\hline\nA & B & 4 \\\\\nA & C & 2 "
            "\\\\\nB & C & 1 \\\\\n\\end{tabular}"
        ),
        "A>B:4, A>C:2, B>C:1",
    ),
    ("Adj[A] = {B, C}\nAdj[B] = {D}\nAdj[C] = {D}\nAdj[D] = {}", "A>B, A>C, B>D, C>D"),
    (
        (
            "G.add_edge('A', 'B', weight=4)\nG.add_edge('A', 'C', weight=2)\nG.add_edge('B', "
            "'C', weight=1)"
        ),
        "A>B:4, A>C:2, B>C:1",
    ),
    (
        "graph {\n A -- B [label=4];\n A -- C [label=2];\n B -- C [label=1];\n}",
        "A-B:4, A-C:2, B-C:1",
    ),
    ("A --4--> B, A --2--> C, B --1--> C", "A>B:4, A>C:2, B>C:1"),
    ("A -4- B, A -2- C, B -1- C", "A-B:4, A-C:2, B-C:1"),
    ("A ==> B (4)\nB ==> C (1)", "A>B:4, B>C:1"),
    ("A=>B=4, A=>C=2", "A>B:4, A>C:2"),
    (
        "arad - sibiu 140, sibiu - rimnicu vilcea 80, rimnicu vilcea - pitesti 97",
        "arad-sibiu:140, sibiu-rimnicu vilcea:80, rimnicu vilcea-pitesti:97",
    ),
    (
        "New York -> Boston: 4; Boston -> Los Angeles: 30; New York -> Los Angeles: 28",
        "New York>Boston:4, Boston>Los Angeles:30, New York>Los Angeles:28",
    ),
    ("Edges: a->b w=4, a->c w=2, b->c w=1", "a>b:4, a>c:2, b>c:1"),
    (
        "edge 1: A-B, weight 4\nedge 2: A-C, weight 2\nedge 3: B-C, weight 1",
        "A-B:4, A-C:2, B-C:1",
    ),
    ("1. A-B 4\n2. A-C 2\n3. B-C 1", "A-B:4, A-C:2, B-C:1"),
    ("• A ↔ B: 4\n• B ↔ C: 1", "A-B:4, B-C:1"),
    ("A<->B 4, B<->C 1, A<-C 2", "A>B:4, B>A:4, B>C:1, C>B:1, C>A:2"),
    ("$A \\rightarrow B: 4$, $B \\rightarrow C: 1$", "A>B:4, B>C:1"),
    ("$(A,B)$: 4, $(A,C)$: 2, $(B,C)$: 1", "A>B:4, A>C:2, B>C:1"),
    ("d(A,B)=4, d(A,C)=2.5, d(B,C)=-1", "A>B:4, A>C:2.5, B>C:-1"),
    ("w(1,2) = 7, w(2,3) = 1, w(1,3) = 9", "1>2:7, 2>3:1, 1>3:9"),
    ("cost(A,B): 4\ncost(B,C): 1", "A>B:4, B>C:1"),
    ("S - A - G, S - B - G", "S-A, A-G, S-B, B-G"),
    ("0-1, 0-2, 1-3, 2-3", "0-1, 0-2, 1-3, 2-3"),
    ("0 -> 1, 0 -> 2, 1 -> 3", "0>1, 0>2, 1>3"),
    ("Edges: (0,1), (0,2), (1,3)", "0>1, 0>2, 1>3"),
    ("4 nodes, 3 edges:\n0 1 4\n0 2 1\n1 3 2", "0>1:4, 0>2:1, 1>3:2"),
    ("v1 -> v2 (3), v2 -> v3 (4), v_3 -> v1 (1)", "v1>v2:3, v2>v3:4, v_3>v1:1"),
    ("$v_1 \\to v_2$, $v_2 \\to v_3$", "v_1>v_2, v_2>v_3"),
    ("A—B: 4, B—C: 1", "A-B:4, B-C:1"),
    ("A - > B : 4 ; B - > C : 1", "A>B:4, B>C:1"),
    (
        "shirt -> tie, tie -> jacket, pants -> shoes, pants -> belt, belt -> jacket",
        "shirt>tie, tie>jacket, pants>shoes, pants>belt, belt>jacket",
    ),
    ("CS101 -> CS102, CS102 -> CS201, MATH1 -> CS201", "CS101>CS102, CS102>CS201, MATH1>CS201"),
    ("Nodes: A, B, C, D, E\nEdges: A-B, B-C, C-D", "A-B, B-C, C-D, E"),
    ("a-b(4) a-c(2) b-c(1)", "a-b:4, a-c:2, b-c:1"),
    ("AB(4) AC(2) BC(1)", "A-B:4, A-C:2, B-C:1"),
    ("AB, AC, BD, CD, DE", "A-B, A-C, B-D, C-D, D-E"),
    ("<A,B>, <B,C>, <C,A>", "A>B, B>C, C>A"),
    ("A->B->C->D, A->D", "A>B, B>C, C>D, A>D"),
    ("A to B: 4 km\nB to C: 1 km", "A>B:4, B>C:1"),
    (
        "flights: Paris–London 300, London–Berlin 900, Paris–Berlin 1050",
        "Paris-London:300, London-Berlin:900, Paris-Berlin:1050",
    ),
    ("A,B,4; A,C,2; B,C,1", "A>B:4, A>C:2, B>C:1"),
    ("(A, B) = 4\n(A, C) = 2", "A>B:4, A>C:2"),
    ("(A)-(B):4, (B)-(C):1", "A-B:4, B-C:1"),
    ("A--B--C--D (all edges have weight 1)", "A-B:1, B-C:1, C-D:1"),
    (
        "Undirected graph with edges 1-2(7), 1-3(9), 1-6(14), 2-3(10)",
        "1-2:7, 1-3:9, 1-6:14, 2-3:10",
    ),
    ("1-2=7, 1-3=9, 1-6=14", "1-2:7, 1-3:9, 1-6:14"),
    ("1–2: 7; 1–3: 9", "1-2:7, 1-3:9"),
    ("1→2:7, 1→3:9", "1>2:7, 1>3:9"),
    ("(1,2)=7, (1,3)=9", "1>2:7, 1>3:9"),
    ("e(1,2)=7 e(1,3)=9", "1>2:7, 1>3:9"),
    ("weights: ab=7, ac=9, bc=10", "a-b:7, a-c:9, b-c:10"),
    ("S-A(2), S-B(4)\nA-G(5)\nh(S)=5, h(A)=2, h(B)=3, h(G)=0", "S-A:2, S-B:4, A-G:5"),
    ("A -> B (w=4), A -> C (w=2)", "A>B:4, A>C:2"),
    ("A -- 4 -- B, A -- 2 -- C", "A-B:4, A-C:2"),
    ("A---4---B\nB---1---C", "A-B:4, B-C:1"),
    ("A --(4)-- B\nB --(1)-- C", "A-B:4, B-C:1"),
    ("A →(4) B, B →(1) C", "A>B:4, B>C:1"),
    ("AB:4 AC:2 BC:1", "A-B:4, A-C:2, B-C:1"),
    ("A-B: weight=4\nB-C: weight=1", "A-B:4, B-C:1"),
    ("A to B weight 4, A to C weight 2, B to C weight 1", "A>B:4, A>C:2, B>C:1"),
    ("A,B 4; B,C 1; A,C 2", "A>B:4, B>C:1, A>C:2"),
    ("nodes A B C D, edges AB BC CD", "A-B, B-C, C-D"),
    ("Edge  Weight\nA-B   4\nA-C   2\nB-C   1", "A-B:4, A-C:2, B-C:1"),
    ("edge   A-B  A-C  B-C\nweight 4    2    1", "A-B:4, A-C:2, B-C:1"),
    ("u v w\n1 2 4\n2 3 1", "1>2:4, 2>3:1"),
    ("c(A→B)=4, c(B→C)=1", "A>B:4, B>C:1"),
    ("w(A-B)=4, w(B-C)=1", "A-B:4, B-C:1"),
    ("$w_{AB}=4$, $w_{BC}=1$, $w_{AC}=2$", "A-B:4, B-C:1, A-C:2"),
    ("From S: A 1, B 4. From A: B 2, C 5. From B: C 1.", "S>A:1, S>B:4, A>B:2, A>C:5, B>C:1"),
    ("S ->A(1), S->B(4) ; A ->B(2)", "S>A:1, S>B:4, A>B:2"),
    ("A <-> B (4)\nB <-> C (1)", "A-B:4, B-C:1"),
    (
        "Arad-Zerind 75\nArad-Sibiu 140\nSibiu-Fagaras 99 km",
        "Arad-Zerind:75, Arad-Sibiu:140, Sibiu-Fagaras:99",
    ),
    ("weight 4 between A and B, weight 2 between A and C", "A-B:4, A-C:2"),
    ("A→B→C→D→A", "A>B, B>C, C>D, D>A"),
    ("5 nodes A..E: A-B 2, B-C 3", "A-B:2, B-C:3"),
    ("Graph edges: (A->B, 4), (B->C, 1)", "A>B:4, B>C:1"),
    ("(A,B;4),(B,C;1)", "A>B:4, B>C:1"),
    ("(A-B, 4), (B-C, 1)", "A-B:4, B-C:1"),
]


@pytest.mark.parametrize(("text", "edges"), EXAMPLES)
def test_a_list_of_edges_is_read_as_a_student_types_it(text: str, edges: str) -> None:
    found = find_graph(text)

    assert found is not None
    assert written(found.graph) == edges
