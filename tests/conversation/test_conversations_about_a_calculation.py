"""Whole conversations about a calculation: what others get, what is asked, what is mended."""

from __future__ import annotations

import pytest

from evals.hint_ladder.recorded_learner import Classroom, Learner, Replied
from tests.sentences import says
from tutor_app.domain.values import Quote, Sentence


def said(reply: Replied) -> str:
    return "\n".join(event.text for event in reply.events if isinstance(event, Sentence))


def verdict(reply: Replied) -> str | None:
    return reply.record.work.verdict if reply.record.work is not None else None


def test_another_gets_something_else_and_a_value_is_tried(learner: Learner) -> None:
    first = learner.say("9 - 4x > 2x - 3\n-6x > -12\nx < 2\nmy sister says it has to be x > 2")
    tried = learner.say("would x = 5 be a solution too?")
    protest = learner.say("but you told me x < 2 is right")

    assert verdict(first) == "right"
    assert says(said(first), "calculations_claims.yours_stands", own="x < 2")
    assert says(said(tried), "calculations_claims.put_in_fails", tried="x = 5")
    assert verdict(protest) == "right"


def test_an_exercise_in_a_sentence_is_what_the_work_is_held_to(learner: Learner) -> None:
    first = learner.say(
        "i have to work out 7/8 - 1/2 * 3/4, i did\n7/8 - 1/2 = 3/8\n3/8 * 3/4 = 9/32"
    )
    key = learner.say("the answer key says 1/2")
    mended = learner.say("1/2 * 3/4 = 3/8\n7/8 - 3/8 = 1/2")

    assert says(said(first), "calculations_replies.not_yet_task")
    assert says(said(key), "calculations_claims.equals_but_yours", claim="1/2", own="9/32")
    assert verdict(mended) == "right"


def test_a_verdict_is_taken_back_when_the_exercise_comes_later(learner: Learner) -> None:
    before = learner.say("12 - 2 = 10\n10 * 4 = 40, ok?")
    after = learner.say("the exercise is: work out 12 - 2 * 4")

    assert verdict(before) == "right"
    assert verdict(after) == "wrong"
    assert says(said(after), "calculations_replies.take_back_right")


def test_why_gets_the_rule_of_the_step_on_the_students_numbers(learner: Learner) -> None:
    learner.say("7 - 3(x + 2) = 4\n7 - 3x - 6 = 4\n1 - 3x = 4\n-3x = 3\nx = -1")
    why = learner.say("why does the 6 get a minus")

    assert says(said(why), "calculations_slips.minus_times_bracket")
    assert "−3 · 2 = −6" in said(why)
    assert verdict(why) == "right"


def test_sums_of_a_task_told_in_words_are_never_right(learner: Learner) -> None:
    task = "A jar has 3 mint and 7 lemon sweets. I take two out and eat them. Chance of one each: "
    first = learner.say(f"{task}\nP = 3/10 * 7/9 = 21/90 = 7/30\nis it right?")
    teacher = learner.say("but our teacher has 7/15")

    assert verdict(first) == verdict(teacher) == "worked_right"
    assert says(said(first), "calculations_replies.what_it_counts_of_chance")
    assert says(said(teacher), "calculations_claims.of_its_set_up", claim="7/15", own="7/30")


def test_the_next_problem_is_not_drawn_from_the_one_before(learner: Learner) -> None:
    first = learner.say("f(x) = 3x^2\nf'(x) = 6x")
    second = learner.say("next one: g(x) = (4x-1)^2, g'(x) = 2(4x-1)")

    assert first.key != second.key
    assert not says(said(second), "calculations_replies.right_so_far")
    assert says(said(second), "calculations_slips.chain_rule_forgotten")


def test_an_answer_waits_for_its_exercise(learner: Learner) -> None:
    alone = learner.say("I solved it and got x = 7")
    known = learner.say("the equation was 3x - 4 = 17")

    assert says(said(alone), "calculations_replies.nothing_to_check")
    assert verdict(known) == "right"


@pytest.mark.parametrize("first", ["assignment 1 item 6", "assignment 1 item 6: 25/64, right?"])
def test_sums_on_an_item_that_was_named_are_held_to_it(algebra_room: Classroom, first: str) -> None:
    with algebra_room.learner() as learner:
        learner.say(first)
        other = learner.say("ok 5/8 * 4/8 = 20/64")
        right = learner.say("fine 5/8 * 4/7 = 20/56 = 5/14. done?")
        beside = learner.say("15% of 80 = 12, right?")

    assert says(said(other), "calculations_stories.differs", value="20/64")
    assert says(said(right), "calculations_stories.fits", value="5/14")
    assert verdict(beside) == "right"


