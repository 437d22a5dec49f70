"""The input that a student's words name is the one that a program is followed with."""

from __future__ import annotations

import pytest

from tutor_app.strategies.program_cases import said_value
from tutor_app.strategies.program_view import read_program

ONE = read_program("def total(numbers):\n    return sum(numbers)")
TWO = read_program("def total(numbers, start):\n    return sum(numbers) + start")


@pytest.mark.parametrize(
    "words",
    [
        "this should sum up the numbers but its off by one, [1,2,3] gives 3 instead of 6",
        "with [1,2,3] i get 3",
        "I tried `[1,2,3]` and it is wrong",
        "[1,2,3] -> 3",
        "for [1,2,3] nothing comes",
    ],
)
def test_a_list_that_the_words_call_an_input_is_taken(words: str) -> None:
    case = said_value(words, ONE.main_function(None))

    assert case is not None and case.call == "total([1,2,3])"


@pytest.mark.parametrize(
    "words",
    [
        "it should return [1,2,3]",
        "why is numbers[0] wrong",
        "with [x for x in numbers] it is the same",
        "is it [ ] or ( )?",
    ],
)
def test_what_comes_out_or_is_code_is_no_input(words: str) -> None:
    assert said_value(words, ONE.main_function(None)) is None


def test_a_function_with_two_parameters_is_not_called_with_one() -> None:
    assert said_value("[1,2,3] gives 3", TWO.main_function(None)) is None
