"""A student's own rows and claims, in the formats in which students type them."""

from __future__ import annotations

import math
from collections.abc import Sequence

import pytest

from tutor_app.domain.traces import Number, Row, StudentTrace
from tutor_app.tracing.algorithm import algorithm_named
from tutor_app.tracing.reading.student_rows.list_entries import Nodes
from tutor_app.tracing.reading.student_rows.rows_by_algorithm import Context
from tutor_app.tracing.reading.student_rows.student_trace import read_student, split_message

_A, _B = {"node": "A"}, {"node": "B"}
_NODES = ("S", "A", "B", "G")


@pytest.mark.parametrize(
    "work",
    [
        "1) S -> [A, B]\n2) A -> [B, G]",
        "Step 1: expand S. OPEN = {A, B}\nStep 2: expand A. OPEN = {B, G}",
        "1. pop S, queue: A, B\n2. pop A, queue: B, G",
        "step | node | OPEN\n1 | S | A, B\n2 | A | B, G",
        "| Step | Expanded | Frontier |\n|---|---|---|\n| 1 | S | [A, B] |\n| 2 | A | [B, G] |",
        "Step\tNode\tQueue\n1\tS\tA,B\n2\tA\tB,G",
        "step  node  open\n1  S  A, B\n2  A  B, G",
        "step;node;open\n1;S;A B\n2;A;B G",
        r"\begin{tabular}{c|c|c} step & node & OPEN \\ \hline 1 & S & A, B \\ 2 & A & B, G \\ "
        r"\end{tabular}",
        "1: visit S, frontier = [A, B]\n2: visit A, frontier = [B, G]",
        "1 | S | A, B\n2 | A | B, G",
        "iteration 1: s | open: a b\niteration 2: a | open: b g",
        "1) current = S; queue = A, B\n2) current = A; queue = B, G",
    ],
)
def test_selected_node_and_open_in_many_formats(work: str) -> None:
    assert _rows("bfs", work) == [
        {"step": 1, "node": "S", "open": (_A, _B)},
        {"step": 2, "node": "A", "open": (_B, {"node": "G"})},
    ]


@pytest.mark.parametrize(
    "work",
    [
        "step | node | OPEN | CLOSED\n0 | - | S | \n1 | S | A, B | S",
        "0) start OPEN [S]\n1) S -> [A, B] CLOSED [S]",
        "Step 0: OPEN = [S]\nStep 1: expand S, OPEN = [A, B], CLOSED = {S}",
        "start: open = [S]\n1. S, open: [A, B], visited: [S]",
    ],
)
def test_the_initial_state_is_row_0_without_a_node(work: str) -> None:
    rows = _rows("bfs", work)
    assert rows[0] == {"step": 0, "open": ({"node": "S"},)}
    assert rows[1] == {"step": 1, "node": "S", "open": (_A, _B), "closed": ("S",)}


@pytest.mark.parametrize(
    ("entry", "meant"),
    [
        ("A:2", {"node": "A", "g": 2}),
        ("A(2)", {"node": "A", "g": 2}),
        ("A (2)", {"node": "A", "g": 2}),
        ("A/2", {"node": "A", "g": 2}),
        ("A=2", {"node": "A", "g": 2}),
        ("A g=2", {"node": "A", "g": 2}),
        ("(A, 2)", {"node": "A", "g": 2}),
        ("<A,2>", {"node": "A", "g": 2}),
        ("A(2,S)", {"node": "A", "g": 2, "parent": "S"}),
        ("A(g=2, from S)", {"node": "A", "g": 2, "parent": "S"}),
        ("A[2] via S", {"node": "A", "g": 2, "parent": "S"}),
        ("a(2.5)", {"node": "A", "g": 2.5}),
    ],
)
def test_entries_of_open_with_their_cost(entry: str, meant: Row) -> None:
    (row,) = _rows("ucs", f"1) S -> [{entry}, B(3)]")
    assert row["open"] == (meant, {"node": "B", "g": 3}) or row["open"][0] == meant  # type: ignore[index]


