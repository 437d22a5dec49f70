"""The input that is talked about next: known ones first, then ones that are looked for."""

from __future__ import annotations

import ast

import pytest

from tests.programs.test_a_described_change_is_placed import FIND, LARGEST
from tutor_app.programs.find_cases import find_cases
from tutor_app.programs.generate_inputs import generate_calls, size_of_call
from tutor_app.programs.next_failing_input import FailingInput, next_failing_input
from tutor_app.programs.run_program import run_program

MENDED = LARGEST.replace("m = 0", "m = a[0]")


def next_input(source: str, statement: str, solution: str | None = None) -> FailingInput | None:
    run = run_program(source, find_cases(source, statement=statement))
    return next_failing_input(source, run, solution=solution)


def test_the_smallest_failing_case_is_next() -> None:
    failing = next_input(
        FIND, "find([1, 3, 5, 7], 7) => 3\nfind([7], 7) => 0\nfind([2, 5], 5) => 1"
    )

    assert failing is not None
    assert (failing.result.case.call.text, failing.reason) == ("find([7], 7)", "wrong")
    assert failing.result.case.origin != "generated"


def test_the_students_own_failing_input_comes_before_a_smaller_one() -> None:
    source = f"{FIND}\nfind([1, 3, 5], 5)  # should be 2"

    failing = next_input(source, "find([7], 7) => 0")

    assert failing is not None and failing.result.case.origin == "student"


def test_against_a_solution_the_smallest_generated_input_that_differs_is_next() -> None:
    wrong = LARGEST.replace("m = 0", "m = -5")
    failing = next_input(wrong, "largest([-2, -9, 3]) => 3\nlargest([1]) => 1", solution=MENDED)

    assert failing is not None and failing.reason == "wrong"
    assert failing.result.case.origin == "instructor"
    values = ast.literal_eval(failing.result.case.call.text.removeprefix("largest"))
    assert max(values) < -5
    assert len(values) == 1


def test_a_program_like_the_solution_has_no_failing_input() -> None:
    statement = "largest([-2, -9, 3]) => 3\nlargest([1]) => 1"

    assert next_input(MENDED, statement, solution=MENDED.replace("m", "best")) is None


@pytest.mark.parametrize(
    ("source", "statement", "reason"),
    [
        (
            "def inverse(n):\n    return 6 // n\n",
            "inverse(-2) => -3\ninverse(3) => 2",
            "crashes",
        ),
        (
            "def steps(n):\n    k = 0\n    while n != 0:\n        n = n - 2\n        k += 1\n"
            "    return k\n",
            "steps(2) => 1\nsteps(8) => 4",
            "never_ends",
        ),
        (
            "def sign(n) -> str:\n    if n > 0:\n        return 'plus'\n    if n < 0:\n"
            "        return 'minus'\n",
            "sign(-2) => 'minus'\nsign(3) => 'plus'",
            "breaks_type",
        ),
    ],
)
def test_without_a_solution_inputs_that_crash_hang_or_break_the_header_are_found(
    source: str, statement: str, reason: str
) -> None:
    failing = next_input(source, statement)

    assert failing is not None and failing.result.case.origin == "generated"
    assert failing.reason == reason


def test_without_a_solution_a_wrong_value_is_not_claimed() -> None:
    wrong = "def double(n):\n    return 2 * n if n < 5 else 0\n"

    assert next_input(wrong, "double(-2) => -4\ndouble(1) => 2") is None
    assert next_input(wrong, "double(-2) => -4\ndouble(8) => 0") is None


def test_generated_inputs_keep_to_what_the_examples_promise() -> None:
    calls = generate_calls(["find([1, 3, 5], 5)", "find([2, 8], 3)"], "find", 200)
    arguments = [ast.literal_eval(call.removeprefix("find")) for call in calls]

    assert len(calls) > 100
    assert all(values == sorted(set(values)) for values, _ in arguments)
    assert all(number >= 1 for values, target in arguments for number in (*values, target))
    assert any(target in values for values, target in arguments)
    assert any(target not in values for values, target in arguments)


def test_generated_inputs_come_smallest_first_and_are_the_same_again() -> None:
    examples = ["list(words(['ab', 'c'], {'a': 1}))", "list(words([], {'b': 2}))"]
    calls = generate_calls(examples, "words", 50, seed=3)

    assert calls == generate_calls(examples, "words", 50, seed=3)
    assert calls[0].startswith("list(words(")
    sizes = [size_of_call(call) for call in calls]
    assert sizes == sorted(sizes)
