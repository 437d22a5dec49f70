"""A statement's 3.141 stands for 3.14159...: digits that nobody wrote decide nothing."""

from __future__ import annotations

import pytest

from tests.doubles.program_runs import case, run_one


@pytest.mark.parametrize(
    ("value", "expected", "status"),
    [
        ("3.14159", "3.141", "passed"),  # cut
        ("52.81017", "52.810", "passed"),
        ("0.66667", "0.667", "passed"),  # rounded
        ("3.14259", "3.141", "failed"),
        ("3.142", "3.141", "failed"),  # as many digits, and others
        ("0.52", "0.5", "failed"),  # one decimal: may well be exact
        ("1e-5", "0.25", "failed"),
        ("-2.5004", "2.500", "failed"),
    ],
)
def test_a_number_with_more_decimals_than_were_written_is_held_against_those(
    value: str, expected: str, status: str
) -> None:
    program = f"def f():\n    return {value}\n"

    assert run_one(program, case("f()", expected)).status == status
