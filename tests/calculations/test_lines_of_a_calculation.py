"""The lines of a calculation are found between the words of a message."""

from __future__ import annotations

import pytest

from tutor_app.calculations.reading.calculation_lines import read_calculation
from tutor_app.calculations.reading.lone_expression import lone_expression


def lines(message: str) -> list[str]:
    written = read_calculation(message)
    return [written.text_of(line) for line in written.lines]


@pytest.mark.parametrize(
    ("message", "found"),
    [
        ("2x+6=14\n2x=20\nx=10, where did I go wrong?", ["2x+6=14", "2x=20", "x=10"]),
        ("2x+6=14 => 2x=8", ["2x+6=14", "2x=8"]),
        ("1/2 + 1/3 = 2/5 right?", ["1/2 + 1/3 = 2/5"]),
        ("so I get x = 3 or x = -3", ["x = 3 or x = -3"]),
        ("a coat is reduced: 15% of 80 = 12, 80 - 12 = 68", ["15% of 80 = 12", "80 - 12 = 68"]),
        ("1. 3x = 9\n2. x = 3", ["3x = 9", "x = 3"]),
        ("x = 2, y = 4", ["x = 2, y = 4"]),
        ("2,5 · 40 = 100", ["2.5 * 40 = 100"]),
        ("2x - 3 = 10\nx = 6,5", ["2x - 3 = 10", "x = 6.5"]),
        ("x^2 - 5x + 6 = 0\nx = 2,3", ["x^2 - 5x + 6 = 0", "x = 2,3"]),
        ("(1 - 0,3) · 2 = 1,4", ["(1 - 0.3) * 2 = 1.4"]),
        ("1,100 + 2 = 1,102", ["1,100 + 2 = 1,102"]),
        ("what is a queue?", []),
        ("I have a program that crashes", []),
    ],
)
def test_lines_stand_between_words(message: str, found: list[str]) -> None:
    assert lines(message) == found


def test_values_of_one_name_are_alternatives_and_of_two_names_belong_together() -> None:
    (either,) = read_calculation("x = 2 or 3").lines
    (both,) = read_calculation("x = 2, y = 3").lines

    assert len(either.groups) == 2
    assert len(both.groups) == 1


def test_equations_side_by_side_are_read_apart_where_asked() -> None:
    message = "2x + 6 = 14 2x = 8 x = 4"

    assert len(read_calculation(message, apart=True).lines[0].chains[0].rels) == 1


def test_a_word_before_an_equals_sign_is_what_the_value_is_of() -> None:
    (line,) = read_calculation("mean = (3 + 5)/2 = 4").lines

    assert line.chains[0].label == "mean"


@pytest.mark.parametrize(
    ("message", "value"), [("is it 5/6 then?", "5/6"), ("-1", "-1"), ("no idea", None)]
)
def test_a_short_answer_holds_one_expression(message: str, value: str | None) -> None:
    assert lone_expression(message) == value
