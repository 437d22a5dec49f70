"""A number is held against the question that it answers, and what leads to it is heard."""

from __future__ import annotations

import pytest

from tutor_app.exercises.decided.decided_data import StatedValue
from tutor_app.exercises.decided.stated_values import steps_stated, values_stated

NODES = "How many nodes does wide search make? How many does deep searching make?"
POINTS = (
    "Wide search makes 3 + 9 + 27 = 39 nodes.",
    "Deep searching makes 3 · 3 + 2 · 9 + 1 · 27 = 54 nodes.",
)
WIDE, DEEP = 0, 1


def stated(answer: str, waiting: int | None = None) -> dict[int, StatedValue]:
    return values_stated(answer, POINTS, NODES, {"wds": "wide search"}, waiting)


@pytest.mark.parametrize(
    ("answer", "right", "wrong"),
    [
        ("obviously deep makes 3+9+27 = 39, same as wide, since levels come once", set(), {DEEP}),
        ("deep makes 54 nodes and wide 39", {WIDE, DEEP}, set()),
        ("wds 39. ds is 60 I think", {WIDE}, {DEEP}),
        ("deep makes 39, no wait: deep makes 54", {DEEP}, set()),
        ("deep has 9 + 18 = 27 without the first level", set(), set()),
        ("deep starts again at level 2", set(), set()),
        ("it makes 40 nodes", set(), set()),
        ("both wide and deep are 39", set(), {DEEP}),
    ],
)
def test_a_number_is_decided_where_it_is_clear_what_it_answers(
    answer: str, right: set[int], wrong: set[int]
) -> None:
    found = stated(answer)

    assert {place for place, one in found.items() if one.right} == right
    assert {place for place, one in found.items() if not one.right} == wrong


def test_the_words_that_carry_a_number_are_those_of_the_number() -> None:
    found = stated("I am sure that wide makes 3+9+27 = 39, as every level comes once")

    assert found[WIDE].words == "3+9+27 = 39"


def test_a_number_alone_answers_the_question_that_waits_and_its_terms_are_counted() -> None:
    found = stated("3*3 + 2*9 + 3*27 = 108. final.", waiting=DEEP)[DEEP]

    assert (found.right, found.fitting, found.terms) == (False, 2, 3)


@pytest.mark.parametrize(
    ("sentence", "place"),
    [
        ("level 1 three times, level 2 twice, level 3 once", DEEP),
        ("the levels hold 3, 9 and 27 nodes", WIDE),
        ("so it is 9, 18 and 27", DEEP),
        ("level 1 once, level 2 twice, level 3 three times", None),
    ],
)
def test_the_numbers_of_a_sum_in_their_order_are_heard_as_steps(
    sentence: str, place: int | None
) -> None:
    found = steps_stated(sentence, POINTS)

    assert (place in found) if place is not None else not found
