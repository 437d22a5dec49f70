"""A code makes another browser the same learner: the form, its cookie, and who may not use it."""

from __future__ import annotations

import pytest
from starlette.applications import Starlette
from starlette.responses import PlainTextResponse
from starlette.routing import Route
from starlette.testclient import TestClient

from tests.doubles.redis_server import RedisServer
from tests.sentences import says
from tutor_app.web.chat.device_dialog import DEVICE_PATH
from tutor_app.web.code_tries import CodeTries
from tutor_app.web.components.page_services import PageServices
from tutor_app.web.device_pairing import DEVICE_ROUTE, TRIES, TRY_SECONDS, DevicePairing

TOKEN = "a" * 32
HERE = {"origin": "http://localhost:8501"}


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


def browser(
    services: PageServices, *, secure: bool = False, clock: Clock | None = None
) -> TestClient:
    tries = CodeTries(TRIES, TRY_SECONDS, clock or Clock())
    device = DevicePairing(services.devices, secure=secure, tries=tries)

    async def chat(_: object) -> PlainTextResponse:
        return PlainTextResponse("chat")

    routes = [Route(DEVICE_ROUTE, device.answer, methods=["GET", "POST"]), Route("/", chat)]
    return TestClient(
        Starlette(routes=routes), base_url="http://localhost:8501", follow_redirects=False
    )


def test_the_right_code_replaces_the_cookie_and_leads_to_the_chat(services: PageServices) -> None:
    answer = browser(services).post(
        "/device", data={"code": services.devices.make(TOKEN)}, headers=HERE
    )
    assert (answer.status_code, answer.headers["location"]) == (303, "/")
    assert answer.headers["set-cookie"] == (
        f"elenchus_learner={TOKEN}; Path=/; HttpOnly; SameSite=Lax; Max-Age=31536000"
    )


def test_the_other_browser_is_then_the_same_learner(services: PageServices) -> None:
    course = services.courses.create("Proofs")
    learner = services.conversations.learner(TOKEN)
    begun = services.conversations.create(learner, course.id)
    phone = browser(services)
    phone.cookies.set("elenchus_learner", "b" * 32, domain="localhost.local")
    answer = phone.post("/device", data={"code": services.devices.make(TOKEN)}, headers=HERE)

    token = answer.headers["set-cookie"].split(";")[0].partition("=")[2]
    there = services.conversations.list(services.conversations.learner(token), course.id)
    assert [row.id for row in there] == [begun.id]


def test_behind_https_the_cookie_is_secure(services: PageServices) -> None:
    sent = {"code": services.devices.make(TOKEN)}
    answer = browser(services, secure=True).post("/device", data=sent, headers=HERE)
    assert answer.headers["set-cookie"].endswith("; Secure")


def test_a_used_code_changes_nothing_and_says_so(services: PageServices) -> None:
    sent = {"code": services.devices.make(TOKEN)}
    browser(services).post("/device", data=sent, headers=HERE)
    answer = browser(services).post("/device", data=sent, headers=HERE)
    assert answer.status_code == 422
    assert "set-cookie" not in answer.headers
    assert says(answer.text, "page_device.wrong_code")


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
    services: PageServices, headers: dict[str, str]
) -> None:
    code = services.devices.make(TOKEN)
    answer = browser(services).post("/device", data={"code": code}, headers=headers)
    assert answer.status_code == 403
    assert "set-cookie" not in answer.headers
    assert services.devices.redeem(code) == TOKEN


def test_behind_a_proxy_the_browser_says_where_the_form_comes_from(services: PageServices) -> None:
    headers = {"origin": "https://tutor.school.edu", "sec-fetch-site": "same-origin"}
    sent = {"code": services.devices.make(TOKEN)}
    assert browser(services).post("/device", data=sent, headers=headers).status_code == 303


def test_guessing_has_to_wait_also_with_the_right_code(
    services: PageServices, clock: Clock
) -> None:
    guesser = browser(services, clock=clock)
    for _ in range(TRIES):
        assert guesser.post("/device", data={"code": "AAAA"}, headers=HERE).status_code == 422
    sent = {"code": services.devices.make(TOKEN)}
    assert guesser.post("/device", data=sent, headers=HERE).status_code == 429

    clock.now += TRY_SECONDS
    assert guesser.post("/device", data=sent, headers=HERE).status_code == 303


def test_a_code_of_ones_own_does_not_buy_new_tries(services: PageServices) -> None:
    guesser = browser(services)
    for _ in range(TRIES - 1):
        guesser.post("/device", data={"code": "AAAA"}, headers=HERE)
    guesser.post("/device", data={"code": services.devices.make(TOKEN)}, headers=HERE)
    guesser.post("/device", data={"code": "AAAA"}, headers=HERE)
    assert guesser.post("/device", data={"code": "AAAA"}, headers=HERE).status_code == 429


def test_without_redis_the_form_says_so(services: PageServices, server: RedisServer) -> None:
    server.kill()
    answer = browser(services).post("/device", data={"code": "AAAA-AAAA"}, headers=HERE)
    assert answer.status_code == 503
    assert "try again in a moment" in answer.text


def test_the_form_is_one_labelled_field(services: PageServices) -> None:
    answer = browser(services).get("/device")
    assert '<label for="code">' in answer.text


def test_the_page_links_to_where_the_form_is() -> None:
    assert DEVICE_PATH == DEVICE_ROUTE
