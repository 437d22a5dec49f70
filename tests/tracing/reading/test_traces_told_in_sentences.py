"""A student's steps told in sentences: read as rows, judged as rows."""

from __future__ import annotations

import pytest

from tutor_app.tracing.checking.check_trace import check
from tutor_app.tracing.checking.trace_verdict import Verdict
from tutor_app.tracing.reading.problem_reader import read_problem

UCS = "UCS from S to G on the undirected graph S-A 1, S-B 4, A-B 2, A-C 6, B-C 3, B-G 9, C-G 2. "
BFS = "BFS from S to G on the undirected graph S-A, S-B, A-C, B-C, C-G. Goal test on expansion. "
DIJKSTRA = "Dijkstra from A on the undirected graph A-B 4, A-C 2, B-C 1, B-D 5, C-D 8. "


def verdict_on(message: str) -> Verdict | None:
    """None where the steps are asked for instead of judged."""
    reading = read_problem(message)
    assert reading is not None and reading.question is None
    assert reading.kind == "check"
    if reading.student is None:
        return None
    verdict = check(reading.problem, reading.stated, reading.student)
    return None if verdict.doubt else verdict


@pytest.mark.parametrize(
    "told",
    [
        "First I expanded S and got A with 1 and B with 4. Then A, B becomes 3 and C 7. Then B, C "
        "becomes 6 and G 12. Then I took C because 6 and then G with 8.",
        "first i take S, then A (cost 1), then B (cost 3), then C (cost 6), then G (cost 8)",
        "I started at S which adds A=1 and B=4. A is expanded next because it is the cheapest with "
        "1, B improves to 3, C gets 7. After that B is popped at 3 so C drops to 6 and G is 12. "
        "Next C with 6, G becomes 8. Finally G.",
        "so i popped S, pushed A 1 and B 4; popped A, updated B to 3 and pushed C 7; popped B, C "
        "now 6, G 12; popped C, G now 8; popped G. the path is S A B C G with cost 8.",
        "S first, A next, B after that, then C and then G",
        "Taking S gives A(1), B(4). Taking A gives B(3), C(7). Taking B gives C(6), G(12). Taking "
        "C gives G(8). Then G.",
        "I took S (0), A (1), B (3), C (6), G (8).",
        "I expanded S, then A since 1 < 4. S->A->B is 3 which is better than 4 so update B to 3. "
        "Then B, then C with 6, then G.",
        "S then A then B then C then G",
        "I removed S, A, B, C and finally G.",
        "popped S, popped A, popped B, popped C and then G.",
    ],
)
def test_right_steps_told_are_never_judged_wrong(told: str) -> None:
    verdict = verdict_on(f"{UCS}{told} Is it correct?")
    assert verdict is None or verdict.correct or verdict.missing


@pytest.mark.parametrize(
    "told",
    [
        "First I expanded S and got A with 1 and B with 4. Then A, B becomes 3 and C 7. Then I "
        "took C because 7 and then G with 9.",
        "S first, then A, then C (7), then B (3), then G",
        "I popped S, popped A, popped C and then G.",
        "I started with S, after that A with 1, next C with 7.",
    ],
)
def test_the_first_wrong_step_told_is_found(told: str) -> None:
    verdict = verdict_on(f"{UCS}{told} Is it correct?")
    assert verdict is not None
    assert verdict.first_error_step == 3
    assert not verdict.missing


def test_a_wrong_cost_told_of_a_right_node_is_wrong() -> None:
    verdict = verdict_on(f"{UCS}First S, then A with 1, then B with 4. Is it correct?")
    assert verdict is not None
    assert verdict.first_error_step == 3
    assert [found.field for found in verdict.differences] == ["g"]


def test_a_wrong_new_entry_told_is_wrong_where_it_is_told() -> None:
    told = "First I expanded S and got A with 1 and B with 4. Then A, B becomes 2 and C 7."
    verdict = verdict_on(f"{UCS}{told} Is it correct?")
    assert verdict is not None
    assert verdict.first_error_step == 2


@pytest.mark.parametrize(
    "told",
    [
        "First I visited S and added A and B. Then A and added C. Then B, nothing new. Then C, "
        "added G. Then G.",
        "I dequeued S, enqueued A, B. Dequeued A, enqueued C. Dequeued B. Dequeued C, enqueued G. "
        "Dequeued G, done.",
        "i visited S first, then A and B, then C and finally G.",
        "Queue: [S]. Pop S, queue: [A, B]. Pop A, queue: [B, C]. Pop B, queue: [C]. Pop C, queue: "
        "[G]. Pop G.",
    ],
)
def test_breadth_first_search_told(told: str) -> None:
    verdict = verdict_on(f"{BFS}{told} Is that right?")
    assert verdict is not None and verdict.correct


@pytest.mark.parametrize(
    "told",
    [
        "I settled A with 0, B becomes 4 and C 2. Then C with 2, B becomes 3, D becomes 10. Then B "
        "with 3, D becomes 8. Then D.",
        "Start with A at 0. B gets 4 and C gets 2. Then I settle C (2), B becomes 3 and D 10. Next "
        "is B with 3, D becomes 8. then D with 8.",
    ],
)
def test_dijkstra_told(told: str) -> None:
    verdict = verdict_on(f"{DIJKSTRA}{told} Is that right?")
    assert verdict is not None and verdict.correct


@pytest.mark.parametrize(
    "told",
    [
        "insertion sort of 5 2 4 6 1 3. First 2 goes before 5: 2 5 4 6 1 3. Then 4 goes between: 2 "
        "4 5 6 1 3. 6 stays. Then 1 goes to the front: 1 2 4 5 6 3. Then 3: 1 2 3 4 5 6.",
        "check my kruskal: edges A-B 4, A-C 1, B-C 2, B-D 5, C-D 8. I took A-C 1, then B-C 2, "
        "skipped A-B because cycle, then B-D 5. total 8.",
        "prim from A: A to B 4, A to C 1, B to C 2, B to D 5, C to D 8. I add A-C, C-B, B-D.",
        "topological sort of A->C, B->C, C->D, B->D. first I remove A and B, then C, then D.",
        "binary search for 23 in 2 5 8 12 16 23 38 56 72 91. I did lo=0 hi=9 mid=4 (16) go right, "
        "lo=5 hi=9 mid=7 (56) go left, lo=5 hi=6 mid=5 found.",
        "ids from S to G, S->A, S->B, A->C, B->G. limit 0: S, limit 1: S A B, limit 2: S A C B G.",
    ],
)
def test_other_algorithms_told(told: str) -> None:
    verdict = verdict_on(f"{told} Is this right?")
    assert verdict is not None and verdict.correct


def test_a_task_without_steps_is_no_trace() -> None:
    for task in (
        f"{UCS}Break ties alphabetically, then by age. What is expanded in which order?",
        "I have to do A* search with start S and goal G. S-A 1, A-G 2. h: S=1, A=1, G=0",
    ):
        reading = read_problem(task)
        assert reading is not None
        assert (reading.kind, reading.student) == ("trace", None)
