"""A message keeps its words, its lines and its columns; only emptiness is dropped."""

from __future__ import annotations

import pytest

from tutor_app.domain.normal_form import normal_form, one_line, storable, tidy


@pytest.mark.parametrize(
    ("typed", "seen"),
    [
        ("Why?", "Why?"),
        ("\n\n  Why?  \n\n\n\nBecause.\n\n", "  Why?\n\nBecause."),
        ("step  node\n1     A", "step  node\n1     A"),
        ("def f():\n    return 1\n", "def f():\n    return 1"),
        ("\n" * 5000, ""),
    ],
)
def test_only_emptiness_is_dropped(typed: str, seen: str) -> None:
    assert tidy(typed) == seen


def test_what_databases_refuse_is_dropped_and_nothing_else() -> None:
    assert storable("a\0b \ud800 größer ∞ 🙂\n\tif x:") == "ab  größer ∞ 🙂\n\tif x:"


def test_one_line_has_no_signs_that_cannot_be_seen() -> None:
    assert one_line(" a\n b\u202e\u200b\x1b[31m ∞ 🙂 ") == "a b[31m ∞ 🙂"


def test_typesetting_makes_no_difference_but_exponents_do() -> None:
    assert normal_form("Bellman–Ford’s  V − 1") == normal_form("bellman-ford's V - 1")
    assert normal_form("O(V²)") != normal_form("O(V³)") != normal_form("O(V2)")
