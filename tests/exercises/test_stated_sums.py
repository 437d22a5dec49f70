"""Sums that a student writes out are done again; a piece of a formula is none."""

from __future__ import annotations

import pytest

from tutor_app.exercises.stated_sums import wrong_sums


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("there are 3 + 9 + 27 = 38 of them", ["3 + 9 + 27"]),
        ("so 10/2 = 5 and 4/2=3", ["4/2"]),
        ("2 + 2 = 4 + 1 = 5", ["2 + 2"]),
        ("x = 3 + 4 = 8", ["3 + 4"]),
    ],
)
def test_a_sum_that_comes_to_something_else_is_found(text: str, wrong: list[str]) -> None:
    assert wrong_sums(text) == wrong


@pytest.mark.parametrize(
    "text",
    [
        "3 · 3 + 2 · 9 + 1 · 27 = 54",
        "f(U) = 5 + 5 = 10, more than 8",
        "1 + 2 − 4 = −1",
        "n(n+1)/2 = 4*5/2 = 10",
        "2^3 + 1 = 9 and V − 1 = 4",
        "1,000 + 1 = 1,001",
        "h(P)=6 <= 2+5=7",
        "7/0 = 7",
    ],
)
def test_what_is_right_or_no_plain_sum_is_left_alone(text: str) -> None:
    assert wrong_sums(text) == []
