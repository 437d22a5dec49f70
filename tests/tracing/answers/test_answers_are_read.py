"""What a student answers to a question about a run is read in any layout, and judged by the run."""

from __future__ import annotations

import pytest

from tutor_app.domain.teaching import AnswerOutcome, Expectation, ExpectationKind
from tutor_app.domain.traces import Row
from tutor_app.tracing.answers.examine_answer import (
    ExaminedAnswer,
    examine_answer,
    examine_row_named,
)
from tutor_app.tracing.answers.read_answer import HeardAnswer, read_answer
from tutor_app.tracing.checking.check_trace import check
from tutor_app.tracing.exact_run import AlgorithmRun, run
from tutor_app.tracing.reading.problem_reader import read_problem


def problem_of(text: str) -> AlgorithmRun:
    reading = read_problem(text, {}, None, None)
    assert reading is not None
    return run(reading.problem)


DIJKSTRA = problem_of("Run dijkstra from S on: S-A 4, S-B 1, B-A 2, B-C 6, A-C 1, A-D 5, C-D 2")
BFS = problem_of("Run BFS from S to G on the undirected graph S-A, S-B, A-C, B-C, B-D, C-G, D-G")
UCS = problem_of(
    "Run uniform cost search from P to G on: P-Q 2, P-R 5, Q-R 1, Q-T 7, R-T 3, R-U 2, T-G 2, U-G 6"
)


def heard(
    exact: AlgorithmRun,
    step: int | None,
    text: str,
    kind: ExpectationKind = "row",
    rows: tuple[Row, ...] = (),
) -> HeardAnswer | None:
    settled = frozenset({"directed", *exact.problem.conventions})
    return read_answer(text, exact, Expectation(kind=kind, step=step), settled, rows)


def examined(
    exact: AlgorithmRun, step: int | None, text: str, kind: ExpectationKind = "row"
) -> ExaminedAnswer:
    answer = heard(exact, step, text, kind)
    assert answer is not None and answer.student is not None, text
    settled = frozenset({"directed", *exact.problem.conventions})
    verdict = check(exact.problem, settled, answer.student)
    return examine_answer(Expectation(kind=kind, step=step), answer, verdict)


@pytest.mark.parametrize(
    ("exact", "step", "text", "outcome"),
    [
        (DIJKSTRA, 1, "S, distances S=0, A=4, B=1", "right"),
        (DIJKSTRA, 3, "A. then C is 4 and D 8", "right"),
        (DIJKSTRA, 2, "b, a=3 c=7", "right"),
        (DIJKSTRA, 2, "B: A goes from 4 to 3, C = 7", "right"),
        (DIJKSTRA, 2, "B because it is smaller than A", "so_far"),
        (DIJKSTRA, 2, "1 for B, 3 for A, 7 for C", "right"),
        (DIJKSTRA, 2, "A no wait B", "so_far"),
        # a dash behind a node is no value yet, between two nodes it is an edge
        (DIJKSTRA, 1, "S0: A4 B1 C- D-", "right"),
        (DIJKSTRA, 2, "B1: A3 C6 D-", "partly"),
        (DIJKSTRA, 2, "B, A = 5", "partly"),
        (DIJKSTRA, 2, "A", "not_yet"),
        (BFS, 1, "s, ab", "right"),
        (BFS, 2, "a then bc", "right"),
        (BFS, 2, "A, queue C B", "partly"),
        (UCS, 2, "then Q 2, queue R 3 T 9", "right"),
        (UCS, 2, "Q(2), open = {R:3, T:8}", "partly"),
    ],
)
def test_a_row_is_judged_whatever_its_layout(
    exact: AlgorithmRun, step: int, text: str, outcome: AnswerOutcome
) -> None:
    assert examined(exact, step, text).outcome == outcome


def test_an_answer_may_run_past_the_question() -> None:
    answer = heard(UCS, 4, "ok U 5, queue T 6 G 11. then T 6 queue G 8. then G")

    assert answer is not None and answer.student is not None
    assert [row["step"] for row in answer.student.rows] == [4, 5, 6]


def test_a_path_may_be_written_backwards_and_alone() -> None:
    assert examined(DIJKSTRA, None, "D C A B S cost 6", "result").outcome == "right"
    assert examined(BFS, None, "sacg", "result").outcome == "right"


def test_a_right_cost_with_a_wrong_path_gets_a_split_verdict_and_the_sum_of_that_path() -> None:
    answer = examined(DIJKSTRA, None, "S B C D with 6?", "result")

    assert answer.outcome == "partly"
    assert [claim.field for claim in answer.right_claims] == ["cost"]
    assert answer.path_sum == 9


def test_an_edge_that_is_not_there_is_named() -> None:
    assert examined(DIJKSTRA, None, "S D with 6", "result").missing_edge == ("S", "D")


@pytest.mark.parametrize("text", ["row 3?", "the third one", "3", "R?"])
def test_a_row_is_named_by_its_number_or_by_what_stands_there(text: str) -> None:
    answer = heard(UCS, 3, text, "which_row", tuple(UCS.rows()))

    assert answer is not None
    expected = Expectation(kind="which_row", step=3)
    assert examine_row_named(expected, answer).outcome == "right"


@pytest.mark.parametrize(
    "text", ["check it again", "idk what comes next, help", "ok", "A or B?", "I give up", "thanks"]
)
def test_what_names_nothing_or_leaves_it_open_is_no_answer(text: str) -> None:
    assert heard(DIJKSTRA, 2, text) is None
