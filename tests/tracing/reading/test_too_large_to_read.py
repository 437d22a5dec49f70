"""What is too large to be read is said in words, with its numbers, and nothing of it is run."""

from __future__ import annotations

import pytest

from tutor_app.tracing.reading.message_size import (
    LONGEST_WORD,
    MOST_CHARACTERS,
    MOST_DIGITS,
    MOST_SIGNS,
)
from tutor_app.tracing.reading.problem_reader import read_problem

TASK = "Run Dijkstra from A on this graph: A-B 4, B-C 2, A-C "


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        (TASK + "9" * 5_000, ("5,000 digits", str(MOST_DIGITS))),
        (TASK + "9" * 101, ("101 digits",)),
        (TASK + "9" * 101 + ".5", ("101 digits",)),
        (TASK + "7, X" + "y" * 300 + "-A 2", ("301 letters", str(LONGEST_WORD))),
        (TASK + "7" + ", A-B 4" * 600, ("names and signs", f"{MOST_SIGNS:,}")),
        (TASK + "7\n" + "there is one more road here\n" * 400, (f"{MOST_CHARACTERS:,}",)),
    ],
)
def test_the_student_is_told_what_is_too_much(text: str, numbers: tuple[str, ...]) -> None:
    reading = read_problem(text)
    assert reading is not None
    assert reading.question is not None
    assert reading.question.reason == "too_large"
    assert all(number in reading.question.detail for number in numbers)
    assert reading.problem.graph is None


def test_what_fits_is_read() -> None:
    reading = read_problem(TASK + "9" * MOST_DIGITS)
    assert reading is not None
    assert reading.question is None


def test_a_long_text_that_wants_no_run_is_no_problem() -> None:
    assert read_problem("Why is Dijkstra right? " + "It settles the nearest node. " * 300) is None


def test_own_work_that_is_too_long_is_told_of_the_problem_at_hand() -> None:
    known = read_problem(TASK + "7")
    assert known is not None
    rows = "\n".join(f"{n} | A | B: 4, C: 7" for n in range(400))
    reading = read_problem(f"Is this right?\n{rows}", known=known.problem)
    assert reading is not None
    assert reading.question is not None
    assert reading.question.reason == "too_large"
