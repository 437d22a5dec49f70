"""A student's picture is read for the student alone, within limits, and kept nowhere."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor, as_completed

import httpx
import pytest
from starlette.applications import Starlette
from starlette.routing import Route
from starlette.testclient import TestClient

from tutor_app.domain.errors import FileUnreadable
from tutor_app.domain.settings import Settings
from tutor_app.web.cookies import LEARNER_COOKIE
from tutor_app.web.picture_text_route import (
    MOST_AT_HAND,
    NO_COOKIE,
    PICTURE_TEXT_ROUTE,
    PictureTextRoute,
    ReadText,
    picture_reader,
)
from tutor_app.web.request_language import SpokenLanguage, in_this_language
from tutor_app.wording.catalogue import speaking

TOKEN, OTHER, THIRD = "0" * 32, "1" * 32, "2" * 32
HERE = {"sec-fetch-site": "same-origin"}


def app(read: ReadText, wait_seconds: float = 5.0) -> Starlette:
    route = PictureTextRoute(read, wait_seconds)
    return Starlette(routes=[Route(PICTURE_TEXT_ROUTE, route.answer, methods=["POST"])])


def post(client: TestClient, token: str = TOKEN, **headers: str) -> httpx.Response:
    cookies = f"{LEARNER_COOKIE}={token}" if token else ""
    return client.post(
        PICTURE_TEXT_ROUTE, content=b"xyz", headers=HERE | {"cookie": cookies} | headers
    )


def test_the_text_of_a_picture_comes_back() -> None:
    answer = post(TestClient(app(lambda content: f"read {len(content)}")))
    assert (answer.status_code, answer.json()) == (200, {"text": "read 3"})


def test_a_picture_that_cannot_be_read_says_why() -> None:
    def refuse(_: bytes) -> str:
        raise FileUnreadable("It is broken.")

    answer = post(TestClient(app(refuse)))
    assert (answer.status_code, answer.json()) == (422, {"reason": "It is broken."})


def test_nobody_without_a_cookie_and_no_other_site_has_pictures_read() -> None:
    client = TestClient(app(lambda _: "read"))
    assert post(client, token="").status_code == 403
    assert post(client, **{"sec-fetch-site": "cross-site"}).status_code == 403


def test_one_student_has_one_picture_read_and_two_are_read_at_once() -> None:
    begun, go_on = threading.Semaphore(0), threading.Event()

    def wait(_: bytes) -> str:
        begun.release()
        go_on.wait(20)
        return "read"

    with TestClient(app(wait, wait_seconds=0.2)) as client, ThreadPoolExecutor(2) as pool:
        under_way = [pool.submit(post, client, token) for token in (TOKEN, OTHER)]
        for _ in under_way:
            assert begun.acquire(timeout=20)
        assert [post(client, token).status_code for token in (TOKEN, THIRD)] == [503, 503]
        go_on.set()
        assert [each.result().status_code for each in under_way] == [200, 200]
        assert post(client, TOKEN).status_code == 200


def test_no_more_pictures_are_held_than_memory_has_room_for() -> None:
    go_on = threading.Event()

    def wait(_: bytes) -> str:
        go_on.wait(20)
        return "read"

    with TestClient(app(wait)) as client, ThreadPoolExecutor(MOST_AT_HAND + 1) as pool:
        tokens = (f"{number:032x}" for number in range(MOST_AT_HAND + 1))
        sent = [pool.submit(post, client, token) for token in tokens]
        first = next(as_completed(sent))  # the others wait until one is read
        assert first.result().status_code == 503
        go_on.set()
        assert sorted(each.result().status_code for each in sent) == [200] * MOST_AT_HAND + [503]


def test_what_reads_pictures_is_named_where_it_is_lacking(settings: Settings) -> None:
    with pytest.raises(FileUnreadable, match="elenchus fetch tessdata"):
        picture_reader(settings)(b"xyz")


def test_a_route_answers_in_the_language_of_the_page() -> None:
    client = TestClient(SpokenLanguage(app(lambda _: "read")))
    with speaking("de"):
        address, told = in_this_language(PICTURE_TEXT_ROUTE), NO_COOKIE()
    assert client.post(address, headers=HERE).json() == {"reason": told}
    assert client.post(PICTURE_TEXT_ROUTE, headers=HERE).json() == {"reason": NO_COOKIE()}
    assert told != NO_COOKIE()
