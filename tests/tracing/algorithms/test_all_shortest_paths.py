"""Bellman-Ford and Floyd-Warshall: distances, parents and negative cycles."""

from __future__ import annotations

import math
from dataclasses import replace
from fractions import Fraction

import networkx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tracing.problems import graph, graphs, oracle
from tutor_app.domain.traces import Graph, Problem, ProblemInvalid, Value
from tutor_app.tracing.exact_run import run
from tutor_app.tracing.node_order import name_key

many = settings(max_examples=100, deadline=None)
some = settings(max_examples=100, deadline=None)
signed = graphs(lightest=-2)


def bellman_ford(drawn: Graph, start: str | None = None, **conventions: Value) -> Problem:
    start = start or drawn.nodes[0]
    return Problem(algorithm="bellman_ford", graph=drawn, start=start, conventions=conventions)


def floyd_warshall(drawn: Graph, **conventions: Value) -> Problem:
    return Problem(algorithm="floyd_warshall", graph=drawn, conventions=conventions)


def directed_oracle(drawn: Graph) -> networkx.DiGraph:
    """Undirected edges lead both ways; a negative self-loop is a negative cycle here too.

    Weights are exact here: with floats, a cycle of length 0 may seem a negative one.
    """
    made = networkx.DiGraph(oracle(drawn))
    for _, _, edge in made.edges(data=True):
        edge["weight"] = Fraction(edge["weight"]).limit_denominator(10)
    return made


@many
@given(signed, st.booleans(), st.booleans())
def test_bellman_ford_finds_the_distances_or_the_negative_cycle(
    drawn: Graph, early_exit: bool, in_place: bool
) -> None:
    done = run(bellman_ford(drawn, early_exit=early_exit, in_place=in_place))
    try:
        expected = networkx.single_source_bellman_ford_path_length(
            directed_oracle(drawn), drawn.nodes[0]
        )
    except networkx.NetworkXUnbounded:
        assert done.final == {"negative_cycle": True, "dist": None, "parent": None}
        return
    expected = {node: expected.get(node, math.inf) for node in drawn.nodes}
    assert done.final["dist"] == pytest.approx(expected)
    assert_parents_explain(drawn, done.final["dist"], done.final["parent"])


def assert_parents_explain(drawn: Graph, dist: dict, parent: dict) -> None:
    made = directed_oracle(drawn)
    for node, before in parent.items():
        if before is not None:
            assert dist[before] + made.edges[before, node]["weight"] == pytest.approx(dist[node])


@many
@given(signed)
def test_not_in_place_pass_i_knows_the_best_paths_of_at_most_i_edges(drawn: Graph) -> None:
    arcs = [(edge.source, edge.target, edge.weight) for edge in drawn.edges]
    if not drawn.directed:
        arcs += [(target, source, weight) for source, target, weight in arcs]
    best = {node: 0 if node == drawn.nodes[0] else math.inf for node in drawn.nodes}
    for row in run(bellman_ford(drawn, in_place=False)).rows():
        if row["step"]:
            offers = [(end, best[start] + weight) for start, end, weight in arcs]
            best = {
                node: min([known, *(offer for end, offer in offers if end == node)])
                for node, known in best.items()
            }
        assert row["dist"] == pytest.approx(best)


def test_in_place_a_pass_uses_what_the_same_pass_found() -> None:
    done = run(bellman_ford(graph("A>B 1, B>C 1, C>D 1"), early_exit=True))

    assert [step.row["changed"] for step in done.steps] == [None, True, False]
    assert done.steps[1].reason.facts["relaxed"][1] == ("B", "C", 1, math.inf, 2)


def test_without_early_exit_every_pass_is_shown() -> None:
    done = run(bellman_ford(graph("A>B 1, B>C 1, C>D 1")))

    assert [step.row["changed"] for step in done.steps] == [None, True, False, False]


def test_edges_are_relaxed_as_they_are_listed_or_by_name() -> None:
    drawn = graph("C>D 1, B>C 1, A>B 1")

    listed = run(bellman_ford(drawn, "A")).steps[1].row["dist"]
    by_name = run(bellman_ford(drawn, "A", neighbor_order="alphabetical")).steps[1].row["dist"]

    assert listed == {"A": 0, "B": 1, "C": math.inf, "D": math.inf}
    assert by_name == {"A": 0, "B": 1, "C": 2, "D": 3}


