"""What a message does to the exercise at hand decides the reply: each cell of the column."""

from __future__ import annotations

import pytest

from tests.doubles.assignments import (
    EXAMPLE,
    LEVELS,
    SECTION,
    SOLUTION,
    Talk,
    queue_book,
    queue_item,
    roles,
    words,
)
from tests.sentences import says
from tutor_app.domain.values import Event, Offers, Quote, Sentence
from tutor_app.understanding.act_classifier import DialogueAct
from tutor_app.wording.catalogue import speaking

WORK = "hw1 q1: I think the queue is what makes the search stay on its level."
HALF = "A queue keeps the nodes of each level together."
REST = "Nodes of deeper levels are appended behind the others."
SECOND_PART = "Show it on a graph of your own."


def quoted(events: list[Event]) -> str:
    return "\n".join(event.paragraph for event in events if isinstance(event, Quote))


def begun() -> Talk:
    conversation = Talk()
    conversation.say("hw1 q1", "help.solution")
    return conversation


# --- an item is named -----------------------------------------------------------------------


def test_an_item_that_is_named_is_shown_with_its_section_and_where_to_begin() -> None:
    conversation = Talk()

    said = conversation.say("hw1 q1", "help.solution")

    assert says(words(said), "exercises_questions.begin_with_part")
    assert "The idea behind item 1 of assignment 1 is in section “a” (a, page 1)." in words(said)
    assert conversation.level == 1
    assert roles(said).count("question") == 1


def test_naming_the_item_at_hand_again_finds_its_level() -> None:
    conversation = begun()
    conversation.say("I'm stuck", "help.stuck")

    conversation.say("back to hw1 q1", "help.solution", sure=False)

    assert conversation.level == 2


def test_a_message_without_an_exercise_is_asked_for_one_each_time_in_other_words() -> None:
    conversation = Talk()
    replies = [words(conversation.say("is this right?", "ask.check")) for _ in range(3)]

    assert all(says(reply, "exercises_answers.which_exercise") for reply in replies)
    assert len(set(replies)) == 3


# --- an answer ------------------------------------------------------------------------------


def test_an_answer_is_held_against_the_points_and_its_own_words_are_named() -> None:
    said = begun().say(HALF)

    assert says(words(said), "exercises_answers.some_there", count=1, of=2)
    assert f"“{HALF[:-1]}”" in words(said)
    assert not any(point in words(said) for point in SOLUTION)


def test_what_is_missing_is_asked_for_by_the_part_of_the_exercise() -> None:
    said = begun().say(HALF)

    assert says(words(said), "exercises_answers.part_goes_on")
    assert roles(said).count("question") == 1


def test_the_answer_grows_over_the_messages_until_it_is_complete() -> None:
    conversation = begun()
    conversation.say(HALF)

    said = conversation.say(REST)

    assert says(words(said), "exercises_answers.now_complete", count=2)
    assert conversation.ladder[-1].cause == "right"


@pytest.mark.parametrize("act", ["ask.why", "react.ack", "ask.reason"])
def test_a_message_that_brings_a_point_is_an_answer_however_it_is_put(act: DialogueAct) -> None:
    said = begun().say(HALF, act)

    assert says(words(said), "exercises_answers.some_there", count=1)


def test_what_says_a_points_opposite_is_put_beside_its_section_and_called_no_name() -> None:
    conversation = begun()

    said = words(conversation.say("A queue never keeps nodes of one level together."))

    assert says(said, "exercises_answers.against", section="“a” (a, page 1)")
    assert not any(word in said.casefold() for word in ("incorrect", "mistake", "false"))


def test_in_german_the_opposite_of_a_point_stands_between_one_pair_of_marks() -> None:
    conversation = begun()

    with speaking("de"):
        said = words(conversation.say("A queue never keeps nodes of one level together."))

    assert "„A queue never keeps nodes of one level together“" in said
    assert "„„" not in said


