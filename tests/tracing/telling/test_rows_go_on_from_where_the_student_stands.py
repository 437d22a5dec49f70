"""Rows told in the middle of a run are read as what follows from the rows before them."""

from __future__ import annotations

import pytest

from tutor_app.domain.traces import Problem, Row, StudentTrace
from tutor_app.tracing.checking.check_trace import judge_kindly
from tutor_app.tracing.exact_run import run
from tutor_app.tracing.reading.problem_reader import read_problem
from tutor_app.tracing.telling.rows_on import read_rows_on

UCS = (
    "Run uniform-cost search on the undirected graph K-L 3, K-M 1, L-M 1, L-P 5, M-P 8, P-R 2,"
    " from K to R."
)
ASTAR = (
    "Run A* on the undirected graph S-A 1, S-B 4, A-B 2, A-C 5, B-C 2, C-G 3 with"
    " h: S 7, A 6, B 4, C 2, G 0, from S to G."
)
DIJKSTRA = "Run Dijkstra on the undirected graph S-A 4, S-B 1, B-A 2, B-C 6, A-C 1, A-D 5 from S."


def problem_of(text: str) -> Problem:
    reading = read_problem(text)
    assert reading is not None
    return reading.problem


def told(
    problem: Problem, text: str, *, step: int, before: tuple[Row, ...] = ()
) -> tuple[bool, list[object]] | None:
    """Return whether the rows of a message are right, and their nodes; None where none is sure."""
    said = read_rows_on(text, run(problem), before, step, frozenset())
    if said is None:
        return None
    first = said.rows[0]["step"]
    assert isinstance(first, int)
    kept = [row for row in before if isinstance(row["step"], int) and row["step"] < first]
    judged = judge_kindly(problem, frozenset(), StudentTrace(rows=(*kept, *said.rows)))
    return judged.correct or judged.missing, [row["node"] for row in said.rows]


@pytest.mark.parametrize(
    ("statement", "step", "text", "node"),
    [
        (UCS, 1, "K (0) first, then L3 and M1 wait", "K"),
        (UCS, 2, "M 1 -> L2 P9", "M"),
        (UCS, 2, "so M, L goes down to 2 and P comes in with 9", "M"),
        (ASTAR, 2, "A: B g 3 f 7, C g 6 f 8", "A"),
        (DIJKSTRA, 2, "i close B bc 1 is least. A is 3 now, C 7", "B"),
    ],
)
def test_one_row_in_words_of_ones_own_is_that_row(
    statement: str, step: int, text: str, node: str
) -> None:
    assert told(problem_of(statement), text, step=step) == (True, [node])


@pytest.mark.parametrize(
    ("statement", "step", "text"),
    [
        (UCS, 3, "L 2 -> P9"),
        (UCS, 2, "L 3: P 8"),
        (ASTAR, 2, "A: B f 7, C f 9"),
        (DIJKSTRA, 2, "B: A 5, C 7"),
    ],
)
def test_a_slip_in_a_row_is_not_read_away(statement: str, step: int, text: str) -> None:
    said = told(problem_of(statement), text, step=step)
    assert said is not None
    assert not said[0]


def test_what_waits_after_a_row_is_not_taken_for_the_next_rows() -> None:
    said = told(problem_of(DIJKSTRA), "S. A=4, B=1", step=1)
    assert said == (True, ["S"])


def test_what_was_wrong_of_a_row_may_be_told_alone() -> None:
    begun: tuple[Row, ...] = (
        {"step": 1, "node": "S"},
        {"step": 2, "node": "A", "added": ({"node": "B", "f": 7}, {"node": "C", "f": 9})},
    )
    problem = problem_of(ASTAR)
    assert told(problem, "oh C is 1+5+2 = 8", step=2, before=begun) == (True, ["A"])


def test_the_row_before_may_be_said_once_more() -> None:
    before: tuple[Row, ...] = ({"step": 1, "node": "K"},)
    said = told(problem_of(UCS), "K: L3 M1\nM: L2 P9", step=2, before=before)
    assert said == (True, ["K", "M"])


@pytest.mark.parametrize("text", ["thanks!", "B", "is there a rule for ties?"])
def test_a_message_that_holds_no_row_is_left_to_others(text: str) -> None:
    assert told(problem_of(ASTAR), text, step=2) is None


BEGUN: tuple[Row, ...] = (
    {"step": 1, "node": "K"},
    {"step": 2, "node": "M", "open": ({"node": "L", "g": 3}, {"node": "P", "g": 9})},
)


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("ah L 2, via M. next L, gives P 7", True),
        ("ah L 2, via M. next L, gives P 8", False),
        ("L is 2 then. L gives P 8", False),
    ],
)
def test_what_mends_a_row_stands_and_the_next_row_is_judged(text: str, right: bool) -> None:
    assert told(problem_of(UCS), text, step=2, before=BEGUN) == (right, ["M", "L"])


@pytest.mark.parametrize(
    ("text", "final"),
    [
        ("P 7 -> R 9. take R. K M L P R, 9", {"path": ("K", "M", "L", "P", "R"), "cost": 9}),
        ("P, R 9. R. K-L-P-R", {"path": ("K", "L", "P", "R")}),
    ],
)
def test_the_path_behind_the_last_rows_is_told_too(text: str, final: Row) -> None:
    problem = problem_of(UCS)
    said = read_rows_on(text, run(problem), (), 4, frozenset())
    assert said is not None and said.sure
    assert [row["node"] for row in said.rows] == ["P", "R"]
    assert said.final == final


@pytest.mark.parametrize(
    ("step", "text", "right"),
    [
        (1, "S, distances C = ∞; A = 4; D = ∞", True),
        (2, "B, distances A=3, D=∞", True),
        (2, "A, distances A=3, B=1, C=7", False),
    ],
)
def test_the_node_ahead_of_a_list_is_that_of_the_row(step: int, text: str, right: bool) -> None:
    said = told(problem_of(DIJKSTRA), text, step=step)
    assert said is None or said[0] == right
    assert said is None or said[1] == [text[0]]
