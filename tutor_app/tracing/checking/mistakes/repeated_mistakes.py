"""Mistakes made throughout: the run under a convention that the message excludes, and the like."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import cast

from tutor_app.domain.traces import Graph, Problem, ProblemInvalid, Row, UnknownAlgorithm, Value
from tutor_app.tracing.checking.ambiguous_readings import run_under
from tutor_app.tracing.checking.mistakes.misconceptions import Mistake, best_first, nearest_to_last
from tutor_app.tracing.exact_run import AlgorithmRun, run
from tutor_app.tracing.node_order import name_key

_ENGINES: Mapping[str, tuple[Mistake, ...]] = {
    "ucs": ("forgot_decrease_key", "used_edge_cost_instead_of_g", "expanded_closed_node"),
    "dijkstra": ("forgot_decrease_key", "used_edge_cost_instead_of_g"),
    "astar": (
        "forgot_decrease_key",
        "used_edge_cost_instead_of_g",
        "forgot_heuristic",
        "forgot_path_cost",
    ),
    "greedy": (),
}
# A search run with the other's list of open nodes.
_SWAPPED = {
    "bfs": ("dfs", "used_stack_instead_of_queue"),
    "dfs": ("bfs", "used_queue_instead_of_stack"),
    "greedy": ("ucs", "used_path_cost_instead_of_heuristic"),
    "ucs": ("greedy", "used_heuristic_instead_of_path_cost"),
}
# The name of the mistake, by convention that was not followed; "convention=choice" first.
_BY_CONVENTION = {
    "tie_break": "wrong_tie_break",
    "neighbor_order": "wrong_visit_order",
    "goal_test=generation": "stopped_on_generation",
    "goal_test=expansion": "missed_goal_on_generation",
    "reopen=False": "did_not_reopen",
    "reopen=True": "expanded_closed_node",
    "duplicates": "wrong_duplicates",
    "early_exit=True": "early_exit_not_allowed",
    "early_exit=False": "missed_early_exit",
    "stop_when_complete=True": "stopped_too_early",
    "stop_when_complete=False": "did_not_stop",
    "pivot": "wrong_pivot",
    "partition": "wrong_partition",
    "extra_element": "wrong_split",
    "variant": "wrong_variant",
    "index_base": "off_by_one",
    "mid": "wrong_mid",
    "in_place": "relaxed_with_old_distances",
    "equal_to_pivot": "wrong_partition",
    "prune_when=alpha > beta": "missed_prune",
    "order": "wrong_sort_order",
    "heap": "wrong_heap",
    "directed=False": "ignored_direction",
    "directed=True": "took_edges_one_way",
}


def mistaken_runs(exact: AlgorithmRun) -> Iterator[tuple[str, Iterable[Row]]]:
    """Yield the runs with one mistake throughout, each with the mistake's name."""
    problem = exact.problem
    for mistake in _ENGINES.get(problem.algorithm, ()):
        yield mistake, best_first(problem, mistake)
    if problem.algorithm == "prim":
        yield "nearest_to_last_node", nearest_to_last(problem)
    yield from _flipped(exact)
    yield from _renamed(exact)
    if problem.algorithm in _SWAPPED:
        other, name = _SWAPPED[problem.algorithm]
        swapped = _try(replace(problem, algorithm=other))
        if swapped is not None:
            yield name, swapped.rows()


def _flipped(exact: AlgorithmRun) -> Iterator[tuple[str, Iterable[Row]]]:
    for convention, its in exact.algorithm.conventions.items():
        for choice in its.choices:
            if choice == exact.problem.conventions.get(convention):
                continue
            other = run_under(exact.problem, {convention: choice})
            if other is not None:
                yield _name(exact.algorithm.id, convention, choice), other.rows()
    graph = exact.problem.graph
    if graph is not None and exact.algorithm.directed is None:
        other = run_under(exact.problem, {"directed": not graph.directed})
        if other is not None:
            yield _name(exact.algorithm.id, "directed", not graph.directed), other.rows()


def _name(algorithm: str, convention: str, choice: Value) -> str:
    if algorithm == "dfs" and convention == "neighbor_order":
        return "wrong_push_order"
    return _BY_CONVENTION.get(f"{convention}={choice}") or _BY_CONVENTION.get(
        convention, "other_convention"
    )


def _renamed(exact: AlgorithmRun) -> Iterator[tuple[str, Iterable[Row]]]:
    """Yield the runs with ties decided backwards, or in reading order, whatever the algorithm.

    Nodes are renamed so that the order of their names is the mistaken one, then renamed back.
    """
    problem = exact.problem
    graph = problem.graph
    if graph is None or len(graph.nodes) < 2:
        return
    ordered = sorted(graph.nodes, key=name_key)
    orders = (tuple(reversed(ordered)), graph.nodes)
    for wanted in orders:
        there = {node: f"n{place:04d}" for place, node in enumerate(wanted)}
        other = _try(_with_names(problem, graph, there))
        if other is None:
            continue
        back = {new: old for old, new in there.items()}
        convention = (
            "neighbor_order" if exact.algorithm.id in ("bfs", "ids", "dfs") else "tie_break"
        )
        rows = (cast(Row, _named_back(row, back)) for row in other.rows())
        yield _name(exact.algorithm.id, convention, None), rows


def _with_names(problem: Problem, graph: Graph, there: Mapping[str, str]) -> Problem:
    edges = tuple(
        replace(
            edge,
            source=there.get(edge.source, edge.source),
            target=there.get(edge.target, edge.target),
        )
        for edge in graph.edges
    )
    h = graph.heuristic
    renamed = replace(
        graph,
        nodes=tuple(there[node] for node in graph.nodes),
        edges=edges,
        heuristic=None if h is None else {there[n]: v for n, v in h.items() if n in there},
    )
    return replace(
        problem,
        graph=renamed,
        start=there.get(problem.start or ""),
        goal=there.get(problem.goal or ""),
    )


def _named_back(value: Value, back: Mapping[str, str]) -> Value:
    if isinstance(value, str):
        return back.get(value, value)
    if isinstance(value, tuple | list):
        return tuple(_named_back(item, back) for item in value)
    if isinstance(value, Mapping):
        return {back.get(k, k): _named_back(v, back) for k, v in value.items()}
    return value


def _try(problem: Problem) -> AlgorithmRun | None:
    try:
        return run(problem)
    except (ProblemInvalid, UnknownAlgorithm):
        return None