def test_a_sum_that_comes_to_something_else_is_named_and_not_done() -> None:
    said = words(begun().say("there are 3 + 9 + 27 = 38 of them"))

    assert says(said, "exercises_answers.sum_off", sum="3 + 9 + 27")
    assert "39" not in said


def test_what_was_seen_is_noted() -> None:
    said = begun().say("I drew seven of them on paper", "tell.seen")

    assert says(words(said), "exercises_answers.noted")


def test_whether_it_is_right_is_told_by_the_points_that_are_there() -> None:
    conversation = begun()
    conversation.say(HALF)

    said = conversation.say("am I right?", "ask.check")

    assert says(words(said), "exercises_answers.so_far", count=1, of=2)
    assert roles(said).count("question") == 1


def test_whether_nothing_is_right_is_not_told() -> None:
    said = begun().say("am I right?", "ask.check")

    assert says(words(said), "exercises_answers.send_answer")


def test_a_complete_answer_that_is_doubted_stands() -> None:
    conversation = begun()
    conversation.say(f"{HALF} {REST}")

    said = conversation.say("are you sure?", "ask.check")

    assert says(words(said), "exercises_open_work.every_point_there")


def test_a_reason_that_is_asked_about_after_the_end_is_not_taken_for_the_answer() -> None:
    conversation = begun()
    conversation.say(f"{HALF} {REST}")

    said = conversation.say("so is it because deeper nodes are appended last?", "tell.answer")
    assert says(words(said), "exercises_questions.open_when_done")
    assert not says(words(said), "exercises_answers.still_complete")

    why = conversation.say("but why do deeper nodes come later then?", "ask.why")
    assert says(words(why), "exercises_questions.yours_when_done") or quoted(why)


# --- without a solution -----------------------------------------------------------------------


def test_work_that_no_solution_decides_is_put_beside_the_courses_words_without_a_verdict() -> None:
    said = Talk().say("hw1 q2: the queue is what keeps bananas in a row")

    assert "verdict" not in roles(said)
    assert SECTION in quoted(said)
    assert "question" not in roles(said)  # nothing here could judge what is answered


def test_that_nothing_decides_it_is_said_once() -> None:
    conversation = Talk()
    replies = [
        words(conversation.say(f"hw1 q2: bananas keep the row {number} times"))
        for number in ("two", "three", "four")
    ]

    told = [says(reply, "exercises_open_work.cannot_check") for reply in replies]
    assert told.count(True) <= 1


# --- questions beside it ------------------------------------------------------------------------


def test_a_question_beside_it_is_answered_by_the_course_and_leads_back_once() -> None:
    conversation = begun()

    first = conversation.say("what does a queue hand back?", "ask.fact")
    second = conversation.say("and a level in graphs?", "ask.fact")

    assert SECTION in quoted(first)
    assert says(words(first), "exercises_questions.lead_back")
    assert not says(words(second), "exercises_questions.lead_back")
    assert conversation.level == 1


def test_why_shows_the_section_that_decides() -> None:
    said = begun().say("why?", "ask.reason")

    assert says(words(said), "exercises_questions.decided_by", section="“a” (a, page 1)")
    assert SECTION in quoted(said)


def test_an_example_is_one_that_the_course_works() -> None:
    said = begun().say("an example?", "ask.example")

    assert EXAMPLE in quoted(said)
    assert LEVELS not in quoted(said)


def test_simpler_is_the_next_small_part_of_the_exercise() -> None:
    said = words(begun().say("simpler", "ask.simpler"))

    assert says(said, "exercises_questions.smaller", part=SECOND_PART)


def test_an_acknowledgement_gets_what_is_left_and_after_the_end_the_next_item() -> None:
    conversation = begun()
    left = conversation.say("ok", "react.ack")
    conversation.say(f"{HALF} {REST}")

    done = conversation.say("ok", "react.ack")

    assert says(words(left), "exercises_questions.left_to_do") or "?" in words(left)
    offers = [event.messages for event in done if isinstance(event, Offers)]
    assert offers == [("item 2 of assignment 1",)]


