"""Rows right below a problem are the student's own, though no word says so; data are not."""

from __future__ import annotations

import pytest

from tests.tracing.messages import said_of
from tutor_app.tracing.reading.problem_reader import read_problem

UCS = "Run UCS from A to E on the undirected graph A-B 2, A-C 5, B-C 1, C-D 2, D-E 3, B-D 9\n"
PASSES = "Run Bellman-Ford from s on the directed graph s->a 2, s->b 7, a->b 3, a->c 2, b->c 1. "


@pytest.mark.parametrize(
    ("message", "said"),
    [
        (UCS + "1 | A\n2 | B\n3 | C\nPath: A -> B -> C -> D -> E, cost 8", "so far"),
        (UCS + "1 | A\n2 | B\n3 | D", 3),
        ("Sort 8, 3, 9, 1, 4 with insertion sort. I got\n3, 8, 9, 1, 4\n3, 8, 9, 1, 4", "so far"),
        ("Is my insertion sort of 8, 3, 9, 1 right so far?\n3, 8, 9, 1\n3, 8, 9, 1", "so far"),
        (PASSES + "After pass 1 I have s 0, a 2, b 5, c 4", "so far"),
        (PASSES + "I got\nPass 1: s 0, a 2, b 5, c 4", "so far"),
        ("Run Kruskal on a-b 2, b-c 1, a-c 4, c-d 5\n1. b-c accepted\n2. a-b accepted", "so far"),
        ("Run Kruskal on a-b 2, b-c 1, a-c 4, c-d 5\n1. b-c accepted\n2. a-c accepted", 2),
        (UCS + "1 | A\n2 | B\n3 | D\nis that it", 3),
        (UCS + "1 | A\n2 | B\n3 | C\nis that it\nor not?", "so far"),
    ],
)
def test_rows_below_a_problem_are_checked(message: str, said: object) -> None:
    reading = read_problem(message)

    assert reading is not None and reading.kind == "check"
    assert said_of(message) == said


@pytest.mark.parametrize(
    "message",
    [
        "Run BFS from 1 on this undirected graph:\n1: 2, 3\n2: 4\n3: 4",
        "Run UCS from A to D on the undirected graph\nA B 2\nB C 3\nC D 1",
        "Run BFS from S on S-A, S-B, A-C.\n1. Show the queue after each step\n2. Give the order",
        "Run quicksort on 5 2 4 1 and show each partition",
    ],
)
def test_data_and_tasks_are_no_rows(message: str) -> None:
    reading = read_problem(message)

    assert reading is not None
    assert (reading.kind, reading.student) == ("trace", None)
