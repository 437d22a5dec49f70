"""Hill climbing: moves to the best neighbour as long as it is strictly better."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from tests.tracing.problems import graph, oracle, problems
from tutor_app.domain.traces import Problem, ProblemInvalid, Value
from tutor_app.tracing.exact_run import AlgorithmRun, run

many = settings(max_examples=170, deadline=None)
VALUES = {"S": 5, "A": 3, "B": 3, "C": 4, "G": 0}


def climb(
    text: str, values: dict[str, float] | None, goal: str | None = None, **chosen: Value
) -> AlgorithmRun:
    drawn = graph(text, values)
    return run(
        Problem(algorithm="hill_climbing", graph=drawn, start="S", goal=goal, conventions=chosen)
    )


@many
@given(problems("hill_climbing"))
def test_each_step_is_to_a_strictly_better_neighbour_and_the_last_has_none(
    problem: Problem,
) -> None:
    done = run(problem)
    made, values = oracle(problem.graph), problem.graph.heuristic
    sign = -1 if done.problem.conventions["objective"] == "maximize" else 1
    steepest = done.problem.conventions["variant"] == "steepest"
    for row in done.rows():
        node = row["node"]
        better = [n for n in made[node] if sign * values[n] < sign * values[node]]
        if node == problem.goal or not better:
            assert row["next"] is None
            continue
        assert row["next"] in better
        best = min(sign * values[n] for n in better)
        assert not steepest or sign * values[row["next"]] == best
    assert done.final["found"] == (done.final["path"][-1] == problem.goal)
    assert done.final["path"] == tuple(step.row["node"] for step in done.steps)


def test_a_row_shows_the_neighbours_best_first_and_where_it_goes() -> None:
    done = climb("S-C, S-A, A-G", VALUES, "G")

    assert dict(next(done.rows())) == {
        "step": 1,
        "node": "S",
        "h": 5,
        "neighbors": ({"node": "A", "h": 3}, {"node": "C", "h": 4}),
        "next": "A",
    }
    assert done.final == {"found": True, "path": ("S", "A", "G"), "h": 0, "stopped": "goal"}


@pytest.mark.parametrize(
    ("rule", "first"), [("alphabetical", "A"), ("reverse_alphabetical", "B"), ("listed", "B")]
)
def test_equally_good_neighbours_are_chosen_by_the_rule(rule: str, first: str) -> None:
    done = climb("S-C, S-B, S-A", VALUES, tie_break=rule)

    assert done.steps[0].row["next"] == first
    assert done.steps[0].reason.facts["tied"] == ("B" if first == "A" else "A",)


def test_the_first_better_neighbour_may_not_be_the_best() -> None:
    done = climb("S-C, S-A", VALUES, variant="first_better", neighbor_order="listed")

    assert done.steps[0].row["next"] == "C"


@pytest.mark.parametrize(
    ("text", "stopped"),
    [
        ("S-A, A-C", "local_optimum"),
        ("S-A, A-B", "plateau"),
        ("S>A", "dead_end"),
        ("S", "dead_end"),
        ("S-S", "dead_end"),
    ],
)
def test_it_says_why_it_stops(text: str, stopped: str) -> None:
    final = climb(text, VALUES).final

    assert final["stopped"] == stopped
    assert final["found"] is None  # nobody said what is looked for


def test_uphill_where_the_largest_value_is_wanted() -> None:
    values = {"S": 1, "A": 3, "B": 7}

    assert climb("S-A, A-B, S-B", values, objective="maximize").final["path"] == ("S", "B")


@pytest.mark.parametrize(
    ("values", "lack"), [(None, "missing_heuristic"), ({"S": 1}, "missing_heuristic_value")]
)
def test_missing_values_are_named(values: dict[str, float] | None, lack: str) -> None:
    with pytest.raises(ProblemInvalid) as caught:
        climb("S-A", values)

    assert caught.value.lack == lack