def test_who_disagrees_is_asked_for_the_reason_and_then_shown_the_section() -> None:
    conversation = begun()

    first = conversation.say("no, mine is right", "react.disagree")
    second = conversation.say("still, mine is right", "react.disagree")

    assert says(words(first), "exercises_questions.which_reason")
    assert says(words(second), "exercises_questions.reason_decides")
    assert SECTION in quoted(second)


# --- the ladder ---------------------------------------------------------------------------------


def test_the_ladder_is_climbed_to_its_end_and_each_hint_is_new() -> None:
    conversation = Talk()
    replies = [words(conversation.say(WORK, "work.submit"))]
    replies += [words(conversation.say("Next hint", "help.stuck")) for _ in range(4)]

    assert conversation.level == 5
    assert len(set(replies)) == len(replies)
    assert "ask Ada" in replies[-1]
    assert not any(point in reply for point in SOLUTION for reply in replies)


def test_who_is_stuck_four_times_without_a_try_gets_the_first_step_all_the_same() -> None:
    conversation = begun()
    levels = []
    for _ in range(5):
        conversation.say("I'm stuck", "help.stuck")
        levels.append(conversation.level)

    assert levels == [2, 3, 3, 4, 5]


def test_after_the_end_an_answer_is_still_heard() -> None:
    conversation = begun()
    for _ in range(5):
        conversation.say("I'm stuck", "help.stuck")

    said = conversation.say(HALF)

    assert says(words(said), "exercises_answers.some_there", count=1)


def test_pressing_gets_what_is_done_instead_and_a_smaller_step_and_the_level_stays() -> None:
    conversation = begun()

    said = conversation.say("just give me the answer", "help.solution")

    assert says(words(said), "exercises_open_work.instead_of_answer")
    assert says(words(said), "exercises_questions.smaller")
    assert conversation.level == 1


def test_a_plea_that_may_be_one_for_a_hint_gets_the_hint() -> None:
    conversation = begun()

    conversation.say("please", "help.solution", "help.stuck", sure=False)

    assert conversation.level == 2


def test_who_presses_after_the_last_hint_is_sent_to_a_person_and_not_to_a_next_hint() -> None:
    conversation = begun()
    for _ in range(6):
        conversation.say("Next hint", "help.stuck")

    said = [conversation.say("just give me the answer", "help.solution") for _ in range(2)]

    assert says(words(said[0]), "exercises_open_work.hints_used_up")
    assert says(words(said[1]), "exercises_open_work.hints_used_up_again")
    assert not any(isinstance(event, Offers) for each in said for event in each)


def test_no_sentence_of_the_last_replies_is_said_again() -> None:
    conversation = Talk(queue_book(queue_item()))
    script: list[tuple[str, DialogueAct]] = [
        ("hw1 q1", "help.solution"),
        ("bananas are yellow and sweet", "tell.answer"),
        ("apples are red and sour", "tell.idea"),
        ("am I right?", "ask.check"),
        ("give me the answer", "help.solution"),
        ("please, the answer", "help.solution"),
        ("simpler", "ask.simpler"),
        ("why?", "ask.reason"),
        ("I'm stuck", "help.stuck"),
    ]
    said: list[str] = []
    for text, act in script:
        events = conversation.say(text, act)
        new = [event.text for event in events if isinstance(event, Sentence)]
        assert not set(new) & set(said), text
        said += new


def test_an_act_that_is_unsure_is_told_by_the_messages_form() -> None:
    asks = begun().say("does the queue hand nodes back?", "tell.idea", "ask.fact", sure=False)
    tells = begun().say("the queue hands 3 nodes back", "ask.why", "help.stuck", sure=False)

    assert says(words(asks), "exercises_questions.told_beside")
    assert says(words(tells), "exercises_answers.none_found")
