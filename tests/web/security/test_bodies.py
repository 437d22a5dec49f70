"""Bodies are limited while they are read, and only staff upload."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.routing import Route
from starlette.testclient import TestClient

from tutor_app.domain.errors import LiveStateLost
from tutor_app.web.cookies import VISIT_COOKIE
from tutor_app.web.security.upload_limits import (
    FORM_AROUND_A_FILE,
    LONGEST_BODY,
    UPLOADS,
    BodyLimits,
)

STAFF = "a" * 32
UPLOAD = f"{UPLOADS}session/file"
CHUNK = 10_000


def client(seen: list[int] | None = None, *, broken: bool = False) -> TestClient:
    """An app that adds to `seen` how many bytes reached it."""

    async def take(request: Request) -> PlainTextResponse:
        received = 0
        async for chunk in request.stream():
            received += len(chunk)
            if seen is not None:
                seen.append(received)
        return PlainTextResponse(str(received))

    def is_staff(visit: str) -> bool:
        if broken:
            raise LiveStateLost("away")
        return visit == STAFF

    middleware = [
        Middleware(BodyLimits, is_staff=is_staff, largest_upload=50_000, longest={"/device": 1000})
    ]
    methods = ["PUT", "POST", "DELETE", "OPTIONS"]
    app = Starlette(routes=[Route("/{path:path}", take, methods=methods)], middleware=middleware)
    return TestClient(app, base_url="http://localhost")


def without_length(size: int, read: list[int] | None = None) -> Iterator[bytes]:
    """A body that does not say beforehand how long it is."""
    for sent in range(0, size, CHUNK):
        if read is not None:
            read.append(sent)
        yield b"x" * min(CHUNK, size - sent)


def as_staff(app: TestClient) -> TestClient:
    app.cookies.set(VISIT_COOKIE, STAFF)
    return app


@pytest.mark.parametrize("method", ["PUT", "POST", "DELETE"])
@pytest.mark.parametrize("visit", ["", "b" * 32])
def test_without_the_staff_code_nothing_is_uploaded(method: str, visit: str) -> None:
    seen: list[int] = []
    app = client(seen)
    app.cookies.set(VISIT_COOKIE, visit)
    assert app.request(method, UPLOAD, content=b"%PDF").status_code == 403
    assert seen == []


def test_staff_upload_up_to_the_limit() -> None:
    assert as_staff(client()).put(UPLOAD, content=b"x" * 50_000).text == "50000"


def test_a_larger_upload_is_refused_by_what_it_says_of_itself() -> None:
    seen: list[int] = []
    size = 50_001 + FORM_AROUND_A_FILE
    assert as_staff(client(seen)).put(UPLOAD, content=b"x" * size).status_code == 413
    assert seen == []


def test_where_it_cannot_be_known_who_is_staff_nothing_is_uploaded() -> None:
    assert as_staff(client(broken=True)).put(UPLOAD, content=b"%PDF").status_code == 503


@pytest.mark.parametrize(("path", "limit"), [("/device", 1000), ("/send", LONGEST_BODY)])
def test_every_other_path_has_its_limit(path: str, limit: int) -> None:
    app = client()
    assert app.post(path, content=b"x" * limit).text == str(limit)
    assert app.post(path, content=b"x" * (limit + 1)).status_code == 413


@pytest.mark.parametrize(("path", "limit"), [("/device", 1000), ("/send", LONGEST_BODY)])
def test_a_length_that_is_not_told_is_counted_while_it_is_read(path: str, limit: int) -> None:
    seen: list[int] = []
    answer = client(seen).post(path, content=without_length(10 * LONGEST_BODY))
    assert answer.status_code == 413
    assert answer.headers["connection"] == "close"  # the rest is not read
    assert sum(size > limit for size in seen) == 0


@pytest.mark.parametrize("length", ["-1", "ten", "1e3", "٣"])
def test_a_length_that_is_no_number_is_refused(length: str) -> None:
    answer = client().post("/send", content=b"x", headers=[(b"content-length", length.encode())])
    assert answer.status_code == 413
