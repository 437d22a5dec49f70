"""A program for an assignment's item is held against the tests that its solution holds."""

from __future__ import annotations

import pytest

from tests.conversation.teaching.course import ITEM_4, Classroom
from tutor_app.programs.runs_at_once import Runner

PEAK = """def peak(heights):
    best = 0
    place = 0
    for at, height in enumerate(heights):
        if height > best:
            best, place = height, at
    return place"""
COUNTS = "It passes 1 of the 2 tests that your course keeps for this."
INPUT = "peak([-641, -97, -350])"


def fenced(program: str) -> str:
    return f"\n```python\n{program}\n```"


@pytest.mark.parametrize(
    "words",
    [
        "Is this right for assignment 1, item 4? peak([1, 2]) should give 1.",
        f"{ITEM_4} peak([1, 2]) should give 1. Does my function do that?",
        "peak([1, 2]) should give 1, does it?",  # its name is the item's
    ],
)
def test_the_counts_are_told_and_nothing_else(room: Classroom, words: str) -> None:
    student = room.student(run_program=Runner())

    reply = student.asks(words + fenced(PEAK), "debugging")
    later = student.asks("It works!", "debugging")

    assert COUNTS in reply.text
    assert "641" not in reply.text + later.text
    assert "passes the" not in later.text


@pytest.mark.parametrize(
    ("policy", "shown"), [("open", True), ("predict", False), ("hints", False)]
)
def test_only_a_course_that_reveals_all_shows_the_input(
    room: Classroom, policy: str, shown: bool
) -> None:
    student = room.student(policy, run_program=Runner())  # type: ignore[arg-type]

    reply = student.asks("peak([1, 2]) should give 1" + fenced(PEAK), "debugging")

    assert (INPUT in reply.text) is shown
    assert "`1`" not in reply.text.partition(INPUT)[2]


def test_a_program_for_no_item_is_held_against_none(room: Classroom) -> None:
    student = room.student(run_program=Runner())

    reply = student.asks("f([1]) should give 2" + fenced("def f(a):\n    return a[0]"), "debugging")

    assert "your course keeps" not in reply.text