@pytest.mark.parametrize(
    ("entry", "meant"),
    [
        ("A:5", {"node": "A", "f": 5}),
        ("A(f=5)", {"node": "A", "f": 5}),
        ("A(2+3=5)", {"node": "A", "g": 2, "h": 3, "f": 5}),
        ("A(g=2, h=3, f=5)", {"node": "A", "g": 2, "h": 3, "f": 5}),
        ("A(5=2+3)", {"node": "A", "g": 2, "h": 3, "f": 5}),
        ("A(5,S)", {"node": "A", "f": 5, "parent": "S"}),
    ],
)
def test_a_bare_number_of_a_star_is_f(entry: str, meant: Row) -> None:
    (row,) = _rows("astar", f"1) S -> [{entry}]")
    assert row["open"] == (meant,)


@pytest.mark.parametrize("nothing", ["[]", "empty", "{}", "∅", "-"])
def test_an_empty_list_is_shown_as_empty(nothing: str) -> None:
    assert _rows("bfs", f"step | node | OPEN\n1 | S | A\n2 | A | {nothing}")[1]["open"] == ()


@pytest.mark.parametrize("end", ["goal", "goal, stop", "done", "G is the goal"])
def test_goal_in_place_of_open_shows_no_open(end: str) -> None:
    assert _rows("bfs", f"step | node | OPEN\n1 | S | G\n2 | G | {end}")[1] == {
        "step": 2,
        "node": "G",
    }


@pytest.mark.parametrize(
    "work",
    [
        "S, A, B, G",
        "I expand: S A B G",
        "order: S, A, B, G",
        "expanded nodes in order: s a b g",
        "S -> A -> B -> G",
        "1. S\n2. A\n3. B\n4. G",
        "1 | S\n2 | A\n3 | B\n4 | G",
        "1\tS\n2\tA\n3\tB\n4\tG",
        "1) S\n2) A\n3) B\n4) G",
        "1 S\n2 A\n3 B\n4 G",
        "I got S A B G.",
        "My order of expansion is S, A, B, G",
    ],
)
def test_a_bare_order_is_one_node_a_step(work: str) -> None:
    assert _rows("bfs", work) == [
        {"step": number, "node": node} for number, node in enumerate(_NODES, start=1)
    ]


@pytest.mark.parametrize(
    ("algorithm", "claim", "final"),
    [
        ("astar", "Final path S -> A -> G with cost 7.", {"path": ("S", "A", "G"), "cost": 7}),
        ("astar", "Path: S-A-G, cost = 7", {"path": ("S", "A", "G"), "cost": 7}),
        ("ucs", "so the shortest path is S, A, G (cost 7)", {"path": ("S", "A", "G"), "cost": 7}),
        ("bfs", "Path found: S→A→G", {"path": ("S", "A", "G")}),
        ("ids", "Found at depth 2, path S A G", {"path": ("S", "A", "G"), "depth": 2}),
        ("greedy", "There is no path to G.", {"found": False}),
        ("dijkstra", "Final distances: S=0, A=2, B=∞", {"dist": {"S": 0, "A": 2, "B": math.inf}}),
        ("bellman_ford", "There is a negative cycle.", {"negative_cycle": True}),
        ("bellman_ford", "no negative cycle", {"negative_cycle": False}),
        ("toposort", "so it has a cycle", {"cycle": True}),
        ("prim", "Total weight 23.", {"weight": 23}),
        ("kruskal", "The MST weight is 23", {"weight": 23}),
        ("kruskal", "MST: S-A, A-B", {"edges": (("S", "A"), ("A", "B"))}),
        ("binary_search", "found at index 6", {"found": True, "index": 6}),
        ("binary_search", "so it is not in the array", {"found": False}),
        ("alphabeta", "Root value = -3", {"value": -3}),
        ("alphabeta", "the value of the root is 5", {"value": 5}),
    ],
)
def test_what_comes_out(algorithm: str, claim: str, final: Row) -> None:
    shown = _read(algorithm, claim)
    assert shown is not None
    assert shown.final == final


@pytest.mark.parametrize(
    "work",
    [
        "step | node | S | A | B | G\n0 | - | 0 | ∞ | ∞ | ∞\n1 | S | 0 | 2 | inf | -",
        "step  node  S  A  B  G\n0  -  0  ∞  ∞  ∞\n1  S  0  2  ∞  ∞",
        "0. start: S=0, A=inf, B=inf, G=inf\n1. pick S: S=0, A=2, B=inf, G=inf",
        "step & node & S & A & B & G \\\\\n0 & - & $0$ & $\\infty$ & $\\infty$ & $\\infty$ \\\\\n"
        "1 & S & $0$ & $2$ & $\\infty$ & $\\infty$ \\\\",
        "step,node,d(S),d(A),d(B),d(G)\n0,,0,inf,inf,inf\n1,S,0,2,inf,inf",
    ],
)
def test_tables_of_distances(work: str) -> None:
    start, first = _rows("dijkstra", work)
    inf = math.inf
    assert start == {"step": 0, "dist": {"S": 0, "A": inf, "B": inf, "G": inf}}
    assert first == {"step": 1, "node": "S", "dist": {"S": 0, "A": 2, "B": inf, "G": inf}}


