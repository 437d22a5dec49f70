"""Beside a verdict a why is answered by numbers, and a value goes with what it was said of."""

from __future__ import annotations

import pytest

from evals.hint_ladder.recorded_learner import Classroom, Learner, Replied
from tests.sentences import says
from tutor_app.domain.values import Quote, Sentence

SUMS = "7 - 3*4 = -5\n35% of 60 = 21\n-5² = 25\nhave i got them right?"
TURNED = "-4x + 6 < 18\n-4x < 12\nx < -3"


def said(reply: Replied) -> str:
    return "\n".join(event.text for event in reply.events if isinstance(event, Sentence))


def verdict(reply: Replied) -> str | None:
    return reply.record.work.verdict if reply.record.work is not None else None


def test_a_value_spoken_of_is_that_of_the_sum_that_is_talked_about(learner: Learner) -> None:
    learner.say(SUMS)
    calculator = learner.say("but my calculator always gave me 25 for that, was it wrong?")
    right_one = learner.say("i got 21 for the percent one, that was ok?")
    mended = learner.say("then it is minus 25, i think?")

    assert says(said(calculator), "calculations_shown.stands_for", expression="(−5)²", before="−5²")
    assert not says(said(calculator), "calculations_claims.differs")
    assert not says(said(right_one), "calculations_claims.differs")
    assert says(said(mended), "calculations_replies.right_now", last="−5² = −25")


def test_of_many_sums_each_right_one_is_named(learner: Learner) -> None:
    first = learner.say(f"3/4 + 1/6 = 9/12 + 2/12 = 11/12\n5/8 * 4/3 = 20/24\n{SUMS}")

    assert says(said(first), "calculations_replies.right_each")
    assert "35% · 60 = 21" in said(first).partition("5² = 25")[2]


def test_a_value_told_before_other_lines_is_none_of_them(learner: Learner) -> None:
    learner.say(SUMS)
    both = learner.say(
        "Ah, the minus waits outside. Then it is minus 25, I think? And with brackets it would be "
        f"25. Now my homework, I wrote\n\n{TURNED}\n\nwhat have i done"
    )

    assert says(said(both), "calculations_replies.right_now", last="−5² = −25")
    assert says(said(both), "calculations_slips.inequality_not_turned")
    assert not says(said(both), "calculations_claims.fails")
    assert verdict(both) == "wrong"


def test_a_wrong_value_told_before_other_lines_is_judged_as_what_it_was_told_of(
    learner: Learner,
) -> None:
    learner.say("7 - 3*4 = -5\n-5² = 25")
    both = learner.say(f"is it 10 then? Here is my homework:\n{TURNED}")

    assert says(said(both), "calculations_claims.differs", claim="10", task="−5²")
    assert not says(said(both), "calculations_claims.fails")


def test_the_sums_of_a_list_are_mended_one_by_one(learner: Learner) -> None:
    learner.say("3/4 + 1/6 = 4/10\n7 - 3*4 = 16")
    other = learner.say("i thought you do minus first, that gives 16?")
    first = learner.say("so 11/12?")
    second = learner.say("and the second one is -5")

    assert says(said(other), "calculations_steps.why_wrong", before="7 − 3 · 4", line="16")
    assert verdict(first) == "wrong"
    assert says(said(first), "calculations_slips.added_first")
    assert verdict(second) == "right"


def test_a_value_may_be_that_of_the_wrong_line(learner: Learner) -> None:
    learner.say("3x - 7 = 11\n3x = 4\nx = 4/3")
    line = learner.say("so it is 18")
    solution = learner.say("6")

    assert says(said(line), "calculations_replies.right_now", last="3x = 18")
    assert verdict(line) == verdict(solution) == "right"


def test_a_why_beside_the_mended_line_is_answered_by_numbers(algebra_room: Classroom) -> None:
    with algebra_room.learner() as learner:
        learner.say(TURNED)
        mended = learner.say("x > -3. but why on earth does it turn? nobody ever told me why")
        again = learner.say("i was hoping for the why. can you show me with numbers, no x?")
        larger = learner.say("-3 is larger")

    assert says(said(mended), "calculations_replies.right_now", last="x > −3")
    assert says(said(mended), "calculations_shown.no_reason")
    assert says(said(mended), "calculations_shown.turns", source="2 < 4")
    assert says(said(again), "calculations_shown.turns", source="3 < 5")
    assert not says(said(again), "calculations_replies.restated_right")
    assert not says(said(again), "calculations_shown.no_reason")
    assert says(said(larger), "calculations_shown.turned", larger="−3", relation="−3 > −5")


def test_the_smaller_number_is_not_called_larger(learner: Learner) -> None:
    learner.say(TURNED)
    learner.say("x > -3. why does it turn?")
    wrong = learner.say("-4")
    neither = learner.say("why?")

    assert says(said(wrong), "calculations_shown.not_turned", larger="−2", smaller="−4")
    assert says(said(neither), "calculations_shown.turns")


@pytest.mark.parametrize("asked", ["show me", "can you show me with real numbers?", "an example?"])
def test_wrong_work_is_shown_in_other_numbers_and_nothing_handed_over(
    learner: Learner, asked: str
) -> None:
    learner.say("(x + 3)^2 = x^2 + 9")
    shown = learner.say(asked)

    assert says(said(shown), "calculations_shown.values")
    assert not says(said(shown), "calculations_shown.right_too")
    assert "6x" not in said(shown)


def test_why_twice_brings_numbers_with_the_rule(algebra_room: Classroom) -> None:
    with algebra_room.learner() as learner:
        learner.say("3x - 7 = 11\n3x = 4")
        why = learner.say("why is that wrong?")

    assert not says(said(why), "calculations_slips.sign_over_equals_minus")
    assert says(said(why), "calculations_shown.is_true")


def test_a_side_of_the_wrong_line_is_mended_beside_a_why(algebra_room: Classroom) -> None:
    with algebra_room.learner() as learner:
        learner.say("5(x - 2) = 3x + 4\n5x - 2 = 3x + 4\n2x = 6\nx = 3")
        mended = learner.say("oh the 2 as well. so 5x - 10. but why does it go to both?")

    assert says(said(mended), "calculations_replies.right_now", last="5x − 10 = 3x + 4")
    assert says(said(mended), "calculations_shown.values")


def test_the_courses_reason_is_quoted_and_none_is_missed_where_it_has_no_such_rule(
    algebra_room: Classroom,
) -> None:
    with algebra_room.learner() as learner:
        learner.say("sqrt(9 + 16) = 3 + 4 = 7")
        given = learner.say("5 then. but why can't i split it")
        learner.say("next: d/dx (x^2 * sin(x)) = 2x * cos(x)")
        learner.say("2x sin(x) + x^2 cos(x)")
        none = learner.say("why though")

    assert any(isinstance(event, Quote) for event in given.events)
    assert not says(said(given), "calculations_shown.no_reason")
    assert says(said(none), "calculations_shown.slope")
    assert not says(said(none), "calculations_shown.no_reason")


def test_a_percentage_of_the_task_is_no_answer_to_it(learner: Learner) -> None:
    learner.say("20% off 80 = 60")
    spoken = learner.say("i thought 20% just means 20?")

    assert not says(said(spoken), "calculations_quantities.fits", value="20%")


def test_a_mended_line_may_begin_with_a_letter_and_is_no_german(learner: Learner) -> None:
    learner.say("(a+b)^2 = a^2 + b^2")
    mended = learner.say("a^2 + 2ab + b^2. why 2ab?")

    assert verdict(mended) == "right"
    assert says(said(mended), "calculations_shown.right_too")
