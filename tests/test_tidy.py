"""A message keeps its words, its lines and its columns; only emptiness is dropped."""

from __future__ import annotations

import pytest

from tutor_app.tidy import tidy


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
