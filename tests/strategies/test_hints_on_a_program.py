"""Help with a program that misbehaves: the four levels, and what no reply does."""

from __future__ import annotations

import re

import pytest

from tests.doubles.debugging import ASK, EDITED, PROGRAM, Learner
from tutor_app.strategies.debugging_words import CANNOT_RUN, ENDED_START, OTHER_PROGRAM
from tutor_app.values import Quote, Sentence


@pytest.fixture
def learner() -> Learner:
    return Learner()


def test_first_reply_asks_to_predict_the_problems_own_small_example(learner: Learner) -> None:
    reply = learner.say(ASK)

    assert "`total([1, 2, 3], 0)`" in reply
    assert reply.endswith("?")
    assert "6" not in reply.replace("`total([1, 2, 3], 0)`", "")
    assert learner.level == 1


def test_it_says_once_that_programs_cannot_be_run_here(learner: Learner) -> None:
    replies = [learner.say(ASK), learner.say("I'm stuck"), learner.say("it holds 1")]

    assert [CANNOT_RUN in reply for reply in replies] == [True, False, False]


def test_without_an_example_a_tiny_input_is_made_by_how_parameters_are_used(
    learner: Learner,
) -> None:
    assert "`total([2, 5], 3)`" in learner.say(f"It gives too much.\n```python\n{PROGRAM}\n```")


def test_second_level_asks_about_one_line_and_what_is_held_there(learner: Learner) -> None:
    learner.say(ASK)

    reply = learner.say("I'm stuck")

    assert "line 2, `result = 1`" in reply
    assert "What does `result` hold" in reply
    assert learner.level == 2


def test_a_question_never_sets_two_names_of_a_line_side_by_side(learner: Learner) -> None:
    program = "def grade(points):\n    rounded = round(points)\n    return points"
    learner.say(f"Wrong.\n```python\n{program}\n```")

    reply = learner.say("I'm stuck")

    assert "line 2. What does `rounded` hold" in reply
    assert "points" not in reply


def test_third_level_works_another_program_and_asks_to_compare(learner: Learner) -> None:
    learner.say(ASK)
    learner.say("I'm stuck")

    reply = learner.say("I'm stuck")

    assert OTHER_PROGRAM in reply
    assert "`result" not in reply
    assert learner.level == 3


def test_partial_step_waits_for_an_attempt(learner: Learner) -> None:
    learner.say(ASK)
    replies = [learner.say("I'm stuck") for _ in range(5)]

    assert learner.level == 3
    assert len(set(replies)) == 5


def test_fourth_level_says_in_words_what_must_come_out_and_shows_no_code(learner: Learner) -> None:
    learner.say(ASK)
    learner.say("hint")
    learner.say(f"I tried this\n```python\n{EDITED}\n```")
    learner.say("hint")

    reply = learner.say("hint")

    assert learner.level == 4
    assert "must hand back `6` for `total([1, 2, 3], 0)`" in reply
    assert "?" not in reply
    assert "result" not in reply


def test_prints_alone_are_no_attempt(learner: Learner) -> None:
    learner.say(ASK)
    shown = PROGRAM.replace("        if", "        print(item)\n        if")

    reply = learner.say(f"I print it\n```python\n{shown}\n```")

    assert "line 4, `print(item)`" in reply
    assert [event.cause for event in learner.ladder] == ["first"]


def test_after_the_last_hint_come_section_person_and_exercise_but_no_question(
    learner: Learner,
) -> None:
    learner.say(ASK)
    learner.say(f"I tried this\n```python\n{EDITED}\n```")
    for _ in range(3):
        learner.say("hint")

    events = learner.events("hint")
    again = learner.say("hint") + learner.say("it prints 3")

    said = " ".join(event.text for event in events if isinstance(event, Sentence))
    assert learner.level == 5
    assert ENDED_START in said
    assert "Ada" in said
    assert "To practise" in said
    assert sum(isinstance(event, Quote) for event in events) == 1
    assert "?" not in said + again
    assert again not in said


def test_no_reply_is_said_twice_none_is_long_and_none_asks_twice(learner: Learner) -> None:
    turns = (
        "I'm stuck",
        "It holds 1.",
        "why?",
        "just fix it",
        "I could add a print",
        "you are wrong",
    )
    replies = [learner.say(ASK)]
    replies += [learner.say(turn) for _ in range(6) for turn in turns]

    assert len(set(replies)) == len(replies)
    assert max(len(reply.split()) for reply in replies) <= 120
    assert max(reply.count("?") for reply in replies) == 1
    assert not any("```" in reply or "\n" in reply for reply in replies)
    assert not any(re.search(r"\bresult = 0\b", reply) for reply in replies)


def test_a_program_in_another_language_is_asked_about_by_its_lines(learner: Learner) -> None:
    java = "int sum(int[] a) {\n  int s = 1;\n  for (int x : a) {\n    s += x;\n  }\n  return s;\n}"
    learner.say(f"Wrong sum.\n```java\n{java}\n```")

    assert "line 2" in learner.say("I'm stuck")
