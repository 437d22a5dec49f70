"""Problems and rows keep everything on the way to JSON and back."""

from __future__ import annotations

import json
import math

from evals.traces.trace_json import student_of
from tutor_app.domain.traces import KnapsackItem, Operation, Problem
from tutor_app.tracing.problem_json import instance_of, json_of, problem_of, value_of

GRAPH = {
    "type": "graph",
    "algorithm": "astar",
    "directed": True,
    "weighted": True,
    "nodes": ["S", "G"],
    "edges": [["S", "G", 2.5], ["G", "S", None]],
    "heuristic": {"S": 1, "G": 0},
    "start": "S",
    "goal": None,
    "tie_break": "fifo",
    "reopen": False,
}


def test_a_graph_and_its_conventions_come_back_as_they_were() -> None:
    problem = problem_of(GRAPH)

    assert dict(problem.conventions) == {"tie_break": "fifo", "reopen": False}
    assert problem.graph is not None and problem.graph.edges[1].weight is None
    assert instance_of(problem) == GRAPH


def test_a_null_convention_is_one_that_is_not_chosen() -> None:
    assert problem_of({**GRAPH, "goal_test": None}).conventions == problem_of(GRAPH).conventions


def test_a_missing_leaf_is_not_a_number() -> None:
    problem = problem_of({"algorithm": "alphabeta", "tree": [[3, None], [2, 9]], "root": "max"})

    assert math.isnan(problem.tree[0][1])  # type: ignore[index]
    assert instance_of(problem)["tree"] == [[3, None], [2, 9]]


def test_arrays_strings_items_and_operations_come_back_through_json() -> None:
    problem = Problem(
        algorithm="any",
        array=(3, 1.5),
        target=4,
        strings=("AB", "BA"),
        items=(KnapsackItem(name="x", weight=2, value=3),),
        capacity=5,
        operations=(Operation(kind="insert", value=7), Operation(kind="extract")),
        conventions={"index_base": 1},
    )

    assert problem_of(json.loads(json.dumps(instance_of(problem)))) == problem


def test_infinity_is_a_word_in_json_and_a_number_in_a_row() -> None:
    row = {"dist": {"A": math.inf}, "alpha": -math.inf, "path": ("A", "B")}

    assert json_of(row) == {"dist": {"A": "inf"}, "alpha": "-inf", "path": ["A", "B"]}
    assert value_of(json_of(row)) == row


def test_a_students_rows_and_claims_are_values() -> None:
    student = student_of({"rows": [{"step": 1, "closed": ["A"]}], "final": {"cost": "inf"}})

    assert student is not None
    assert student.rows == ({"step": 1, "closed": ("A",)},)
    assert student.final == {"cost": math.inf}
    assert student_of(None) is None
