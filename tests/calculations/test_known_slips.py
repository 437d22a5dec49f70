"""Each known slip is found where it was made, never in right work, and has an example."""

from __future__ import annotations

import pytest

from tutor_app.calculations.calculation_facts import find_facts
from tutor_app.calculations.calculation_process import examine_calculation
from tutor_app.calculations.slips.made_examples import MadeExample, make_example
from tutor_app.calculations.slips.slip_book import Slip, known_slips

# A constant alone is differentiated by nobody: it is a term of the row below.
SLIPS = [each for each in known_slips() if each.name != "constant_kept"]


def example(slip: Slip, seed: int) -> MadeExample:
    made = make_example(slip, seed)
    assert made is not None
    return made


def typed(made: MadeExample, line: str) -> str:
    joint = "\n" if made.relations else " = "
    return f"{made.source}{joint}{line}"


@pytest.mark.parametrize("slip", SLIPS, ids=lambda slip: slip.name)
def test_a_slip_has_a_checked_example(slip: Slip) -> None:
    made = example(slip, 1)

    assert made.wrong not in (made.source, made.right)


@pytest.mark.parametrize("slip", SLIPS[1::3], ids=lambda slip: slip.name)
def test_right_work_is_never_taken_for_a_slip(slip: Slip) -> None:
    for seed in (1, 2):
        made = example(slip, seed)
        facts = find_facts(typed(made, made.right))

        assert facts.outcome != "wrong", (made, facts)


@pytest.mark.parametrize("slip", SLIPS[::3], ids=lambda slip: slip.name)
def test_a_planted_slip_is_seen_and_explained(slip: Slip) -> None:
    made = example(slip, 3)
    facts = find_facts(typed(made, made.wrong))

    assert facts.outcome == "wrong", (made, facts)
    assert facts.wrong is not None
    assert facts.wrong.slip is not None


@pytest.mark.parametrize(
    ("message", "slip", "mended"),
    [
        ("2x+6=14\n2x=20", "sign_over_equals", "2x = 14 − 6"),
        ("x^2 = 16\nx = 4", "lost_root", "x = ±√16"),
        ("f(x) = 2x^3 - 5x + 7\nf'(x) = 6x^2 - 5 + 7", "constant_kept", "0"),
        ("g(x) = 1/x^2\ng'(x) = -2x^(-1)", "power_raised", "−2x⁻³"),
        ("4x + 8 = 20\nx + 2 = 20", "one_side_divided", ""),
        ("f(x) = x^2*e^(3x)\nf'(x) = 2x*e^(3x) + x^2*e^(3x)", "chain_rule_forgotten_exp", ""),
        ("log_2(x(x-2)) = 3\nx^2 - 2x = 3", "log_undone_on_one_side", ""),
        ("sqrt(x+1) = x - 1\nx + 1 = x^2 - 1", "squared_each_term_minus", ""),
        ("x/3 + (x-1)/2 = 3\n2x + 3x - 1 = 18", "first_term_only", ""),
        ("x^3 = 4x\nx^2 = 4", "divided_by_the_unknown", ""),
        ("log_2(x) + log_2(x-2) = 3\nx(x-2) = 8\nx=4 or x=-2", "gained_on_the_way", ""),
        ("2.5 m² in cm². 1 m = 100 cm, so 2.5 * 100 = 250 cm²", "factor_of_unit", ""),
        ("2x + 6 = 10\nx + 6 = 5", "one_term_divided", ""),
        ("simplify 5x² + 3x = 8x³", "unlike_terms", ""),
        ("6x - 12 = 18\n6x = 18 + 21", "copied_wrongly", ""),
        ("I: 3x + y = 11\nII: 2x - y = 4\nI - II: x = 7", "equations_combined", ""),
        ("x^2 - 5x - 6 = 0\nx = (-5 ± 7)/2", "formula_sign_of_b", ""),
        (
            "√(x + 6) = x\nx + 6 = x²\n(x - 3)(x + 2) = 0\nx = 3 and x = -2",
            "gained_by_squaring",
            "",
        ),
        ("70 * 7 = 490, 8*7 = 54", "product_of_numbers", ""),
        ("simplify 2x(3x²)³. me: 2x * 3x⁶ = 6x⁷", "power_of_product", "2x(3³(x²)³)"),
        ("(a + 12)/(a + 3), the a cancels so 12/3 = 4", "cancelled_a_term", "(a + 12)/(a + 3)"),
        ("x² = 5x\nx = 5", "divided_by_the_unknown", "x = 0 or x = 5"),
        ("2(x+3) = 10\n2x + 3 = 10", "first_term_only", "2x + 2 · 3 = 10"),
        ("-2x < 6\nx < -3", "inequality_not_turned", "x > 6/(−2)"),
    ],
)
def test_the_mended_line_is_told_from_the_slip(message: str, slip: str, mended: str) -> None:
    wrong = find_facts(message).wrong

    assert wrong is not None
    assert (wrong.slip, wrong.mended) == (slip, mended)


def test_a_calculation_that_never_ends_is_ended() -> None:
    facts = examine_calculation("9^9^9^9^9 = (1000000!)!")

    assert facts.outcome in ("unknown", "nothing")
