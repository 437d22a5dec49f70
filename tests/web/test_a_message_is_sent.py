"""A message is stored once before it is shown as sent, however often and from wherever it comes."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any
from uuid import uuid4

import httpx
import pytest
from sqlalchemy.exc import OperationalError
from starlette.applications import Starlette
from starlette.routing import Route
from starlette.testclient import TestClient

from tests.doubles.redis_server import RedisServer
from tutor_app.storage.records import ConversationRecords, TurnRow
from tutor_app.web.components.page_services import PageServices
from tutor_app.web.cookies import LEARNER_COOKIE
from tutor_app.web.send_route import SEND_ROUTE, SendRoute

TOKEN, STRANGER = "0" * 32, "1" * 32
HERE = {"sec-fetch-site": "same-origin"}


@pytest.fixture
def course(services: PageServices) -> str:
    return services.courses.create("Proofs").id


@pytest.fixture
def browser(services: PageServices) -> TestClient:
    return client(services, services.conversations)


def client(services: PageServices, records: Any, token: str = TOKEN) -> TestClient:
    route = SendRoute(records, services.queue)
    app = Starlette(routes=[Route(SEND_ROUTE, route.answer, methods=["POST"])])
    return TestClient(app, cookies={LEARNER_COOKIE: token}, headers=HERE)


def letter(course: str, text: str = "Why?", **fields: Any) -> dict[str, Any]:
    new = {"id": uuid4().hex, "conversation": uuid4().hex, "course": course, "begins": True}
    return new | {"text": text} | fields


def post(browser: TestClient, message: dict[str, Any]) -> httpx.Response:
    return browser.post(SEND_ROUTE, json=message)


def kept(services: PageServices, message: dict[str, Any]) -> list[TurnRow]:
    return list(services.conversations.turns(message["conversation"]))


def test_a_message_is_stored_under_the_id_that_it_was_typed_with(
    services: PageServices, browser: TestClient, course: str
) -> None:
    message = letter(course, "  Why *x*?\n", wanted="evaluation")
    assert post(browser, message).json()["stored"] == message["id"]
    (turn,) = kept(services, message)
    assert (turn.id, turn.question, turn.wanted) == (message["id"], "  Why *x*?\n", "evaluation")


def test_the_same_message_again_is_the_same_turn(
    services: PageServices, browser: TestClient, course: str
) -> None:
    message = letter(course)
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda _: post(browser, message), range(16)))
    assert {answer.status_code for answer in answers} == {200}
    assert [turn.id for turn in kept(services, message)] == [message["id"]]


def test_two_messages_sent_before_the_page_looked_again_are_both_there(
    services: PageServices, browser: TestClient, course: str
) -> None:
    first = letter(course, "First?")
    second = letter(course, "Second?", conversation=first["conversation"])
    post(browser, first)
    post(browser, second)
    assert [turn.question for turn in kept(services, first)] == ["First?", "Second?"]


def test_a_message_into_somebody_elses_conversation_is_refused(
    services: PageServices, browser: TestClient, course: str
) -> None:
    mine = letter(course)
    post(browser, mine)
    stranger = client(services, services.conversations, STRANGER)
    for begins in (True, False):
        message = letter(course, conversation=mine["conversation"], begins=begins)
        assert post(stranger, message).status_code == 422
    own = letter(course, id=mine["id"])
    assert post(stranger, own).status_code == 422
    assert [turn.id for turn in kept(services, mine)] == [mine["id"]]
    assert services.conversations.list(services.conversations.learner(STRANGER), course) == []


def test_a_message_that_cannot_be_taken_leaves_no_conversation(
    services: PageServices, browser: TestClient, course: str
) -> None:
    answer = post(browser, letter(course, "x" * 30_000))
    assert answer.status_code == 422
    assert "20,000" in answer.json()["reason"]
    assert services.conversations.list(services.conversations.learner(TOKEN), course) == []


@pytest.mark.parametrize(
    "headers",
    [{"sec-fetch-site": "cross-site"}, {"sec-fetch-site": "", "origin": "http://evil.example"}],
)
def test_another_site_cannot_send(
    services: PageServices, browser: TestClient, course: str, headers: dict[str, str]
) -> None:
    message = letter(course)
    answer = browser.post(SEND_ROUTE, json=message, headers=headers)
    assert answer.status_code == 403
    assert kept(services, message) == []


@pytest.mark.parametrize("fields", [{"id": "../x"}, {"text": " \n"}, {"wanted": "anything"}])
def test_what_is_no_message_is_refused(
    browser: TestClient, course: str, fields: dict[str, str]
) -> None:
    assert post(browser, letter(course) | fields).status_code == 400


def test_a_browser_without_the_cookie_is_told(services: PageServices, course: str) -> None:
    assert post(client(services, services.conversations, ""), letter(course)).status_code == 403


def test_without_redis_it_is_stored_and_the_student_is_told_to_wait(
    services: PageServices, browser: TestClient, course: str, server: RedisServer
) -> None:
    server.kill()
    message = letter(course)
    assert "kept" in post(browser, message).json()["warning"]
    assert len(kept(services, message)) == 1


class LockedOnce(ConversationRecords):
    """A database that cannot be written to the first time."""

    failures = 1

    def add_turn(self, *row: Any, **fields: Any) -> TurnRow:
        if self.failures:
            self.failures -= 1
            raise OperationalError("INSERT", {}, Exception("database is locked"))
        return super().add_turn(*row, **fields)


def test_what_could_not_be_stored_is_stored_when_it_comes_again(
    services: PageServices, course: str
) -> None:
    browser = client(services, LockedOnce(services.conversations._engine))
    message = letter(course)
    assert post(browser, message).status_code == 503
    assert post(browser, message).status_code == 200
    assert [turn.id for turn in kept(services, message)] == [message["id"]]
