"""What comes out of a problem that is read in a text: its result, and the path of fewest edges."""

from __future__ import annotations

from typing import Final

from tutor_app.domain.traces import Problem, ProblemInvalid
from tutor_app.tracing.exact_run import run
from tutor_app.tracing.narration.run_sentences import state_result
from tutor_app.tracing.reading.problem_reader import read_problem
from tutor_app.tracing.trials.graph_facts import cost_of, simple_paths

_MOST_NODES: Final = 9  # more have too many paths to look at


def problem_worked_in(text: str) -> Problem | None:
    """Return the whole problem that a text sets, None where it sets none that can be run."""
    read = read_problem(text)
    if read is None or read.problem is None or read.question is not None:
        return None
    try:
        run(read.problem)
    except ProblemInvalid:
        return None
    return read.problem


def result_of_run(problem: Problem) -> str:
    """Return what comes out of a problem, in words."""
    return state_result(run(problem).final)


def fewest_edges(problem: Problem) -> tuple[str, str] | None:
    """Return the path with the fewest edges and its cost; None where the run gives none longer."""
    graph, start, goal = problem.graph, problem.start, problem.goal
    if graph is None or start is None or goal is None or not graph.weighted:
        return None
    if len(graph.nodes) > _MOST_NODES:
        return None
    paths = sorted(simple_paths(graph, start, goal), key=lambda path: (len(path), path))
    found = run(problem).final.get("path")
    if not paths or not isinstance(found, tuple) or len(paths[0]) >= len(found):
        return None
    return " → ".join(paths[0]), f"{cost_of(paths[0], graph):g}"
