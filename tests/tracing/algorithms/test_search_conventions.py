"""What each convention of a search changes, on graphs small enough to follow with a pencil."""

from __future__ import annotations

from tests.tracing.problems import graph
from tutor_app.domain.traces import Graph, Problem, Value
from tutor_app.tracing.exact_run import AlgorithmRun, run

# Two ways from S to G of the same length; the edges are not named alphabetically.
FORK = graph("S-B, S-A, A-G, B-G")
TIE = graph("S>B 1, S>A 1, S>C 1, B>G 1, A>G 1")


def trace(
    algorithm: str, of: Graph, start: str, goal: str | None, **conventions: Value
) -> AlgorithmRun:
    return run(
        Problem(algorithm=algorithm, graph=of, start=start, goal=goal, conventions=conventions)
    )


def selected(done: AlgorithmRun) -> list[Value]:
    return [step.row["node"] for step in done.steps[1:]]


def waiting(done: AlgorithmRun, step: int) -> list[str]:
    return [entry["node"] for entry in done.steps[step].row["open"]]


def test_a_queue_takes_neighbours_in_the_order_of_the_convention() -> None:
    assert selected(trace("bfs", FORK, "S", None)) == ["S", "A", "B", "G"]
    order = "reverse_alphabetical"
    assert selected(trace("bfs", FORK, "S", None, neighbor_order=order)) == ["S", "B", "A", "G"]
    listed = trace("bfs", graph("S-B, S-C, S-A"), "S", None, neighbor_order="listed")
    assert selected(listed) == ["S", "B", "C", "A"]


def test_a_stack_has_the_neighbour_that_was_pushed_last_on_top() -> None:
    assert waiting(trace("dfs", FORK, "S", None), 1) == ["B", "A"]
    order = "reverse_alphabetical"
    assert waiting(trace("dfs", FORK, "S", None, neighbor_order=order), 1) == ["A", "B"]


def test_names_that_are_whole_numbers_are_ordered_as_numbers() -> None:
    assert selected(trace("bfs", graph("1-10, 1-9, 1-2"), "1", None)) == ["1", "2", "9", "10"]


def test_a_goal_is_selected_or_only_generated() -> None:
    done = trace("bfs", FORK, "S", "G")
    assert selected(done) == ["S", "A", "B", "G"]
    assert done.steps[-1].reason.code == "goal"

    done = trace("bfs", FORK, "S", "G", goal_test="generation")
    assert selected(done) == ["S", "A"]
    assert waiting(done, 2) == ["B", "G"]
    assert done.final == {"order": ("S", "A"), "found": True, "path": ("S", "A", "G")}
    assert done.steps[-1].reason.code == "goal_generated"


def test_the_search_ends_at_a_generated_goal_before_the_neighbours_after_it() -> None:
    of = graph("S>A 1, S>B 1, S>C 1", {"S": 1, "A": 1, "B": 1, "C": 1})

    for algorithm in ("bfs", "dfs", "ucs", "greedy", "astar"):
        assert set(waiting(trace(algorithm, of, "S", "B", goal_test="generation"), 1)) == {"A", "B"}


def test_a_start_that_is_the_goal_ends_at_once() -> None:
    for algorithm in ("bfs", "dfs"):
        assert selected(trace(algorithm, FORK, "S", "S")) == ["S"]
        early = trace(algorithm, FORK, "S", "S", goal_test="generation")
        assert selected(early) == [] and early.final["path"] == ("S",)
    assert trace("ucs", TIE, "S", "S").final == {"found": True, "path": ("S",), "cost": 0}
    assert trace("ids", FORK, "S", "S").final == {"found": True, "path": ("S",), "depth": 0}


def test_a_stack_with_duplicates_lists_stale_entries_and_drops_them_without_a_row() -> None:
    triangle = graph("S-A, S-B, A-B")

    done = trace("dfs", triangle, "S", None, duplicates="allow")
    assert [waiting(done, step) for step in (1, 2, 3)] == [["B", "A"], ["A", "A"], ["A"]]
    assert done.steps[2].row["open"][0] == {"node": "A", "parent": "B"}
    assert selected(trace("dfs", triangle, "S", None)) == ["S", "B", "A"]
    assert waiting(trace("dfs", triangle, "S", None), 2) == ["A"]


def test_ties_go_by_the_convention() -> None:
    backwards = "reverse_alphabetical"
    assert waiting(trace("ucs", TIE, "S", "G"), 1) == ["A", "B", "C"]
    assert waiting(trace("ucs", TIE, "S", "G", tie_break=backwards), 1) == ["C", "B", "A"]
    # fifo and lifo go by insertion, which is the order of the neighbours.
    listed = {"neighbor_order": "listed"}
    assert waiting(trace("ucs", TIE, "S", "G", tie_break="fifo", **listed), 1) == ["B", "A", "C"]
    assert waiting(trace("ucs", TIE, "S", "G", tie_break="lifo", **listed), 1) == ["C", "A", "B"]


def test_a_cheaper_path_counts_as_inserted_anew() -> None:
    # B is first seen at 5 before C is at 3; through A it comes to 3 as well.
    late = graph("S>B 5, S>C 3, S>A 1, A>B 2")
    first = {"neighbor_order": "listed", "tie_break": "fifo"}

    assert waiting(trace("ucs", late, "S", "B", **first), 2) == ["C", "B"]
    assert selected(trace("dijkstra", late, "S", None, **first)) == ["S", "A", "C", "B"]
    assert selected(trace("dijkstra", late, "S", None)) == ["S", "A", "B", "C"]


