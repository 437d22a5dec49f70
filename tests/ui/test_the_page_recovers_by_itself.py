"""A part is down: the page says which, keeps trying, and is whole again when it is back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from sqlalchemy.exc import OperationalError
from streamlit.testing.v1 import AppTest

from tutor_app.errors import LiveStateLost
from tutor_app.ui.parts import Parts
from tutor_app.ui.place import Place
from tutor_app.ui.sending import NotSent, send
from tutor_app.ui.trouble import CRASH, DATABASE_AWAY, DISK_FULL, explain_crash, trouble_words


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
        (OperationalError("INSERT", {}, Exception("database or disk is full")), DISK_FULL),
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


def test_what_a_student_wrote_is_not_logged_with_the_databases_words(
    caplog: pytest.LogCaptureFixture,
) -> None:
    trouble_words(OperationalError("INSERT", {"question": "my secret"}, Exception("disk is full")))
    assert "disk is full" in caplog.text
    assert "my secret" not in caplog.text


class FullDisk:
    """Conversations of which none can be written."""

    def create(self, learner_id: str, course_id: str) -> None:
        raise OperationalError("INSERT", {}, Exception("database or disk is full"))


def test_a_message_that_the_disk_cannot_take_is_given_back(parts: Parts) -> None:
    place = Place(courses=(), course=parts.courses.create("Proofs"), conversation=None)
    full = replace(parts, conversations=FullDisk())  # type: ignore[arg-type]
    assert send("Why?", place, "me", full) == NotSent(text="Why?", reason=DISK_FULL)
