"""Conversations that go on from what the course was quoted with, on the demo course."""

from __future__ import annotations

from copy import copy
from dataclasses import replace

from evals.hint_ladder.recorded_learner import Classroom, Learner, Replied
from tests.conversation.talks_of_runs import text_of
from tests.sentences import says
from tutor_app.domain.values import Quote

EXPLANATION = (
    "can you check this before i memorise it: Merge sort splits the list in two halves and "
    "sorts each half by calling itself. It takes O(n^2) steps, and it needs no second list."
)


def marked(replied: Replied) -> str:
    """Return what is marked in the quotes that are open."""
    quotes = (event for event in replied.events if isinstance(event, Quote) and not event.quiet)
    return " ".join(mark.text for quote in quotes for mark in quote.marked)


def test_who_says_that_a_quote_missed_the_question_gets_another(
    learner: Learner,
) -> None:
    learner.say("what is a consistent heuristic")
    then = learner.say("ok i know that inequality. but what is it good for")
    denied = learner.say("no, i asked about when it is NOT consistent")

    assert marked(then) and marked(denied) != marked(then)


def test_a_claim_in_the_courses_words_gets_a_yes_and_keeps_it(learner: Learner) -> None:
    learner.say("what is binary search")
    right = learner.say("so it needs a sorted list, right?")
    plain = learner.say("so is that yes or no")

    assert says(text_of(right), "conversation_claims.borne_out")
    assert says(text_of(plain), "conversation_claims.plain_yes")


def test_a_claim_that_the_course_denies_gets_a_no(learner: Learner) -> None:
    learner.say("what is insertion sort")
    wrong = learner.say("so insertion sort isn't stable?")
    plain = learner.say("is that a no?")

    assert says(text_of(wrong), "conversation_claims.denied")
    assert says(text_of(plain), "conversation_claims.plain_no")


def test_each_sentence_of_an_explanation_is_judged_and_the_wrong_part_named(
    learner: Learner,
) -> None:
    judged = learner.say(EXPLANATION)
    asked = learner.say("which part of mine is wrong?")

    assert says(text_of(judged), "conversation_claims.part_right")
    for reply in (judged, asked):
        assert says(text_of(reply), "conversation_claims.part_denied")
        assert "O(n^2)" in text_of(reply)
        assert "second list" in text_of(reply)
    assert "memorise" not in text_of(judged)
    assert "splits" not in text_of(asked)


def test_an_example_of_what_is_not_so_is_never_one_that_is(learner: Learner) -> None:
    shown = learner.say(
        "can you give me an example of an admissible heuristic that is not consistent?"
    )

    assert "not consistent" in marked(shown) or "Not every" in marked(shown)
    assert "misplaced tiles" not in marked(shown)


def test_a_word_without_its_apostrophe_is_no_topic(learner: Learner) -> None:
    learner.say("what is breadth-first search")

    assert "thats" not in text_of(learner.say("thats just what it is. which is better and why?"))


def test_when_this_is_due_is_asked_of_the_sheet_at_work(learner: Learner) -> None:
    learner.say(
        "doing assgn 2 item 1 dijkstra from s\ns, 0: a 2, b 7\na, 2: b 5, c 10\nright so far?"
    )

    assert "Assignment 2 is due" in marked(
        learner.say("btw when is this due and can i hand in late")
    )


def test_a_part_is_answered_though_the_course_is_near_no_sentence_of_the_explanation_now(
    demo_room: Classroom,
) -> None:
    near_nothing = copy(demo_room)
    profile = replace(demo_room.services.profile, floor=2.0, sure=None)
    near_nothing.services = replace(demo_room.services, profile=profile)
    demo_room.known_learner("explains").say(EXPLANATION)

    asked = near_nothing.known_learner("explains").say("which part of mine is wrong?")

    assert text_of(asked) or marked(asked)


def test_what_the_course_says_of_another_search_decides_nothing(learner: Learner) -> None:
    learner.say("what is a* search")
    told = learner.say("so it is not optimal, right?")

    assert not says(text_of(told), "conversation_claims.borne_out")
    assert "Greedy" not in marked(told)


def test_what_is_supposed_first_is_part_of_the_claim(learner: Learner) -> None:
    learner.say("what is a* search")
    told = learner.say(
        "I bet A* gets the cheapest path if each h is too big alike. Or is it not optimal then?"
    )

    assert not says(text_of(told), "conversation_claims.borne_out")
    assert not says(text_of(told), "conversation_claims.denied")