def test_why_a_line_is_wrong_gets_its_rule_and_section_and_no_solution(
    algebra_room: Classroom,
) -> None:
    with algebra_room.learner() as learner:
        learner.say("solve 7x - 9 = 3x + 15, i got\n7x - 3x = 15 - 9\n4x = 6\nx = 1.5")
        why = learner.say("why is my first step wrong, i moved the 9 over like always")
        mended = learner.say("ok then 4x = 24, x = 6")

    assert says(said(why), "calculations_shown.is_true")
    assert "7x − 3x = 15 − 9" in said(why)
    assert "x = 6" not in said(why)
    assert verdict(mended) == "right"


def test_the_premise_of_a_line_comes_first_whatever_is_told_first(learner: Learner) -> None:
    first = learner.say("10 - 3x < 1. I say x < 3, because -3x < -9 and then divide, right?")
    asked = learner.say("is x = 4 a solution then?")
    why = learner.say("so my x < 3 is wrong? why, i divide both sides by the same number")

    assert says(said(first), "calculations_slips.inequality_not_turned")
    assert says(said(asked), "calculations_claims.solves", claim="x = 4")
    assert not says(said(asked), "calculations_steps.why_wrong")
    assert says(said(why), "calculations_asides.the_step", line="x < 3")


def test_numbers_that_prose_speaks_of_are_no_steps(learner: Learner) -> None:
    task = "From 4 red and 6 blue balls two are drawn without replacement, different colours. "
    told = learner.say(
        f"{task}I say red first is 4/10 and blue then is 6/9, together 4/10 * 6/9 = 24/90 = 4/15. "
        "Is this right?"
    )

    assert verdict(told) == "off_story"
    assert says(said(told), "calculations_chance_slips.one_order_only")
    assert "value" not in said(told)


def test_what_is_only_spoken_of_mends_nothing(learner: Learner) -> None:
    learner.say("2x + 7y = 25\n2x - 3y = 5\n4y = 20\ny = 5")
    identity = learner.say("7y and -3y makes 4y???")
    reference = learner.say(
        "Theorem 4.2 of the book says it, in the 2nd part. it is 3 times as big"
    )
    expression = learner.say("so you cannot put it together like a bracket? (x + y - 3)")

    assert {verdict(identity), verdict(reference), verdict(expression)} <= {"wrong", None}
    told = "\n".join(map(said, (identity, reference, expression)))
    assert not says(told, "calculations_replies.right_now")
    assert not says(told, "calculations_claims.differs")
    assert not says(told, "calculations_replies.nothing_to_check")


def test_lines_that_are_right_by_themselves_are_held_to_the_first_equation(
    learner: Learner,
) -> None:
    learner.say("(x + 3)^2 = x^2 + 33\nx^2 + 9 = x^2 + 33\n9 = 33")
    mended = learner.say("x^2 + 3x + 9 = x^2 + 33\n3x = 24\nx = 8")
    other = learner.say("and x/(-2) < 3, it turns also? I would say x > -6")

    assert says(said(mended), "calculations_replies.still_meant_for", tried="x = 8", left="121")
    assert verdict(other) == "right"


def test_values_that_a_question_offers_are_held_to_the_expression(learner: Learner) -> None:
    offered = learner.say("1/2 + 1/3 * 6. Is 5 right or is 2.5 right?")
    apart = learner.say("then is (1/2 + 1/3) * 6 = 5 and 2 - 1/2 * 4 = 6? i want to check")

    assert says(said(offered), "calculations_claims.differs", claim="5")
    assert says(said(offered), "calculations_claims.equals", claim="2.5")
    assert says(said(apart), "calculations_replies.right_one", lines="(1/2 + 1/3) · 6 = 5")
    assert verdict(apart) == "wrong"


def test_why_on_right_work_goes_on_to_the_step_not_yet_told(algebra_room: Classroom) -> None:
    with algebra_room.learner() as learner:
        learner.say("x^2 - 2x - 15 = 0\n(x-5)(x+3) = 0\nx = 5 or x = -3")
        why = learner.say("why does that step hold? explain it")
        more = learner.say("why is that? i don't see it")

    again = [each for each in said(why).split("\n") if each in said(more)]
    assert verdict(why) == verdict(more) == "right"
    assert says(said(why), "calculations_steps.step_is")
    assert says(said(more), "calculations_steps.step_is")
    assert not any(says(each, "calculations_steps.step_is") for each in again)


