"""Sums that are only a part of something: reasons for an item, a task told in words, prose."""

from __future__ import annotations

from evals.hint_ladder.recorded_learner import Classroom, Learner, Replied
from tests.sentences import says
from tutor_app.domain.values import Sentence


def said(reply: Replied) -> str:
    return "\n".join(event.text for event in reply.events if isinstance(event, Sentence))


def kind(reply: Replied) -> str | None:
    return reply.record.work.kind if reply.record.work is not None else None


def test_sums_in_reasons_are_no_calculation_to_be_judged(demo_room: Classroom) -> None:
    with demo_room.learner() as learner:
        edge = learner.say("assignment 2 item 2: the edge of weight -4 spoils the paths, right?")
        cycle = learner.say("d -> b closes the round trip b, c, d with 1 + 2 - 4 = -1, below zero")

    assert kind(edge) == kind(cycle) == "exercise"
    for reply in (edge, cycle):
        assert not says(said(reply), "calculations_replies.item_differs")
        assert not says(said(reply), "calculations_replies.right_one")
        assert not says(said(reply), "calculations_replies.right_all")


def test_a_named_item_takes_the_sums_of_another_off_the_table(demo_room: Classroom) -> None:
    with demo_room.learner() as learner:
        learner.say("I have 7 - 5 = 2, ok?")
        half = learner.say("assignment 1 item 5, b=3 d=3: breadth-first has 3 + 9 + 27 = 39")
        whole = learner.say("assignment 1 item 5: deepening 3*3 + 2*9 + 27 = 54. bfs 39. ok?")

    assert kind(half) == "exercise"
    for reply in (half, whole):
        assert "7 − 5" not in said(reply)
    assert "54" in said(whole)
    assert kind(whole) == "exercise"


def test_a_product_for_a_task_in_words_is_open_after_other_work_too(learner: Learner) -> None:
    learner.say("3x - 6 = 9\n3x = 15\nx = 5")
    first = learner.say(
        "a box has 6 pens and 4 pencils, I keep what I take. two pens: 6/10 * 6/10 = 36/100?"
    )
    other = learner.say("oh wait only 9 are left then. 6/10 * 5/9 = 30/90 = 1/3, so that?")

    assert says(said(first), "calculations_replies.set_up_open")
    assert not says(said(first), "calculations_replies.right_one")
    assert says(said(other), "calculations_tests.sums_hold", sums="`(6/10)(5/9) = 30/90 = 1/3`")
    assert not says(said(other), "calculations_replies.right_one")
    assert not says(said(other), "calculations_claims.of_its_set_up")


def test_an_ordinal_is_a_word(learner: Learner) -> None:
    reply = learner.say("ah, 15ths! 10/15 + 3/15 = 13/15. right?")

    assert reply.record.work is not None
    assert reply.record.work.verdict == "right"
