"""What the wording of a sentence adds to its score, and what a question needs beside it."""

from __future__ import annotations

import pytest

from tutor_app.answering.question_features import (
    asks_for_code,
    asks_for_more,
    asks_for_steps,
    asks_when,
    cue,
    tells_when,
)


@pytest.mark.parametrize(
    "question", ["why does it end", "how do I sort", "what are the two passes", "the idea of it?"]
)
def test_reasons_and_ways_need_more_than_a_sentence(question: str) -> None:
    assert asks_for_more(question)


@pytest.mark.parametrize("question", ["what is a root?", "who found it", "define a tense edge"])
def test_definitions_and_facts_do_not(question: str) -> None:
    assert not asks_for_more(question)


def test_code_and_steps_are_told_apart() -> None:
    assert asks_for_code("write out the triple loop")
    assert not asks_for_code("what steps do I follow")
    assert asks_for_steps("what steps do I follow")


@pytest.mark.parametrize(
    "text",
    [
        "9 Review all lectures Final exam, 6 November",
        "Due: May 12",
        "Hand in by 23.10.2026 at noon.",
        "The test is on 2026-10-09.",
        "Office hours take place on Tuesdays.",
        "It begins at 10:15.",
    ],
)
def test_a_day_or_a_time_is_told(text: str) -> None:
    assert tells_when(text)


@pytest.mark.parametrize(
    "text",
    ["The room is 2.14.", "Edge 3 may be taken.", "Half of it is 1/2.", "See section 1.2.3."],
)
def test_rooms_and_numbers_are_no_days(text: str) -> None:
    assert not tells_when(text)


def test_a_question_for_a_day_gains_by_a_day_and_one_for_a_reason_does_not() -> None:
    row = "Final exam, 6 November"

    assert cue("when is the exam?", row, in_exercise=False) > 0
    assert asks_when("what day is the midterm")
    assert not asks_when("when should I use a heap?")


def test_the_sheet_of_another_number_is_not_what_was_asked_for() -> None:
    asked = "when is assignment 2 due?"
    right = cue(asked, "Assignment 2 is due on Friday.", in_exercise=False)

    assert cue(asked, "Assignment 1 is due on Friday.", in_exercise=False) < right
    assert cue(asked, "An assignment may be late.", in_exercise=False) == 0


def test_what_a_course_introduces_is_what_it_is_about() -> None:
    asked = "what is this course about?"

    assert cue(asked, "This course introduces graphs.", in_exercise=False) > cue(
        asked, "The course is held on the hill.", in_exercise=False
    )


def test_a_way_out_is_offered_to_who_asks_what_to_use_instead() -> None:
    asked = "what do I use instead?"

    assert cue(asked, "It is slower, so it is used where weights are negative.", in_exercise=False)
