"""On thousands of random graphs, searches find what networkx finds, in the order that it finds."""

from __future__ import annotations

import math
from itertools import pairwise

import networkx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tracing.problems import oracle, problems, with_h
from tutor_app.domain.traces import Problem
from tutor_app.tracing.exact_run import AlgorithmRun, run
from tutor_app.tracing.node_order import name_key

many = settings(max_examples=170, deadline=None)


def cost_by_oracle(problem: Problem) -> float | None:
    try:
        found = networkx.dijkstra_path_length(oracle(problem.graph), problem.start, problem.goal)
    except networkx.NetworkXNoPath:
        return None
    return round(found, 9)


def assert_path_has_cost(done: AlgorithmRun) -> None:
    """The path leads from start to goal along edges, and the cost is the sum of theirs."""
    made, path = oracle(done.problem.graph), done.final["path"]
    assert (path[0], path[-1]) == (done.problem.start, done.problem.goal)
    weights = [made.edges[ends]["weight"] for ends in pairwise(path)]
    assert done.final["cost"] == pytest.approx(sum(weights))


@many
@given(problems("ucs", goal_test="expansion"))
def test_uniform_cost_finds_the_cheapest_path_under_every_tie_break(problem: Problem) -> None:
    done = run(problem)

    assert done.final["cost"] == cost_by_oracle(problem)
    if done.final["found"]:
        assert_path_has_cost(done)


@many
@given(problems("astar", goal_test="expansion", reopen=False), st.sampled_from((0, 0.5, 1)))
def test_astar_is_optimal_with_a_consistent_heuristic(problem: Problem, share: float) -> None:
    made = oracle(problem.graph)
    away = networkx.single_source_dijkstra_path_length(
        made.reverse() if made.is_directed() else made, problem.goal
    )
    done = run(with_h(problem, {node: share * away.get(node, 99) for node in made}))

    assert done.final["cost"] == cost_by_oracle(problem)


@many
@given(problems("astar", goal_test="expansion", reopen=True), st.data())
def test_astar_that_reopens_is_optimal_with_an_admissible_heuristic(
    problem: Problem, data: st.DataObject
) -> None:
    made = oracle(problem.graph)
    back = made.reverse() if made.is_directed() else made
    away = networkx.single_source_dijkstra_path_length(back, problem.goal)
    h = {node: data.draw(st.integers(0, math.floor(away.get(node, 9)))) for node in made}
    done = run(with_h(problem, h))

    assert done.final["cost"] == cost_by_oracle(problem)


@many
@given(st.sampled_from(("ucs", "greedy", "astar")).flatmap(problems))
def test_every_search_finds_a_path_where_there_is_one(problem: Problem) -> None:
    done = run(problem)

    reachable = networkx.has_path(oracle(problem.graph), problem.start, problem.goal)
    assert done.final["found"] is reachable
    if reachable:
        assert_path_has_cost(done)


@many
@given(problems("dijkstra", goal=False))
def test_dijkstra_has_the_distance_of_every_node(problem: Problem) -> None:
    done = run(problem)

    made = oracle(problem.graph)
    dist = networkx.single_source_dijkstra_path_length(made, problem.start)
    assert done.final["dist"] == pytest.approx({node: dist.get(node, math.inf) for node in made})
    assert set(done.steps[-1].row["closed"]) == set(dist)


@many
@given(problems("dijkstra", goal=False))
def test_dijkstra_s_parents_are_on_shortest_paths_and_it_closes_by_distance(
    problem: Problem,
) -> None:
    done = run(problem)

    made, dist, parent = oracle(problem.graph), done.final["dist"], done.final["parent"]
    for node in made:
        if parent[node] is None:
            assert node == problem.start or dist[node] == math.inf
        else:
            weight = made.edges[parent[node], node]["weight"]
            assert dist[node] == pytest.approx(dist[parent[node]] + weight)
    closed = [dist[node] for node in done.steps[-1].row["closed"]]
    assert closed == sorted(closed)


@many
@given(problems("dijkstra"))
def test_dijkstra_with_a_target_stops_at_it(problem: Problem) -> None:
    done = run(problem)

    assert done.final["cost"] == cost_by_oracle(problem)
    if done.final["found"]:
        assert_path_has_cost(done)
        assert done.steps[-1].row["node"] == problem.goal


def by_name(backwards: bool) -> object:
    return lambda nodes: sorted(nodes, key=name_key, reverse=backwards)


@many
@given(problems("bfs", goal=False, goal_test="expansion"), st.booleans())
def test_breadth_first_order_is_that_of_networkx(problem: Problem, backwards: bool) -> None:
    order = "reverse_alphabetical" if backwards else "alphabetical"
    done = run(under(problem, neighbor_order=order))

    edges = networkx.bfs_edges(
        oracle(problem.graph), problem.start, sort_neighbors=by_name(backwards)
    )
    assert done.final["order"] == (problem.start, *(node for _, node in edges))


@many
@given(problems("dfs", goal=False, goal_test="expansion"), st.booleans())
def test_depth_first_order_with_duplicates_is_that_of_the_recursion(
    problem: Problem, backwards: bool
) -> None:
    order = "reverse_alphabetical" if backwards else "alphabetical"
    done = run(under(problem, neighbor_order=order, duplicates="allow"))

    # The neighbour pushed last is on top, so the recursion takes them in the other order.
    preorder = networkx.dfs_preorder_nodes(
        oracle(problem.graph), problem.start, sort_neighbors=by_name(not backwards)
    )
    assert done.final["order"] == tuple(preorder)


@many
@given(st.sampled_from(("bfs", "dfs", "ids")).flatmap(problems))
def test_searches_without_weights_find_a_path_where_there_is_one(problem: Problem) -> None:
    done = run(problem)

    made, path = oracle(problem.graph), done.final["path"]
    assert done.final["found"] is networkx.has_path(made, problem.start, problem.goal)
    if path is not None:
        assert (path[0], path[-1]) == (problem.start, problem.goal)
        assert all(made.has_edge(*ends) for ends in pairwise(path))
    if path is not None and problem.algorithm != "dfs":
        assert len(path) - 1 == networkx.shortest_path_length(made, problem.start, problem.goal)


@many
@given(problems("ids"))
def test_iterative_deepening_stops_one_limit_after_the_longest_path(problem: Problem) -> None:
    done = run(problem)

    made, start = oracle(problem.graph), problem.start
    if done.final["found"]:
        assert len(done.steps) - 1 == done.final["depth"]
        return
    paths = (p for node in made for p in networkx.all_simple_paths(made, start, node))
    longest = max((len(path) - 1 for path in paths), default=0)
    assert [step.row["result"] for step in done.steps] == ["cutoff"] * (longest + 1) + ["failure"]


def under(problem: Problem, **chosen: str) -> Problem:
    return Problem(
        algorithm=problem.algorithm,
        graph=problem.graph,
        start=problem.start,
        goal=problem.goal,
        conventions={**problem.conventions, **chosen},
    )
