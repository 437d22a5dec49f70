"""A code makes another browser the same learner: the form, its cookie, and who may not use it."""

from __future__ import annotations

import pytest
from starlette.applications import Starlette
from starlette.responses import PlainTextResponse
from starlette.routing import Route
from starlette.testclient import TestClient

from tests.doubles.redis_server import RedisServer
from tutor_app.another_device import DEVICE_ROUTE, TRIES, AnotherDevice
from tutor_app.guessing import WINDOW_SECONDS, WrongCodes
from tutor_app.ui.device_dialog import DEVICE_PATH
from tutor_app.ui.parts import Parts

TOKEN = "a" * 32
HERE = {"origin": "http://localhost:8501"}


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


def browser(parts: Parts, *, secure: bool = False, clock: Clock | None = None) -> TestClient:
    wrong = WrongCodes(TRIES, clock or Clock())
    device = AnotherDevice(parts.devices, secure=secure, wrong=wrong)

    async def chat(_: object) -> PlainTextResponse:
        return PlainTextResponse("chat")

    routes = [Route(DEVICE_ROUTE, device.answer, methods=["GET", "POST"]), Route("/", chat)]
    return TestClient(
        Starlette(routes=routes), base_url="http://localhost:8501", follow_redirects=False
    )


def test_the_right_code_replaces_the_cookie_and_leads_to_the_chat(parts: Parts) -> None:
    answer = browser(parts).post("/device", data={"code": parts.devices.make(TOKEN)}, headers=HERE)
    assert (answer.status_code, answer.headers["location"]) == (303, "/")
    assert answer.headers["set-cookie"] == (
        f"elenchus_learner={TOKEN}; Path=/; HttpOnly; SameSite=Lax; Max-Age=31536000"
    )


def test_the_other_browser_is_then_the_same_learner(parts: Parts) -> None:
    course = parts.courses.create("Proofs")
    learner = parts.conversations.learner(TOKEN)
    begun = parts.conversations.create(learner, course.id)
    phone = browser(parts)
    phone.cookies.set("elenchus_learner", "b" * 32, domain="localhost.local")
    answer = phone.post("/device", data={"code": parts.devices.make(TOKEN)}, headers=HERE)

    token = answer.headers["set-cookie"].split(";")[0].partition("=")[2]
    there = parts.conversations.list(parts.conversations.learner(token), course.id)
    assert [row.id for row in there] == [begun.id]


def test_behind_https_the_cookie_is_secure(parts: Parts) -> None:
    sent = {"code": parts.devices.make(TOKEN)}
    answer = browser(parts, secure=True).post("/device", data=sent, headers=HERE)
    assert answer.headers["set-cookie"].endswith("; Secure")


def test_a_used_code_changes_nothing_and_says_so(parts: Parts) -> None:
    sent = {"code": parts.devices.make(TOKEN)}
    browser(parts).post("/device", data=sent, headers=HERE)
    answer = browser(parts).post("/device", data=sent, headers=HERE)
    assert answer.status_code == 422
    assert "set-cookie" not in answer.headers
    assert "It works once, and for ten minutes" in answer.text


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"origin": "https://evil.example"},
        {"origin": "null"},
        HERE | {"sec-fetch-site": "cross-site"},
    ],
)
def test_another_site_cannot_make_this_browser_somebody_else(
    parts: Parts, headers: dict[str, str]
) -> None:
    code = parts.devices.make(TOKEN)
    answer = browser(parts).post("/device", data={"code": code}, headers=headers)
    assert answer.status_code == 403
    assert "set-cookie" not in answer.headers
    assert parts.devices.redeem(code) == TOKEN


def test_behind_a_proxy_the_browser_says_where_the_form_comes_from(parts: Parts) -> None:
    headers = {"origin": "https://tutor.school.edu", "sec-fetch-site": "same-origin"}
    sent = {"code": parts.devices.make(TOKEN)}
    assert browser(parts).post("/device", data=sent, headers=headers).status_code == 303


def test_guessing_has_to_wait_also_with_the_right_code(parts: Parts, clock: Clock) -> None:
    guesser = browser(parts, clock=clock)
    for _ in range(TRIES):
        assert guesser.post("/device", data={"code": "AAAA"}, headers=HERE).status_code == 422
    sent = {"code": parts.devices.make(TOKEN)}
    assert guesser.post("/device", data=sent, headers=HERE).status_code == 429

    clock.now += WINDOW_SECONDS
    assert guesser.post("/device", data=sent, headers=HERE).status_code == 303


def test_a_code_of_ones_own_does_not_buy_new_tries(parts: Parts) -> None:
    guesser = browser(parts)
    for _ in range(TRIES - 1):
        guesser.post("/device", data={"code": "AAAA"}, headers=HERE)
    guesser.post("/device", data={"code": parts.devices.make(TOKEN)}, headers=HERE)
    guesser.post("/device", data={"code": "AAAA"}, headers=HERE)
    assert guesser.post("/device", data={"code": "AAAA"}, headers=HERE).status_code == 429


def test_without_redis_the_form_says_so(parts: Parts, server: RedisServer) -> None:
    server.kill()
    answer = browser(parts).post("/device", data={"code": "AAAA-AAAA"}, headers=HERE)
    assert answer.status_code == 503
    assert "try again in a moment" in answer.text


def test_the_form_is_one_labelled_field_and_no_other_site_frames_it(parts: Parts) -> None:
    answer = browser(parts).get("/device")
    assert '<label for="code">' in answer.text
    assert answer.headers["x-frame-options"] == "DENY"


def test_the_page_links_to_where_the_form_is() -> None:
    assert DEVICE_PATH == DEVICE_ROUTE