def test_distances_with_parents_in_their_cells() -> None:
    work = "step node S A B G\n0 - 0 ∞ ∞ ∞\n1 S 0 2(S) 5(S) ∞"
    rows = _rows("dijkstra", work)
    assert rows[1]["parent"] == {"A": "S", "B": "S"}
    assert rows[0]["parent"] == {}


def test_a_dash_after_a_distance_was_shown_means_nothing() -> None:
    rows = _rows(
        "dijkstra", "step | node | S | A | B | G\n1 | S | 0 | 2 | - | -\n2 | A | - | 2 | 3 | -"
    )
    assert rows[1]["dist"] == {"A": 2, "B": 3, "G": math.inf}


@pytest.mark.parametrize(
    "work",
    [
        "limit 0: S\nlimit 1: S A B",
        "depth 0 -> S\ndepth 1 -> S, A, B",
        "limit | visited\n0 | S\n1 | S, A, B",
        "L=0: S\nL=1: S A B".replace("L", "limit "),
    ],
)
def test_depth_limits_count_from_0(work: str) -> None:
    assert _rows("ids", work) == [
        {"step": 0, "limit": 0, "visited": ("S",)},
        {"step": 1, "limit": 1, "visited": ("S", "A", "B")},
    ]


def test_queue_of_a_topological_sort() -> None:
    assert _rows(
        "toposort", "0. start, queue: S\n1. remove S, queue: A, B\n2. remove A, queue: empty"
    ) == [
        {"step": 0, "queue": ("S",)},
        {"step": 1, "node": "S", "queue": ("A", "B")},
        {"step": 2, "node": "A", "queue": ()},
    ]


@pytest.mark.parametrize(
    "opening",
    [
        "I got this:\n",
        "Here is my attempt:\n",
        "My trace so far:\n",
        "This is what I did:\n",
        "here's what i have\n",
        "My solution is: ",
        "I tried it: ",
        "So I get: ",
        "My answer:\n",
        "my attempt\n",
        "Here is my try\n",
    ],
)
def test_own_work_is_told_from_the_problem(opening: str) -> None:
    message = f"Run BFS from S to G on S-A, A-G.\n{opening}S, A, G\nIs this right?"
    problem, work = split_message(message)
    assert work.split() == ["S,", "A,", "G"]
    assert "S-A, A-G" in problem
    assert "S, A, G" not in problem
    assert len(problem) == len(message)


def test_a_message_without_own_work_is_all_problem() -> None:
    message = "I have the graph S-A, A-G. I need to run BFS from S."
    assert split_message(message) == (message, "")


@pytest.mark.parametrize(
    "message",
    [
        "I have the following graph:\nS-A, A-G\nRun BFS from S to G.",
        "Here is my graph: S-A, A-G. Run BFS from S.",
        "I have to do this exercise:\nBFS from S on S-A, A-G",
        "I got the array: 3, 1, 2. Sort it.",
    ],
)
def test_the_data_of_the_problem_are_no_own_work(message: str) -> None:
    assert split_message(message) == (message, "")


def test_remarks_are_no_rows() -> None:
    assert len(_rows("ucs", "1) S -> [A(1)]\n(I didn't sort OPEN)\n2) A -> [G(3)]")) == 2


def _rows(algorithm: str, work: str) -> list[Row]:
    shown = _read(algorithm, work)
    assert shown is not None
    return list(shown.rows)


def _read(
    algorithm: str, work: str, nodes: Sequence[str] = _NODES, array: Sequence[Number] = ()
) -> StudentTrace | None:
    columns = algorithm_named(algorithm).columns
    return read_student(
        work,
        Context(
            algorithm=algorithm,
            columns=(*columns, "width"),
            nodes=Nodes(nodes),
            array=tuple(array),
        ),
    )
