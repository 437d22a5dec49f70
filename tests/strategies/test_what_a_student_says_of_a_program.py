"""The student answers, tries, presses, asks, and mends the program."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from tests.doubles.debugging import ASK, EDITED, MENDED, PROGRAM, Learner
from tutor_app.values import Offers, Quote, Sentence


@pytest.fixture
def learner() -> Learner:
    return Learner()


def test_an_answer_brings_the_question_of_the_next_place_each_time(learner: Learner) -> None:
    learner.say(ASK)
    learner.say("I'm stuck")
    replies = [learner.say("It holds a number.") for _ in range(4)]

    lines = [int(re.findall(r"line (\d)", reply)[0]) for reply in replies]
    assert lines == [3, 4, 5, 6]


def test_what_the_student_speaks_of_is_asked_about_next(learner: Learner) -> None:
    learner.say(ASK)

    assert "line 6, `return result`" in learner.say("Line 6 gives the sum back.")
    assert "line 3" in learner.say("The loop takes each one.")
    assert "line 2" in learner.say("In `result` there is the sum.")


def test_a_changed_program_stays_one_problem_and_its_new_line_is_asked_about(
    learner: Learner,
) -> None:
    learner.say(ASK)
    key = learner.work.key

    reply = learner.say(f"I tried\n```python\n{EDITED}\n```")

    assert learner.work.key == key
    assert "You changed line 4" in reply
    assert "`if item >= start:`" in reply
    assert learner.ladder[-1].cause == "attempt"


def test_another_program_has_a_ladder_of_its_own(learner: Learner) -> None:
    learner.say(ASK)
    learner.say("I'm stuck")
    key = learner.work.key

    learner.say("Now this one loops for ever.\n```python\nn = 5\nwhile n:\n    print(n)\n```")

    assert learner.work.key != key
    assert learner.level == 1


def test_a_program_shown_again_with_other_names_finds_its_level(learner: Learner) -> None:
    learner.say(ASK)
    learner.say("I'm stuck")
    learner.session = replace(learner.session, work=None, conversation_id="d")

    learner.say(re.sub(r"\bitem\b", "one", ASK.replace("result", "sum_so_far")))

    assert learner.level == 2


def test_a_change_said_in_words_is_tried_not_judged(learner: Learner) -> None:
    learner.say(ASK)

    reply = learner.say("Should I set result to 0 instead?")

    assert "Before you run it" in reply
    assert not re.search(r"\b(?:yes|no|right|correct|wrong)\b", reply, re.I)


@pytest.mark.parametrize(
    "begging",
    [
        "just give me the fixed code",
        "please fix it",
        "what is the bug?",
        "Can you just fix it for me",
        "tell me the correct line",
        "what should I write",
        "show me the solution",
    ],
)
def test_begging_changes_neither_level_nor_silence_about_the_fix(
    learner: Learner, begging: str
) -> None:
    learner.say(ASK)
    learner.say("I'm stuck")

    events = learner.events(begging)

    said = " ".join(event.text for event in events if isinstance(event, Sentence))
    assert "I don't write the corrected program" in said
    assert "result = 0" not in said
    assert Offers(messages=("I'm stuck",)) in events
    assert learner.level == 2


def test_why_asks_about_the_same_place_in_other_words(learner: Learner) -> None:
    learner.say(ASK)
    before = learner.say("I'm stuck")

    reply = learner.say("what do you mean?")

    assert "line 2, `result = 1`" in before
    assert "line 2, `result = 1`" in reply
    assert learner.level == 2


def test_a_question_about_the_language_leads_to_the_course_not_to_the_line(
    learner: Learner,
) -> None:
    learner.say(ASK)

    events = learner.events("What operator should I use there?")

    said = " ".join(event.text for event in events if isinstance(event, Sentence))
    assert "documentation" in said
    assert sum(isinstance(event, Quote) for event in events) == 1


def test_what_a_word_means_is_quoted_from_the_course_and_the_ladder_waits(
    learner: Learner,
) -> None:
    learner.say(ASK)

    events = learner.events("What is a for loop?")

    assert sum(isinstance(event, Quote) for event in events) == 1
    assert learner.topics[-1] == "What is a for loop?"
    assert [event.cause for event in learner.ladder] == ["first"]


def test_an_error_the_student_names_is_asked_about(learner: Learner) -> None:
    reply = learner.say(f"I get KeyError: 4\n```python\n{PROGRAM}\n```")

    assert "`KeyError: 4`" in reply


def test_a_program_that_python_cannot_read_leads_to_its_message(learner: Learner) -> None:
    broken = PROGRAM.replace("items:", "items")
    first = learner.say(f"It does not start.\n```python\n{broken}\n```")
    second = learner.say("It says invalid syntax.")

    assert "Which line does the message point at" in first
    assert "line 3, `for item in items`" in second


def test_without_a_program_it_asks_for_one(learner: Learner) -> None:
    replies = [learner.say("my program is wrong"), learner.say("it still is")]

    assert "paste the program" in replies[0]
    assert replies[0] != replies[1]
    assert "line 2" in learner.say(f"```python\n{PROGRAM}\n```") + learner.say("stuck")


def test_once_mended_one_cited_sentence_ties_it_to_the_course_and_it_stops(
    learner: Learner,
) -> None:
    learner.say(ASK)

    events = learner.events(f"It works now, thank you!\n```python\n{MENDED}\n```")

    said = " ".join(event.text for event in events if isinstance(event, Sentence))
    assert "?" not in said
    assert "line 2" in said
    assert sum(isinstance(event, Quote) for event in events) == 1
    assert "starting value" in learner.topics[-1]
    assert not any(isinstance(event, Offers) for event in events)
    assert learner.ladder[-1].cause == "right"


@pytest.mark.parametrize(
    "words",
    [
        "It doesn't work",
        "It works for the first test but not for the second",
        "I don't see how it works",
        "With 1 as its input it worked. This is still not what I want.",
    ],
)
def test_not_working_yet_is_no_end(learner: Learner, words: str) -> None:
    learner.say(ASK)

    assert learner.say(words).endswith("?")


def test_a_program_that_misbehaves_again_begins_its_ladder_anew(learner: Learner) -> None:
    learner.say(ASK)
    learner.say("It works now, thanks!")

    reply = learner.say("Hm, for an empty list it fails.")

    assert reply.endswith("?")
    assert learner.level == 1


def test_a_variable_that_the_student_names_is_asked_about(learner: Learner) -> None:
    learner.say(ASK)
    learner.say("hint")

    assert "line 2, `result = 1`" in learner.say(
        "result is 1 at the start, before anything is added"
    )


def test_an_input_that_the_student_tells_is_the_one_asked_about(learner: Learner) -> None:
    learner.say("it never ends\n```python\ndef digits(n):\n    return n % 10 + digits(n)\n```")

    assert "`digits(123)`" in learner.say("it should add up the digits of 123")
