"""The mistake behind a wrong step is named, and nothing is named where it is not sure."""

from __future__ import annotations

import ast
from dataclasses import replace
from pathlib import Path
from types import ModuleType

import pytest

from tests.tracing.problems import graph
from tutor_app.domain.traces import Problem, Row, StudentTrace, Value
from tutor_app.tracing.algorithm import algorithm_named, all_algorithms
from tutor_app.tracing.checking.check_trace import check
from tutor_app.tracing.checking.mistakes import array_mistakes as arrays
from tutor_app.tracing.checking.mistakes import graph_mistakes as graphs
from tutor_app.tracing.checking.mistakes import search_mistakes as search
from tutor_app.tracing.checking.mistakes.repeated_mistakes import mistaken_runs
from tutor_app.tracing.exact_run import run
from tutor_app.tracing.narration.mistake_texts import MISTAKES, describe_mistake

HEURISTIC = {"S": 3, "A": 1, "B": 4, "G": 0}


def named(problem: Problem, *rows: Row, **final: Value) -> str | None:
    stated = frozenset({*algorithm_named(problem.algorithm).conventions, "directed"})
    numbered = tuple({"step": step, **row} for step, row in enumerate(rows, start=1))
    verdict = check(problem, stated, StudentTrace(rows=numbered, final=final))
    assert not verdict.correct
    return verdict.misconception


def order(*nodes: str) -> tuple[Row, ...]:
    return tuple({"node": node} for node in nodes)


def on_graph(algorithm: str, text: str, **conventions: Value) -> Problem:
    drawn = graph(text, HEURISTIC if algorithm in ("greedy", "astar") else None)
    return Problem(algorithm=algorithm, graph=drawn, start="S", goal="G", conventions=conventions)


def on_array(algorithm: str, *values: int, **conventions: Value) -> Problem:
    return Problem(algorithm=algorithm, array=values, conventions=conventions)


EXAMPLES = {
    "array": [Problem(algorithm="", array=(1, 2, 4, 7), target=4)],
    "game_tree": [Problem(algorithm="", tree=((3, 5), (2, 9)), root="max")],
    "strings": [Problem(algorithm="", strings=("ABC", "BAC"))],
}
CHEAPER = "S-A 1, S-B 5, A-B 1, B-G 5"
WRONG = [
    ("wrong_tie_break", on_graph("ucs", "S-A 1, S-B 1, A-G 2"), order("S", "B", "A", "G"), {}),
    ("wrong_cost", on_graph("ucs", CHEAPER), order("S", "A", "B", "G"), {"cost": 8}),
    ("stopped_on_generation", on_graph("ucs", CHEAPER), order("S", "A", "B"), {}),
    (
        "forgot_decrease_key",
        on_graph("ucs", CHEAPER),
        ({"node": "S"}, {"node": "A", "open": ({"node": "B", "g": 5},)}),
        {},
    ),
    (
        "used_edge_cost_instead_of_g",
        on_graph("ucs", CHEAPER),
        ({"node": "S"}, {"node": "A", "open": ({"node": "B", "g": 1},)}),
        {},
    ),
    (
        "missed_neighbor",
        on_graph("ucs", "S-A 1, S-B 5, A-C 1, B-G 5"),
        ({"node": "S", "open": ({"node": "A", "g": 1},)}, {"node": "A"}),
        {},
    ),
    ("expanded_closed_node", on_graph("ucs", CHEAPER), order("S", "A", "S"), {}),
    (
        "used_stack_instead_of_queue",
        on_graph("bfs", "S-A, S-B, A-G, B-C"),
        order("S", "B", "C", "A", "G"),
        {},
    ),
    (
        "used_queue_instead_of_stack",
        on_graph("dfs", "S-A, S-B, A-D, B-G"),
        order("S", "A", "B", "D", "G"),
        {},
    ),
    (
        "forgot_heuristic",
        on_graph("astar", "S-A 3, S-B 2, A-G 1, B-G 4"),
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
    ("wrong_mid", on_array("binary_search", 1, 3, 5, 7), ({"lo": 0, "hi": 3, "mid": 2},), {}),
    ("swapped_instead_of_shifted", on_array("insertion_sort", 3, 5, 1), (
        {"array": (3, 5, 1)}, {"array": (1, 5, 3)}), {}),
    ("inserted_wrong_position", on_array("insertion_sort", 3, 5, 1), (
        {"array": (3, 5, 1)}, {"array": (3, 1, 5)}), {}),
    ("wrong_min_selected", on_array("selection_sort", 3, 1, 2), (
        {"selected": 2, "array": (2, 1, 3)},), {}),
    ("one_swap_per_pass", on_array("bubble_sort", 3, 2, 1), ({"array": (2, 3, 1)},), {}),
    ("early_exit_not_allowed", on_array("bubble_sort", 2, 1, 3, 4), (
        {"array": (1, 2, 3, 4)}, {"array": (1, 2, 3, 4)}), {}),
    ("concatenated_instead_of_merged", on_array("merge_sort", 1, 3, 2, extra_element="right"), (
        {"left": (3,), "right": (2,), "merged": (3, 2)},
        {"left": (1,), "right": (3, 2), "merged": (1, 3, 2)}), {}),
    ("wrong_pivot", on_array("quicksort", 2, 1, 3), ({"pivot": 2, "array": (1, 2, 3)},), {}),
    ("stable_partition", on_array("quicksort", 5, 1, 4, 2), (
        {"pivot": 2, "array": (1, 2, 5, 4)},), {}),
    ("sift_swapped_smaller_child", on_array("heapsort", 1, 3, 2), ({"array": (2, 3, 1)},), {}),
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
    problem = on_array("insertion_sort", 3, 5, 1)

    assert named(problem, {"array": (5, 1, 3)}) is None


def returned_words(module: ModuleType) -> set[str]:
    """Return the names that functions of a module give back, and those its tables hold."""
    tree = ast.parse(Path(str(module.__file__)).read_text(encoding="utf-8"))
    returned = [
        node.value for node in ast.walk(tree) if isinstance(node, ast.Return) and node.value
    ]
    found = (each for value in returned for each in ast.walk(value))
    words = {each.value for each in found if isinstance(each, ast.Constant)}
    return {word for word in words if isinstance(word, str) and word.count("_") and " " not in word}


@pytest.mark.parametrize("module", [arrays, graphs, search], ids=lambda m: m.__name__)
def test_every_mistake_that_can_be_named_has_words(module: ModuleType) -> None:
    columns = {"pivot_index", "best_child"}
    named_there = returned_words(module) - columns

    assert named_there
    assert named_there <= set(MISTAKES)


def test_every_convention_not_followed_has_words() -> None:
    for algorithm in all_algorithms().values():
        for problem in EXAMPLES.get(algorithm.data, ()):
            exact = run(replace(problem, algorithm=algorithm.id))
            for mistake, _ in mistaken_runs(exact):
                assert "_" not in describe_mistake(mistake), mistake
                assert mistake in MISTAKES
