"""Rows told loosely are aligned with the run that they tell; what fits two ways is not judged."""

from __future__ import annotations

import pytest

from tutor_app.domain.traces import Edge, Graph, Problem
from tutor_app.tracing.checking.check_trace import judge_kindly
from tutor_app.tracing.exact_run import run
from tutor_app.tracing.reading.problem_reader import read_problem
from tutor_app.tracing.telling.read_told import ToldSteps, read_told

WEIGHTS = {"KL": 3, "KM": 7, "LM": 2, "LN": 8, "MN": 4, "MP": 9, "NP": 1}
SETTLED = frozenset({"directed", "tie_break", "neighbor_order"})


def problem(algorithm: str) -> Problem:
    """A graph on which M is lowered by L, N by M, and P by N."""
    edges = tuple(Edge(source=ab[0], target=ab[1], weight=w) for ab, w in WEIGHTS.items())
    graph = Graph(directed=False, weighted=True, nodes=tuple("KLMNP"), edges=edges)
    return Problem(algorithm=algorithm, graph=graph, start="K", goal="P")


def told(text: str, algorithm: str = "ucs") -> ToldSteps | None:
    return read_told(text, run(problem(algorithm)), SETTLED)


def wrong_row(text: str, algorithm: str = "ucs") -> int | None:
    """Return the first wrong row of a message that is surely read, None where none is wrong."""
    found = told(text, algorithm)
    assert found is not None and found.sure
    judged = judge_kindly(problem(algorithm), SETTLED, found.trace)
    return None if judged.correct or judged.missing else judged.first_error_step


@pytest.mark.parametrize(
    "text",
    [
        "K!! L3 M7 .. L!! M5 N11 .. M!! N9 P14 .. N!! P10 .. P!!",
        "k{l=3 m=7} l{m=5 n=11} m{n=9 p=14} n{p=10} p",
        "{L3, M7} popped K\n{M5, N11} popped L\n{N9, P14} popped M\n{P10} popped N\npopped P",
        "so K gives L 3 and M 7. then L, M is now 0+3+2=5 and N 11. then M makes N 9 (was 11),"
        " P 14. then N and P goes down to 10. then P",
    ],
)
def test_the_same_rows_are_read_in_any_signs(text: str) -> None:
    assert wrong_row(text) is None


def test_a_slip_is_found_where_it_stands_and_what_follows_from_it_is_understood() -> None:
    assert wrong_row("K: L3 M7 / L: M6 N11 / M: N10 P15 / N: P11 / P") == 2


def test_a_node_taken_out_of_turn_is_the_wrong_row() -> None:
    assert wrong_row("K: L3 M7 / L: M5 N11 / N: P12 M5 / M: P12 / P", "dijkstra") == 3


def test_lists_alone_tell_which_node_was_taken() -> None:
    found = told("K0\nL3 M7\nM5 N11\nN9 P14\nP10")
    assert found is not None and found.sure
    assert [row["node"] for row in found.trace.rows] == ["K", "L", "M", "N"]


def test_numbers_that_fit_nothing_are_not_judged() -> None:
    found = told("K 12 L 13 14 M 15 16 N 17, is it ok?")
    assert found is None or not found.sure


def test_a_row_that_is_lost_in_the_list_before_it_makes_no_work_right() -> None:
    found = told("K | L3 M7\nL | M5 N11\nN 11 | M 5 N9 P14\nN | P10\nP")
    assert found is None or not found.sure or wrong_row_of(found) is not None


def wrong_row_of(found: ToldSteps) -> int | None:
    return judge_kindly(problem("ucs"), SETTLED, found.trace).first_error_step


def test_the_problem_may_stand_in_the_same_breath() -> None:
    roads = "K-L 3 K-M 7 L-M 2 L-N 8 M-N 4 M-P 9 N-P 1"
    reading = read_problem(
        f"ucs from K to P, {roads}: K{{L3 M7}} L{{M5 N11}} M{{N9 P14}} N{{P10}} P ok?"
    )
    assert reading is not None and reading.student is not None
    assert not reading.student.doubts
    assert judge_kindly(reading.problem, reading.stated, reading.student).correct


def test_what_is_left_blank_is_not_called_right() -> None:
    found = told("K;L 3, M 7\nL;M 5, N 11\nM;\nN;P 10\nP;")  # nothing follows, or it is not told
    assert found is None or not found.sure


def test_steps_that_read_right_in_one_way_and_wrong_in_another_are_asked_about() -> None:
    rows = "A | {C D}. then C | {B E}. then D | -. then B | -. then E | -"
    message = (
        "Run Breadth-first search.\nThe graph is undirected. Nodes: A, B, C, D, E.\n"
        "Edges: C - E, C - D, A - D, B - D, A - C, B - C.\nStart node is A.\nGoal node is E.\n"
        f"I got this:\n{rows}"
    )
    reading = read_problem(f"{message}\nis that right?")

    assert reading is not None and reading.student is not None
    assert reading.student.doubts


def test_a_node_that_is_misnamed_is_a_slip_of_its_row() -> None:
    found = told("K: L3 M7\nL: M5 N11\nN: N9 P14\nN: P10\nP")
    assert found is not None
    assert [row["node"] for row in found.trace.rows] == ["K", "L", "N", "N", "P"]
    assert found.aligned.slips == 1
