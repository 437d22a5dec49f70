"""Prim and Kruskal: minimal, by the rule at every row, under every tie-breaking rule."""

from __future__ import annotations

from dataclasses import replace

import networkx
import pytest
from hypothesis import given, settings

from tests.tracing.problems import graph, oracle, problems
from tutor_app.domain.traces import Problem, ProblemInvalid
from tutor_app.tracing.exact_run import run
from tutor_app.tracing.node_order import name_key

many = settings(max_examples=170, deadline=None)


def undirected(problem: Problem) -> Problem:
    return replace(problem, goal=None, graph=replace(problem.graph, directed=False))


def least_weight(problem: Problem, component: set[str] | None = None) -> float:
    made = oracle(problem.graph)
    if component is not None:
        made = made.subgraph(component)
    return round(networkx.minimum_spanning_tree(made).size(weight="weight"), 9)


@many
@given(problems("prim"))
def test_prim_spans_the_component_of_the_start_at_least_weight(problem: Problem) -> None:
    problem = undirected(problem)
    done = run(problem)
    reached = networkx.node_connected_component(oracle(problem.graph), problem.start)

    assert set(done.steps[-1].row["tree"]) == reached
    assert done.final["weight"] == pytest.approx(least_weight(problem, reached))
    assert len(done.final["edges"]) == len(reached) - 1


@many
@given(problems("prim"))
def test_prim_takes_the_edge_that_the_whole_list_of_edges_gives(problem: Problem) -> None:
    """By definition: of all crossing edges the lightest; then the new node's name, then the tree
    node that joined first; or, where the list breaks ties, the one that is named first."""
    problem = undirected(problem)
    done = run(problem)
    tree = [problem.start]
    rule = done.problem.conventions["tie_break"]
    back = rule == "reverse_alphabetical"
    for row in list(done.rows())[1:]:
        crossing = []
        for place, edge in enumerate(problem.graph.edges):
            ends = (edge.source, edge.target)
            for old, new in (ends, ends[::-1]):
                if old in tree and new not in tree:
                    crossing.append((edge.weight, place, old, new))
        if rule == "listed":
            weight, _, old, new = min(crossing)
        else:
            lightest = min(crossing)[0]
            tied = [each for each in crossing if each[0] == lightest]
            new = sorted((each[3] for each in tied), key=name_key, reverse=back)[0]
            old = min((each[2] for each in tied if each[3] == new), key=tree.index)
            weight = lightest
        tree.append(new)
        assert (row["edge"], row["weight"], row["tree"]) == ((old, new), weight, tuple(tree))


@many
@given(problems("kruskal"))
def test_kruskal_accepts_a_forest_of_least_weight(problem: Problem) -> None:
    problem = undirected(problem)
    made = oracle(problem.graph)
    done = run(problem)

    accepted = networkx.Graph(list(done.final["edges"]))
    assert networkx.is_forest(accepted) if accepted else True
    parts = networkx.number_connected_components(made)
    assert len(done.final["edges"]) == len(made) - parts
    assert done.final["weight"] == pytest.approx(least_weight(problem))


@many
@given(problems("kruskal"))
def test_kruskal_looks_at_edges_by_weight_and_rejects_exactly_those_that_close_a_cycle(
    problem: Problem,
) -> None:
    problem = undirected(problem)
    done = run(problem)
    forest = networkx.Graph()
    forest.add_nodes_from(problem.graph.nodes)
    seen = []
    for row in done.rows():
        joined = networkx.has_path(forest, *row["edge"])
        assert row["action"] == ("reject" if joined else "accept")
        if not joined:
            forest.add_edge(*row["edge"])
        assert row["edge"] == tuple(sorted(row["edge"], key=name_key))
        seen.append(row["weight"])
    assert seen == sorted(seen)
    if not done.problem.conventions["stop_when_complete"]:
        assert len(seen) == len(problem.graph.edges)


def kruskal(text: str, **conventions: object) -> list[tuple[str, str]]:
    done = run(Problem(algorithm="kruskal", graph=graph(text), conventions=conventions))
    return [("".join(row["edge"]), row["action"]) for row in done.rows()]


def test_kruskal_stops_when_the_tree_is_complete_unless_told_otherwise() -> None:
    text = "B-A 1, C-B 1, A-C 2"

    assert kruskal(text) == [("AB", "accept"), ("BC", "accept")]
    assert kruskal(text, stop_when_complete=False)[-1] == ("AC", "reject")


@pytest.mark.parametrize(
    ("rule", "first"), [("alphabetical", "AB"), ("reverse_alphabetical", "CD"), ("listed", "BC")]
)
def test_kruskal_breaks_ties_by_the_rule(rule: str, first: str) -> None:
    assert kruskal("C-B 1, D-C 1, A-B 1", tie_break=rule)[0][0] == first


def test_kruskal_rejects_a_self_loop_and_the_second_of_parallel_edges() -> None:
    looked = kruskal("A-A 0, A-B 3, B-A 4, B-C 9")

    assert looked == [("AA", "reject"), ("AB", "accept"), ("AB", "reject"), ("BC", "accept")]


def test_a_rejected_edge_comes_with_the_way_that_it_would_close() -> None:
    done = run(Problem(algorithm="kruskal", graph=graph("A-B 1, B-C 2, A-C 3, C-D 4")))

    assert done.steps[2].reason.facts["way"] == ("A", "B", "C")


@pytest.mark.parametrize("algorithm", ["prim", "kruskal"])
def test_one_node_is_a_tree_without_edges(algorithm: str) -> None:
    done = run(Problem(algorithm=algorithm, graph=graph("A"), start="A"))

    assert done.final == {"edges": (), "weight": 0}


def test_negative_and_decimal_weights_add_up_as_on_paper() -> None:
    done = run(Problem(algorithm="prim", graph=graph("A-B 0.1, B-C 0.2, C-D -4"), start="A"))

    assert [step.row["total"] for step in done.steps] == [0, 0.1, 0.3, -3.7]


@pytest.mark.parametrize(
    ("text", "start", "lack"),
    [
        ("A-B 1, B-C", "A", "missing_weight"),
        ("A-B, B-C", "A", "missing_weight"),
        ("A-B 1", None, "missing_start"),
        ("A-B 1", "Z", "unknown_start"),
        ("A>B 1", "A", "missing_data"),
        ("", "A", "missing_graph"),
    ],
)
def test_prim_names_what_is_missing(text: str, start: str | None, lack: str) -> None:
    with pytest.raises(ProblemInvalid) as caught:
        run(Problem(algorithm="prim", graph=graph(text), start=start))

    assert caught.value.lack == lack
