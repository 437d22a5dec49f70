"""Who is late or was ill gets the course's own sentences on that, before anything else."""

from __future__ import annotations

import pytest

from evals.hint_ladder.recorded_learner import Learner, Replied
from tests.sentences import says
from tutor_app.domain.values import Quote, Sentence

ILL = "medical note"
LATE = "48 hours late"
DUE = "25 September"


def marked(reply: Replied) -> str:
    quotes = [event for event in reply.events if isinstance(event, Quote)]
    return " ".join(mark.text for quote in quotes for mark in quote.marked)


@pytest.mark.parametrize(
    ("asked", "there", "not_there"),
    [
        (
            "when is assignment 1 due again? can i still hand it in if i was ill",
            (DUE, ILL, LATE),
            (),
        ),
        ("i had a fever all week and sent nothing, is it too late now?", (ILL, LATE), (DUE,)),
        ("i know when it's due. can i still submit tomorrow?", (LATE,), (DUE, ILL)),
        ("is the midterm open book?", ("one sheet",), (DUE, ILL, LATE)),
        ("can i use my phone in the final?", ("electronic devices",), (ILL, LATE)),
        ("is the node still in the queue, or is it too late to change it?", (), (DUE, ILL)),
    ],
)
def test_each_thing_asked_gets_the_rule_on_just_that(
    learner: Learner, asked: str, there: tuple[str, ...], not_there: tuple[str, ...]
) -> None:
    told = marked(learner.say(asked))

    assert [rule for rule in there if rule not in told] == []
    assert [rule for rule in not_there if rule in told] == []


def test_the_same_rule_is_not_quoted_twice_in_a_row_and_a_person_is_named(learner: Learner) -> None:
    learner.say("can i still hand in if i was ill?")
    reply = learner.say("i was really ill, in hospital. is it too late for me?")

    assert not marked(reply)
    said = " ".join(event.text for event in reply.events if isinstance(event, Sentence))
    assert "staff@search.example" in said


def test_beside_a_bad_day_the_rule_on_illness_comes_before_the_first_step(learner: Learner) -> None:
    reply = learner.say(
        "bad day, i was ill last week, everything is piling up, i dont know where to start"
    )

    first = next(event for event in reply.events if isinstance(event, Quote))
    assert ILL in " ".join(mark.text for mark in first.marked)


def test_a_word_of_an_item_is_explained_by_the_course_and_not_by_the_item(learner: Learner) -> None:
    reply = learner.say('item 2 scares me, what does "uniform cost" even mean')

    assert "smallest path cost" in marked(reply)


@pytest.mark.parametrize(
    "asked",
    [
        "where can i meet the ta",
        "is there a human i can talk to about my grade?",
        "you only give me definitions. can I talk to a real person this week, when and where?",
    ],
)
def test_who_wants_a_person_gets_the_hours_and_the_room(learner: Learner, asked: str) -> None:
    learner.say("what is dijkstra's algorithm")
    assert "Office hours" in marked(learner.say(asked))


def test_what_lateness_costs_is_worked_out_and_how_to_hand_in_is_answered_beside(
    learner: Learner,
) -> None:
    learner.say("assignment 2 item 2: because of the weight -4 it goes wrong")
    reply = learner.say(
        "One question: If I hand in on sunday at 20:00, how many points do I lose? And can I write "
        "it by hand and make a photo?"
    )
    said = " ".join(event.text for event in reply.events if isinstance(event, Sentence))

    assert says(said, "conversation_hand_in.late_cost_points", percent=20, points=8, worth=40)
    assert LATE in marked(reply) and "one PDF" in marked(reply)
    assert says(said, "conversation_small_talk.back_to_question")
