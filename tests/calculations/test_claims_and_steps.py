"""Another's result is put in or compared; a step is told by what was done in it."""

from __future__ import annotations

import pytest

from tutor_app.calculations.calculation_facts import find_facts
from tutor_app.calculations.claim_facts import find_claim
from tutor_app.calculations.slips.step_rules import find_steps
from tutor_app.calculations.trials.tested_values import find_tested

TASK = "7/8 - 1/2 * 3/4\n7/8 - 1/2 = 3/8\n3/8 * 3/4 = 9/32"


def test_a_value_is_put_into_an_inequality_and_worked_out() -> None:
    found = find_claim("5 - 2x >= x - 4\nx <= 3", "x = 4")
    (put_in,) = found.put_in

    assert found.fit == "fails"
    assert (put_in.left, put_in.right, put_in.result) == ("−3", "0", "−3 ≥ 0")


def test_a_value_is_put_into_each_equation_of_a_system() -> None:
    system = "2x + y = 7\nx - y = 2\n3x = 9"

    assert find_claim(system, "x = 3, y = 1").fit == "solves"
    assert find_claim(system, "x = 4, y = -1").fit == "fails"


def test_a_result_is_compared_with_what_was_to_be_worked_out() -> None:
    assert find_claim(TASK, "1/2").fit == "equals"
    assert find_claim(TASK, "1/2").own == "9/32"
    assert find_claim(TASK, "1/4").fit == "differs"


def test_a_line_that_says_something_else_is_shown_by_a_number_that_is_no_solution() -> None:
    found = find_claim("2x + 6 = 14", "2x = 20")

    assert found.fit == "differs"
    assert found.tried == "x = 10"


def test_lines_that_are_right_but_of_another_sum_are_held_to_the_task() -> None:
    facts = find_facts(TASK)

    assert facts.outcome == "wrong"
    assert facts.wrong is not None
    assert (facts.wrong.sense, facts.wrong.values) == ("off_task", ("1/2", "9/32"))


@pytest.mark.parametrize(
    "work", ["7/8 - 1/2 * 3/4\n1/2 * 3/4 = 3/8\n7/8 - 3/8 = 1/2", "7/8 - 3/8\n= 4/8\n= 1/2"]
)
def test_a_task_worked_out_in_parts_is_right(work: str) -> None:
    assert find_facts(work).outcome == "right"


@pytest.mark.parametrize(
    ("work", "done", "amount"),
    [
        ("x - 16 = 7\nx = 23", "added", "16"),
        ("2x + 6 = 14\n2x = 8", "subtracted", "6"),
        ("7x + 5 = 2x + 30\n5x = 25", "subtracted", "2x + 5"),
        ("-2x < 6\nx > -3", "divided", "−2"),
        ("x/4 = 5\nx = 20", "multiplied", "4"),
    ],
)
def test_what_was_done_to_both_sides_is_told_with_its_number(
    work: str, done: str, amount: str
) -> None:
    (step,) = find_steps(work)

    assert (step.done, step.amount) == (done, amount)


def test_a_bracket_is_told_by_what_the_factor_makes_of_its_terms() -> None:
    (step,) = find_steps("9 - 2(x + 5) = 7\n9 - 2x - 10 = 7")

    assert step.slip == "minus_times_bracket"
    assert "−2 · 5 = −10" in step.parts


@pytest.mark.parametrize(
    ("work", "slip"),
    [
        ("1/3 + 1/4 = 4/12 + 3/12", "added_denominators"),
        ("d/dx (2x+1)^3 = 6(2x+1)^2", "chain_rule_forgotten"),
        ("f(x) = x^2 sin x\nf'(x) = 2x sin x + x^2 cos x", "product_rule_forgotten"),
        ("7 - 3 * 2 = 7 - 6 = 1", "added_before_multiplying"),
    ],
)
def test_a_right_step_has_its_rule(work: str, slip: str) -> None:
    assert find_steps(work)[0].slip == slip


@pytest.mark.parametrize(
    ("message", "outcome"),
    [
        ("2/3 divided by 4/5 = 2/3 * 5/4 = 5/6", "right"),
        ("45 increased by 20% = 45 * 1.2 = 54", "right"),
        ("5C2 = 10", "right"),
        ("mean of 3, 5, 7, 9 = 24/3 = 8", "wrong"),
        ("x : 6 = 2 : 3, 3x = 12, x = 4", "right"),
        ("u = (1,2), v = (3,-1), u + v = (4, 3)", "wrong"),
        ("z = 3 + 4i, |z| = 5", "right"),
        ("2x - 3 ≤ 7 ⇔ 2x ≤ 10 ⇔ x ≤ 5", "right"),
        ("a_1 = 3, a_2 = 7, a_3 = 11, a_n = 4n + 1", "wrong"),
    ],
)
def test_what_is_told_in_words_or_by_other_signs_is_checked(message: str, outcome: str) -> None:
    assert find_facts(message).outcome == outcome


def test_a_number_that_a_word_does_something_to_is_never_a_wrong_line() -> None:
    assert find_facts("whole numbers from 5 to 20 = 20 - 5").outcome != "wrong"


ROOT = "√(2x+3) = x\n2x+3 = x²\nx²-2x-3 = 0\nx = 3, x = -1"


@pytest.mark.parametrize(
    ("message", "fails", "whole"),
    [
        ("I tested −1: 2·(−1)+3 = 1 and (−1)² = 1.", True, True),
        ("√1 is only 1. For 3: √9 = 3. So answer only x = 3", False, True),
        ("S = {3}", False, True),
        ("x = -1", True, False),
    ],
)
def test_a_test_is_put_into_the_first_line(message: str, fails: bool, whole: bool) -> None:
    found = find_tested(ROOT, message)

    assert found is not None
    assert (found.fails, found.is_whole) == (fails, whole)


def test_a_sum_that_puts_nothing_in_is_no_test() -> None:
    assert find_tested("5x - 4 = 2x + 11\n3x = 7\nx = 7/3", "11 - 4 is 7") is None


@pytest.mark.parametrize(
    ("message", "outcome"),
    [
        ("lim x->oo (sqrt(x²+4x) - x): its sqrt(x²) - x = 0", "wrong"),
        ("∫ 1/x² dx, so this is ln(x²) + C", "wrong"),
        ("det of the matrix with rows (3, -2) and (4, 5): 3*5 - (-2)*4 = 15 + 8 = 23", "right"),
        ("|v| for v=(3,-4,12):\nsqrt(9-16+144) = sqrt(137)", "wrong"),
        ("x^(-2) becomes x^(-1)/(-1) = -1/x + C", "right"),
        ("sqrt(1) = ±1", "wrong"),
        ("x+1 = 3\nx = 5\n7 - 2.5 = 4.5 not 3", "wrong"),
        ("2x = 64 → x = 32. and 3x + 3x = 81 is x = 13.5", "right"),
    ],
)
def test_what_is_asked_for_decides_and_what_is_unread_stops_nothing(
    message: str, outcome: str
) -> None:
    assert find_facts(message).outcome == outcome
