"""A general claim of algorithms is tried on small graphs, and shown on one of them."""

from __future__ import annotations

import pytest

from tutor_app.tracing.exact_run import run
from tutor_app.tracing.trials.general_claim import GeneralClaim, Outcome
from tutor_app.tracing.trials.graph_facts import cheapest_paths, cost_of
from tutor_app.tracing.trials.small_graphs import GOAL, START
from tutor_app.tracing.trials.tell_trial import tell_trial
from tutor_app.tracing.trials.trial_runs import problem_on
from tutor_app.tracing.trials.try_claim import TriedClaim, try_claim


def tried(subjects: str, outcome: Outcome, *setting: str) -> TriedClaim:
    claim = GeneralClaim(
        subjects=tuple(subjects.split()), outcome=outcome, setting=frozenset(setting)
    )
    found = try_claim(claim)
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("subjects", "outcome", "setting", "how_often"),
    [
        ("bfs", "cheapest", "", "sometimes"),
        ("bfs", "cheapest", "equal_weights", "always"),
        ("ucs", "cheapest", "stops_when_goal_seen", "sometimes"),
        ("greedy", "cheapest", "h_exact", "sometimes"),
        ("astar", "cheapest", "h_admissible", "always"),
        ("dijkstra", "cheapest", "negative_edge", "sometimes"),
        ("bellman_ford", "cheapest", "negative_edge", "always"),
        ("ucs", "fewest_edges", "", "sometimes"),
        ("shortest_path", "same_path", "add_to_every_edge", "sometimes"),
        ("shortest_path", "same_path", "multiply_every_edge", "always"),
        ("mst", "same_tree", "add_to_every_edge", "always"),
        ("mst shortest_path", "same_tree", "", "sometimes"),
        ("kruskal prim", "same_tree", "", "sometimes"),
        ("kruskal prim", "same_tree", "distinct_weights", "always"),
        ("mst", "one_tree", "distinct_weights", "always"),
        ("shortest_path", "one_path", "distinct_weights", "sometimes"),
        ("mst", "has_dearest_edge", "", "sometimes"),
        ("astar ucs", "same_order", "h_zero", "always"),
        ("dijkstra prim", "same_order", "", "sometimes"),
        ("astar ucs", "fewer_nodes", "h_consistent", "always"),
        ("astar ucs", "fewer_nodes", "", "sometimes"),
        ("astar", "changes_later", "h_consistent", "never"),
        ("heuristic", "admissible", "h_consistent", "always"),
        ("heuristic", "consistent", "h_admissible", "sometimes"),
        ("bellman_ford", "done_early", "", "sometimes"),
        ("bellman_ford", "extra_round_changes", "negative_cycle", "always"),
    ],
)
def test_what_is_so_comes_out(
    subjects: str, outcome: Outcome, setting: str, how_often: str
) -> None:
    assert tried(subjects, outcome, *setting.split()).how_often == how_often


def test_the_graph_that_is_shown_bears_out_what_is_said_of_it() -> None:
    setting = frozenset({"h_too_large"})
    told = tell_trial(tried("astar", "cheapest", *setting), "fails")
    graph = told.witness.graph
    path = run(problem_on("astar", graph, setting)).final["path"]
    (best, *_) = cheapest_paths(graph, START, GOAL)
    assert isinstance(path, tuple)
    costs = [cost_of([str(node) for node in path], graph), cost_of(best, graph)]
    assert costs[0] > costs[1]
    assert all(str(cost) in told.shows for cost in costs)


def test_a_second_graph_is_another_one() -> None:
    found = tried("greedy", "cheapest")
    first, second = (tell_trial(found, "fails", place) for place in (0, 1))
    assert first.witness.graph != second.witness.graph


def test_what_no_graph_can_tell_is_not_tried() -> None:
    early = frozenset({"stops_when_goal_seen"})

    assert try_claim(GeneralClaim(subjects=("ids",), outcome="changes_later")) is None
    assert (
        try_claim(GeneralClaim(subjects=("dijkstra",), outcome="cheapest", setting=early)) is None
    )


def test_a_tree_has_no_direction_whatever_its_edges_weigh() -> None:
    found = tried("mst", "has_dearest_edge", "negative_edge")

    assert not any(one.graph.directed for one in (*found.holds, *found.fails))
