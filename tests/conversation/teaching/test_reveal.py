"""The table "reveal policy", and the paragraph on right answers and on conventions left open."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.conversation.teaching.course import ITEM_1, WORKED_ASK, Classroom, Reply, Student
from tests.conversation.teaching.subjects import RIGHT_TRACE, STUCK, TRACE, TRACING, attempt
from tests.sentences import says
from tutor_app.domain.teaching import RevealPolicy
from tutor_app.domain.values import ProblemRead, TraceShown

SHOW_ALL = "show me the whole table"
RESULT = "Path: P → Q → R → T → U. Cost: 8."
POLICIES: tuple[RevealPolicy, ...] = ("open", "predict", "hints")
TIED = "Run uniform-cost search from A to D on the undirected graph A-B 1, A-C 1, B-D 5, C-D 5"
ALPHABET = attempt("A", "B", "C", "D", path="A -> B -> D", cost=6)
BACKWARDS = attempt("A", "C", "B", "D", path="A -> C -> D", cost=6)


def shows_all(reply: Reply) -> bool:
    return any(table.upto is None for table in reply.tables)


# --- open --------------------------------------------------------------------------------------


def test_open_shows_the_whole_table_on_request_at_once_with_path_and_cost(room: Classroom) -> None:
    reply = room.student("open").asks(TRACE)

    assert shows_all(reply)
    assert RESULT in reply.text


def test_open_holds_for_a_worked_example_of_the_material_whatever_the_course_says(
    room: Classroom,
) -> None:
    assert shows_all(room.student("hints").asks(WORKED_ASK.capitalize()))


# --- predict -----------------------------------------------------------------------------------


def test_predict_asks_what_comes_next_before_it_shows_a_row(room: Classroom) -> None:
    reply = room.student("predict").asks(TRACE)

    assert [table.upto for table in reply.tables] == [0]
    assert "Which node is selected in step 1" in reply.text
    assert reply.questions == 1


@pytest.mark.parametrize(("row", "is_right"), [("P", True), ("Q", False)])
def test_predict_checks_the_row_exactly(room: Classroom, row: str, is_right: bool) -> None:
    student = room.student("predict")
    student.asks(TRACE)
    reply = student.asks(row)

    left = reply.replied.record.tracing
    assert left is not None
    assert (left.answered in ("right", "so_far")) == is_right
    assert reply.level == (0 if is_right else 1)


def test_predict_shows_all_after_three_rows_and_not_before(room: Classroom) -> None:
    student = room.student("predict")
    student.asks(TRACE)
    for row in ("P", "Q"):
        student.asks(row)
    early = student.asks(SHOW_ALL)
    student.asks("R")

    assert not shows_all(early)
    assert says(early.text, "trace_replies.rows_first", count=1)
    assert shows_all(student.asks(SHOW_ALL))


def test_predict_is_the_default_for_practice_problems(room: Classroom) -> None:
    assert "a problem to practise on" in room.student().asks(TRACE).text


# --- hints -------------------------------------------------------------------------------------


@pytest.mark.parametrize("words", [SHOW_ALL, "just tell me the answer", "what comes next?"])
def test_hints_never_show_the_table(room: Classroom, words: str) -> None:
    student = room.student("hints")
    student.asks(TRACE)
    reply = student.asks(words)

    assert not reply.tables
    assert "U" not in reply.text.split()


def test_hints_give_at_most_two_partial_steps_a_problem(room: Classroom) -> None:
    student = TRACING.begun(room)
    levels = []
    for attempt_further in (TRACING.further, attempt("P", "Q", "R", "U", "T"), None):
        levels += [student.asks(STUCK).level for _ in range(3)]
        if attempt_further is not None:
            student.asks(attempt_further)

    assert levels == [2, 3, 4, 2, 3, 4, 2, 3, 5]


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("asks", [ITEM_1, f"assignment 1 item 1: {ITEM_1}"], ids=["text", "number"])
def test_hints_hold_for_what_matches_an_assignment_whatever_the_course_says(
    room: Classroom, policy: RevealPolicy, asks: str
) -> None:
    student = room.student(policy)
    replies = [student.asks(asks), student.asks(SHOW_ALL)]

    assert not any(shows_all(reply) for reply in replies)
    assert replies[0].level == 1


# --- a right answer, and what the message leaves open ------------------------------------------


@pytest.mark.parametrize("policy", POLICIES)
def test_a_right_answer_is_confirmed_under_every_policy(
    room: Classroom, policy: RevealPolicy
) -> None:
    reply = room.student(policy).asks(f"{TRACE}\n{RIGHT_TRACE}")

    assert "That is right." in reply.text
    assert reply.questions == 0


def test_a_right_answer_to_an_assignment_is_confirmed(room: Classroom) -> None:
    rows = attempt("K", "M", "L", "R", "N", "T", path="K -> M -> L -> N -> T", cost=8)

    assert "That is right." in room.student().asks(f"{ITEM_1}\n{rows}").text


def test_of_two_open_readings_either_is_right_and_the_one_taken_is_named(room: Classroom) -> None:
    usual = room.student().asks(f"{TIED}\n{ALPHABET}")
    other = room.student().asks(f"{TIED}\n{BACKWARDS}")

    assert "That is right." in usual.text and "leaves this open" not in usual.text
    assert "That is right." in other.text
    assert "leaves this open, and I read it as you do: ties are broken" in other.text


def test_what_the_message_states_is_the_only_reading(room: Classroom) -> None:
    stated = f"{TIED}, ties are broken alphabetically\n{BACKWARDS}"

    assert "That is right." not in room.student().asks(stated).text


def test_what_the_course_states_is_the_only_reading(room: Classroom) -> None:
    student = room.student(conventions={"tie_break": "alphabetical"})

    assert "That is right." not in student.asks(f"{TIED}\n{BACKWARDS}").text


def test_what_was_assumed_is_shown_before_the_run(room: Classroom) -> None:
    events = room.student("open").asks(TRACE).events
    kinds = [type(event) for event in events]
    read = next(event for event in events if isinstance(event, ProblemRead))

    assert {"tie_break", "goal_test"} <= set(read.assumed)
    assert kinds.index(ProblemRead) < kinds.index(TraceShown)


# --- a question about a row --------------------------------------------------------------------


def test_a_question_about_a_row_that_is_shown_gets_its_reason_from_the_run(room: Classroom) -> None:
    student = room.student("open")
    student.asks(TRACE)
    reply = student.asks("why does the entry of R get smaller in row 2?")

    assert reply.text.startswith("Step 2: Q has the smallest g of all open nodes, 1.")
    assert "R from 4 to 3" in reply.text


def test_a_row_that_is_still_to_be_found_is_not_explained(room: Classroom) -> None:
    student = room.student("hints")
    student.asks(TRACE)

    reply = student.asks("why does the entry of R get smaller in row 2?")

    assert says(reply.text, "trace_replies.row_is_theirs")
    assert "Q" not in reply.text


def test_after_the_whole_table_why_explains_one_row_after_the_other(room: Classroom) -> None:
    student = room.student("open")
    student.asks(TRACE)
    replies = [student.asks("why?") for _ in range(6)]

    assert "Step 1: P has the smallest g" in replies[0].text
    assert "Step 2: Q has the smallest g" in replies[1].text
    assert says(replies[5].text, "trace_replies.all_rows_explained")


# --- the policy is changed while a problem is at hand ------------------------------------------


def changes(student: Student, policy: RevealPolicy) -> None:
    student._settings = replace(student._settings, reveal_policy=policy)


@pytest.mark.parametrize("again", [SHOW_ALL, TRACE])
def test_a_stricter_policy_holds_at_once_for_a_problem_at_hand(room: Classroom, again: str) -> None:
    student = room.student("predict")
    student.asks(TRACE)
    for row in ("P", "Q", "R"):
        student.asks(row)
    changes(student, "hints")

    assert not shows_all(student.asks(again))


@pytest.mark.parametrize("again", [SHOW_ALL, TRACE])
def test_a_freer_policy_holds_at_once_for_a_problem_at_hand(room: Classroom, again: str) -> None:
    student = room.student("hints")
    student.asks(TRACE)
    changes(student, "open")

    assert shows_all(student.asks(again))


@pytest.mark.parametrize("again", [SHOW_ALL, STUCK, "P"])
def test_what_matches_an_assignment_stays_locked_whatever_staff_set_later(
    room: Classroom, again: str
) -> None:
    student = room.student("predict")
    student.asks(ITEM_1)
    changes(student, "open")

    assert not shows_all(student.asks(again))
