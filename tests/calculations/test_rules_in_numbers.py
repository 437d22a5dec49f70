"""Every rule that is named in calculations can be shown in numbers, and these are true."""

from __future__ import annotations

import re

import pytest

from tutor_app.calculations.calculation_facts import find_facts
from tutor_app.calculations.replies.calculation_hints import RULES
from tutor_app.calculations.slips.rule_demonstrations import find_demonstrations

_NUMBER = re.compile(r"\d+")
_DECIMALS = re.compile(r"\d\.\d{2}")
FAILS = "wrong"
OF_ONE_FUNCTION = ("exponential_as_power", "linear_term_kept")
# Rules of no pattern that numbers put into would break: of numbers, units, copying.
OF_NUMBERS = ("sum_of_numbers", "difference_of_numbers", "quotient_of_numbers", "decimal_point",
    "corrected_the_wrong_way", "factor_of_unit", "copied_wrongly", "formula_sign_of_b",
    "formula_over_a", "formula_discriminant", "antiderivative_off",
    "gained_on_the_way")  # fmt: skip
SHOWN = [rule for rule in RULES if rule not in OF_NUMBERS]


@pytest.mark.parametrize("rule", SHOWN[::3])
def test_a_rule_is_shown_in_several_numbers(rule: str) -> None:
    found = find_demonstrations(rule, (), 6)

    assert len({each.source for each in found}) > (rule not in OF_ONE_FUNCTION)
    assert found == find_demonstrations(rule, (), 6)


@pytest.mark.parametrize("rule", SHOWN[1::3])
def test_what_numbers_show_holds_and_what_breaks_the_rule_does_not(rule: str) -> None:
    for shown in find_demonstrations(rule, (), 3):
        if shown.ends is not None:
            assert shown.value != shown.other
        elif shown.value:
            rounded = _DECIMALS.search(f"{shown.value} {shown.other}") is not None
            sign = "≈" if rounded else "="
            assert find_facts(f"{shown.source} {sign} {shown.value}").outcome != FAILS
            assert find_facts(f"{shown.wrong} {sign} {shown.other}").outcome != FAILS
            if not rounded:
                assert find_facts(f"{shown.source} = {shown.other}").outcome == FAILS
        elif shown.sides is not None:
            left, right = (int(each.replace("−", "-")) for each in shown.sides)
            assert left > right


def test_numbers_of_the_students_are_left_out() -> None:
    for shown in find_demonstrations("squared_each_term", ("2", "3", "4"), 6):
        told = _NUMBER.findall(shown.source.replace("²", ""))
        assert {"2", "3", "4"}.isdisjoint(told)


def test_where_too_few_numbers_are_left_nothing_is_shown() -> None:
    assert find_demonstrations("added_denominators", tuple("2345678"), 3) == ()
