"""A result for an item that asks in words is held to the last value of its solution."""

from __future__ import annotations

import pytest

from tutor_app.calculations.calculation_facts import find_facts
from tutor_app.calculations.item_results import item_result

BALLS = "A bag has 5 red and 3 blue balls. Two are drawn. How likely are both red?"
CHANCE = "The probability is 5/8 · 4/7 = 20/56 = 5/14."
CYCLE = "Explain why shortest paths from s to b no longer exist."
ROUNDS = (
    "The cycle has weight 1 + 2 − 4 = −1, so there is none. After V − 1 = 4 rounds this is seen."
)
EDGES = "With cost 2: 6 ≤ 2 + 5 and 5 ≤ 2 + 6. With cost 1: 2 ≤ 2 + 0."


@pytest.mark.parametrize(
    ("message", "agrees", "sums"),
    [
        ("5/8 * 4/7 = 20/56", True, True),
        ("5/8 * 4/8 = 20/64", False, True),
        ("5/14", True, False),
    ],
)
def test_sums_that_hold_may_come_to_something_else(
    message: str, *, agrees: bool, sums: bool
) -> None:
    found = item_result(BALLS, CHANCE, message, find_facts)

    assert found is not None
    assert (found.agrees, found.sums) == (agrees, sums)


def test_sums_that_do_not_hold_are_what_is_spoken_of() -> None:
    found = item_result(BALLS, CHANCE, "5/8 * 4/7 = 20/54", find_facts)

    assert found is not None
    assert found.heard is not None


@pytest.mark.parametrize(
    ("asked", "solution", "message"),
    [
        (CYCLE, ROUNDS, "the cycle has weight 1 + 2 - 4 = -1"),
        ("Is it consistent? Check the edges.", EDGES, "6 <= 2 + 5"),
        ("How is the order kept?", "All grow by the same. 2 against 3, 22 against 13.", "it is -3"),
    ],
)
def test_what_an_explanation_says_on_the_way_is_no_wrong_result(
    asked: str, solution: str, message: str
) -> None:
    assert item_result(asked, solution, message, find_facts) is None