def test_a_negative_undirected_edge_is_a_negative_cycle() -> None:
    assert run(bellman_ford(graph("A-B -1"))).final["negative_cycle"]


def test_one_node_needs_no_pass_and_its_negative_self_loop_is_seen() -> None:
    assert len(run(bellman_ford(graph("A"))).steps) == 1
    assert run(bellman_ford(graph("A>A -1"))).final["negative_cycle"] is True
    assert run(bellman_ford(graph("A>A 1"))).final["dist"] == {"A": 0}


def test_with_a_goal_the_path_and_its_cost_come_out() -> None:
    problem = replace(bellman_ford(graph("A>B 4, A>C 5, C>B -3, D>A 1")), goal="B")

    final = run(problem).final
    assert (final["found"], final["path"], final["cost"]) == (True, ("A", "C", "B"), 2)
    final = run(replace(problem, goal="D")).final
    assert (final["found"], final["path"], final["cost"]) == (False, None, None)


# --- Floyd-Warshall --------------------------------------------------------------------------


@many
@given(signed, st.sampled_from(("alphabetical", "listed")))
def test_floyd_warshall_finds_the_distances_or_the_negative_cycle(
    drawn: Graph, node_order: str
) -> None:
    made = directed_oracle(drawn)
    done = run(floyd_warshall(drawn, node_order=node_order))
    if networkx.negative_edge_cycle(made):
        assert done.final == {"negative_cycle": True, "dist": None, "parent": None}
        return
    for start, line in done.final["dist"].items():
        lengths = networkx.single_source_bellman_ford_path_length(made, start)
        assert dict(line) == pytest.approx(
            {node: lengths.get(node, math.inf) for node in drawn.nodes}
        )
        assert_parents_explain(drawn, line, done.final["parent"][start])


@some
@given(graphs())
def test_row_k_knows_the_best_paths_through_the_first_k_nodes(drawn: Graph) -> None:
    made = directed_oracle(drawn)
    allowed: set[str] = set()
    for row in run(floyd_warshall(drawn)).rows():
        allowed |= {row["node"]} - {None}
        for start in drawn.nodes:
            for end in set(drawn.nodes) - {start}:
                part = made.subgraph(allowed | {start, end}).copy()
                part.remove_edges_from([*part.in_edges(start), *part.out_edges(end)])
                known = networkx.single_source_dijkstra_path_length(part, start).get(end, math.inf)
                assert row["dist"][start][end] == pytest.approx(known)


def test_floyd_warshall_takes_the_nodes_in_alphabetical_order_or_as_they_are_listed() -> None:
    drawn = graph("C>B 1, B>A 1")

    assert [step.row["node"] for step in run(floyd_warshall(drawn)).steps] == [None, *"ABC"]
    listed = run(floyd_warshall(drawn, node_order="listed"))
    assert [step.row["node"] for step in listed.steps] == [None, *"CBA"]


def test_equal_length_keeps_the_old_path() -> None:
    done = run(floyd_warshall(graph("A>C 2, A>B 1, B>C 1")))

    assert done.final["parent"]["A"] == {"A": None, "B": "A", "C": "A"}
    assert all(not step.reason.facts["changed"] for step in done.steps)


def test_two_hundred_nodes_take_no_gigabyte() -> None:
    names = [str(number) for number in range(200)]
    edges = ", ".join(f"{a}>{b} 1" for a, b in zip(names, [*names[1:], "0"], strict=True))
    done = run(floyd_warshall(graph(edges)))

    assert done.final["dist"]["5"]["4"] == 199
    assert sorted(done.final["dist"]["5"], key=name_key) == names


@pytest.mark.parametrize(
    ("problem", "lack"),
    [
        (bellman_ford(graph("A>B 1, B>C")), "missing_weight"),
        (replace(bellman_ford(graph("A>B 1")), start=None), "missing_start"),
        (replace(bellman_ford(graph("A>B 1")), goal="Q"), "unknown_goal"),
        (floyd_warshall(graph("A>B")), "missing_weight"),
        (Problem(algorithm="floyd_warshall"), "missing_graph"),
    ],
)
def test_what_is_missing_is_named(problem: Problem, lack: str) -> None:
    with pytest.raises(ProblemInvalid) as caught:
        run(problem)

    assert caught.value.lack == lack
