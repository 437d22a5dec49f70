"""The mistake behind a wrong step is named, and nothing is named where it is not sure."""

from __future__ import annotations

import pytest

from tests.tracing.problems import graph
from tutor_app.tracing.checking.check import check
from tutor_app.tracing.registry import algorithm_named
from tutor_app.tracing.values import Problem, Row, StudentTrace, Value
from tutor_app.tracing.wording.mistakes import MISTAKES
from tutor_app.tracing.words import misconception_words

HEURISTIC = {"S": 3, "A": 1, "B": 4, "G": 0}


def named(problem: Problem, *rows: Row, **final: Value) -> str | None:
    stated = frozenset({*algorithm_named(problem.algorithm).conventions, "directed"})
    numbered = tuple({"step": step, **row} for step, row in enumerate(rows, start=1))
    verdict = check(problem, stated, StudentTrace(rows=numbered, final=final))
    assert not verdict.correct
    return verdict.misconception


def order(*nodes: str) -> tuple[Row, ...]:
    return tuple({"node": node} for node in nodes)


def search(algorithm: str, text: str, **conventions: Value) -> Problem:
    drawn = graph(text, HEURISTIC if algorithm in ("greedy", "astar") else None)
    return Problem(algorithm=algorithm, graph=drawn, start="S", goal="G", conventions=conventions)


def array(algorithm: str, *values: int, **conventions: Value) -> Problem:
    return Problem(algorithm=algorithm, array=values, conventions=conventions)


CHEAPER = "S-A 1, S-B 5, A-B 1, B-G 5"
WRONG = [
    ("wrong_tie_break", search("ucs", "S-A 1, S-B 1, A-G 2"), order("S", "B", "A", "G"), {}),
    ("wrong_cost", search("ucs", CHEAPER), order("S", "A", "B", "G"), {"cost": 8}),
    ("stopped_on_generation", search("ucs", CHEAPER), order("S", "A", "B"), {}),
    (
        "forgot_decrease_key",
        search("ucs", CHEAPER),
        ({"node": "S"}, {"node": "A", "open": ({"node": "B", "g": 5},)}),
        {},
    ),
    (
        "used_edge_cost_instead_of_g",
        search("ucs", CHEAPER),
        ({"node": "S"}, {"node": "A", "open": ({"node": "B", "g": 1},)}),
        {},
    ),
    (
        "missed_neighbor",
        search("ucs", "S-A 1, S-B 5, A-C 1, B-G 5"),
        ({"node": "S", "open": ({"node": "A", "g": 1},)}, {"node": "A"}),
        {},
    ),
    ("expanded_closed_node", search("ucs", CHEAPER), order("S", "A", "S"), {}),
    (
        "used_stack_instead_of_queue",
        search("bfs", "S-A, S-B, A-G, B-C"),
        order("S", "B", "C", "A", "G"),
        {},
    ),
    (
        "used_queue_instead_of_stack",
        search("dfs", "S-A, S-B, A-D, B-G"),
        order("S", "A", "B", "D", "G"),
        {},
    ),
    (
        "forgot_heuristic",
        search("astar", "S-A 3, S-B 2, A-G 1, B-G 4"),
        order("S", "B", "A", "G"),
        {},
    ),
    (
        "nearest_to_last_node",
        Problem(algorithm="prim", graph=graph("A-B 1, A-C 2, B-D 4, C-D 5"), start="A"),
        ({"edge": ("A", "B")}, {"edge": ("B", "D")}, {"edge": ("D", "C")}),
        {},
    ),
    (
        "made_a_cycle",
        Problem(algorithm="kruskal", graph=graph("A-B 1, B-C 2, A-C 3, C-D 4")),
        (
            {"edge": ("A", "B"), "action": "accept"},
            {"edge": ("B", "C"), "action": "accept"},
            {"edge": ("A", "C"), "action": "accept"},
        ),
        {},
    ),
    (
        "missed_relaxation",
        Problem(algorithm="bellman_ford", graph=graph("S>A 2, S>B 9, A>C 1, B>C 1"), start="S"),
        ({"dist": {"S": 0, "A": 2, "B": 9, "C": 10}},),
        {},
    ),
    ("wrong_mid", array("binary_search", 1, 3, 5, 7), ({"lo": 0, "hi": 3, "mid": 2},), {}),
    ("swapped_instead_of_shifted", array("insertion_sort", 3, 5, 1), (
        {"array": (3, 5, 1)}, {"array": (1, 5, 3)}), {}),
    ("inserted_wrong_position", array("insertion_sort", 3, 5, 1), (
        {"array": (3, 5, 1)}, {"array": (3, 1, 5)}), {}),
    ("wrong_min_selected", array("selection_sort", 3, 1, 2), (
        {"selected": 2, "array": (2, 1, 3)},), {}),
    ("one_swap_per_pass", array("bubble_sort", 3, 2, 1), ({"array": (2, 3, 1)},), {}),
    ("early_exit_not_allowed", array("bubble_sort", 2, 1, 3, 4), (
        {"array": (1, 2, 3, 4)}, {"array": (1, 2, 3, 4)}), {}),
    ("concatenated_instead_of_merged", array("merge_sort", 1, 3, 2, extra_element="right"), (
        {"left": (3,), "right": (2,), "merged": (3, 2)},
        {"left": (1,), "right": (3, 2), "merged": (1, 3, 2)}), {}),
    ("wrong_pivot", array("quicksort", 2, 1, 3), ({"pivot": 2, "array": (1, 2, 3)},), {}),
    ("stable_partition", array("quicksort", 5, 1, 4, 2), (
        {"pivot": 2, "array": (1, 2, 5, 4)},), {}),
    ("sift_swapped_smaller_child", array("heapsort", 1, 3, 2), ({"array": (2, 3, 1)},), {}),
]  # fmt: skip


@pytest.mark.parametrize(
    ("mistake", "problem", "rows", "final"), WRONG, ids=[case[0] for case in WRONG]
)
def test_a_mistake_is_named(
    mistake: str, problem: Problem, rows: tuple[Row, ...], final: dict[str, Value]
) -> None:
    if mistake == "wrong_mid":
        problem = Problem(algorithm="binary_search", array=problem.array, target=7)
    assert named(problem, *rows, **final) == mistake


def test_alpha_beta_looked_at_a_leaf_that_is_cut() -> None:
    problem = Problem(algorithm="alphabeta", tree=((3, 5), (2, 9)), root="max")
    rows = ({"value": 3}, {"value": 5}, {"value": 2}, {"value": 9})

    assert named(problem, *rows) == "did_not_stop"
    assert named(problem, *rows[:2], {"value": 9}) in ("missed_prune", "pruned_too_much", None)


def test_numbers_out_of_nowhere_have_no_name() -> None:
    problem = array("insertion_sort", 3, 5, 1)

    assert named(problem, {"array": (5, 1, 3)}) is None


def test_every_mistake_that_can_be_named_has_words() -> None:
    for mistake in [case[0] for case in WRONG]:
        assert mistake in MISTAKES
        assert "_" not in misconception_words(mistake)
