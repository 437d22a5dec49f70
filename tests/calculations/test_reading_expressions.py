"""What students type is read by a grammar, and shown back as it was read."""

from __future__ import annotations

import pytest

from tutor_app.calculations.reading.choose_reading import doubts_of, settle
from tutor_app.calculations.reading.expression_tree import CalculationUnread
from tutor_app.calculations.reading.parse_expression import parse_text
from tutor_app.calculations.reading.plain_notation import plain_notation
from tutor_app.calculations.reading.show_expression import show


def read(text: str, *reading: str) -> str:
    return show(settle(parse_text(plain_notation(text)), frozenset(reading)))


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("2x+6", "2x + 6"),
        ("3(x+4)", "3(x + 4)"),
        ("1/2 + 1/3", "1/2 + 1/3"),
        ("2 1/3 × 3", "(2 + 1/3) · 3"),
        ("2 1 / 3 × 3", "(2 + 1/3) · 3"),
        ("a_{n + 1} + 4", "a_n+1 + 4"),
        ("3½", "3 + 1/2"),
        ("3/4 ÷ 2/5", "3/4/(2/5)"),
        ("15% of 80", "15% · 80"),
        ("x² sin x", "x²sin(x)"),
        ("2sinx cosx", "2sin(x)cos(x)"),
        ("sin^2 x", "sin(x)²"),
        ("√50", "√50"),
        (r"\frac{x^2-9}{x-3}", "(x² − 9)/(x − 3)"),
        (r"\sqrt{x^2+9}", "√(x² + 9)"),
        ("d/dx x^2 sin x", "d/dx (x²sin(x))"),
        ("∫ x^2 dx", "∫ x² dx"),
        ("|2x − 1|", "|2x − 1|"),
        ("1,000 + 1", "1000 + 1"),
        ("five", None),
        ("x squared plus 1", "x² + 1"),
        ("2^-3", "2⁻³"),
        ("1011_2", "1011 (base 2)"),
        ("𝑥 + ４", "x + 4"),
    ],
)
def test_notations_are_read(typed: str, shown: str | None) -> None:
    if shown is None:
        with pytest.raises(CalculationUnread):
            read(typed)
    else:
        assert read(typed) == shown


@pytest.mark.parametrize("typed", ["1/2x", "6/2(1+2)"])
def test_a_slash_before_a_glued_product_is_doubtful(typed: str) -> None:
    assert "slash" in doubts_of(parse_text(typed))
    assert read(typed) != read(typed, "slash")


@pytest.mark.parametrize("typed", ["1/2 x", "1 / 2x", "x/(2y)", "3 km / 20 min", "2/3"])
def test_blanks_and_brackets_settle_what_a_slash_takes(typed: str) -> None:
    assert "slash" not in doubts_of(parse_text(typed))


def test_the_square_of_a_sine_without_brackets_is_doubtful() -> None:
    assert "funcpow" in doubts_of(parse_text("sin x^2"))
    assert "funcpow" not in doubts_of(parse_text("sin(x)^2"))


@pytest.mark.parametrize(
    "typed", ["__import__('os')", "(" * 90 + "x" + ")" * 90, "+".join(["x"] * 900), "x +", ""]
)
def test_what_is_no_expression_or_too_large_is_refused(typed: str) -> None:
    with pytest.raises(CalculationUnread):
        parse_text(typed)
