"""Claims about a run: one grammar reads them, exact facts judge them, causes are named."""

from __future__ import annotations

import pytest

from tutor_app.domain.teaching import Expectation
from tutor_app.domain.traces import Problem
from tutor_app.tracing.claims.claim_reader import asks_whether_done, read_claims
from tutor_app.tracing.claims.judge_claims import JudgedClaim, judge_claims
from tutor_app.tracing.reading.problem_reader import read_problem

ASTAR = (
    "Run A* from P to G on the undirected graph P-Q 2, P-R 5, Q-R 1, Q-T 7, R-T 3, R-U 2, T-G 2, "
    "U-G 6 with h(P)=6, h(Q)=5, h(R)=4, h(T)=2, h(U)=5, h(G)=0"
)
DIJKSTRA = "Run dijkstra from S on the undirected graph S-A 4, S-B 1, B-A 2, B-C 6, A-C 1, C-D 2"
BFS = "Run bfs from 1 to 6 on the undirected graph 1-2, 1-3, 2-4, 3-5, 4-6, 5-6"
ROW = Expectation(kind="row", step=1)


def problem(text: str) -> Problem:
    read = read_problem(text)
    assert read is not None
    assert read.question is None
    return read.problem


def judge(text: str, of: str, expected: Expectation = ROW) -> list[JudgedClaim]:
    """Return the claims that are surely read, with their verdicts."""
    read = read_claims(text, problem(of), expected)
    assert read is not None, text
    assert read.sure, (read.left, text)
    judged = judge_claims(read.claims, problem(of), frozenset({"directed"}), expected)
    assert judged is not None
    return list(judged.claims)


@pytest.mark.parametrize(
    "text",
    [
        "f(U)=10",
        "f_U = 10",
        "f of U is 10",
        "U's f is ten",
        "f(U) = g(U) + h(U) = 5 + 5 = 10",
        "U has 10",
        "10 for U",
        "i get 10 for U",
        "f(U) is 12, no wait, 10",
    ],
)
def test_one_value_in_many_forms(text: str) -> None:
    values = [each for each in judge(text, ASTAR) if each.claim.kind == "value"]
    assert [(each.claim.node, each.claim.number) for each in values] == [("U", 10)]
    assert values[0].verdict == "right"


@pytest.mark.parametrize(
    ("text", "cause"),
    [
        ("f(T) = 2", "h_alone"),
        ("f(T) = 6", "g_alone"),
        ("g(T) = 3", "edge_alone"),
        ("f(U) = 12", "another_way"),
        ("f(R) = 9", "for_a_time"),
    ],
)
def test_the_cause_of_a_wrong_value_is_known(text: str, cause: str) -> None:
    assert [each.cause for each in judge(text, ASTAR)] == [cause]


def test_a_value_that_held_for_a_time_is_not_called_wrong() -> None:
    assert judge("d(C) = 7", DIJKSTRA)[0].verdict == "so_far"
    assert judge("d(C) = 4", DIJKSTRA)[0].verdict == "right"


@pytest.mark.parametrize(
    ("text", "verdict", "nodes"),
    [
        ("it expands P Q R T G", "right", ()),
        ("P, Q, R and T get expanded", "right", ()),  # the goal is tested, some say
        ("expanded: P Q R T G U", "wrong", ("U",)),
        ("it expands P R T G", "so_far", ("Q",)),
        ("order: P -> R -> Q -> T -> G", "wrong", ("P",)),
    ],
)
def test_nodes_taken_are_held_against_the_run(
    text: str, verdict: str, nodes: tuple[str, ...]
) -> None:
    (judged,) = judge(text, ASTAR)
    assert (judged.verdict, judged.nodes) == (verdict, nodes)


def test_a_denial_is_heard() -> None:
    assert judge("it never expands U", ASTAR)[0].verdict == "right"
    assert judge("R is not expanded", ASTAR)[0].verdict == "wrong"
    assert judge("f(U) is not 10", ASTAR)[0].verdict == "wrong"
    assert judge("f(U) isn't 12", ASTAR)[0].verdict == "right"


def test_digits_are_nodes_or_numbers_by_where_they_stand() -> None:
    (judged,) = judge("it expands 1 2 3 4 5 6", BFS)
    assert (judged.claim.kind, judged.verdict) == ("taken", "right")
    assert judge("2 is taken before 5", BFS)[0].verdict == "right"
    assert judge("6 nodes are expanded", BFS)[0].verdict == "right"
    assert judge("path 1-2-4-6 with 3", BFS)[1].verdict == "right"


def test_whose_turn_it_was_only_the_row_asked_for_tells() -> None:
    read = judge("i took C", DIJKSTRA, Expectation(kind="which_row", step=2))
    assert read[0].verdict == "open"


@pytest.mark.parametrize(
    "text",
    [
        "what is f(U)?",
        "is f(U) 10 or 12?",
        "what if f(U) was 7?",
        "why is U never expanded",
        "1 | P | Q 7, R 9",
    ],
)
def test_questions_suppositions_and_tables_claim_nothing(text: str) -> None:
    assert read_claims(text, problem(ASTAR), ROW) is None


def test_what_cannot_be_placed_is_left_and_nothing_is_sure() -> None:
    read = read_claims("f(U) = 10 impossible", problem(ASTAR), ROW)
    assert read is not None
    assert not read.sure


@pytest.mark.parametrize(
    ("text", "asks"), [("then C 4, D 6. done?", True), ("is it over?", True), ("it is over", False)]
)
def test_done_is_a_question_only_where_it_asks(text: str, asks: bool) -> None:
    assert asks_whether_done(text, problem(DIJKSTRA)) is asks


@pytest.mark.parametrize(
    "text",
    [
        "S is out, A 4 and B 1 wait, so B",
        "after S, A 4 and B 1 wait, so B",
        "once S is out, A (4) and B (1) are in the queue, so B",
    ],
)
def test_what_waits_with_its_numbers_is_not_taken_for_what_is_chosen(text: str) -> None:
    judged = judge(text, DIJKSTRA)

    waiting = [each.claim.nodes for each in judged if each.claim.kind == "waiting"]
    chosen = [each.claim.node for each in judged if each.claim.kind == "next"]
    assert (waiting, chosen) == ([("A", "B")], ["B"])
    assert {each.verdict for each in judged} == {"right"}
