"""The table "the hint ladder": what each level says in each column, and what it keeps back."""

from __future__ import annotations

import re

import pytest

from tests.conversation.teaching.course import (
    DEEP,
    ITEM_2,
    MERGE_EXAMPLE,
    POINTS,
    UCS_RULE,
    Classroom,
    Reply,
)
from tests.conversation.teaching.subjects import (
    ANSWER,
    DEBUGGING,
    EXERCISE,
    PROGRAM,
    SUBJECTS,
    TRACE,
    TRACING,
    UNRUN,
    Subject,
)
from tests.sentences import says
from tutor_app.domain.values import TraceShown
from tutor_app.programs.replies.write_reply import CANNOT
from tutor_app.programs.runs_at_once import Runner

PERSON = "staff@search.example"


def at(room: Classroom, subject: Subject, level: int) -> Reply:
    return subject.at_level(room, level)[1]


def others(reply: Reply) -> list[TraceShown]:
    """Return the tables of another problem than the student's."""
    left = reply.replied.record.tracing
    assert left is not None
    return [table for table in reply.tables if table.problem.graph != left.problem.graph]


# --- L1, nudge ---------------------------------------------------------------------------------


def test_l1_tracing_says_what_is_right_and_the_rule_with_its_section_and_names_no_step(
    room: Classroom,
) -> None:
    reply = at(room, TRACING, 1)

    assert "You have begun well" in reply.text
    assert UCS_RULE in reply.quoted
    assert reply.quotes[0].headings[-1] == "2 Uniform-cost search"
    assert not re.search(r"\d", reply.text)
    assert not reply.tables


def test_l1_tracing_without_work_begins_with_the_rule(room: Classroom) -> None:
    reply = room.student("hints").asks(TRACE)

    assert "Begin with the rule" in reply.text
    assert UCS_RULE in reply.quoted
    assert not any(judged in reply.text for judged in ("wrong", "right", "yours"))


def test_l1_debugging_names_the_behaviour_and_asks_for_a_prediction_on_a_small_input(
    room: Classroom,
) -> None:
    reply = at(room, DEBUGGING, 1)

    assert "`largest([-4, -2])` gives `0`, and it should give `-2`" in reply.text
    assert "Predict" in reply.text
    assert "line" not in reply.text


def test_l1_debugging_names_no_line_after_more_attempts_either(room: Classroom) -> None:
    student = DEBUGGING.begun(room)
    reply = student.asks(DEBUGGING.wrong[0])

    assert reply.level == 1
    assert "line" not in reply.text


def test_l1_debugging_without_a_runner_says_so_and_asks_what_comes_out(room: Classroom) -> None:
    reply = at(room, UNRUN, 1)

    assert CANNOT["off"]() in reply.text
    assert "what did you see" in reply.text


def test_l1_exercise_names_the_section_that_holds_the_idea(room: Classroom) -> None:
    reply = room.student().asks(EXERCISE.asks, "validation")

    assert "The idea behind item 2 of assignment 1 is in section “3 Merge sort”" in reply.text
    assert "Explain why merge sort takes few steps" in reply.quoted  # the item itself


def test_l1_answer_asks_about_one_missing_point_and_says_nothing_of_it(room: Classroom) -> None:
    reply = at(room, ANSWER, 1)

    assert reply.questions == 1
    assert not any(point in reply.text for point in POINTS[1:])


# --- L2, pointed question ----------------------------------------------------------------------


def test_l2_tracing_says_up_to_which_step_all_is_right_and_asks_about_the_next(
    room: Classroom,
) -> None:
    reply = at(room, TRACING, 2)

    assert "Step 1 is right." in reply.text
    assert "Which node is selected in step 2" in reply.text
    assert [table.upto for table in reply.tables] == [1]


def test_l2_debugging_names_input_expected_seen_and_the_function(room: Classroom) -> None:
    reply = at(room, DEBUGGING, 2)

    assert all(f"`{each}`" in reply.text for each in ("largest([-4, -2])", "-2", "0"))
    assert "line 2" not in reply.text


def test_l2_debugging_without_a_runner_asks_for_more_of_what_was_seen(room: Classroom) -> None:
    reply = at(room, UNRUN, 2)

    assert "what do you see there" in reply.text
    assert reply.questions == 1


@pytest.mark.parametrize("subject", [EXERCISE, ANSWER], ids=str)
def test_l2_exercise_asks_about_a_part_of_the_statement(room: Classroom, subject: Subject) -> None:
    reply = at(room, subject, 2)
    quoted = re.findall("“([^”]*)”", reply.text)

    assert quoted and quoted[0] in ITEM_2
    assert reply.questions == 1


# --- L3, worked analogue -----------------------------------------------------------------------


def test_l3_tracing_works_another_instance_with_the_same_misconception(room: Classroom) -> None:
    reply = at(room, TRACING, 3)

    assert says(reply.text, "trace_mistakes.wrong_node_selected")
    assert [table.upto for table in others(reply)] == [None]
    assert "Look at step" in reply.said("result")


def test_l3_debugging_works_another_program_with_the_same_kind_of_fault(room: Classroom) -> None:
    reply = at(room, DEBUGGING, 3)

    assert "Here is another program." in reply.text
    assert "The first value has decided everything" in reply.text
    assert "best" not in reply.text


