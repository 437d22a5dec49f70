"""A day in a few letters, as each language writes it."""

from __future__ import annotations

from datetime import date

import pytest

from tutor_app.wording.catalogue import speaking
from tutor_app.wording.dates_in_words import write_short_day


@pytest.mark.parametrize(
    ("language", "month", "written"),
    [
        ("en", 3, "21 Mar 2026"),
        ("de", 3, "21. März 2026"),
        ("de", 9, "21. Sept. 2026"),
        ("de", 5, "21. Mai 2026"),
    ],
)
def test_months_are_shortened_as_the_language_does(language: str, month: int, written: str) -> None:
    with speaking(language):
        assert write_short_day(date(2026, month, 21)) == written
