"""What a student names as wrong in their own rows is held against the run, cell by cell."""

from __future__ import annotations

import pytest

from tests.conversation.teaching.course import Classroom, Student
from tests.sentences import says
from tutor_app.domain.teaching import Expectation, TracingRecord
from tutor_app.domain.values import TraceShown

# Row 3 keeps C = 9 though A makes it 8; D = 12 follows from it.
TABLE = (
    "check my dijkstra from S, undirected: S-A 4, S-B 1, B-A 2, B-C 8, A-C 5, C-D 3\n"
    "1 | S | A=4, B=1\n2 | B | A=3, C=9\n3 | A | C=9\n4 | C | D=12"
)


@pytest.fixture
def student(room: Classroom) -> Student:
    someone = room.student("predict")
    someone.asks(TABLE)
    return someone


def left_by(student: Student, message: str) -> TracingRecord:
    left = student.asks(message).replied.record.tracing
    assert left is not None
    return left


def test_a_table_of_bars_without_a_head_is_read(room: Classroom) -> None:
    left = left_by(room.student("predict"), TABLE)

    assert left.wrong_step == 3
    assert left.awaited == Expectation(kind="which_row", step=3)


@pytest.mark.parametrize(
    ("said", "answered", "awaited"),
    [
        ("are my only mistakes C = 9 in row 3 and D = 12 in row 4?", "right", "row"),
        ("is my only mistake C = 9 in row 3?", "partly", "row"),
        ("is my mistake the D = 12?", "partly", "which_row"),
        ("is C = 9 in row 2 the mistake?", "not_yet", "which_row"),
    ],
)
def test_a_claim_about_ones_own_mistakes_is_computed(
    student: Student, said: str, answered: str, awaited: str
) -> None:
    left = left_by(student, said)

    assert left.awaited is not None
    assert (left.answered, left.awaited.kind, left.awaited.step) == (answered, awaited, 3)
    assert left.attempt is not None and len(left.attempt.rows) == 4


def test_what_differs_beside_what_was_named_is_counted_and_not_told(student: Student) -> None:
    reply = student.asks("is my only mistake C = 9 in row 3?")

    assert says(reply.text, "trace_reactions.more_wrong")
    assert "D = 12" not in reply.text

    reply = student.asks("are my only mistakes C = 9 in row 3 and D = 12 in row 4?")
    assert says(reply.text, "trace_reactions.nothing_else_wrong")


def test_a_row_named_and_mended_in_one_keeps_the_rest_of_it(student: Student) -> None:
    left = left_by(student, "row 3: C could be 8, less than 9")

    assert left.attempt is not None
    assert [row["node"] for row in left.attempt.rows] == ["S", "B", "A"]
    assert left.attempt.rows[2]["dist"] == {"C": 8}
    assert left.awaited == Expectation(kind="row", step=4)


def test_a_later_row_is_not_mended_before_the_first_wrong_one(student: Student) -> None:
    left = left_by(student, "row 4: D should be 11")

    assert left.awaited == Expectation(kind="which_row", step=3)
    assert left.attempt is not None and len(left.attempt.rows) == 4


def test_right_rows_said_again_leave_those_behind_them(student: Student) -> None:
    left_by(student, "row 3: C should be 8")
    left = left_by(student, "row 2: B, A 3, C 9")

    assert left.attempt is not None and len(left.attempt.rows) == 3
    assert left.awaited == Expectation(kind="row", step=4)


def test_who_presses_again_gets_something_to_go_on_with(student: Student) -> None:
    first, second, third = (student.asks("just print all rows!") for _ in range(3))

    assert says(first.text, "trace_reactions.have_rows")
    assert says(second.text, "trace_replies.instead_smaller")
    assert says(third.text, "trace_replies.instead_example")
    assert any(isinstance(event, TraceShown) for event in third.replied.events)


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        ("is the path to D S B A C D with cost 11?", "trace_reactions.result_right"),
        ("is the path S B C D with cost 12?", "trace_reactions.sum_right_path_not"),
    ],
)
def test_a_path_is_judged_by_its_own_sum_too(student: Student, said: str, sentence: str) -> None:
    assert says(student.asks(said).text, sentence)
