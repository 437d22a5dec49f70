"""What a course keeps locked decides whether a program is done; only counts of it are shown."""

from __future__ import annotations

import pytest

from tests.doubles.debugging import Learner
from tutor_app.programs.locked_tests.locked_cases import (
    LockedTests,
    LockedTexts,
    LockedVerdict,
    hold_against,
    read_locked_tests,
)
from tutor_app.programs.run_values import Call, Case

LARGEST = """def largest(a):
    m = 0
    for x in a:
        if x > m:
            m = x
    return m"""
MENDED = LARGEST.replace("m = 0", "m = a[0]")
SOLUTION = """def largest(a):
    best = a[0]
    for x in a[1:]:
        best = max(best, x)
    return best"""
TESTS = "assert largest([4, 2]) == 4\nassert largest([-771, -882]) == -771\n"


def case(call: str, expected: str | None = None) -> Case:
    return Case(call=Call(text=call), origin="instructor", expected=expected)


@pytest.mark.parametrize(
    "text",
    [
        TESTS,
        TESTS.replace("\n", " ") + "Two points for each.",  # as the text of a PDF is read
        ">>> largest([4, 2])\n4\n>>> largest([-771, -882])\n-771\n",
        ">>> largest([4, 2]) 4 >>> largest([-771, -882]) -771 The sign counts.",
    ],
)
def test_asserts_and_doctests_are_read_from_locked_text(text: str) -> None:
    tests = read_locked_tests([text], LARGEST)

    assert tests.cases == (case("largest([4, 2])", "4"), case("largest([-771, -882])", "-771"))
    assert hold_against(LARGEST, tests) == _verdict(1, 2, LARGEST, tests)


def _verdict(passed: int, count: int, program: str, tests: LockedTests) -> LockedVerdict:
    seen = hold_against(program, tests)
    assert seen is not None
    return LockedVerdict(passed=passed, count=count, failing=seen.failing)


def test_tests_of_other_functions_are_none() -> None:
    assert read_locked_tests(["assert smallest([4, 2]) == 2"], LARGEST) == LockedTests()


def test_a_solution_answers_made_up_inputs_of_the_known_kind() -> None:
    tests = read_locked_tests([SOLUTION], LARGEST)
    known = [case("largest([-3, 8])"), case("largest([5, -1, 2])")]

    wrong, right = hold_against(LARGEST, tests, known), hold_against(MENDED, tests, known)

    assert tests.solution is not None
    assert wrong is not None and wrong.failing is not None and wrong.passed < wrong.count
    assert right is not None and right.failing is None and right.count >= 20


def test_a_test_whose_value_is_code_is_worked_out_by_the_solution_alone() -> None:
    """In the student's process it never is, since it would be known there."""
    cases = (case("largest([3, 9])", "largest([9, 9])"),)

    assert hold_against(LARGEST, LockedTests(cases=cases)) is None
    assert hold_against(LARGEST, LockedTests(cases=cases, solution=SOLUTION)) is not None


# --- in a conversation ------------------------------------------------------------------------


def learner(*, shows_inputs: bool = False, texts: tuple[str, ...] = (TESTS,)) -> Learner:
    locked = LockedTexts(item="a#1", texts=texts, may_show=lambda call: shows_inputs)
    return Learner(locked=locked)


def fenced(program: str) -> str:
    return f"\n```python\n{program}\n```"


def test_a_program_that_passes_what_was_said_and_fails_a_locked_test_is_not_confirmed() -> None:
    student = learner()
    student.say("largest([3, 5]) should give 5, largest([0, 1]) should give 1" + fenced(LARGEST))

    reply = student.say("It works!")

    assert "It passes 1 of the 2 tests that your course keeps for this." in " ".join(student.said)
    assert "?" in reply
    assert all(event.cause != "right" for event in student.ladder)


def test_nothing_of_a_locked_test_is_shown_but_counts() -> None:
    student = learner()

    student.say("largest([3, 5]) should give 5" + fenced(LARGEST))
    student.say("hint")
    student.say("and now?" + fenced(LARGEST.replace("m = 0", "m = 1")))

    assert "771" not in " ".join(student.said)
    assert all("771" not in case for case in student.work.program.cases)  # type: ignore[union-attr]


def test_the_input_of_a_failing_test_is_shown_where_the_course_allows_it() -> None:
    reply = learner(shows_inputs=True).say("largest([3, 5]) should give 5" + fenced(LARGEST))

    assert "One that it doesn't pass is `largest([-771, -882])`." in reply
    assert "gives" not in reply.partition("largest([-771, -882])")[2].partition(".")[0]


def test_a_program_that_passes_all_of_them_is_told_so_and_done() -> None:
    student = learner()
    student.say("largest([-3, -5]) should give -3" + fenced(LARGEST))

    reply = student.say("Now?" + fenced(MENDED))

    assert "It passes all 2 tests that your course keeps for this." in reply
    assert student.ladder[-1].cause == "right"
