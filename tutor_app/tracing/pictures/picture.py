"""The picture of one step, whatever the problem is about."""

from __future__ import annotations

from tutor_app.tracing.pictures.array_picture import array_svg
from tutor_app.tracing.pictures.graph_picture import graph_svg
from tutor_app.tracing.pictures.tree_picture import tree_svg
from tutor_app.tracing.run import Run
from tutor_app.tracing.values import Problem


def picture_svg(
    problem: Problem, run: Run, place: int, *, wrong: int | None = None, dark: bool = False
) -> str:
    """Return the picture after `run.steps[place]`; `wrong` is the number of a wrong step."""
    if problem.graph is not None:
        return graph_svg(problem, run, place, wrong=wrong, dark=dark)
    if problem.tree is not None:
        return tree_svg(problem, run, place, wrong=wrong, dark=dark)
    return array_svg(problem, run, place, wrong=wrong, dark=dark)
