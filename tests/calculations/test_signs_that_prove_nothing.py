"""A property that is taken for a sign of right or wrong work is heard, and refuted by a case."""

from __future__ import annotations

import pytest

from tutor_app.calculations.calculation_facts import find_facts
from tutor_app.calculations.calculation_process import examine_claim
from tutor_app.calculations.replies.proof_replies import BALANCE
from tutor_app.calculations.speech.asked_verdicts import asked_verdict, asks_place
from tutor_app.calculations.speech.proof_questions import SIGNS, SupposedSign, supposed_sign


@pytest.mark.parametrize("sign", SIGNS, ids=lambda sign: sign.name)
def test_the_case_of_each_sign_is_the_opposite_of_what_it_is_taken_for(sign: SupposedSign) -> None:
    first, *_ = sign.task.split("\n")
    if sign.name == "one_case":  # two expressions that agree there, and not elsewhere
        at = sign.result.removeprefix("x = ")
        assert find_facts(first.replace("2x", "2*x").replace("x", f"({at})")).outcome == "right"
        wrong = find_facts(first).wrong
        assert wrong is not None
        assert wrong.at_tried is not None
        return
    fit = examine_claim(first, sign.result).fit

    assert fit in (("fails", "differs") if sign.sign_of == "right" else ("solves", "equals"))


def test_a_term_of_what_is_multiplied_out_is_no_wrong_value() -> None:
    assert examine_claim("(x + 4)^2 = x^2 + 16", "8x").fit == "part"
    assert examine_claim("(x + 4)^2 = x^2 + 16", "4x").fit == "differs"


def test_taking_from_one_side_alone_is_computed() -> None:
    task, result, value, amount = BALANCE
    found = examine_claim(task, result)

    assert found.fit == "solves"
    assert found.put_in[0].left == found.put_in[0].right == str(value)
    assert examine_claim(task.replace(f" + {amount}", ""), result).fit == "fails"


@pytest.mark.parametrize(
    ("message", "name"),
    [
        ("it is such a round number, so it must be correct?", "neat"),
        ("why did mine turn out whole then", "neat"),
        ("17/9 looks strange so i guess it is wrong?", "ugly"),
        ("can a negative length of time be right?", "negative"),
        ("the 3 cancels so that has to be ok, right?", "cancels"),
        ("i multiplied both sides by 4 so it cant be false, its right?", "both_sides"),
        ("it holds for x = 1, doesn't that prove it?", "one_case"),
        ("is it a good sign that its whole?", "neat"),
        ("why did the sign turn round??", None),
        ("is 5/6 right?", None),
        ("can you round it for me?", None),
        ("why is the second line wrong", None),
        ("my answer is negative 3", None),
    ],
)
def test_what_is_taken_for_a_sign_is_heard(message: str, name: str | None) -> None:
    found = supposed_sign(message)

    assert (found.name if found else None) == name


@pytest.mark.parametrize(
    ("message", "asked"),
    [
        ("so is hers wrong too?", "wrong"),
        ("ok so his is fine??", "right"),
        ("who is right, he or me?", None),
        ("he has 4. is that correct", "right"),
        ("i wrote 2x = 8", None),
        ("so is ana off?", "wrong"),
        ("then another 10% off, that makes 54", None),
        ("but 8/12 is right, isnt it?", "right"),
    ],
)
def test_the_verdict_that_is_asked_for(message: str, asked: str | None) -> None:
    assert asked_verdict(message) == asked
    assert not asks_place(message)


def test_the_place_of_a_mistake_is_asked_for() -> None:
    assert asks_place("18 - 3 is 15 so which line is off")
    assert asks_place("ok where did i go wrong")
    assert not asks_place("what is a line of best fit")
