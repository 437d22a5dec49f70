"""Open work: no verdict where nothing exact decides, and hints by the level of the ladder."""

from __future__ import annotations

from tests.doubles.assignments import EXAMPLE, SECTION, SOLUTION, Talk, roles, words
from tests.sentences import says
from tutor_app.domain.values import Offers, Quote
from tutor_app.exercises.work_without_verdict import (
    CANNOT_CHECK,
    INSTEAD_OF_ANSWER,
    WHICH_EXERCISE,
    help_check,
)
from tutor_app.understanding.dialogue_acts import NEXT_HINT

WORK = "hw1 q1: I think the queue is what makes the search stay on its level."


def talk() -> Talk:
    return Talk(help_check, "validation")


def quoted(events: list) -> str:  # type: ignore[type-arg]
    return "\n".join(event.paragraph for event in events if isinstance(event, Quote))


def test_open_work_gets_no_verdict_and_is_asked_for_its_next_step_beside_the_rule() -> None:
    said = talk().say(WORK)

    assert roles(said)[0] == "notice" and CANNOT_CHECK() in words(said)
    assert "verdict" not in roles(said)
    assert SECTION in quoted(said)
    assert roles(said).count("question") == 1
    assert says(words(said), "exercises_open_work.what_next")


def test_what_the_work_takes_up_is_said_before_anything_is_asked() -> None:
    said = talk().say(WORK)

    assert says(words(said), "exercises_open_work.takes_up", words="“queue”")


def test_a_question_about_the_exercise_is_no_work_to_be_checked() -> None:
    conversation = talk()
    conversation.say("hw1 q1")

    said = conversation.say("how many vertices does the queue of the graph hold")

    assert CANNOT_CHECK() not in words(said)
    assert "yours to work out" in words(said)
    assert conversation.level == 1
    for _ in range(4):  # without an attempt, the first step stays untold
        conversation.say("Next hint")
    assert conversation.level == 3


def test_the_first_hint_is_the_section_that_holds_the_idea() -> None:
    conversation = talk()

    said = conversation.say("hw1 q1")

    assert "The idea behind item 1 of assignment 1 is in section “a” (a, page 1)." in words(said)
    assert conversation.level == 1


def test_the_second_hint_is_a_part_of_the_statement_that_the_work_does_not_use() -> None:
    conversation = talk()
    conversation.say(WORK)

    said = conversation.say("I'm stuck")

    assert "The exercise also says: “Show it on a graph of your own.”" in words(said)
    assert conversation.level == 2


def test_the_third_hint_is_an_example_of_the_course() -> None:
    conversation = talk()
    conversation.say(WORK)
    conversation.say("Next hint")

    said = conversation.say("Next hint")

    assert EXAMPLE in quoted(said)
    assert conversation.level == 3


def test_the_first_step_comes_after_an_attempt_and_from_no_solution() -> None:
    conversation = talk()
    conversation.say(WORK)
    for _ in range(2):
        conversation.say("Next hint")

    said = conversation.say("Next hint")

    assert conversation.level == 4
    assert "The first step, in words" in words(said)
    assert not any(point in words(said) for point in SOLUTION)


def test_without_an_attempt_the_ladder_stays_below_the_first_step() -> None:
    conversation = talk()
    conversation.say("hw1 q1")

    for _ in range(5):
        conversation.say("I'm stuck")

    assert conversation.level == 3


def test_after_the_last_hint_there_is_a_section_and_a_person_and_no_question() -> None:
    conversation = talk()
    conversation.say(WORK)
    for _ in range(3):
        conversation.say("Next hint")

    said = conversation.say("Next hint")

    assert conversation.level == 5
    assert "ask Ada" in words(said)
    assert "question" not in roles(said)
    assert not any(isinstance(event, Offers) for event in said)


def test_why_says_the_same_hint_in_other_words_and_the_level_stays() -> None:
    conversation = talk()
    first = words(conversation.say("hw1 q1"))

    said = words(conversation.say("what do you mean?"))

    assert conversation.level == 1
    assert said and said != first


def test_pressing_for_the_answer_gets_what_is_done_instead_and_the_level_stays() -> None:
    conversation = talk()
    conversation.say(WORK)

    said = conversation.say("just give me the answer")

    assert words(said) == INSTEAD_OF_ANSWER(next_hint=NEXT_HINT)
    assert conversation.level == 1


def test_who_presses_after_the_last_hint_is_sent_to_a_person_and_not_to_a_next_hint() -> None:
    conversation = talk()
    conversation.say(WORK)
    for _ in range(5):
        conversation.say("Next hint")

    said = [conversation.say("just give me the answer") for _ in range(2)]

    assert conversation.level == 5
    assert says(words(said[0]), "exercises_open_work.hints_used_up")
    assert says(words(said[1]), "exercises_open_work.hints_used_up_again")
    assert words(said[0]) != words(said[1])
    for each in said:
        assert "I'm stuck" not in words(each)
        assert not [event for event in each if isinstance(event, Offers)]


def test_nothing_is_said_twice_on_the_way_up() -> None:
    conversation = talk()
    replies = [words(conversation.say(WORK))]
    replies += [words(conversation.say("Next hint")) for _ in range(5)]

    assert len(set(replies)) == len(replies)


def test_a_message_without_an_exercise_is_asked_for_one() -> None:
    assert words(talk().say("is this right?")) == WHICH_EXERCISE()


def test_a_new_step_goes_on_with_the_exercise_at_hand() -> None:
    conversation = talk()
    conversation.say(WORK)

    conversation.say("then I take them out in the order in which they came")

    assert conversation.session.work is not None
    assert conversation.session.work.item == "hw1.pdf#1"


def test_a_second_plea_gets_other_words_also_where_the_first_opened_the_exercise() -> None:
    conversation = talk()
    first = words(conversation.say("just give me the answer to hw1 q1"))
    second = words(conversation.say("please, I need it"))

    one, other, _ = INSTEAD_OF_ANSWER.wordings(next_hint=NEXT_HINT)
    assert one in first
    assert one not in second and other in second
