"""The web process: Streamlit's pages, the learner's cookie and the pictures of course pages."""

from __future__ import annotations

import argparse
import logging
import re
import secrets
import tomllib
from http.cookies import CookieError, SimpleCookie
from pathlib import Path
from typing import TYPE_CHECKING, Any

import streamlit as st
from starlette.datastructures import Headers, MutableHeaders
from starlette.middleware import Middleware
from starlette.responses import RedirectResponse
from starlette.routing import Route

from tutor_app.another_device import DEVICE_ROUTE, AnotherDevice
from tutor_app.cookies import LEARNER_COOKIE, VISIT_COOKIE, YEAR_SECONDS, cookie_line
from tutor_app.memory import DeviceCodes, connect
from tutor_app.page_pictures import PICTURE_ROUTE, PagePictures
from tutor_app.records import CourseRecords, open_database
from tutor_app.settings import Settings, load_settings
from tutor_app.ui.trouble import explain_crash

if TYPE_CHECKING:
    from collections.abc import Mapping

    from starlette.types import ASGIApp, Message, Receive, Scope, Send

log = logging.getLogger(__name__)

TOKEN = re.compile(r"[0-9a-f]{32}")

REPOSITORY = Path(__file__).resolve().parent.parent
PAGE_SCRIPT = REPOSITORY / "tutor_app" / "ui" / "app.py"
PAGE_CONFIG = REPOSITORY / ".streamlit" / "config.toml"


class LearnerCookies:
    """Give each browser its token on the first page, and keep it on one host name.

    `elenchus_learner` (a year) says whose conversations these are; `elenchus_visit` ends with the
    browser session and is what the staff code unlocks. Both are 128 random bits, HttpOnly.
    """

    def __init__(self, app: ASGIApp, *, secure: bool, one_host: bool) -> None:
        self.app = app
        self.secure = secure
        self.one_host = one_host

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or not _asks_for_a_page(scope):
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        if self.one_host and (elsewhere := _same_page_on_localhost(scope, headers)):
            await RedirectResponse(elsewhere, status_code=307)(scope, receive, send)
            return
        missing = [
            cookie_line(name, secrets.token_hex(16), lifetime, secure=self.secure)
            for name, lifetime in ((LEARNER_COOKIE, YEAR_SECONDS), (VISIT_COOKIE, None))
            if not TOKEN.fullmatch(read_cookie(headers.get("cookie", ""), name))
        ]

        async def send_with_cookies(message: Message) -> None:
            if message["type"] == "http.response.start":
                answer = MutableHeaders(scope=message)
                for cookie in missing:
                    answer.append("set-cookie", cookie)
                answer["referrer-policy"] = "same-origin"
                answer["x-content-type-options"] = "nosniff"
            await send(message)

        await self.app(scope, receive, send_with_cookies)


def read_cookie(header: str, name: str) -> str:
    """Return the cookie's value, "" where there is none."""
    try:
        morsel = SimpleCookie(header).get(name)
    except CookieError:
        return ""
    return morsel.value if morsel else ""


def _asks_for_a_page(scope: Scope) -> bool:
    return scope["method"] == "GET" and "text/html" in Headers(scope=scope).get("accept", "")


def _same_page_on_localhost(scope: Scope, headers: Headers) -> str | None:
    """localhost and 127.0.0.1 are two hosts with two sets of cookies: use one."""
    host, _, port = headers.get("host", "").partition(":")
    if host != "127.0.0.1":
        return None
    query = scope.get("query_string", b"").decode("latin-1")
    address = f"http://localhost:{port}" if port else "http://localhost"
    return f"{address}{scope['path']}{'?' + query if query else ''}"


def page_options(file: Path = PAGE_CONFIG) -> dict[str, Any]:
    """Read Streamlit's options as `{"server.port": …}`; from the file, wherever we were started."""
    return dict(_dotted("", tomllib.loads(file.read_text(encoding="utf-8"))))


def _dotted(prefix: str, table: Mapping[str, Any]) -> list[tuple[str, Any]]:
    found: list[tuple[str, Any]] = []
    for key, value in table.items():
        name = f"{prefix}{key}"
        found.extend(_dotted(f"{name}.", value) if isinstance(value, dict) else [(name, value)])
    return found


def build_app(settings: Settings, *, lan: bool) -> st.App:
    """Return the whole web application."""
    engine = open_database(settings)
    pictures = PagePictures(CourseRecords(engine), settings.files_dir)
    device = AnotherDevice(DeviceCodes(connect(settings)), secure=settings.cookie_secure)
    return st.App(
        PAGE_SCRIPT,
        routes=[
            Route(PICTURE_ROUTE, pictures.answer),
            Route(DEVICE_ROUTE, device.answer, methods=["GET", "POST"]),
        ],
        on_script_error=explain_crash,
        middleware=[Middleware(LearnerCookies, secure=settings.cookie_secure, one_host=not lan)],
    )


def serve(settings: Settings, *, lan: bool, port: int) -> None:
    """Serve until the process is ended."""
    options = page_options() | {
        "server.address": "0.0.0.0" if lan else "127.0.0.1",
        "server.port": port,
    }
    log.info("page on http://localhost:%d%s", port, " and on this network" if lan else "")
    build_app(settings, lan=lan).run(config=options)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tutor_app.web", description=__doc__)
    parser.add_argument("--lan", action="store_true", help="answer the whole network")
    parser.add_argument("--port", type=int, help="in place of PORT")
    given = parser.parse_args()
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(levelname)s %(name)s %(message)s")
    logging.getLogger("alembic").setLevel(logging.WARNING)  # tells at each start that it is SQLite
    settings = load_settings()
    serve(settings, lan=given.lan, port=given.port or settings.port)


if __name__ == "__main__":
    main()
