"""What stands beside a sum is answered with it: who is right, is it the same, and why."""

from __future__ import annotations

from evals.hint_ladder.recorded_learner import Learner, Replied
from tests.sentences import says
from tutor_app.domain.values import Quote, Sentence


def said(reply: Replied) -> str:
    return "\n".join(event.text for event in reply.events if isinstance(event, Sentence))


def test_a_friends_value_is_judged_and_a_false_belief_met(learner: Learner) -> None:
    first = learner.say(
        "a box has 4 red and 6 blue pens, i take two without putting back. both red: i say "
        "4/10 * 4/10 = 16/100. my friend got 2/15, who is right?"
    )
    second = learner.say("ah 4/10 * 3/9 = 12/90. thats not 2/15 so my friend is wrong too??")
    third = learner.say("but is 2/15 the same as 12/90 or not")

    assert says(said(first), "calculations_stories.claim_fits", claim="2/15", own="16/100")
    assert says(said(second), "calculations_comparisons.same_after_all", one="2/15", other="12/90")
    assert says(said(second), "calculations_stories.claim_alone_fits", claim="2/15")
    assert says(said(third), "calculations_comparisons.same", one="2/15", other="12/90")
    for reply in (first, second, third):
        quotes = [event for event in reply.events if isinstance(event, Quote)]
        assert all("probab" in each.paragraph for each in quotes)


def test_a_new_story_ends_the_old_one(learner: Learner) -> None:
    learner.say("two dice, P(two sixes) = 1/6 + 1/6 = 1/3")
    first = learner.say(
        "next. boots 80 euro, 25% off, then another 10% off. i say thats 35% off so 52. "
        "my friend got 54, who is right"
    )
    second = learner.say("80 * 0.65 = 52 or 80 * 0.75 * 0.9 = 54? why not 35%")
    third = learner.say("and with 30% off if it was 90?")

    assert says(said(first), "calculations_quantities.fits", value="54")
    assert says(said(first), "calculations_quantity_slips.percents_added")
    assert "54" in said(second)
    assert "52" in said(second)
    assert not says(said(second), "calculations_replies.what_it_counts_of_chance")
    assert says(said(third), "calculations_quantities.other_numbers")


def test_hints_lead_on_and_never_hand_over_the_value(learner: Learner) -> None:
    first = learner.say("5 kg of rice cost 8 euros. how much are 7 kg? i say 10")
    hints = [learner.say("I'm stuck") for _ in range(3)]
    right = learner.say("11.20")

    assert says(said(first), "calculations_quantity_slips.differences_kept")
    assert not any("11.2" in said(each) for each in (first, *hints))
    assert len({said(each) for each in hints}) == len(hints)
    assert says(said(right), "calculations_quantities.fits", value="11.20")


def test_why_wrong_work_came_out_neatly_is_answered(learner: Learner) -> None:
    learner.say("3(x - 2) = x + 8\n3x - 2 = x + 8\n2x = 10\nx = 5")
    mended = learner.say("3x - 6 = x + 8, x = 7. but how come i got a nice number before?")
    open_one = learner.say("2x + 1 = 7, x = 3. and why does the moon matter here?")

    assert says(
        said(mended),
        "calculations_questions.follows_from_slip",
        line="3x − 2 = x + 8",
        last="x = 5",
    )
    assert says(said(open_one), "calculations_questions.open_why")


def test_a_thought_at_the_wrong_step_is_taken_up_and_neatness_proves_nothing(
    learner: Learner,
) -> None:
    first = learner.say("5x - 4 = 2x + 11\n3x = 7\nx = 7/3\njo has x = 5, is his wrong then?")
    alike = learner.say("hm ok his is right? but i took 2x from both sides")
    where = learner.say("11 - 4 is 7 so where is my mistake")
    undone = learner.say("and what did you do to the 4?")
    both = learner.say("why must it be the same on both sides at all?")
    mended = learner.say(
        "ah 3x = 15 so 5. next task: 2/3 + 1/4 = 8/12 + 1/12 = 3/4. "
        "it is such a nice fraction, that must mean it is right?"
    )
    part = learner.say("but 8/12 is right, isnt it?")
    fixed = learner.say("2/3 + 1/4 = 8/12 + 3/12 = 11/12")

    assert says(said(first), "calculations_claims.no_right", claim="x = 5")
    assert says(said(alike), "calculations_claims.yes_right", claim="x = 5")
    assert says(said(alike), "calculations_thoughts.alike_taken", amount="2x")
    assert says(said(alike), "calculations_thoughts.numbers_next")
    assert says(said(where), "calculations_thoughts.sum_taken", before="11", amount="4", after="7")
    assert says(said(where), "calculations_thoughts.ask_gone", before="−4")
    assert says(said(where), "calculations_replies.place_of_equation", line="3x = 7")
    assert says(said(undone), "calculations_thoughts.was_added", before="−4", amount="4")
    assert says(said(both), "calculations_proofs.one_side_only")
    assert says(said(mended), "calculations_replies.right_now", last="x = 5")
    assert says(said(mended), "calculations_slips.expanded_one_part")
    assert says(said(mended), "calculations_proofs.neat")
    assert says(said(mended), "calculations_proofs.own_differs", result="3/4")
    assert says(said(part), "calculations_claims.term_kept", other="8/12", one="2/3")
    assert says(
        said(fixed), "calculations_replies.right_now", last="2/3 + 1/4 = 8/12 + 3/12 = 11/12"
    )
    assert not any("x = 5" in said(each) for each in (where, undone, both))


def test_a_sum_worked_out_at_the_wrong_step_is_no_new_answer(learner: Learner) -> None:
    learner.say("8x - 7 = 25\n8x = 18\nx = 18/8")
    summed = learner.say("25 - 7 is 18 though")
    learner.say("next: (x+4)^2 = x^2 + 16")
    proved = learner.say("but it works for x = 0, doesn't that prove it?")
    term = learner.say("my teacher says there is an 8x, is she right?")

    assert says(said(summed), "calculations_thoughts.sum_taken", before="25", amount="7")
    assert says(said(proved), "calculations_proofs.one_case")
    assert says(said(proved), "calculations_replies.numbers_show")
    assert says(said(term), "calculations_claims.yes_right", claim="8x")


def test_a_guess_gets_yes_or_no_and_a_test_its_verdict(learner: Learner) -> None:
    learner.say("2x^2 - 5x - 3 = 0\nD = 25 + 24 = 49\nx = (-5 +- 7)/4\nx1 = 0.5, x2 = -3")
    guess = learner.say("guess: D has the wrong sign? 25 - 24 = 1")
    done = learner.say("(5+7)/4 = 3, (5-7)/4 = -0.5. f(3) = 18-15-3 = 0. done?")

    assert says(said(guess), "calculations_places.not_there", line="D = 25 + 24 = 49")
    assert says(said(done), "calculations_tests.whole_answer", values="x = 3 or x = −0.5")
