"""Inputs that words ask about without writing a call are made as the known calls are."""

from __future__ import annotations

import pytest

from tutor_app.programs.ideas.empty_inputs import as_given, asks_of_empty, empty_inputs
from tutor_app.programs.run_values import Call, Case

AVERAGE = "def average(marks):\n    return sum(marks) / len(marks)\n"


def case(text: str) -> Case:
    return Case(call=Call(text=text), origin="student")


def asked(words: str, *known: str) -> list[str]:
    return [each.call.text for each in empty_inputs(AVERAGE, words, [case(k) for k in known])]


@pytest.mark.parametrize(
    ("words", "known", "call"),
    [
        ("and an empty list?", "average([1, 2])", "average([])"),
        ("what happens if there are no marks at all?", "average([1, 2])", "average([])"),
        ("Now is correct? And for empty text?", "count('a b')", "count('')"),
        ("what about an empty dictionary", "total({'a': 1}, 3)", "total({}, 3)"),
        ("and two empty lists?", "merge([1], [2])", "merge([], [])"),
    ],
)
def test_a_known_call_is_emptied(words: str, known: str, call: str) -> None:
    assert asked(words, known) == [call]


@pytest.mark.parametrize(
    ("words", "known"),
    [
        ("the list is empty then", "average([1, 2])"),  # says so, and asks nothing
        ("is it right now?", "average([1, 2])"),
        ("and an empty list?", "merge([1], [2])"),  # which of the two?
        ("and an empty list?", "square(3)"),
    ],
)
def test_nothing_is_made_up_where_it_is_not_clear(words: str, known: str) -> None:
    assert asked(words, known) == []


def test_a_value_is_put_where_the_known_calls_have_theirs() -> None:
    lists = [case("total(['3', '4'])"), case("total([])")]
    assert as_given(case("total('3.5')"), lists).call.text == "total(['3.5'])"
    assert as_given(case("total(5)"), lists).call.text == "total(5)"
    assert as_given(case("f(5)"), [case("f(3)")]).call.text == "f(5)"


def test_a_message_that_asks_of_nothing_stays_with_the_program() -> None:
    assert asks_of_empty(AVERAGE, "and if there are no marks?")
    assert not asks_of_empty(AVERAGE, "no idea, why?")