@pytest.mark.parametrize(
    ("message", "judged"),
    [
        ("assignment 1, item 3: 7", "right"),
        ("assignment 1, item 3: 6", "wrong"),
        ("assignment 1 item 4 = 3", "wrong"),
        ("assignment 1 item 1: 12", "wrong"),
    ],
)
def test_a_bare_number_for_an_item_is_decided_and_the_record_holds_the_item(
    algebra_room: Classroom, message: str, judged: str
) -> None:
    with algebra_room.learner() as learner:
        told = learner.say(message)
        again = learner.say("is it 5 then?")

    assert verdict(told) == judged
    for reply in (told, again):
        assert reply.record.work is not None
        assert reply.record.work.item is not None
        assert reply.record.work.item.startswith("algebra-assignment-1.pdf#")


def test_a_story_of_chance_decides_between_two_values(algebra_room: Classroom) -> None:
    with algebra_room.learner() as learner:
        first = learner.say(
            "a hat has 3 white and 4 grey caps, i take two and dont put them back. "
            "both grey: 4/7 * 4/7 = 16/49. ok?"
        )
        friend = learner.say("hm but my friend got 2/7. who is right and why?")
        mended = learner.say("oh only 6 are left. 4/7 * 3/6 = 12/42 = 2/7, so he is right??")
        other = learner.say("next: 2/3 + 1/6 = 5/6 right?")

    assert says(said(first), "calculations_chance_slips.as_if_put_back")
    assert "2/7" not in said(first)
    assert any(isinstance(event, Quote) for event in first.events)
    assert says(said(friend), "calculations_stories.claim_fits", claim="2/7", own="16/49")
    assert verdict(mended) == "right"
    assert says(said(mended), "calculations_stories.fits", value="2/7")
    assert says(said(other), "calculations_replies.right_one", lines="2/3 + 1/6 = 5/6")


def test_sums_that_tell_how_a_slip_came_about_are_no_new_work(learner: Learner) -> None:
    learner.say("3/4 + 1/6 = 4/10")
    why = learner.say("why not? 3+1 is 4 and 4+6 is 10")
    mended = learner.say("ah no, 12ths! 9/12 + 2/12 = 11/12. right?")

    assert says(said(why), "calculations_shown.values")
    assert says(
        said(why),
        "calculations_replies.reasons_hold",
        before="3/4 + 1/6",
        sums="`3 + 1 = 4`, `4 + 6 = 10`",
    )
    assert verdict(mended) == "right"
    assert says(said(mended), "calculations_slips.added_denominators")


def test_a_mended_line_gets_a_word_and_the_next_slip_is_found(learner: Learner) -> None:
    learner.say("2(y - 3) = 4y + 6\n2y - 3 = 4y + 6\n-9 = 2y\ny = -4.5")
    again = learner.say(
        "oh the 2 only hit the y?? so it's 2y - 6 = 4y + 6, then -6 - 6 = 2y, and y = 6"
    )

    assert says(said(again), "calculations_replies.now_follows", line="2y − 6 = 4y + 6")
    assert says(said(again), "calculations_slips.lost_the_sign")
    assert verdict(again) == "wrong"


def test_a_conclusion_in_words_is_said_to_be_open(learner: Learner) -> None:
    reply = learner.say("7 - 4 = 3. so the detour is shorter. ok?")

    assert verdict(reply) == "right"
    assert says(
        said(reply), "calculations_replies.open_conclusion", clause="so the detour is shorter"
    )


@pytest.mark.parametrize(
    ("before", "story", "reads", "right"),
    [
        (
            "2/3 + 1/4 = 8/12 + 3/12 = 11/12",
            "fine. A lamp costs 60, the shop puts 20% on, later it takes 20% off. 60 again, right?",
            "60 to begin with, then +20%, −20%",
            "",
        ),
        (
            "I drive 60 km in 1 h 30 min, so 40 km/h",
            "Ah ok, 30 min is half. Now paint: I mix 2 l with 15% white and 8 l with 40% white. "
            "I say it has 27.5% white. Ben says 35.",
            "2 l · 15%, 8 l · 40%",
            "35",
        ),
        (
            "2/3 + 1/4 = 8/12 + 3/12 = 11/12",
            "So 3 parts. Last one: I throw two dice. I say the chance that at least one is a 3 is "
            "1/3, 1/6 for each. Mia says 11/36.",
            "2 dice",
            "11/36",
        ),
    ],
)
def test_a_story_of_its_own_is_held_to_nothing_told_before(
    learner: Learner, before: str, story: str, reads: str, right: str
) -> None:
    learner.say(before)
    reply = said(learner.say(story))

    assert reads in reply
    assert not says(reply, "calculations_claims.differs")
    assert not says(reply, "calculations_claims.differs_from_right")
    assert not right or f"`{right}` is " in reply
    assert f"`{right}` is not" not in reply


