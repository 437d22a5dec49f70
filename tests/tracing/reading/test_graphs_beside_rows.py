"""A graph spelled out beside rows of a trace that look like lists of neighbours."""

from __future__ import annotations

import pytest

from tutor_app.tracing.checking.check_trace import judge_kindly
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


@pytest.mark.parametrize(
    ("message", "algorithm", "ends", "edges", "wrong"),
    [
        (
            "dijkstra from s, arrows: s>a 5, s>b 2, b>a 1, a>c 4, b>c 8. rows (a b c): "
            "s: 5 2 inf / b: 3 2 10 / now i settle a and c becomes 4. ok?",
            "dijkstra",
            ("s", None),
            5,
            3,
        ),
        (
            "A* from P to V, P>Q 3, P>R 2, Q>T 4, R>T 6, R>U 1, U>V 5, T>V 2. "
            "h: P7 Q5 R6 T2 U5 V0.\nP f7 -> Q 3+5=8, R 2+6=8\nQ f8 -> T 8+4+2=14\nWhich is wrong?",
            "astar",
            ("P", "V"),
            7,
            2,
        ),
        (
            "directed 1->2 1->5 2->3 2->6 5->6 5->7 6->8, BFS 1 to 8\nQ=[1]\n[2,5]\n[5,3,6]\n"
            "[3,6,6,7]\ncan 6 be in there two times?",
            "bfs",
            ("1", "8"),
            7,
            3,
        ),
        (
            "BFS, from H to T. H with B, H with K, B with C, B with K, K with M, C with T.\n"
            "1) H -> queue: B K\n2) B -> queue: K C K\nis this normal?",
            "bfs",
            ("H", "T"),
            6,
            2,
        ),
        (
            "start A: A->B=10; A->C=3; B->D=2; C->B=4; C->D=8; C->E=2\n"
            "1) A: B10 C3\n2) C: B7 D11 E5\n3) B: D9 E5\ncorrect??",
            "dijkstra",
            ("A", None),
            6,
            3,
        ),
        (
            "BFS Rome to Pisa: Rome-Bari, Rome-Siena, Bari-Como, Siena-Pisa, Como-Pisa.\n\n"
            "| step | expanded | frontier |\n|---|---|---|\n| 1 | Rome | Bari, Siena |\n"
            "| 2 | Bari | Como, Siena |\n| 3 | Como | Pisa, Siena |",
            "bfs",
            ("Rome", "Pisa"),
            5,
            2,
        ),
        (
            "Dijkstra from hub\nhub->mid 2  hub->far 9  mid->far 3  far->end 4\n\n"
            "visited  mid  far  end\nhub 0     2    9    -\nmid 2     2    5    -\n"
            "far 5     2    5    4\nok so?",
            "dijkstra",
            ("hub", None),
            4,
            3,
        ),
        (
            "prim from S: PQ=3 PS=6 QR=2 QS=5 RS=4\n{S} + RS 4\n{R,S} + QS 5\n{Q,R,S} + PQ 3",
            "prim",
            ("S", None),
            5,
            2,
        ),
        (
            "recursive dfs, 1 to 5, edges 12 13 24 34 35, small numbers first\n"
            "1 -> 2 -> 4 -> 3 -> 5, path 1 2 4 3 5",
            "dfs",
            ("1", "5"),
            5,
            None,
        ),
    ],
)
def test_a_graph_and_its_rows_are_told_apart_by_what_the_run_bears_out(
    message: str, algorithm: str, ends: tuple[str, str | None], edges: int, wrong: int | None
) -> None:
    reading = read_problem(message)

    assert reading is not None and reading.question is None and reading.student is not None
    problem = reading.problem
    assert (problem.algorithm, problem.start, problem.goal) == (algorithm, *ends)
    assert problem.graph is not None and len(problem.graph.edges) == edges
    judged = judge_kindly(problem, reading.stated, reading.student)
    assert judged.first_error_step == wrong


def test_edges_that_add_up_to_the_total_were_all_taken() -> None:
    reading = read_problem("kruskal AB3 BC1 AC2 DE4 BE5\nBC 1\nAC 2\nAB 3\nDE 4\nsum 10. correct?")
    assert reading is not None and reading.student is not None
    judged = judge_kindly(reading.problem, reading.stated, reading.student)
    assert judged.first_error_step == 3
