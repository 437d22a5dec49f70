"""A value that is asked about is held against the run; a choice left open is told in one way."""

from __future__ import annotations

import pytest

from tests.conversation.teaching.course import Classroom, Student
from tests.sentences import says
from tutor_app.domain.teaching import TracingRecord

BEGUN = (
    "check my binary search: array 3 8 12 15 22 29 35 41, target 35. "
    "row 1: lo=0 hi=7 mid=4 value 22, go right. right so far?"
)
UCS = "check my ucs on the undirected graph P-Q 2, P-R 6, Q-R 3, Q-T 7, R-T 1, T-U 4 from P to U."


def left_by(student: Student, message: str) -> TracingRecord:
    left = student.asks(message).replied.record.tracing
    assert left is not None
    return left


@pytest.mark.parametrize(
    ("asked", "answered"),
    [
        ("is hi = 7 right?", "so_far"),
        ("is lo = 5 right?", "so_far"),
        ("is lo = 4 right?", "not_yet"),
    ],
)
def test_a_value_asked_about_is_told_right_or_not_and_no_more(
    room: Classroom, asked: str, answered: str
) -> None:
    student = room.student("predict")
    student.asks(BEGUN)
    left = left_by(student, asked)

    assert left.answered == answered
    assert left.correct is not True
    assert left.awaited is not None and left.awaited.step == 2


def test_the_middle_is_rounded_as_the_rows_show_until_the_student_says_otherwise(
    room: Classroom,
) -> None:
    student = room.student("predict")
    assert left_by(student, BEGUN).problem.conventions["mid"] == "ceil"

    left = left_by(student, "no, the middle is rounded down. mid 3, right")

    assert left.problem.conventions["mid"] == "floor"
    assert left.answered in ("right", "so_far")


def test_of_wrong_readings_the_one_counts_that_is_right_for_most(room: Classroom) -> None:
    student = room.student("predict")
    student.asks(f"{UCS} took P (0), open Q2 R6. ok so far?")
    student.asks("Q 2 -> R5 T9")

    assert left_by(student, "R 5 -> T9").answered == "partly"


def test_why_an_entry_has_its_number_is_answered_by_the_sum(room: Classroom) -> None:
    student = room.student("predict")
    student.asks(f"{UCS} took P (0), open Q2 R6. ok so far?")
    student.asks("Q 2 -> R5 T9")
    reply = student.asks("why R 5 and not 6?")

    assert says(reply.text, "trace_reactions.waits_through")
    assert "from Q to R adds 3" in reply.text
