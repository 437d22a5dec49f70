"""Graphs told in running prose: their edges, what is not read of them, and what is told after."""

from __future__ import annotations

import pytest

from tutor_app.domain.traces import Edge, Graph, Problem
from tutor_app.tracing.checking.check_trace import judge_kindly
from tutor_app.tracing.reading.problem_reader import read_problem
from tutor_app.tracing.reading.reading_results import Reading
from tutor_app.tracing.reading.told_graph.supposed_graph import supposed_graph
from tutor_app.tracing.reading.told_graph.told_corrections import with_told_corrections
from tutor_app.tracing.reading.told_graph.told_names import names_told, with_nodes
from tutor_app.tracing.reading.told_graph.told_values import values_of_run

BUS = (
    "hey on the bus, doing dijkstra by hand. no arrows. h to k 3, h to m 8, k m is 4, k to p 9, "
    "m p 2, m r 7, p r 3, r z 2 and p z 8. start h. first row: h 0, k 3 m 8 rest inf. ok so far?"
)
EDGES = ["h-k 3", "h-m 8", "k-m 4", "k-p 9", "m-p 2", "m-r 7", "p-r 3", "r-z 2", "p-z 8"]
HOME = (
    "dijkstra from H, both directions: H and B is 7, H and K is 2, K and B is 3, K and M is 8, "
    "B and M only 1, M and P is 4"
)


def read(message: str, known: Problem | None = None) -> Reading:
    reading = read_problem(message, known=known)
    assert reading is not None and reading.problem.graph is not None
    return reading


def edges_of(reading: Reading) -> list[str]:
    assert reading.problem.graph is not None
    return [f"{e.source}-{e.target} {e.weight}" for e in reading.problem.graph.edges]


def test_edges_are_read_whichever_words_join_them_and_no_arrows_is_undirected() -> None:
    reading = read(BUS)
    assert reading.question is None
    assert edges_of(reading) == EDGES
    assert reading.problem.graph is not None and not reading.problem.graph.directed
    assert reading.problem.start == "h"


@pytest.mark.parametrize(
    ("message", "edges", "ends"),
    [
        (  # two nodes that have the same neighbour
            "BFS on streets. Inn has a road to Kiln and Lake. Kiln and Lake have both "
            "road "
            "to Mole. I go from Inn to Mole.",
            ["Inn-Kiln None", "Inn-Lake None", "Lake-Mole None", "Kiln-Mole None"],
            ("Inn", "Mole"),
        ),
        (
            "Dijkstra from A: A to B is 2, A to C is 3, B and C each have a road to D of length 4, "
            "D to E costs 1",
            ["A-B 2", "A-C 3", "C-D 4", "B-D 4", "D-E 1"],
            ("A", None),
        ),
        (  # what a name is stands behind it
            "bfs, no arrows, B is start and E is goal: B-C, B-D, C-E, D-E",
            ["B-C None", "B-D None", "C-E None", "D-E None"],
            ("B", "E"),
        ),
        (
            "kruskal: pq4 qr1 pr2 rs7. i took qr 1, then pr 2. ok so far?",
            ["p-q 4", "q-r 1", "p-r 2", "r-s 7"],
            (None, None),
        ),
        (  # the zero at the sentence's end is an estimate, and tells the goal
            "greedy on my map: tor to bad is 3, tor to eck 1, bad to ulm 2, eck to ulm 5. "
            "i start "
            "at tor. guesses h: tor 4, bad 2, eck 3, ulm 0. first i take tor. ok?",
            ["tor-bad 3", "tor-eck 1", "bad-ulm 2", "eck-ulm 5"],
            ("tor", "ulm"),
        ),
    ],
)
def test_edges_and_ends_are_read_in_short_and_joint_forms(
    message: str, edges: list[str], ends: tuple[str | None, str | None]
) -> None:
    reading = read(message)
    assert edges_of(reading) == edges
    assert (reading.problem.start, reading.problem.goal) == ends


def test_sums_beside_a_graph_with_names_are_no_graph() -> None:
    known = read("greedy from S to T: S-A 2, A-T 3, S-B 1, B-T 4, h(S)=3, h(A)=2, h(B)=1, h(T)=0")
    told = "wait, 6 is three times that! 2+3+2 is 7 over A and over B 6+4=10, greedy sees that?"
    again = read_problem(told, known=known.problem)
    assert again is None or again.problem.graph == known.problem.graph


def test_numbered_rows_that_keep_what_waits_are_sure_rows() -> None:
    reading = read(
        "ucs from a to g, undirected, edges a-b 3, a-c 1, c-b 1, b-d 4, c-e 6, e-g 3. i have\n"
        "1) a,0 -> c1 b3\n2) c,1 -> b3 e7\nso now b comes out w/ 3, right?"
    )
    assert reading.student is not None and not reading.student.doubts
    found = judge_kindly(reading.problem, reading.stated, reading.student)
    assert found.first_error_step == 2


def test_steps_told_behind_the_graph_are_no_edges_and_right_ones_are_right() -> None:
    reading = read(BUS)
    assert reading.student is not None and not reading.student.doubts
    found = judge_kindly(reading.problem, reading.stated, reading.student)
    assert found.correct or found.missing


