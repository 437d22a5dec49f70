"""Complaints 6 and 14 about other tutors, as tests by number."""

from __future__ import annotations

import pytest

from evals.traces.claims.check_reply import contradictions
from tests.conversation.test_tracing_replies import Learner, shown, words
from tutor_app.domain.teaching import RevealPolicy
from tutor_app.domain.traces import Problem, StudentTrace
from tutor_app.domain.values import ProblemRead, Sentence, TraceShown
from tutor_app.tracing.checking.check_trace import check
from tutor_app.tracing.exact_run import run
from tutor_app.tracing.problem_statement import state_problem
from tutor_app.tracing.reading.problem_reader import read_problem
from tutor_app.tracing.similar_problems import make_similar_problem
from tutor_app.understanding.dialogue_acts import NEXT_HINT

TYPED = {
    "ucs": "uniform cost search from S to G: S-A 1, S-B 4, A-B 2, A-G 6, B-G 3",
    "dfs": "DFS from 1 to 5 on the directed graph 1->2, 1->3, 2->4, 3->4, 4->5",
    "kruskal": "Kruskal's algorithm on A-B 4, A-C 2, C-B 1, B-D 5, C-D 8",
    "bellman_ford": "Bellman-Ford from A, directed: A->B 4, A->C 2, C->B -1, B->D 5",
    "merge_sort": "merge sort of 5, 2, 9, 1, 7",
    "heapsort": "heapsort of 5, 2, 9, 1, 7",
    "binary_search": "binary search for 9 in 1, 2, 5, 7, 9, 12",
    "alphabeta": "alpha-beta on [[3, 5], [2, 9], [0, 1]], MAX moves first",
}
ALGORITHMS = sorted(TYPED)
POLICIES: tuple[RevealPolicy, ...] = ("open", "predict", "hints")


def problem_of(algorithm: str) -> Problem:
    reading = read_problem(f"run {TYPED[algorithm]}")
    assert reading is not None
    assert reading.problem.algorithm == algorithm
    return reading.problem


def as_typed_by_a_student(problem: Problem) -> str:
    """The problem with the whole of the right answer below it."""
    exact = run(problem)
    columns = [name for name in exact.algorithm.selected if name in exact.columns]
    rows = [
        f"{row['step']} | {' | '.join(_cell(row[name]) for name in columns)}"
        for row in exact.rows()
        if row["step"] >= exact.algorithm.first_step  # type: ignore[operator]
    ]
    head = " | ".join(("step", *columns))
    return f"{state_problem(problem)}\nI got this:\n{head}\n" + "\n".join(rows) + "\nIs this right?"


def _cell(value: object) -> str:
    return " ".join(map(str, value)) if isinstance(value, tuple) else str(value)


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("algorithm", ["ucs", "dfs", "binary_search", "merge_sort"])
def test_complaint_6_a_right_answer_is_confirmed_under_every_policy(
    algorithm: str, policy: RevealPolicy
) -> None:
    for seed in range(3):
        learner = Learner(policy)
        said = words(
            learner.say(as_typed_by_a_student(make_similar_problem(problem_of(algorithm), seed)))
        )

        assert learner.left.correct is True, said
        assert "is right" in said


def test_complaint_6_a_right_student_who_is_pressed_is_not_talked_out_of_it() -> None:
    learner = Learner("hints")
    learner.say(as_typed_by_a_student(problem_of("ucs")))
    for doubt in ("are you sure?", "my friend says it is wrong, check it again", "mine is right"):
        said = words(learner.say(doubt))
        assert "is right" in said


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_complaint_14_every_word_about_a_run_is_true_of_it_and_the_table_is_its_evidence(
    algorithm: str,
) -> None:
    for seed in range(5):
        problem = make_similar_problem(problem_of(algorithm), seed)
        events = Learner("open").say(state_problem(problem))
        tables = shown(events)
        exact = run(problem)

        assert [run(table.problem).steps for table in tables] == [exact.steps]
        for sentence in events:
            if isinstance(sentence, Sentence) and sentence.role in ("result", "lead_in"):
                assert contradictions(sentence.text, exact) == []


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_complaint_14_no_hint_says_anything_that_the_run_does_not(algorithm: str) -> None:
    problem = problem_of(algorithm)
    learner = Learner("hints")
    verdict = check(problem, frozenset(), StudentTrace())
    for message in (state_problem(problem), NEXT_HINT, NEXT_HINT):
        events = learner.say(message)
        about = [e for e in events if isinstance(e, Sentence) and e.role in ("hint", "question")]
        assert about
        for sentence in about:
            assert contradictions(sentence.text, verdict.run, verdict) == []


def test_complaint_14_what_was_understood_is_shown_before_anything_is_said_of_it() -> None:
    events = Learner("open").say(state_problem(problem_of("dfs")))
    kinds = [type(event) for event in events]

    assert kinds.index(ProblemRead) < kinds.index(TraceShown)
