"""Cookies, one host name, options; and what the process must not load."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.responses import PlainTextResponse
from starlette.routing import Route
from starlette.testclient import TestClient

from tutor_app.web.server import LEARNER_COOKIE, VISIT_COOKIE, LearnerCookies, page_options

PAGE = {"accept": "text/html,*/*"}
REPOSITORY = Path(__file__).parents[2]


def client(*, secure: bool = False, one_host: bool = True) -> TestClient:
    async def page(_: object) -> PlainTextResponse:
        return PlainTextResponse("page")

    middleware = [Middleware(LearnerCookies, secure=secure, one_host=one_host)]
    app = Starlette(routes=[Route("/{path:path}", page)], middleware=middleware)
    return TestClient(app, base_url="http://localhost:8501", follow_redirects=False)


def test_the_first_page_brings_both_cookies_out_of_reach_of_scripts() -> None:
    cookies = client().get("/", headers=PAGE).headers.get_list("set-cookie")
    assert [c.partition("=")[0] for c in cookies] == [LEARNER_COOKIE, VISIT_COOKIE]
    assert all("HttpOnly" in c and "SameSite=Lax" in c and "Secure" not in c for c in cookies)
    assert all(re.match(r"\w+=[0-9a-f]{32};", c) for c in cookies)
    assert "Max-Age=31536000" in cookies[0]
    assert "Max-Age" not in cookies[1]


def test_a_browser_keeps_its_token() -> None:
    browser = client()
    browser.get("/", headers=PAGE)
    assert "set-cookie" not in browser.get("/materials", headers=PAGE).headers


def test_a_token_that_we_did_not_make_is_replaced() -> None:
    answer = client().get("/", headers=PAGE | {"cookie": f"{LEARNER_COOKIE}=short"})
    assert any(LEARNER_COOKIE in c for c in answer.headers.get_list("set-cookie"))


def test_pictures_and_scripts_bring_no_cookie() -> None:
    assert "set-cookie" not in client().get("/app.js", headers={"accept": "*/*"}).headers


def test_behind_https_the_cookies_are_secure() -> None:
    cookies = client(secure=True).get("/", headers=PAGE).headers.get_list("set-cookie")
    assert all("; Secure" in c for c in cookies)


def test_127_0_0_1_leads_to_localhost_unless_the_network_is_served() -> None:
    headers = PAGE | {"host": "127.0.0.1:8501"}
    answer = client().get("/?c=abc", headers=headers)
    assert (answer.status_code, answer.headers["location"]) == (
        307,
        "http://localhost:8501/?c=abc",
    )
    assert client(one_host=False).get("/", headers=headers).status_code == 200


def test_the_options_are_found_from_any_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    options = page_options()
    assert options["runner.postScriptGC"] is False
    assert options["client.toolbarMode"] == "minimal"
    assert options["browser.gatherUsageStats"] is False
    assert options["server.maxUploadSize"] >= 200
    assert options["theme.light.primaryColor"] != options["theme.dark.primaryColor"]


def test_the_web_process_loads_no_torch_and_no_index() -> None:
    modules = sorted(
        ".".join(file.relative_to(REPOSITORY).with_suffix("").parts)
        for file in (REPOSITORY / "tutor_app" / "web").rglob("*.py")
        if file.stem not in ("app", "__init__")  # app.py draws as soon as it is imported
    )
    assert "tutor_app.web.server" in modules
    code = (
        f"import sys, tutor_app.web.server, {', '.join(modules)}\n"
        "heavy = {'torch', 'sentence_transformers', 'transformers', 'faiss', 'xllamacpp'}\n"
        "print(*heavy & set(sys.modules))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, cwd=REPOSITORY, check=True
    )
    assert done.stdout.split() == []
