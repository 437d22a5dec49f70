"""A number is read alike in figures, in words and as an ordinal."""

from __future__ import annotations

import pytest

from tutor_app.domain.lexicon import read_number


@pytest.mark.parametrize(
    ("said", "number"),
    [("3", 3), ("12", 12), ("Three", 3), ("third", 3), ("ten", 10), ("twenty", 20), ("zero", 0)],
)
def test_figures_words_and_ordinals_say_the_same_number(said: str, number: int) -> None:
    assert read_number(said) == number


def test_what_is_no_number_is_refused() -> None:
    with pytest.raises(ValueError, match="several"):
        read_number("several")