def test_l3_debugging_without_a_runner_works_another_program(room: Classroom) -> None:
    assert "Here is another program." in at(room, UNRUN, 3).text


@pytest.mark.parametrize("subject", [EXERCISE, ANSWER], ids=str)
def test_l3_exercise_shows_a_worked_example_of_the_course(
    room: Classroom, subject: Subject
) -> None:
    assert MERGE_EXAMPLE in at(room, subject, 3).quoted


# --- L4, partial step --------------------------------------------------------------------------


def test_l4_tracing_gives_the_corrected_row_with_its_reason_and_no_row_after_it(
    room: Classroom,
) -> None:
    reply = at(room, TRACING, 4)

    assert "Step 2 is: node: Q" in reply.text
    assert "Q has the smallest g of all open nodes" in reply.text
    assert [table.upto for table in reply.tables] == [2]


def test_l4_debugging_says_what_the_place_must_achieve_and_the_line_where_it_is_certain(
    room: Classroom,
) -> None:
    reply = at(room, DEBUGGING, 4)

    assert reply.level == 4
    assert "It is line 2." in reply.text
    assert "Before the first round" in reply.text
    assert "=" not in reply.text


def test_l4_debugging_names_the_function_and_the_first_unexpected_value_else(
    room: Classroom,
) -> None:
    few = DEBUGGING.shows.replace("largest([-9]) should give -9, ", "").replace(
        "largest([3, 8, 5]) should give 8", ""
    )
    student = room.student(run_program=Runner())
    for message in (few, DEBUGGING.wrong[0], "hint", "hint", "hint"):
        reply = student.asks(message.replace("largest", "pick"))  # which names no purpose

    assert reply.level == 4
    assert "It goes wrong in `pick`." in reply.text
    assert "On `pick([-4, -2])`, the first" in reply.text  # value, or way that is taken
    assert "It is line" not in reply.text


def test_l4_debugging_without_a_runner_says_what_must_hold_and_names_no_line(
    room: Classroom,
) -> None:
    reply = at(room, UNRUN, 4)

    assert reply.level == 4
    assert not re.search(r"line \d", reply.text)


@pytest.mark.parametrize("subject", [EXERCISE, ANSWER], ids=str)
def test_l4_exercise_gives_the_first_step_in_words_and_from_no_solution(
    room: Classroom, subject: Subject
) -> None:
    reply = at(room, subject, 4)

    assert "The first step, in words" in reply.text
    assert not room.book.guard.leaks(reply.text, [subject.shows])


# --- after L4 ----------------------------------------------------------------------------------


@pytest.mark.parametrize("subject", SUBJECTS, ids=str)
def test_after_l4_there_is_a_person_and_more_to_do_and_never_another_question(
    room: Classroom, subject: Subject
) -> None:
    student, _ = subject.at_level(room, 4)
    end = student.asks("hint")
    later = [student.asks(message) for message in ("hint", "why?", "hint")]

    assert end.level == 5
    assert PERSON in end.text
    assert any(way in end.text for way in ("A new problem", "A new exercise", "To practise"))
    assert [reply.questions for reply in (end, *later)] == [0, 0, 0, 0]
    assert not any(reply.offers for reply in (end, *later))


def test_after_l4_the_section_is_named_again(room: Classroom) -> None:
    assert UCS_RULE in TRACING.at_level(room, 5)[1].quoted
    assert "Read section “3 Merge sort”" in EXERCISE.at_level(room, 5)[1].text


# --- the problem that a ladder belongs to ------------------------------------------------------

OTHER_ORDER = TRACE.replace("P-Q 1, P-R 4, Q-R 2", "Q-R 2, R-P 4, P-Q 1").replace("Run", "Trace")
OTHER_NAMES = PROGRAM.replace("best", "top").replace("numbers", "values")
OPEN_WORK = "Is this right? I think every chain of calls needs a base case in the procedure"


@pytest.mark.parametrize(
    ("begins", "again", "wanted"),
    [
        (TRACING.shows, OTHER_ORDER, None),
        (DEBUGGING.shows, f"it gives 0 again\n\n{OTHER_NAMES}", "debugging"),
        (EXERCISE.shows, "homework 1, exercise 2", "validation"),
        (EXERCISE.shows, f"how do I do this: {ITEM_2}", "validation"),
        (OPEN_WORK, OPEN_WORK, "validation"),
    ],
    ids=["instance", "program", "item by number", "item by text", "topic"],
)
def test_a_problem_is_known_by_what_it_is_and_not_by_its_wording(
    room: Classroom, begins: str, again: str, wanted: str | None
) -> None:
    student = room.student("hints")
    student.asks(begins, wanted)
    assert student.asks("I'm stuck").level == 2
    student.begin_again()

    assert student.asks(again, wanted).level == 2


def test_each_learner_has_a_ladder_of_their_own(room: Classroom) -> None:
    TRACING.at_level(room, 3)

    assert TRACING.student(room).asks(TRACE).level == 1


def test_what_an_exercise_rests_on_is_the_courses_and_not_the_assignments(
    room: Classroom,
) -> None:
    student = room.student()
    student.asks("assignment 1 item 3")
    reply = student.asks("why?")

    assert DEEP in reply.quoted
    assert {quote.kind for quote in reply.quotes} == {"textbook"}
