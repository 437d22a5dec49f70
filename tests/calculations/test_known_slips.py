"""Each known slip is found where it was made, never in right work, and has an example."""

from __future__ import annotations

import pytest

from tutor_app.calculations.calculation_facts import find_facts
from tutor_app.calculations.calculation_process import examine_calculation
from tutor_app.calculations.slips.made_examples import MadeExample, make_example
from tutor_app.calculations.slips.slip_book import Slip, known_slips

SLIPS = known_slips()


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


@pytest.mark.parametrize("slip", SLIPS, ids=lambda slip: slip.name)
def test_right_work_is_never_taken_for_a_slip(slip: Slip) -> None:
    for seed in (1, 2):
        made = example(slip, seed)
        facts = find_facts(typed(made, made.right))

        assert facts.outcome != "wrong", (made, facts)


@pytest.mark.parametrize("slip", SLIPS, ids=lambda slip: slip.name)
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
