"""A problem in canonical words is read as exactly that problem."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tracing.problems import problems
from tutor_app.domain.traces import Edge, Graph, KnapsackItem, Operation, Problem, Tree, Value
from tutor_app.tracing.algorithm import algorithm_named, all_algorithms
from tutor_app.tracing.problem_statement import state_choice, state_problem
from tutor_app.tracing.reading.problem_reader import read_problem
from tutor_app.tracing.reading.stated_conventions import stated_conventions

_GRAPHS = [name for name, known in all_algorithms().items() if known.data == "graph"]
_ARRAYS = [name for name, known in all_algorithms().items() if known.data == "array"]


@pytest.mark.parametrize("algorithm", _GRAPHS)
@settings(max_examples=8, deadline=None)  # of each: a hundred graphs in all
@given(data=st.data())
def test_graph_problems(algorithm: str, data: st.DataObject) -> None:
    problem = _sayable(data.draw(problems(algorithm)))
    if problem is not None:
        _assert_reads_back(problem)


@pytest.mark.parametrize("algorithm", _ARRAYS)
@settings(max_examples=30, deadline=None)
@given(
    values=st.lists(st.integers(-50, 99) | st.sampled_from((0.5, 2.25)), min_size=2, max_size=12),
    target=st.integers(-50, 99),
    seed=st.integers(0, 2**30),
)
def test_array_problems(algorithm: str, values: list[int], target: int, seed: int) -> None:
    searched = "target" in algorithm_named(algorithm).needs
    _assert_reads_back(
        Problem(
            algorithm=algorithm,
            array=tuple(sorted(values) if searched else values),
            target=target if searched else None,
            conventions=_any_conventions(algorithm, seed),
        )
    )


@settings(max_examples=30, deadline=None)
@given(seed=st.integers(0, 2**30))
def test_game_trees(seed: int) -> None:
    rng = Random(seed)
    _assert_reads_back(
        Problem(
            algorithm="alphabeta",
            tree=_tree(rng, rng.choice((2, 3))),
            root="max" if rng.random() < 0.5 else "min",
            conventions=_any_conventions("alphabeta", seed),
        )
    )


@pytest.mark.parametrize(
    "problem",
    [
        Problem(algorithm="lcs", strings=("ABCBDAB", "BDCABA"), conventions={"traceback": "left"}),
        Problem(
            algorithm="knapsack",
            items=(
                KnapsackItem(name="A", weight=2, value=3),
                KnapsackItem(name="B", weight=4, value=5),
            ),
            capacity=6,
            conventions={"ties": "take"},
        ),
        Problem(
            algorithm="bst",
            operations=(
                Operation(kind="insert", value=5),
                Operation(kind="insert", value=3),
                Operation(kind="delete", value=5),
                Operation(kind="inorder"),
            ),
            conventions={"delete": "predecessor"},
        ),
        Problem(
            algorithm="heap_operations",
            operations=(Operation(kind="insert", value=5), Operation(kind="extract")),
            array=(9, 4, 7),
            conventions={"heap": "max"},
        ),
    ],
)
def test_strings_items_and_operations(problem: Problem) -> None:
    _assert_reads_back(problem)


def test_every_choice_of_every_algorithm_can_be_said() -> None:
    choices = [
        (known, name, value)
        for known in all_algorithms().values()
        for name, convention in known.conventions.items()
        for value in convention.choices
    ]
    said = [state_choice(known, name, value, {name: value}) for known, name, value in choices]
    assert all(said)
    assert [
        (known.id, name, value, text)
        for (known, name, value), text in zip(choices, said, strict=True)
        if stated_conventions(text, known)[name] != value
    ] == []


def _assert_reads_back(problem: Problem) -> None:
    said = state_problem(problem)
    read = read_problem(said)
    assert read is not None, said
    assert read.problem == problem, said
    assert read.kind == "trace"


def _sayable(problem: Problem) -> Problem | None:
    """Return the problem as a message can give it: no two weights for one edge, some edge."""
    algorithm, graph = algorithm_named(problem.algorithm), problem.graph
    assert graph is not None
    directed = graph.directed if algorithm.directed is None else algorithm.directed
    edges: dict[tuple[str, ...], Edge] = {}
    for edge in graph.edges:
        ends = (edge.source, edge.target)
        edges.setdefault(ends if directed else tuple(sorted(ends)), edge)
    if not edges:
        return None
    used = algorithm.needs | algorithm.may_have
    graph = Graph(
        directed=directed,
        weighted=True,
        nodes=graph.nodes,
        edges=tuple(edges.values()),
        heuristic=graph.heuristic if "heuristic" in used else None,
    )
    return replace(
        problem,
        graph=graph,
        start=problem.start if "start" in used else None,
        goal=problem.goal if "goal" in used else None,
    )


def _any_conventions(algorithm: str, seed: int) -> dict[str, Value]:
    """Return a choice for each convention."""
    rng = Random(seed)
    return {
        name: rng.choice(convention.choices)
        for name, convention in algorithm_named(algorithm).conventions.items()
    }


def _tree(rng: Random, depth: int) -> Tree:
    if depth == 0:
        return rng.randint(-20, 20)
    return tuple(_tree(rng, depth - 1) for _ in range(rng.choice((2, 3))))
