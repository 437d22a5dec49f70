"""On random graphs, too, a problem keeps its key; other data of every kind has another."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tracing.problems import problems
from tutor_app.domain.traces import Edge, KnapsackItem, Operation, Problem
from tutor_app.tracing.problem_fingerprint import problem_key


def rewritten(problem: Problem) -> Problem:
    """The same problem as another student types it: lower case, the edges from the end."""
    given_ = problem.graph
    edges = tuple(
        replace(edge, source=edge.source.lower(), target=edge.target.lower())
        if given_.directed
        else Edge(source=edge.target.lower(), target=edge.source.lower(), weight=edge.weight)
        for edge in reversed(given_.edges)
    )
    return replace(
        problem,
        graph=replace(
            given_,
            nodes=tuple(node.lower() for node in reversed(given_.nodes)),
            edges=edges,
            heuristic={node.lower(): float(h) for node, h in given_.heuristic.items()},
        ),
        start=problem.start.lower(),
        goal=problem.goal.lower(),
    )


@settings(max_examples=100, deadline=None)
@given(st.sampled_from(("bfs", "astar")).flatmap(problems))
def test_case_and_order_do_not_count_on_any_graph(problem: Problem) -> None:
    assert problem_key(rewritten(problem)) == problem_key(problem)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (Problem(algorithm="merge_sort", array=(1, 2)), {"array": (2, 1)}),
        (Problem(algorithm="binary_search", array=(1, 2), target=1), {"target": 2}),
        (Problem(algorithm="alphabeta", tree=((1, 2), (3, 4)), root="max"), {"root": "min"}),
        (Problem(algorithm="alphabeta", tree=((1, 2), (3, 4))), {"tree": ((1, 2, 3), (4,))}),
        (Problem(algorithm="alphabeta", tree=((1, 2), (3, math.nan))), {"tree": ((1, 2), (3, 4))}),
        (Problem(algorithm="lcs", strings=("AB", "B")), {"strings": ("ab", "B")}),
        (
            Problem(
                algorithm="knapsack", items=(KnapsackItem(name="x", weight=1, value=2),), capacity=3
            ),
            {"items": (KnapsackItem(name="x", weight=2, value=1),)},
        ),
        (
            Problem(algorithm="bst", operations=(Operation(kind="insert", value=1),)),
            {"operations": (Operation(kind="delete", value=1),)},
        ),
    ],
)
def test_other_data_is_another_problem(one: Problem, other: dict) -> None:
    assert problem_key(replace(one, **other)) != problem_key(one)
