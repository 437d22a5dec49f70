"""Nothing is said of a run that is not so: claims are found in a reply and checked."""

from __future__ import annotations

import pytest

from evals.traces.claims.check_reply import contradictions
from evals.traces.planted_contradictions import state_row
from tests.tracing.problems import graph
from tutor_app.domain.traces import KnapsackItem, Operation, Problem, StudentTrace
from tutor_app.tracing.checking.check_trace import check
from tutor_app.tracing.exact_run import run
from tutor_app.tracing.narration.run_sentences import explain_step, state_result

PROBLEM = Problem(
    algorithm="ucs", graph=graph("S-A 1, S-B 5, A-B 1, B-C 3, C-G 4"), start="S", goal="G"
)
RUN = run(PROBLEM)
ROWS = (
    {"step": 1, "node": "S"},
    {"step": 2, "node": "A"},
    {"step": 3, "node": "C"},
)
VERDICT = check(PROBLEM, frozenset({"directed"}), StudentTrace(rows=ROWS))
SORT = run(Problem(algorithm="insertion_sort", array=(3, 5, 1)))


def operation(text: str) -> Operation:
    kind, *value = text.split()
    return Operation(kind=kind, value=int(value[0]) if value else None)


@pytest.mark.parametrize(
    ("true", "false"),
    [
        (
            "A has the smallest g of all open nodes, 1.",
            "B has the smallest g of all open nodes, 1.",
        ),
        (
            "A has the smallest g of all open nodes, 1.",
            "A has the smallest g of all open nodes, 2.",
        ),
        ("In step 3, B is selected.", "In step 3, C is selected."),
        ("In step 3, B is selected.", "In step 2, B is selected."),
        ("In step 2 we expand A.", "In step 2 we expand S."),
        ("A and B join OPEN.", "A and C join OPEN."),
        ("The way through it is cheaper: B from 5 to 2.", "It is cheaper: B from 5 to 3."),
        ("Path: S → A → B → C → G. Cost: 9.", "Path: S → B → A → C → G. Cost: 9."),
        ("Path: S → A → B → C → G. Cost: 9.", "Path: S → A → B → C → G. Cost: 8."),
        ("The cost is 9.", "The cost is 10."),
        ("The path is S, A, B, C, G.", "The path is S, B, C, G."),
        ("In step 2, B has g = 2.", "In step 2, B has g = 5."),
        ("After step 2, g(B) = 2.", "After step 2, g(B) = 1."),
        ("It starts at S.", "It starts at A."),
    ],
)
def test_a_claim_about_a_run_is_checked(true: str, false: str) -> None:
    assert contradictions(true, RUN) == []
    assert contradictions(false, RUN) != []


@pytest.mark.parametrize(
    ("true", "false"),
    [
        ("Steps 1 and 2 are right.", "Steps 1 to 3 are right."),
        ("Steps 1 and 2 are right.", "Steps 1 and 2 are wrong."),
        ("Step 3 is the first wrong one.", "Step 2 is the first wrong one."),
        ("It is not right yet, and that can be mended.", "It is right."),
        ("Which node is selected in step 3?", "Which node is selected in step 4?"),
        ("Your trace is not correct.", "Your trace is correct."),
    ],
)
def test_a_claim_about_the_verdict_is_checked(true: str, false: str) -> None:
    assert contradictions(true, RUN, VERDICT) == []
    assert contradictions(false, RUN, VERDICT) != []


def test_right_so_far_is_said_of_rows_that_are_right_and_stop_too_soon() -> None:
    problem = Problem(algorithm="binary_search", array=(1, 3, 5, 7, 9, 11), target=1)
    looked = ({"step": 1, "lo": 0, "hi": 5, "mid": 2}, {"step": 2, "lo": 0, "hi": 1, "mid": 1})
    said = "What you have is right so far."

    begun = check(problem, frozenset(), StudentTrace(rows=looked[:1]))
    wrong = check(problem, frozenset({"mid", "index_base"}), StudentTrace(rows=looked))

    assert not contradictions(said, begun.run, begun)
    assert contradictions(said, wrong.run, wrong)


def test_what_is_said_of_one_step_must_hold_of_one_step_together() -> None:
    selected, joined = "A has the smallest g of all open nodes, 1.", "A and B join OPEN."

    assert contradictions(selected, RUN) == contradictions(joined, RUN) == []
    assert contradictions(f"{selected} {joined}", RUN) != []


def test_a_node_or_number_in_words_that_are_not_understood_is_not_believed() -> None:
    assert contradictions("Surely C comes to mind.", RUN) != []
    assert contradictions("There are 17 reasons.", RUN) != []
    assert contradictions("Look at X again.", RUN) != []
    assert contradictions("Think of the queue again.", RUN) == []


def test_an_array_is_checked_in_its_order() -> None:
    assert contradictions("Step 2 is: key: 1; array: [1, 3, 5].", SORT) == []
    assert contradictions("Step 2 is: key: 1; array: [3, 1, 5].", SORT) != []
    assert contradictions("1 moves 2 places to the left; those shift right.", SORT) == []
    assert contradictions("1 moves 1 place to the left; those shift right.", SORT) != []


@pytest.mark.parametrize(
    "problem",
    [
        PROBLEM,
        Problem(algorithm="prim", graph=PROBLEM.graph, start="S"),
        Problem(algorithm="kruskal", graph=PROBLEM.graph),
        Problem(algorithm="bellman_ford", graph=PROBLEM.graph, start="S"),
        Problem(algorithm="floyd_warshall", graph=PROBLEM.graph),
        Problem(algorithm="dijkstra", graph=PROBLEM.graph, start="S"),
        Problem(algorithm="bfs", graph=graph("1>2, 1>3, 3>4"), start="1", goal="4"),
        Problem(algorithm="toposort", graph=graph("A>B, A>C, C>B")),
        Problem(algorithm="heapsort", array=(3, 1, 4, 1, 5)),
        Problem(algorithm="merge_sort", array=(3, 1.5, -4, 1, 5)),
        Problem(algorithm="binary_search", array=(1, 3, 5, 8), target=4),
        Problem(algorithm="alphabeta", tree=((3, 5), (2, 9)), root="max"),
        Problem(algorithm="lcs", strings=("ABCB", "BCAB")),
        Problem(
            algorithm="knapsack",
            items=(
                KnapsackItem(name="tent", weight=3, value=4),
                KnapsackItem(name="2", weight=1, value=1),
            ),
            capacity=3,
        ),
        Problem(
            algorithm="heap_operations",
            array=(3, 9, 4),
            operations=tuple(map(operation, ("build", "insert 7", *["extract"] * 4))),
        ),
        Problem(
            algorithm="bst",
            array=(5, 2, 8, 1, 3),
            operations=tuple(map(operation, ("delete 2", "delete 8", "search 9", "inorder"))),
        ),
    ],
    ids=lambda problem: problem.algorithm,
)
def test_every_row_reason_and_result_in_the_tutors_words_passes(problem: Problem) -> None:
    exact = run(problem)
    assert contradictions(state_result(exact.final), exact) == []
    for step in exact.steps:
        said = f"{state_row(exact, step.number)} {explain_step(exact.algorithm.id, step)}"
        assert contradictions(said, exact) == [], said
