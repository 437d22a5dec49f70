"""Whether two values are the same, or which is more, is computed and shown."""

from __future__ import annotations

import pytest

from tests.sentences import says
from tutor_app.calculations.calculation_process import ExaminedTexts
from tutor_app.calculations.replies.comparison_replies import comparison_reply
from tutor_app.calculations.speech.comparisons import asked_comparison, compared_again
from tutor_app.calculations.speech.reason_clauses import why_clause
from tutor_app.domain.values import Sentence

examine = ExaminedTexts()


def answer(message: str, *known: str) -> str:
    asked = asked_comparison(message, known)
    events = comparison_reply(asked, examine) if asked is not None else ()
    return "\n".join(event.text for event in events if isinstance(event, Sentence))


@pytest.mark.parametrize(
    ("message", "key"),
    [
        ("is 4/14 the same as 2/7 or not", "same"),
        ("isn't 0.5 just 1/2?", "same"),
        ("are (x+1)^2 and x^2+1 the same", "not_same"),
        ("is not (p or q) the same as not p and not q", "same"),
        ("is p -> q equivalent to q -> p", "not_same"),
        ("is 3/5 more than 5/8?", "not_more"),
        ("is 20 m/s faster than 50 km/h?", "more"),
        ("which is bigger, 2/3 or 5/7?", "which"),
        ("a third is less than 0.4, isn't it?", "less"),
    ],
)
def test_a_question_gets_its_answer(message: str, key: str) -> None:
    asked = asked_comparison(message)
    assert asked is not None
    first, second = asked.one, asked.other
    if key == "which":
        first, second = second, first

    assert says(answer(message), f"calculations_comparisons.{key}", one=first, other=second)


def test_how_two_fractions_are_the_same_or_differ_is_shown() -> None:
    assert says(
        answer("is 4/14 the same as 2/7?"),
        "calculations_comparisons.cancelled", wide="4/14", narrow="2/7", factor=2,
    )  # fmt: skip
    assert "21/35" in answer("is 3/5 more than 4/7?")
    assert "T" in answer("is p -> q equivalent to q -> p")


def test_a_false_belief_that_two_values_differ_is_met() -> None:
    told = answer("so 2/3 * 1/2 = 2/6. thats not 1/3 so the book is wrong?")

    assert says(told, "calculations_comparisons.same_after_all", one="1/3", other="2/6")


def test_what_about_another_one_goes_on_with_the_comparison() -> None:
    again = compared_again("what about (x-2)(x+2)", "is (x-2)^2 the same as x^2-4?")

    assert again is not None
    assert (again.one, again.other) == ("(x-2)(x+2)", "x^2-4")


@pytest.mark.parametrize(
    "message",
    ["is a stack the same as a queue?", "is this more than in lecture 2?", "x = 4, right?"],
)
def test_what_compares_no_values_is_left(message: str) -> None:
    assert asked_comparison(message) is None


@pytest.mark.parametrize(
    ("message", "asks"),
    [
        ("x = 3. but why do we divide by both?", True),
        ("x = 3. how come i got a nice number before?", True),
        ("x = 3, why is it wrong?", False),
        ("x = 3. how do i go on", False),
    ],
)
def test_a_reason_asked_for_is_heard(message: str, *, asks: bool) -> None:
    assert (why_clause(message) is not None) is asks
