"""A part is down: the page says which, keeps trying, and is whole again when it is back."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from sqlalchemy.exc import OperationalError
from streamlit.testing.v1 import AppTest

from tutor_app.errors import LiveStateLost
from tutor_app.ui.trouble import CRASH, DATABASE_AWAY, explain_crash


def script(draw):  # type: ignore[no-untyped-def]  # AppTest sees no imports
    from tutor_app.ui.trouble import recovering  # noqa: PLC0415

    with recovering():
        draw()


def page(draw: Callable[[], None]) -> AppTest:
    return AppTest.from_function(script, kwargs={"draw": draw}).run()


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (LiveStateLost("Redis does not answer."), "Redis does not answer."),
        (OperationalError("SELECT secret", {}, Exception("disk I/O error")), DATABASE_AWAY),
    ],
)
def test_it_says_what_is_down_and_draws_again_when_it_is_back(error: Exception, words: str) -> None:
    failing = [error]

    def draw() -> None:
        if failing:
            raise failing[0]

    shown = page(draw)
    assert shown.error[0].value == words
    assert "tries again by itself" in shown.caption[0].value
    failing.clear()
    assert not shown.run().error


def test_a_bug_is_told_in_words_without_its_insides() -> None:
    def draw() -> None:
        explain_crash(ValueError("/home/someone/secret"))

    assert [error.value for error in page(draw).error] == [CRASH]
