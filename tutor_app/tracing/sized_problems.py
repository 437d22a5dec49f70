"""A longer or a shorter problem to practise on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tutor_app.domain.traces import Problem, Value
from tutor_app.tracing.exact_run import run
from tutor_app.tracing.practice_problems import make_practice_problem

_CHOSEN_FROM: Final = 6


def make_sized_problem(
    algorithm_id: str, seed: int, conventions: Mapping[str, Value], *, harder: bool
) -> Problem:
    """Return a problem for an algorithm: of several the one with the longest run, or the shortest.

    `conventions` are those of `make_practice_problem`.

    Raises:
        KeyError: no such algorithm.
        ProblemInvalid: none could be made in many tries.
    """
    seeds = range(seed * _CHOSEN_FROM, (seed + 1) * _CHOSEN_FROM)
    made = [make_practice_problem(algorithm_id, each, conventions) for each in seeds]
    return (max if harder else min)(made, key=_length)


def _length(problem: Problem) -> tuple[int, int]:
    """Return how many steps a run has, and how many edges its graph."""
    edges = len(problem.graph.edges) if problem.graph is not None else 0
    return len(run(problem).steps), edges