def test_an_equal_path_keeps_the_first_parent() -> None:
    assert trace("ucs", TIE, "S", "G").final["path"] == ("S", "A", "G")
    assert trace("dijkstra", TIE, "S", None).final["parent"]["G"] == "A"


def test_dijkstra_breaks_ties_as_uniform_cost_search_does() -> None:
    for choice in ("alphabetical", "reverse_alphabetical", "fifo", "lifo"):
        for order in ("alphabetical", "listed"):
            chosen: dict[str, Value] = {"tie_break": choice, "neighbor_order": order}
            search = trace("ucs", TIE, "S", "G", **chosen)
            assert selected(trace("dijkstra", TIE, "S", "G", **chosen)) == selected(search)


def test_dijkstra_stops_at_its_target_and_does_not_relax_it() -> None:
    done = trace("dijkstra", graph("S>G 1, G>A 1"), "S", "G")

    assert selected(done) == ["S", "G"]
    assert str(done.steps[-1].row["dist"]["A"]) == "inf"
    assert done.final == {"found": True, "path": ("S", "G"), "cost": 1}


def test_decimal_weights_tie_as_on_paper() -> None:
    done = trace("ucs", graph("S>A 0.1, A>B 0.2, S>C 0.3"), "S", "B")

    assert selected(done) == ["S", "A", "B"]
    assert done.final["cost"] == 0.3


def test_equal_f_goes_to_the_smaller_h_where_that_is_agreed() -> None:
    of = graph("S>A 1, S>B 3, B>G 1", {"S": 4, "A": 3, "B": 1, "G": 0})

    assert selected(trace("astar", of, "S", "G")) == ["S", "A", "B", "G"]
    assert selected(trace("astar", of, "S", "G", tie_break="smaller_h")) == ["S", "B", "G"]


def test_a_reopened_node_leaves_closed_and_comes_back() -> None:
    # h(A) is too large, so C is closed by the dear path before A shows the cheap one.
    of = graph("S>C 3, S>A 1, A>C 1, C>G 5", {"S": 0, "A": 4, "C": 0, "G": 9})

    kept = trace("astar", of, "S", "G")
    assert (selected(kept), kept.final["cost"]) == (["S", "C", "A", "G"], 8)
    done = trace("astar", of, "S", "G", reopen=True)
    assert (selected(done), done.final["cost"]) == (["S", "C", "A", "C", "G"], 7)
    assert done.steps[3].row["closed"] == ("S", "A")
    assert done.steps[3].reason.facts["reopened"] == ({"node": "C", "old": 3, "new": 2},)


def test_greedy_search_keeps_the_first_parent_and_counts_what_its_path_costs() -> None:
    of = graph("S>A 1, S>B 9, A>B 1, B>G 2", {"S": 3, "A": 1, "B": 2, "G": 0})

    done = trace("greedy", of, "S", "G")
    assert selected(done) == ["S", "A", "B", "G"]  # A shows the cheaper way to B in vain
    assert done.final == {"found": True, "path": ("S", "B", "G"), "cost": 11}


def test_without_weights_the_cost_of_a_greedy_path_is_its_number_of_edges() -> None:
    of = graph("S>A, A>G", {"S": 2, "A": 1, "G": 0})

    assert trace("greedy", of, "S", "G").final["cost"] == 2


def test_of_parallel_edges_the_lightest_counts_and_self_loops_do_not() -> None:
    twice = graph("S>G 7, S>G 4, S>S 1")

    assert trace("ucs", twice, "S", "G").final["cost"] == 4
    assert trace("dijkstra", twice, "S", None).final["dist"] == {"G": 4, "S": 0}
    done = trace("dfs", twice, "S", None)
    assert selected(done) == ["S", "G"]
    assert done.steps[1].reason.facts["skipped"] == ()


def test_an_unreachable_goal_is_not_found_after_everything_was_expanded() -> None:
    apart = graph("S-A 1, G-H 1", {"S": 1, "A": 1, "G": 0, "H": 1})

    for algorithm in ("ucs", "greedy", "astar", "dijkstra"):
        done = trace(algorithm, apart, "S", "G")
        assert selected(done) == ["S", "A"]
        assert done.final == {"found": False, "path": None, "cost": None}
    assert trace("dfs", apart, "S", "G").final["found"] is False


def test_nodes_at_infinity_are_never_selected() -> None:
    done = trace("dijkstra", graph("S>A 1, B>A 1"), "S", None)

    assert selected(done) == ["S", "A"]
    assert str(done.final["dist"]["B"]) == "inf"


def test_iterative_deepening_visits_down_to_each_limit_and_never_a_node_of_its_path() -> None:
    done = trace("ids", graph("S-A, S-B, A-B, B-G"), "S", "G")

    assert [step.row for step in done.steps] == [
        {"limit": 0, "visited": ("S",), "result": "cutoff"},
        {"limit": 1, "visited": ("S", "A", "B"), "result": "cutoff"},
        {"limit": 2, "visited": ("S", "A", "B", "B", "A", "G"), "result": "found"},
    ]
    assert [step.number for step in done.steps] == [0, 1, 2]


def test_the_reason_of_a_step_says_what_became_of_each_neighbour() -> None:
    done = trace("ucs", graph("S>A 1, S>B 5, A>B 1, A>S 1, A>C 9, B>C 9"), "S", "C")

    facts = done.steps[2].reason.facts
    assert (facts["node"], facts["value"], facts["added"]) == ("A", 1, ("C",))
    assert facts["improved"] == ({"node": "B", "old": 5, "new": 2},)
    assert facts["closed"] == ("S",)
    assert done.steps[3].reason.facts["kept"] == ({"node": "C", "old": 10, "new": 11},)
