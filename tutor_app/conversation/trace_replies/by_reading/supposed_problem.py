"""A problem as a question would have it: another weight, start or goal, ties broken otherwise."""

from __future__ import annotations

from dataclasses import replace

from tutor_app.domain.traces import Edge, Graph, Problem
from tutor_app.tracing.exact_run import run
from tutor_app.tracing.step_reading.step_question import SupposedChange

TIES = ("tie_break", "neighbor_order")  # the first of them that the algorithm has


def supposed_problem(problem: Problem, supposed: SupposedChange) -> Problem | None:
    """Return the problem as it is supposed; None where it has no such edge or rule.

    Raises:
        ProblemInvalid: the problem itself cannot be run.
    """
    if supposed.algorithm is not None:
        return replace(problem, algorithm=supposed.algorithm, conventions={})
    if supposed.start is not None:
        return replace(problem, start=supposed.start)
    if supposed.goal is not None:
        return replace(problem, goal=supposed.goal)
    if supposed.ties:
        return _other_ties(problem)
    graph = problem.graph
    if graph is None or supposed.edge is None:
        return None
    ends = supposed.edge
    joined = [edge for edge in graph.edges if _joins(edge, ends, graph)]
    if not joined and supposed.weight is None:
        return None
    new = Edge(source=ends[0], target=ends[1], weight=supposed.weight)
    if supposed.weight is None:
        edges = tuple(edge for edge in graph.edges if edge not in joined)
    elif joined:
        edges = tuple(
            replace(edge, weight=supposed.weight) if edge in joined else edge
            for edge in graph.edges
        )
    else:
        edges = (*graph.edges, new)
    return replace(problem, graph=replace(graph, edges=edges))


def _joins(edge: Edge, ends: tuple[str, str], graph: Graph) -> bool:
    own = (edge.source, edge.target)
    return own == ends or (not graph.directed and own == ends[::-1])


def _other_ties(problem: Problem) -> Problem | None:
    exact = run(problem)
    name = next((each for each in TIES if each in exact.algorithm.conventions), None)
    if name is None:
        return None
    held = exact.problem.conventions.get(name)
    choices = exact.algorithm.conventions[name].choices
    other = next((each for each in choices if each != held), None)
    if other is None:
        return None
    return replace(exact.problem, conventions={**exact.problem.conventions, name: other})