def test_what_somebody_else_has_is_decided_in_so_many_words(learner: Learner) -> None:
    first = learner.say("3x - 4 = 11\nx = 5\nmy cousin got x = 6. so is he wrong?")
    again = learner.say("and his was wrong?")

    assert verdict(first) == "right"  # the cousin's line is no line of the student's
    for reply in (first, again):
        assert says(said(reply), "calculations_claims.yes_wrong", claim="x = 6")


def test_why_a_number_that_both_sides_were_multiplied_by_is_about_the_work(
    learner: Learner,
) -> None:
    learner.say("y/3 + (y - 2)/4 = 10\n4y + 3(y - 2) = 120\n4y + 3y - 6 = 120\n7y = 126\ny = 18")

    why = learner.say("thx! but why times 12, would 24 work as well")

    assert verdict(why) == "right"


def test_one_term_of_a_line_is_what_is_spoken_of(learner: Learner) -> None:
    """The rule is that of the term that differs, whatever else the line needs."""
    work = "(x + 3)^2 - (x - 2)(x + 2) = x^2 + 6x + 9 - x^2 "
    first = learner.say(f"{work}- 4 = 6x + 5")
    where = learner.say("my square is fine: x^2+6x+9. which part is off then?")
    whence = learner.say("where does the -4 come from?")
    part = learner.say("so -(x-2)(x+2) = -x^2 + 4?")
    mended = learner.say(f"{work}+ 4 = 6x + 13")
    why = learner.say("why is it +4 and not -4 though, don't just say rule")

    term = {"one": "−(x − 2)(x + 2)", "other": "−x² − 4"}
    assert says(said(first), "calculations_slips.minus_before_bracket")
    assert says(said(first), "calculations_claims.term_kept", one="(x + 3)²", other="x² + 6x + 9")
    assert says(said(where), "calculations_products.look_at_term", **term)
    assert says(said(whence), "calculations_products.asks_from", source="−(x − 2)(x + 2)")
    questions = [each.text for r in (where, whence) for each in r.events if is_question(each)]
    assert len(set(questions)) == 2 and all("−1" in each for each in questions)
    assert says(said(part), "calculations_products.part_mends", made="−x² − 4")
    assert verdict(mended) == "right"
    assert says(said(why), "calculations_products.comes_from", source="−(x − 2)(x + 2)")
    assert "−1 · (−4) = 4" in said(why)


def is_question(event: object) -> bool:
    return isinstance(event, Sentence) and event.role == "question"


def test_a_product_in_a_line_is_judged_alone_and_has_its_place(learner: Learner) -> None:
    learner.say("3(x+4) - 2x = 3x + 4 - 2x = x + 4")
    product = learner.say("so 3*4=12?")
    other = learner.say("4(x-3) - 2(x-5) = 4x - 12 - 2x - 10")

    assert says(said(product), "calculations_products.part_where", made="3x + 4")
    assert verdict(product) == "wrong"  # the line is
    assert says(said(other), "calculations_claims.term_kept", one="4(x − 3)", other="4x − 12")


def test_that_the_work_is_right_is_no_answer_to_another_value(learner: Learner) -> None:
    learner.say("7.8 * 4 = 31.2\n31.2 * 1000 = 31200")
    other = learner.say("and with the edge of 10 cm it is one half of it, 15600")
    words = learner.say("And half of an edge I can just copy, order doesn't matter")

    assert not says(said(words), "calculations_replies.restated_right")
    assert says(said(other), "calculations_replies.cannot_tell", lines="15600")
    assert not says(said(other), "calculations_replies.restated_right")


def test_an_expression_beside_other_work_mends_what_was_wrong(learner: Learner) -> None:
    learner.say("d/dx (1-2x)^5 ===> 5(1-2x)^4")
    reply = learner.say("so -10(1-2x)^4. backwards: int (1-2x)^4 dx = -(1-2x)^5/10 + C")

    assert says(said(reply), "calculations_replies.right_now", last="−10(1 − 2x)⁴")
    assert verdict(reply) == "right"


def test_a_number_mends_no_inequality(learner: Learner) -> None:
    learner.say("13 - 3x >= 4x - 1\n-7x >= -14\nx >= 2")
    reply = learner.say("is it the bracket? -3 times -2 is +6, i did it three times, still +6")

    assert verdict(reply) == "wrong"


def test_values_told_of_another_equation_are_held_to_that_one(learner: Learner) -> None:
    learner.say("2x^2 = 10x\n2x(x-5) = 0\nx = 0 or x = 5")
    lacking = learner.say("cool then x^3=4x gives 0 and 2")
    whole = learner.say("x(x^2-4)=0, three of them 0, 2, -2")

    assert lacking.record.work is not None
    assert lacking.record.work.text.endswith("x = 0 or x = 2")
    assert verdict(lacking) == "wrong"
    assert verdict(whole) == "right"
