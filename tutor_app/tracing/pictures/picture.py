"""The picture of one step, whatever the problem is about."""

from __future__ import annotations

from dataclasses import replace

from tutor_app.domain.traces import Problem
from tutor_app.tracing.exact_run import AlgorithmRun
from tutor_app.tracing.pictures.array_picture import array_svg
from tutor_app.tracing.pictures.graph_picture import graph_svg
from tutor_app.tracing.pictures.tree_picture import tree_svg


def picture_svg(
    problem: Problem, run: AlgorithmRun, place: int, *, wrong: int | None = None, dark: bool = False
) -> str:
    """Return the picture after `run.steps[place]`; `wrong` is the number of a wrong step."""
    if problem.graph is not None:
        return graph_svg(problem, run, place, wrong=wrong, dark=dark)
    if problem.tree is not None:
        return tree_svg(problem, run, place, wrong=wrong, dark=dark)
    return array_svg(problem, run, place, wrong=wrong, dark=dark)


def start_svg(run: AlgorithmRun, *, dark: bool = False) -> str | None:
    """Return the picture of the problem before anything is done.

    None if the table has no row of the initial state and nothing else can be drawn: the picture
    of the first step would give that step away.
    """
    problem = run.problem
    if run.steps and run.steps[0].number < run.algorithm.first_step:
        return picture_svg(problem, run, 0, dark=dark)
    if problem.graph is None and problem.tree is None:
        return None
    return picture_svg(problem, replace(run, steps=()), 0, dark=dark)
