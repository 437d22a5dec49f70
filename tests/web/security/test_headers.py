"""What every answer tells the browser to refuse."""

from __future__ import annotations

from pathlib import Path

import pytest
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.responses import PlainTextResponse, StreamingResponse
from starlette.routing import Route
from starlette.testclient import TestClient

from tutor_app.web.security.security_headers import SafeHeaders, inline_script_hashes


def client() -> TestClient:
    async def answer(_: object) -> PlainTextResponse:
        return PlainTextResponse("here")

    async def events(_: object) -> StreamingResponse:
        return StreamingResponse(
            iter(["data: 1\n\n", "data: 2\n\n"]), media_type="text/event-stream"
        )

    routes = [Route("/events", events), Route("/{path:path}", answer)]
    app = Starlette(routes=routes, middleware=[Middleware(SafeHeaders)])
    return TestClient(app, base_url="http://localhost:8501")


def rules(path: str) -> dict[str, list[str]]:
    policy = client().get(path).headers["content-security-policy"]
    parts = [rule.split() for rule in policy.split(";")]
    return {words[0]: words[1:] for words in parts}


@pytest.mark.parametrize("path", ["/", "/app.js", "/page.png", "/media/x", "/events", "/device"])
def test_every_answer_forbids_guessing_its_type_and_framing_it(path: str) -> None:
    headers = client().get(path).headers
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["x-frame-options"] == "DENY"
    assert headers["referrer-policy"] == "same-origin"
    assert rules(path)["frame-ancestors"] == ["'none'"]


def test_scripts_come_from_here_and_none_is_written_into_a_page() -> None:
    scripts = rules("/")["script-src"]
    assert {"'self'", "blob:"} <= set(scripts)
    assert not {"'unsafe-inline'", "'unsafe-eval'", "*", "http:", "https:"} & set(scripts)
    assert rules("/")["object-src"] == ["'none'"]
    assert rules("/")["default-src"] == ["'self'"]


def test_the_pages_own_script_is_let_through_by_its_words(tmp_path: Path) -> None:
    html = "<script>window.x = 1</script><script src='a.js'></script>"
    # echo -n 'window.x = 1' | openssl dgst -sha256 -binary | base64
    assert inline_script_hashes(html) == ["'sha256-TRQHTtKk2Jz9TNrGZb+BnTJZb+vLVfeW/a0aaZ7avUM='"]


def test_the_live_connection_is_allowed_to_this_host_only() -> None:
    assert rules("/")["connect-src"] == ["'self'", "ws://localhost:8501", "wss://localhost:8501"]


@pytest.mark.parametrize("path", ["/_stcore/metrics", "/_stcore/agent/openapi.json"])
def test_what_tells_of_the_inside_is_closed(path: str) -> None:
    assert client().get(path).status_code == 404


def test_events_are_passed_on_one_by_one() -> None:
    with client().stream("GET", "/events") as answer:
        assert list(answer.iter_text()) == ["data: 1\n\n", "data: 2\n\n"]
