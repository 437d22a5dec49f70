"""Steps that a message tells in a layout of its own, beside the problem or after it."""

from __future__ import annotations

import pytest

from tutor_app.tracing.checking.check_trace import judge_kindly
from tutor_app.tracing.reading.problem_reader import read_problem

ROADS = "S-A 4, S-B 1, B-A 2, B-C 6, A-C 1, A-D 5, C-D 2"


def judged(text: str) -> tuple[bool, int | None] | None:
    """Return whether the steps of a message are right, and the first wrong one; None if unread."""
    reading = read_problem(text)
    if reading is None or reading.student is None or reading.student.doubts:
        return None
    judgement = judge_kindly(reading.problem, reading.stated, reading.student)
    return judgement.correct or judgement.missing, judgement.first_error_step


@pytest.mark.parametrize(
    "told",
    [
        "mine: S 0: A=4 B=1 / B 1: A=3 C=7 / A 3: C=4 D=8 / C 4: D=6 / D 6. ok?",
        "S(0) A4 B1\nB(1) A3 C7\nA(3) C4 D8\nC(4) D6\nD(6)\nis it correct now",
        "S | A 4, B 1\nB | A 3, C 7\nA | C 4, D 8\nC | D 6\nD |\nis it correct now?",
        "i took S first so A is 4 and B is 1, then B so A gets 3 and C is 7, then A and C goes down"
        " to 4 and D is 8, then C and D goes down to 6, then D. did i do it right",
    ],
)
def test_right_steps_are_right_in_any_layout(told: str) -> None:
    assert judged(f"dijkstra from S, edges {ROADS}. {told}") == (True, None)


def test_the_first_slip_is_the_row_in_which_it_stands() -> None:
    said = judged(
        f"dijkstra from S, edges {ROADS}. mine: S 0: A=4 B=1 / B 1: A=3 C=7 / C 7: D=9 / A 3:"
        " D=8 / D 8. ok?"
    )
    assert said == (False, 3)


def test_the_start_is_the_node_with_which_the_steps_are_right() -> None:
    reading = read_problem(
        f"check my dijkstra pls. {ROADS}\nS: A4 B1\nB: A3 C7\nA: C4 D8\nC: D6\nD\nis it ok?"
    )
    assert reading is not None
    assert reading.question is None
    assert reading.problem.start == "S"


def test_a_reading_that_leaves_numbers_out_is_none() -> None:
    text = f"dijkstra from S, edges {ROADS}. S 12 A 13 14 B 15 16 D 17 18 19 C, is it ok?"
    said = judged(text)
    assert said is None or said[1] is None, "no row is called wrong"


def test_the_statement_of_a_problem_tells_no_steps() -> None:
    reading = read_problem(f"Run Dijkstra's algorithm on {ROADS}. Start node is S.")
    assert reading is not None
    assert reading.student is None
