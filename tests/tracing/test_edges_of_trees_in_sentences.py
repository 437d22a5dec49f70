"""Sentences on the edges of a spanning tree are read and held against the run."""

from __future__ import annotations

import pytest

from evals.traces.plain_words.tree_claims import make_tree_claims, outcome_of
from tutor_app.domain.traces import Problem, Row
from tutor_app.tracing.edge_speech.edges_judged import EdgesJudged
from tutor_app.tracing.edge_speech.judge_edges import RowsBefore, judge_edges_said
from tutor_app.tracing.edge_speech.read_edges import read_edges_said
from tutor_app.tracing.reading.problem_reader import read_problem


def problem_in(text: str) -> Problem:
    reading = read_problem(text)
    assert reading is not None
    return reading.problem


PRIM = problem_in(
    "Prim from P on the undirected graph P-Q 4, P-R 7, Q-R 2, Q-S 9, R-S 6, R-T 8, S-T 3"
)
KRUSKAL = problem_in("Kruskal on the undirected graph A-B 4, A-C 1, B-C 2, B-D 5, C-D 8")
TWO: tuple[Row, ...] = ({"step": 1, "edge": ("P", "Q")}, {"step": 2, "edge": ("Q", "R")})


def judge(text: str, problem: Problem = PRIM, own: tuple[Row, ...] = TWO) -> EdgesJudged:
    assert problem.graph is not None
    read = read_edges_said(text, problem.graph)
    return judge_edges_said(read, problem, frozenset({"tie_break"}), RowsBefore(own=own))


@pytest.mark.parametrize(
    ("text", "cause"),
    [
        ("third it would be S-T since 3 is the least of all", "outside"),
        ("i take P-R next", "cycle"),
        ("so R-T because T is the next one", "heavier"),
        ("then P-T", "no_edge"),
    ],
)
def test_an_edge_that_is_not_taken_next_has_its_cause(text: str, cause: str) -> None:
    judged = judge(text, own=TWO)
    causes = [each.cause for each in judged.of("wrong")]
    assert causes == [cause]


def test_rows_of_before_count_and_weights_alone_tell_the_rest() -> None:
    judged = judge("R-S for 6. so 4, 2, 6, 3 = 14? wait isn't that 15")
    assert judged.verdict is not None and judged.verdict.correct
    assert judged.new_rows == 2 and not judged.of("wrong")


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("S and T are both not in the tree yet", "right"),
        ("neither R nor S is in the tree", "wrong"),
        ("the tree is P, Q, R now", "right"),
        ("what counts is Q-S, R-S and R-T", "right"),
        ("what leaves the tree is Q-S and S-T", "wrong"),
        ("4 + 2 is 6", "right"),
        ("4 + 2 = 7", "wrong"),
    ],
)
def test_states_and_sums_are_held_against_the_run(text: str, verdict: str) -> None:
    (each,) = judge(text).judged
    assert each.verdict == verdict


def test_what_closes_a_cycle_is_no_edge_to_accept() -> None:
    own: tuple[Row, ...] = (
        {"step": 1, "edge": ("A", "C"), "action": "accept"},
        {"step": 2, "edge": ("B", "C"), "action": "accept"},
    )
    assert [each.cause for each in judge("then A-B", KRUSKAL, own).of("wrong")] == ["cycle"]
    assert not judge("A-B closes a cycle, B-D comes next", KRUSKAL, own).of("wrong")
    assert not judge("B-D with 5", KRUSKAL, own).of("wrong")  # what is left out is not told


def test_no_generated_sentence_is_misjudged() -> None:
    for split in ("looked", "held"):
        outcomes = [outcome_of(told) for told in make_tree_claims(2, 3, split)]  # type: ignore[arg-type]
        assert "misjudged" not in outcomes
        assert outcomes.count("judged") > 0.95 * len(outcomes)