@pytest.mark.parametrize(
    "told",
    [
        "from H you get to B in 7 and to K in 2. Between B and K it takes 3 minutes",
        "7 from H to B, 2 from H to K, 3 from K to B",
        "H lies 7 from B and 2 from K, K lies 3 from B",
        "H to B costs 8, sorry, no, 7, H to K costs 2, K to B costs three",
    ],
)
def test_numbers_stand_before_behind_or_between_nodes(told: str) -> None:
    reading = read(f"run dijkstra, start is H. {told}. roads go both ways")
    graph = reading.problem.graph
    assert graph is not None
    ends = {(frozenset((e.source, e.target)), e.weight) for e in graph.edges}
    assert ends == {(frozenset("HB"), 7), (frozenset("HK"), 2), (frozenset("KB"), 3)}


def test_a_part_that_is_not_read_is_asked_for_alone() -> None:
    reading = read(
        "dijkstra from A, undirected. A and B are 4 apart, A and C 2, B and C 1, then by way of "
        "the old mill it is 9 more behind C, and C and D 5. whats the table"
    )
    assert reading.question is not None and reading.question.reason == "unread_part"
    assert "old mill" in reading.question.detail


def test_edges_that_were_forgotten_join_the_graph_and_the_start_stays() -> None:
    first = read(HOME)
    second = read("you forgot B to P 9", known=first.problem)
    assert edges_of(second) == [*edges_of(first), "B-P 9"]
    assert second.problem.start == "H"


def test_a_graph_told_again_as_a_list_keeps_its_start() -> None:
    known = read(BUS).problem
    again = read("edges h-k 3 h-m 8 k-m 5 k-p 9 m-p 2 m-r 7 p-r 3 r-z 2 p-z 8", known=known)
    assert edges_of(again) == [edge.replace("k-m 4", "k-m 5") for edge in EDGES]
    assert again.problem.start == "h"


@pytest.mark.parametrize(
    ("said", "edges"),
    [
        ("H to K is 4 actually, not 2", {"H-K 4"}),
        ("K and M isnt 8 by the way, its 6, sorry", {"K-M 6"}),
        ("oh, there's a road from H to P too, length 5", {"H-P 5"}),
        ("H has nothing to do with K. H and P is 3", {"H-P 3"}),
        ("wait, is H to K 4?", set()),
        ("no, so K is 2 and B is 5, M is 10. H to B is 5 then", set()),
    ],
)
def test_what_is_put_right_in_words_changes_the_graph_and_nothing_else(
    said: str, edges: set[str]
) -> None:
    known = read(HOME).problem
    assert known.graph is not None
    graph, _ = with_told_corrections(said, known.graph, values_of_run(known))
    new = {f"{e.source}-{e.target} {e.weight}" for e in graph.edges if e not in known.graph.edges}
    assert new == edges
    assert ("nothing to do" in said) is not any(
        {e.source, e.target} == {"H", "K"} for e in graph.edges
    )


def test_words_that_stand_for_a_node_are_that_node() -> None:
    text = "D is the depot, then K (the kiosk) and L for Lund. From the depot to the kiosk is 4"
    names = names_told(text)
    assert names == {"depot": "D", "kiosk": "K", "lund": "L"}
    assert with_nodes(text, names).endswith("From D to K is 4")
    assert names_told("S is the start and B is the best, K is next") == {}


def test_a_node_that_is_named_and_has_no_edge_is_asked_for() -> None:
    reading = read("prim from D, nodes D, K, L, M: K to L is 4, L and M 2, K and M is 5")
    assert reading.question is not None and reading.question.reason == "unread_part"
    assert reading.question.detail.endswith("D")


def test_the_direction_is_mended_by_words() -> None:
    again = read("and it's one-way, sorry", known=read(HOME).problem)
    assert again.problem.graph is not None and again.problem.graph.directed


@pytest.mark.parametrize(
    ("said", "edges"),
    [
        ("and what if A>C took 4 and not 9?", {("A", "C", 4)}),
        ("what happens if i add an arrow B to C with 1?", {("B", "C", 1)}),
        ("And when A-B is only 1, then C is next", {("A", "B", 1)}),
        ("if i go from A to C it is 9", set()),
        ("if i take A to B 3 + 6 = 9 then C has 9", set()),
        ("A-C is 4, look at the arrow", set()),
    ],
)
def test_only_what_is_supposed_of_an_edge_changes_it(
    said: str, edges: set[tuple[str, str, int]]
) -> None:
    told = [Edge(source="A", target="B", weight=3), Edge(source="A", target="C", weight=9)]
    graph = Graph(nodes=("A", "B", "C"), edges=tuple(told), directed=True, weighted=True)
    found = supposed_graph(said, graph)
    new = set(found.graph.edges) - set(told) if found is not None else set()
    assert {(edge.source, edge.target, edge.weight) for edge in new} == edges


def test_a_graph_that_one_has_tried_is_no_work() -> None:
    tried = read("I tried one: S-A 2, A-G 2, S-B 1. BFS from S to G takes S A G, ok?")
    assert edges_of(tried) == ["S-A 2", "A-G 2", "S-B 1"]


def test_a_word_for_what_joins_may_be_a_place_and_words_before_a_graph_hide_no_edge() -> None:
    places = "mill to tower 2, mill to bridge 1, bridge to tower 2, tower to castle 3"
    river = read(f"ucs, {places}, bridge to castle 9, both directions. from mill to castle")
    own = read("breadth-first search on a graph of my own: S goes to A and B, A to C. Start S")
    assert "mill-bridge 1" in edges_of(river) and len(edges_of(river)) == 5
    assert own.problem.start == "S" and "S-A None" in edges_of(own)
