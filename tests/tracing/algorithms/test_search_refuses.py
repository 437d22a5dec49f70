"""A search that cannot be run says by name what is missing or wrong."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.tracing.problems import graph
from tutor_app.domain.traces import Graph, Problem, ProblemInvalid
from tutor_app.tracing.exact_run import run

H = {"S": 2, "A": 1, "G": 0}
PLAIN = graph("S-A 1, A-G 2", H)
EVERY = ("bfs", "dfs", "ucs", "greedy", "astar", "dijkstra", "ids")
WITH_GOAL = ("ucs", "greedy", "astar", "ids")
WITH_COST = ("ucs", "greedy", "astar", "dijkstra")


def refusal(algorithm: str, of: Graph | None, start: str | None, goal: str | None) -> str:
    with pytest.raises(ProblemInvalid) as refused:
        run(Problem(algorithm=algorithm, graph=of, start=start, goal=goal))
    assert refused.value.detail
    return refused.value.lack


@pytest.mark.parametrize("algorithm", EVERY)
def test_graph_start_and_goal_must_be_there(algorithm: str) -> None:
    empty = Graph(directed=False, weighted=False, nodes=(), edges=())

    assert refusal(algorithm, None, "S", "G") == "missing_graph"
    assert refusal(algorithm, empty, "S", "G") == "missing_graph"
    assert refusal(algorithm, PLAIN, None, "G") == "missing_start"
    assert refusal(algorithm, PLAIN, "X", "G") == "unknown_start"
    assert refusal(algorithm, PLAIN, "S", "X") == "unknown_goal"


@pytest.mark.parametrize("algorithm", WITH_GOAL)
def test_searches_for_a_goal_need_one(algorithm: str) -> None:
    assert refusal(algorithm, PLAIN, "S", None) == "missing_goal"


@pytest.mark.parametrize("algorithm", WITH_COST)
def test_one_edge_without_its_weight_is_named(algorithm: str) -> None:
    with pytest.raises(ProblemInvalid, match="A–G has no weight") as refused:
        run(Problem(algorithm=algorithm, graph=graph("S-A 1, A-G", H), start="S", goal="G"))
    assert refused.value.lack == "missing_weight"


@pytest.mark.parametrize("algorithm", ["ucs", "astar", "dijkstra"])
def test_path_costs_need_weights_and_none_below_zero(algorithm: str) -> None:
    assert refusal(algorithm, graph("S-A, A-G", H), "S", "G") == "missing_weight"
    assert refusal(algorithm, graph("S-A 1, A-G -2", H), "S", "G") == "negative_edge"


def test_greedy_search_does_not_mind_negative_weights() -> None:
    of = graph("S-A 1, A-G -2", H)

    assert run(Problem(algorithm="greedy", graph=of, start="S", goal="G")).final["cost"] == -1


@pytest.mark.parametrize("algorithm", ["greedy", "astar"])
def test_every_node_needs_its_heuristic_value(algorithm: str) -> None:
    without = replace(PLAIN, heuristic=None)
    assert refusal(algorithm, without, "S", "G") == "missing_heuristic"

    with pytest.raises(ProblemInvalid, match=r"h\(A\)") as refused:
        some = replace(PLAIN, heuristic={"S": 2, "G": 0})
        run(Problem(algorithm=algorithm, graph=some, start="S", goal="G"))
    assert refused.value.lack == "missing_heuristic_value"


def test_iterative_deepening_gives_up_before_it_freezes() -> None:
    crowd = graph(", ".join(f"{a}-{b}" for a in range(30) for b in range(a)) + ", 99")

    assert refusal("ids", crowd, "0", "99") == "too_large"


@pytest.mark.parametrize("algorithm", EVERY)
def test_a_graph_of_200_nodes_runs(algorithm: str) -> None:
    ring = graph(", ".join(f"{a}-{(a * step) % 200} {step}" for a in range(200) for step in (3, 7)))
    line = graph(", ".join(f"{a}-{a + 1} 1" for a in range(199)))
    of = replace(line, edges=(*line.edges, *(() if algorithm == "ids" else ring.edges)))
    of = replace(of, heuristic={node: 199 - int(node) for node in of.nodes})

    done = run(Problem(algorithm=algorithm, graph=of, start="0", goal="199"))

    assert len(of.nodes) == 200
    assert done.final["found"] is True
