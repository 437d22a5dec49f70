"""Kahn's algorithm: the lexicographic order, cycles, self-loops, parallel edges."""

from __future__ import annotations

from dataclasses import replace

import networkx
import pytest
from hypothesis import given, settings

from tests.tracing.problems import graph, graphs, oracle
from tutor_app.domain.traces import Graph, Problem, ProblemInvalid
from tutor_app.tracing.exact_run import AlgorithmRun, run
from tutor_app.tracing.node_order import name_key

many = settings(max_examples=100, deadline=None)


def kahn(drawn: Graph, tie_break: str = "alphabetical") -> AlgorithmRun:
    conventions = {"tie_break": tie_break}
    return run(Problem(algorithm="toposort", graph=drawn, conventions=conventions))


def acyclic(drawn: Graph) -> Graph:
    """Turn every edge so that it leads on in the list of nodes."""
    place = drawn.nodes.index
    edges = tuple(
        replace(edge, source=min(ends, key=place), target=max(ends, key=place))
        for edge in drawn.edges
        for ends in [(edge.source, edge.target)]
        if edge.source != edge.target
    )
    return replace(drawn, directed=True, edges=edges)


@many
@given(graphs())
def test_without_a_cycle_the_order_is_the_alphabetically_smallest_one(drawn: Graph) -> None:
    drawn = acyclic(drawn)
    expected = networkx.lexicographical_topological_sort(oracle(drawn), key=name_key)

    assert kahn(drawn).final == {"order": tuple(expected), "cycle": False}


@many
@given(graphs())
def test_a_cycle_is_found_exactly_where_there_is_one(drawn: Graph) -> None:
    drawn = replace(drawn, directed=True)
    is_acyclic = networkx.is_directed_acyclic_graph(oracle(drawn))
    for tie_break in ("alphabetical", "reverse_alphabetical", "fifo", "lifo"):
        done = kahn(drawn, tie_break)

        assert done.final["cycle"] is not is_acyclic
        assert (done.final["order"] is None) is not is_acyclic


@many
@given(graphs())
def test_every_row_counts_the_edges_from_nodes_that_are_not_output(drawn: Graph) -> None:
    drawn = replace(drawn, directed=True)
    left = set(drawn.nodes)
    for row in kahn(drawn).rows():
        left -= {row["node"]}
        counted = {
            node: sum(edge.target == node and edge.source in left for edge in drawn.edges)
            for node in left
        }
        assert row["indegree"] == counted
        free = sorted((node for node in left if counted[node] == 0), key=name_key)
        assert row["queue"] == tuple(free)


@pytest.mark.parametrize(
    ("tie_break", "order"),
    [
        ("alphabetical", "ABCDE"),
        ("reverse_alphabetical", "CEBAD"),
        ("fifo", "ABCDE"),
        ("lifo", "CEBAD"),
    ],
)
def test_the_rule_decides_among_the_free_nodes(tie_break: str, order: str) -> None:
    assert "".join(kahn(graph("C>E, A>D, B"), tie_break).final["order"]) == order


def test_a_queue_puts_the_newly_free_last_and_a_stack_first() -> None:
    drawn = graph("A>B, Z>X")

    assert kahn(drawn, "fifo").final["order"] == ("A", "Z", "B", "X")
    assert kahn(drawn, "lifo").final["order"] == ("Z", "X", "A", "B")


def test_a_self_loop_is_a_cycle_and_names_who_is_left() -> None:
    done = kahn(graph("A>B, B>B, B>C"))

    assert done.final == {"order": None, "cycle": True}
    assert done.steps[-1].reason.code == "stuck"
    assert done.steps[-1].reason.facts["left"] == ("B", "C")


def test_parallel_edges_count_twice() -> None:
    done = kahn(graph("A>B, A>B"))

    assert done.steps[0].row["indegree"] == {"A": 0, "B": 2}
    assert done.final["order"] == ("A", "B")


def test_nodes_that_are_numbers_come_in_their_order() -> None:
    assert kahn(graph("10>11, 9>11, 2>11")).final["order"] == ("2", "9", "10", "11")


@pytest.mark.parametrize(("text", "lack"), [("", "missing_graph"), ("A-B", "missing_data")])
def test_what_cannot_be_sorted_says_why(text: str, lack: str) -> None:
    with pytest.raises(ProblemInvalid) as caught:
        kahn(graph(text))

    assert caught.value.lack == lack
