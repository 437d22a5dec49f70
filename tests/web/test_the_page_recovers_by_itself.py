"""A part is down: the page says which, keeps trying, and is whole again when it is back."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from sqlalchemy.exc import OperationalError
from streamlit.testing.v1 import AppTest

from tests.web.app_test import app_of
from tutor_app.domain.errors import LiveStateLost
from tutor_app.web.chat.send_message import MessageRefused, Outgoing, Thread, send
from tutor_app.web.components.error_boundary import (
    CRASH,
    DATABASE_DOWN,
    DISK_FULL,
    draw_crash,
    error_text,
)
from tutor_app.web.components.page_services import PageServices


def script(draw):  # type: ignore[no-untyped-def]  # AppTest sees no imports
    from tutor_app.web.components.error_boundary import error_boundary  # noqa: PLC0415

    with error_boundary():
        draw()


def page(draw: Callable[[], None]) -> AppTest:
    return app_of(script, draw=draw).run()


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (LiveStateLost("Redis does not answer."), "Redis does not answer."),
        (OperationalError("SELECT secret", {}, Exception("disk I/O error")), DATABASE_DOWN()),
        (OperationalError("INSERT", {}, Exception("database or disk is full")), DISK_FULL()),
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
        draw_crash(ValueError("/home/someone/secret"))

    assert [error.value for error in page(draw).error] == [CRASH()]


def test_what_a_student_wrote_is_not_logged_with_the_databases_words(
    caplog: pytest.LogCaptureFixture,
) -> None:
    error_text(OperationalError("INSERT", {"question": "my secret"}, Exception("disk is full")))
    assert "disk is full" in caplog.text
    assert "my secret" not in caplog.text


class FullDisk:
    """Conversations of which none can be written."""

    def create(self, *row: str) -> None:
        raise OperationalError("INSERT", {}, Exception("database or disk is full"))

    delete_empty = create


def test_a_message_that_the_disk_cannot_take_is_worth_sending_again(services: PageServices) -> None:
    thread = Thread(
        conversation_id="c", course_id=services.courses.create("Proofs").id, begins=True
    )
    message = Outgoing(id="m", thread=thread, text="Why?")
    outcome = send(message, "me", FullDisk(), services.queue)  # type: ignore[arg-type]
    assert outcome == MessageRefused(reason=DISK_FULL(), passing=True)
