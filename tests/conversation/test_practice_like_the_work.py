"""Practice after a calculation is on what was worked on, and each part of a message counts."""

from __future__ import annotations

import pytest

from evals.hint_ladder.recorded_learner import Classroom, Replied
from tests.sentences import says
from tutor_app.calculations.replies.calculation_hints import RULES
from tutor_app.conversation.practice.calculation_questions import calculation_kinds, items_for_rule
from tutor_app.conversation.practice.wished_properties import has_properties
from tutor_app.domain.practice import PracticeQuestion
from tutor_app.domain.values import Sentence

INEQUALITIES = items_for_rule("inequality_not_turned")
SQUARES = items_for_rule("squared_each_term")


def asked(reply: Replied) -> PracticeQuestion:
    practice = reply.record.practice_round
    assert practice is not None and practice.open_question is not None, said(reply)
    return practice.open_question


def said(reply: Replied) -> str:
    return "\n".join(event.text for event in reply.events if isinstance(event, Sentence))


def outcomes(reply: Replied) -> list[str]:
    return [result.outcome for result in reply.record.answered]


def test_what_is_practised_names_rules_that_there_are() -> None:
    named = {rule for kind in calculation_kinds() for rule in kind.practises}

    assert named <= set(RULES)


@pytest.mark.parametrize(
    ("work", "mended", "items"),
    [
        ("-4x + 6 < 18\n-4x < 12\nx < -3", "x > -3", INEQUALITIES),
        ("(x+3)^2 = x^2 + 9", "x^2 + 6x + 9", SQUARES),
        ("3/4 + 1/6 = 4/10", "11/12", items_for_rule("added_denominators")),
        ("2x + 6 = 18\n2x = 24", "2x = 12, x = 6", items_for_rule("sign_over_equals")),
    ],
)
@pytest.mark.parametrize("wish", ["would you quiz me on something like that?", "quiz me"])
def test_practice_is_on_what_was_worked_on(
    algebra_room: Classroom, work: str, mended: str, items: tuple[str, ...], wish: str
) -> None:
    with algebra_room.learner() as learner:
        learner.say(work)
        learner.say(mended)
        begun = learner.say(wish)
        another = learner.say("another one please")

    assert says(said(begun), "conversation_practice.begin_like")
    assert asked(begun).item in items
    assert asked(another).item in items
    assert asked(another).name != asked(begun).name


def test_who_wishes_for_all_of_it_or_names_something_gets_that(algebra_room: Classroom) -> None:
    with algebra_room.learner() as learner:
        learner.say("(x+3)^2 = x^2 + 9")
        every = learner.say("quiz me on everything")
        learner.say("stop")
    with algebra_room.learner() as learner:
        learner.say("(x+3)^2 = x^2 + 9")
        named = learner.say("quiz me on inequalities")

    assert not says(said(every), "conversation_practice.begin_like")
    assert asked(named).item in INEQUALITIES


def test_an_inequality_is_answered_by_one(algebra_room: Classroom) -> None:
    with algebra_room.learner() as learner:
        first = learner.say("quiz me on inequalities")
        right = asked(first).accepted[0]
        turned = right.translate(str.maketrans("<>≤≥", "><≥≤"))
        wrong = learner.say(turned)
        mended = learner.say(f"so {right} then?")

    assert asked(first).kind == "calculation"
    assert asked(wrong).tries == 1
    assert outcomes(mended) == ["hinted"]


def test_an_answer_on_the_way_to_a_wish_is_judged(algebra_room: Classroom) -> None:
    with algebra_room.learner() as learner:
        learner.say("quiz me on squares")
        first = learner.say("harder please")
        right = asked(first).accepted[0]
        head, _, last = right.rpartition(" + ")
        both = learner.say(
            "That is a bracket but all right. I do the first one, then the middle is twice both, "
            f"and the end is a minus squared so that must be -{last}. So {head} - {last}? "
            "And then another one please, a proper inequality this time"
        )

    assert outcomes(both) == ["missed"]
    assert says(said(both), "conversation_practice.wrong_result", answer=right)
    assert says(said(both), "calculations_slips.square_of_minus_term")
    assert asked(both).item in INEQUALITIES


@pytest.mark.parametrize("joint", ["", "it is ", "i think its "])
def test_a_right_answer_with_a_minus_in_it_is_one_answer(
    algebra_room: Classroom, joint: str
) -> None:
    with algebra_room.learner() as learner:
        learner.say("quiz me on squares")
        first = learner.say("harder please")
        both = learner.say(f"{joint}{asked(first).accepted[0]}. another one please, an inequality")

    assert outcomes(both) == ["right"]
    assert asked(both).item in INEQUALITIES


def test_one_to_work_out_is_a_calculation(algebra_room: Classroom) -> None:
    with algebra_room.learner() as learner:
        learner.say("quiz me")
        wished = learner.say(
            "But I meant practising the sums with the minus signs and the turning round, not the "
            "chance chapter. Could it be one I have to work out, and a wee bit harder please"
        )
        practice = wished.record.practice_round

    assert asked(wished).item in INEQUALITIES
    assert practice is not None and "chance" not in practice.topic


@pytest.mark.parametrize("wish", ["can i have a bracket one next", "a bracket one please"])
def test_a_wish_that_sounds_like_a_question_is_one(algebra_room: Classroom, wish: str) -> None:
    with algebra_room.learner() as learner:
        first = learner.say("quiz me on inequalities")
        both = learner.say(f"{asked(first).accepted[0]}, and {wish}")

    assert outcomes(both) == ["right"]
    assert "(" in asked(both).text


def test_a_calculation_has_the_properties_that_are_wished(algebra_room: Classroom) -> None:
    with algebra_room.learner() as learner:
        learner.say("(x + 3)^2 - (x - 2)(x + 2) = x^2 + 6x + 9 - x^2 - 4")
        first = learner.say("give me one to practise, like that one, minus before a product")
        two = learner.say("another with two brackets")
        same = learner.say("same but negative numbers")

    assert has_properties(asked(first).text, ["minus_before_product"])
    assert has_properties(asked(two).text, ["two_brackets"])
    assert has_properties(asked(same).text, ["negative_numbers"])
    assert asked(same).item == asked(two).item
    assert not has_properties("Expand (x + 6)².", ["minus_before_product"])


def test_an_answer_an_end_and_new_work_each_get_their_part(algebra_room: Classroom) -> None:
    with algebra_room.learner() as learner:
        right = asked(learner.say("quiz me on fractions")).accepted[0]
        all_three = learner.say(f"{right}. stop quiz. check 3(x+2) = 3x+2")

    practice, work = all_three.record.practice_round, all_three.record.work
    assert outcomes(all_three) == ["right"]
    assert practice is not None and practice.open_question is None
    assert work is not None and work.verdict == "wrong"
    assert says(said(all_three), "calculations_slips.first_term_only")
