"""A problem to practise on, made for an algorithm that is only named."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tutor_app.tracing.algorithm import algorithm_named, all_algorithms
from tutor_app.tracing.exact_run import run, scored_steps, with_defaults
from tutor_app.tracing.practice_problems import make_practice_problem
from tutor_app.tracing.problem_statement import state_problem
from tutor_app.tracing.reading.problem_reader import read_problem

SEEDS = range(4)


@pytest.mark.parametrize("algorithm", sorted(all_algorithms()))
def test_every_algorithm_has_problems_that_run_and_read_back_as_stated(algorithm: str) -> None:
    for seed in SEEDS:
        problem = make_practice_problem(algorithm, seed)
        assert len(scored_steps(run(problem))) >= 2
        again = read_problem(state_problem(problem), {}, None, None)
        assert again is not None
        assert again.problem == problem


def test_the_same_seed_gives_the_same_problem_and_another_a_fresh_one() -> None:
    assert make_practice_problem("astar", 1) == make_practice_problem("astar", 1)
    assert make_practice_problem("astar", 1) != make_practice_problem("astar", 2)


@pytest.mark.parametrize("algorithm", ["bfs", "dfs", "ids", "ucs", "astar", "greedy"])
def test_a_goal_can_be_reached(algorithm: str) -> None:
    for seed in SEEDS:
        assert run(make_practice_problem(algorithm, seed)).final["path"]


def test_the_heuristic_of_a_star_never_overestimates() -> None:
    for seed in SEEDS:
        problem = make_practice_problem("astar", seed)
        graph = problem.graph
        assert graph is not None
        assert graph.heuristic is not None
        for start in graph.nodes:
            if start == problem.goal:
                continue
            bare = replace(problem, algorithm="ucs", start=start, conventions={})
            there = run(with_defaults(bare, algorithm_named("ucs")))
            if there.final["path"]:
                assert graph.heuristic[start] <= there.final["cost"]
