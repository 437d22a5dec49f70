"""A student's trace is judged as docs/tracing.md says: the first wrong step, and no further."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tracing.problems import graph, problems
from tutor_app.domain.traces import Problem, Row, StudentTrace
from tutor_app.tracing.algorithm import algorithm_named
from tutor_app.tracing.checking.check_trace import check
from tutor_app.tracing.checking.trace_verdict import Verdict
from tutor_app.tracing.exact_run import run

SEARCHES = ("bfs", "dfs", "ucs", "greedy", "astar", "dijkstra")
# S first, then the nearest: A (1), B (2), C (3), G (4).
ROADS = graph("S-A 1, S-B 4, A-B 1, B-C 1, C-G 1")
UCS = Problem(algorithm="ucs", graph=ROADS, start="S", goal="G")
STATED = frozenset({*algorithm_named("ucs").conventions, "directed"})


def order(*nodes: str) -> tuple[Row, ...]:
    return tuple({"step": step, "node": node} for step, node in enumerate(nodes, start=1))


def judged(*rows: Row, problem: Problem = UCS, **final: object) -> Verdict:
    trace = StudentTrace(rows=rows, final=final)  # type: ignore[arg-type]
    return check(problem, STATED, trace)


def test_only_what_is_shown_is_judged() -> None:
    assert judged(*order("S", "A", "B", "C", "G")).correct
    assert judged({"step": 2, "open": ({"node": "b", "g": 2.0000001},)}).first_error_step == 3


def test_rows_after_the_first_wrong_one_are_not_judged() -> None:
    verdict = judged(*order("S", "B", "X", "Y"))

    assert (verdict.first_error_step, verdict.right_steps) == (2, 1)
    assert [(d.field, d.expected, d.shown) for d in verdict.differences] == [("node", "A", "B")]


def test_a_trace_that_stops_too_soon_goes_wrong_at_the_first_missing_step() -> None:
    verdict = judged(*order("S", "A", "B"), path=("S", "A", "B", "C", "G"))

    assert (verdict.first_error_step, verdict.missing, verdict.differences) == (4, True, ())


def test_a_trace_that_goes_on_goes_wrong_at_the_first_extra_step() -> None:
    for more in (("S",), ("S", "A")):
        verdict = judged(*order("S", "A", "B", "C", "G", *more))

        assert (verdict.first_error_step, verdict.extra) == (6, True)


def test_right_rows_with_a_wrong_answer_have_no_wrong_step() -> None:
    verdict = judged(*order("S", "A", "B", "C", "G"), cost=5)

    assert (verdict.correct, verdict.first_error_step) == (False, None)
    assert [d.expected for d in verdict.differences] == [4]


def test_an_answer_alone_is_judged_alone() -> None:
    assert judged(path=("s", "a", "b", "c", "g"), cost=4).correct
    assert judged(path=("S", "B", "C", "G")).first_error_step is None


@pytest.mark.parametrize(
    ("shown", "right"),
    [
        ({"open": ({"node": "B"}, {"node": "A"})}, True),  # OPEN in another order
        ({"open": ({"node": "B", "g": 4}, {"node": "A", "g": 1})}, True),
        ({"open": ({"node": "B", "g": 3}, {"node": "A", "g": 1})}, False),
        ({"open": ({"node": "A"},)}, False),
        ({"open": ()}, False),  # an empty OPEN is a claim
        ({"closed": ("s",)}, True),
        ({"closed": None, "node": "S"}, True),  # an empty cell is none
    ],
)
def test_open_is_judged_by_its_entries(shown: Row, right: bool) -> None:
    verdict = judged({"step": 1, **shown})

    assert (verdict.first_error_step != 1) == right


def test_the_order_of_a_queue_counts() -> None:
    levels = Problem(algorithm="bfs", graph=graph("S-A, S-B, A-C"), start="S")
    wrong = judged({"step": 1, "open": ("B", "A")}, problem=levels)

    assert wrong.first_error_step == 1
    assert judged({"step": 1, "open": ("A", "B")}, problem=levels).first_error_step == 2


def test_an_initial_row_may_be_numbered_as_if_it_were_a_step() -> None:
    start = {"step": 1, "open": ({"node": "S", "g": 0},)}
    steps = [{**row, "step": int(str(row["step"])) + 1} for row in order("S", "A", "B", "C", "G")]

    assert judged(start, *steps).correct


def test_undirected_edges_have_no_direction_and_names_no_case() -> None:
    tree = Problem(algorithm="kruskal", graph=graph("A-B 1, B-C 2, A-C 3"))
    rows = ({"edge": ("b", "a"), "action": "accept"}, {"edge": ("C", "b"), "action": "accept"})

    assert judged(*rows, problem=tree, weight=3).correct


def test_kruskal_may_list_the_accepted_edges_alone() -> None:
    tree = Problem(
        algorithm="kruskal",
        graph=graph("A-B 1, B-C 2, A-C 3, C-D 4"),
        conventions={"stop_when_complete": False},
    )
    accepted = tuple({"edge": ends} for ends in (("A", "B"), ("B", "C"), ("C", "D")))

    assert judged(*accepted, problem=tree).correct
    assert judged(*accepted[:1], accepted[2], problem=tree).first_error_step == 2


def test_right_under_a_reading_left_open_is_right_and_the_reading_is_named() -> None:
    ties = Problem(algorithm="ucs", graph=graph("S-B 1, S-A 1, A-G 1"), start="S", goal="G")
    rows = order("S", "B", "A", "G")
    trace = StudentTrace(rows=rows)

    left_open = check(ties, frozenset({"directed"}), trace)
    excluded = check(ties, STATED, trace)

    assert left_open.correct
    assert left_open.reading == {"tie_break": "reverse_alphabetical"}
    assert (excluded.correct, excluded.first_error_step) == (False, 2)
    assert excluded.reading == {}


def test_directed_or_not_is_a_reading_too() -> None:
    roads = Problem(algorithm="bfs", graph=graph("A-S, A-B"), start="S")
    forwards = replace(roads, graph=replace(graph("A>S, A>B"), directed=True))
    trace = StudentTrace(rows=order("S", "A", "B"))

    assert check(roads, frozenset(), trace).reading == {}
    assert check(forwards, frozenset(), trace).reading == {"directed": False}
    assert not check(forwards, frozenset({"directed"}), trace).correct


def test_a_wrong_trace_is_judged_under_the_open_reading_in_which_it_goes_furthest() -> None:
    ties = Problem(algorithm="ucs", graph=graph("S-B 1, S-A 1, A-C 1, C-G 1"), start="S", goal="G")
    verdict = check(ties, frozenset(), StudentTrace(rows=order("S", "B", "A", "G")))

    assert verdict.first_error_step == 4
    assert verdict.reading == {"tie_break": "reverse_alphabetical"}


def test_a_sort_the_other_way_round_is_no_reading() -> None:
    numbers = Problem(algorithm="insertion_sort", array=(2, 1))
    trace = StudentTrace(rows=({"step": 1, "array": (2, 1)},))

    assert not check(numbers, frozenset(), trace).correct


@settings(max_examples=130, deadline=None)
@given(st.sampled_from(SEARCHES).flatmap(problems))
def test_the_exact_rows_are_right_and_a_changed_one_is_found(problem: Problem) -> None:
    exact = run(problem)
    rows = [row for row in exact.rows() if row["step"] != 0]
    stated = frozenset({*exact.algorithm.conventions, "directed"})

    assert check(problem, stated, StudentTrace(rows=tuple(rows), final=exact.final)).correct
    if not rows:
        return
    place = Random(len(rows)).randrange(len(rows))
    changed = [*rows[:place], {**rows[place], "node": "nowhere"}, *rows[place + 1 :]]
    verdict = check(problem, stated, StudentTrace(rows=tuple(changed), final=exact.final))
    assert verdict.first_error_step == rows[place]["step"]
    assert verdict.right_steps == place


JUNK = (
    None,
    "",
    3,
    "A",
    (),
    ("A",),
    {"A": 1},
    True,
    -1.5,
    "∞",
    ((1, 2), 3),
    {"node": "A", "g": "x"},
)


@settings(max_examples=100, deadline=None)
@given(st.sampled_from(SEARCHES).flatmap(problems), st.data())
def test_whatever_a_student_writes_gets_a_verdict(problem: Problem, data: st.DataObject) -> None:
    rows = [dict(row) for row in run(problem).rows()]
    for row in rows[:3]:
        row[data.draw(st.sampled_from(sorted(row)))] = data.draw(st.sampled_from(JUNK))
    trace = StudentTrace(rows=tuple(rows), final={"path": data.draw(st.sampled_from(JUNK))})

    verdict = check(problem, frozenset(), trace)

    assert verdict.correct == (verdict.first_error_step is None and not verdict.differences)


def test_a_heap_may_be_built_in_one_row() -> None:
    problem = Problem(algorithm="heapsort", array=(4, 10, 3, 5, 1))
    arrays = ((10, 5, 3, 4, 1), (5, 4, 3, 1, 10), (4, 1, 3, 5, 10), (3, 1, 4, 5, 10))
    rows = tuple({"step": n, "array": array} for n, array in enumerate(arrays, start=1))
    right = check(problem, frozenset(), StudentTrace(rows=rows))
    wrong = check(
        problem, frozenset(), StudentTrace(rows=(*rows[:2], {"step": 3, "array": (3, 1, 4, 5, 10)}))
    )

    assert right.missing and right.right_steps == 4
    assert not wrong.missing and wrong.first_error_step == 3


def test_a_path_without_a_goal_is_judged_by_the_distance_of_its_end() -> None:
    roads = graph("A-B 4, A-C 2, B-C 1, B-D 5, C-D 8")
    problem = Problem(algorithm="dijkstra", graph=roads, start="A")
    for path, cost, right in (
        (("A", "C", "B", "D"), 8, True),
        (("A", "C", "B"), 3, True),
        (("A", "B", "D"), 9, False),
        (("A", "D"), 8, False),
        (("A", "C", "B", "D"), 9, False),
    ):
        answer = StudentTrace(final={"path": path, "cost": cost})
        assert check(problem, frozenset({"directed"}), answer).correct is right


def test_a_path_without_a_goal_or_distances_is_right_only_along_the_runs_own_parents() -> None:
    roads = graph("A-B, A-C, B-D, C-D, C-E, D-F, E-F")
    settled = frozenset({*algorithm_named("bfs").conventions, "directed"})
    problem = Problem(algorithm="bfs", graph=roads, start="A")
    for path, right in (
        (("A", "B", "D", "F"), True),
        (("A", "C", "E", "F"), False),  # as short, and F was reached from D
        (("A", "D", "F"), False),
    ):
        verdict = check(problem, settled, StudentTrace(final={"path": path}))
        assert verdict.correct is right
    assert verdict.differences[0].expected == ("A", "B", "D", "F")
