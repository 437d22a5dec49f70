"""Rows as students lay them out: right ones are never judged wrong, nor wrong ones elsewhere."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import cast

import pytest

from tests.tracing.layouts import LINES, QUEUES, TABLES, TOLD, Layout, Shown
from tutor_app.domain.traces import Problem, Row
from tutor_app.tracing.checking.check_trace import check
from tutor_app.tracing.checking.trace_verdict import Verdict
from tutor_app.tracing.exact_run import run
from tutor_app.tracing.reading.problem_reader import read_problem

GRAPHS = {
    "bfs": "S-A, S-B, A-C, B-C, B-D, C-G",
    "ucs": "S-A 1, S-B 4, A-B 2, A-C 6, B-C 3, B-G 9, C-G 2",
    "greedy": "S-A 1, S-B 4, A-B 2, A-C 6, B-C 3, B-G 9, C-G 2, h: S=7, A=6, B=5, C=2, G=0",
    "astar": "S-A 1, S-B 4, A-B 2, A-C 6, B-C 3, B-G 9, C-G 2, h: S=7, A=6, B=4, C=2, G=0",
}
NAMES = {"bfs": "BFS", "ucs": "UCS", "greedy": "greedy best-first search", "astar": "A*"}
VALUES = {"bfs": "", "ucs": "g", "greedy": "h", "astar": "f"}
ALL = (*TABLES, *LINES, *QUEUES, *TOLD)


def task(algorithm: str) -> str:
    return (
        f"{NAMES[algorithm]} from S to G on this undirected graph: {GRAPHS[algorithm]}. Ties "
        "alphabetical, goal test when expanded.\n"
    )


def exact_rows(algorithm: str) -> tuple[Shown, ...]:
    """The rows of the exact run, with what a student may show of each."""
    problem = cast(Problem, read_problem(task(algorithm)).problem)  # type: ignore[union-attr]
    key = VALUES[algorithm]
    shown: list[Shown] = []
    waiting: dict[str, Row] = {}
    for row in run(problem).rows():
        entries = {str(entry["node"]): entry for entry in cast(Sequence[Row], row["open"])}
        if row["node"] is not None:
            own = str(waiting[str(row["node"])].get(key, "")) if key else ""
            shown.append(
                Shown(
                    str(row["node"]),
                    own,
                    tuple(
                        (n, str(e.get(key, "")), f"{e['parent']}-{n}") for n, e in entries.items()
                    ),
                    key or "g",
                )
            )
        waiting = entries
    return tuple(shown)


def with_a_mistake(rows: Sequence[Shown], place: int) -> tuple[Shown, ...]:
    """The rows with another waiting node taken at one place, and what follows left as it is."""
    wrong = rows[place - 1].open[-1]
    node = replace(rows[place], node=wrong[0], value=wrong[1])
    return (*rows[:place], node, *rows[place + 1 :])


def verdict_on(algorithm: str, work: str, lead: str = "My work:\n") -> Verdict | None:
    """What is judged: None where the rows are asked for instead."""
    reading = read_problem(f"{task(algorithm)}{lead}{work}\nIs it correct?")
    assert reading is not None and reading.question is None
    assert reading.kind == "check"
    if reading.student is None:
        return None
    verdict = check(reading.problem, reading.stated, reading.student)
    return None if verdict.doubt else verdict


@pytest.mark.parametrize("algorithm", GRAPHS)
@pytest.mark.parametrize("layout", ALL, ids=lambda layout: layout.__name__)
def test_right_rows_are_right_in_every_layout(layout: Layout, algorithm: str) -> None:
    verdict = verdict_on(algorithm, layout(exact_rows(algorithm)))
    assert verdict is not None
    assert verdict.correct or (verdict.missing and verdict.right_steps >= 3)


@pytest.mark.parametrize("algorithm", GRAPHS)
@pytest.mark.parametrize("layout", ALL, ids=lambda layout: layout.__name__)
def test_a_wrong_row_is_found_where_it_is_or_asked_about(layout: Layout, algorithm: str) -> None:
    rows = exact_rows(algorithm)
    place = next(at for at in range(2, len(rows)) if len(rows[at - 1].open) > 1)
    verdict = verdict_on(algorithm, layout(with_a_mistake(rows, place)))
    if layout in QUEUES:
        return  # without the nodes the mistake does not show
    assert verdict is None or verdict.first_error_step == place + 1
