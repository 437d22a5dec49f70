"""The web process: Streamlit's pages, the learner's cookie and the pictures of course pages."""

from __future__ import annotations

import argparse
import logging
import os
import re
import secrets
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Any

import streamlit as st
from starlette.datastructures import Headers, MutableHeaders
from starlette.middleware import Middleware
from starlette.responses import RedirectResponse
from starlette.routing import Route

from tutor_app.domain.settings import Settings, load_settings
from tutor_app.storage.home_permissions import close_home, keep_files_private
from tutor_app.storage.live import (
    DeviceCodes,
    StreamNews,
    TurnStreams,
    connect,
    connect_waiting,
    open_queue,
)
from tutor_app.storage.records import ConversationRecords, CourseRecords, open_database
from tutor_app.web.components.error_boundary import draw_crash
from tutor_app.web.components.page_services import get_page_services
from tutor_app.web.cookies import (
    LEARNER_COOKIE,
    VISIT_COOKIE,
    YEAR_SECONDS,
    cookie_line,
    read_cookie,
)
from tutor_app.web.device_pairing import DEVICE_ROUTE, LONGEST_FORM, DevicePairing
from tutor_app.web.follow_route import FOLLOW_ROUTE, FollowRoute
from tutor_app.web.page_pictures import PICTURE_ROUTE, PagePictures
from tutor_app.web.picture_text_route import (
    LARGEST_PICTURE,
    PICTURE_TEXT_ROUTE,
    PictureTextRoute,
    picture_reader,
)
from tutor_app.web.request_language import SpokenLanguage
from tutor_app.web.security.allowed_hosts import KnownHosts, host_names
from tutor_app.web.security.security_headers import SafeHeaders
from tutor_app.web.security.upload_limits import LARGEST_FILE, MEGABYTE, BodyLimits
from tutor_app.web.send_route import LARGEST_MESSAGE, SEND_ROUTE, SendRoute

if TYPE_CHECKING:
    from collections.abc import Mapping

    from starlette.types import ASGIApp, Message, Receive, Scope, Send

log = logging.getLogger(__name__)

TOKEN = re.compile(r"[0-9a-f]{32}")

REPOSITORY = Path(__file__).resolve().parents[2]
PAGE_SCRIPT = Path(__file__).with_name("app.py")
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
            await send(message)

        await self.app(scope, receive, send_with_cookies)


def _asks_for_a_page(scope: Scope) -> bool:
    return scope["method"] == "GET" and "text/html" in Headers(scope=scope).get("accept", "")


def _same_page_on_localhost(scope: Scope, headers: Headers) -> str | None:
    """Redirect to one host name: localhost and 127.0.0.1 have separate sets of cookies."""
    host, _, port = headers.get("host", "").partition(":")
    if host != "127.0.0.1":
        return None
    query = scope.get("query_string", b"").decode("latin-1")
    address = f"http://localhost:{port}" if port else "http://localhost"
    return f"{address}{scope['path']}{'?' + query if query else ''}"


def page_options(file: Path = PAGE_CONFIG) -> dict[str, Any]:
    """Return Streamlit's options, wherever we were started, as `{"server.headless": …}`."""
    from_file = _dotted("", tomllib.loads(file.read_text(encoding="utf-8")))
    return dict(from_file) | {"server.maxUploadSize": LARGEST_FILE}


def _dotted(prefix: str, table: Mapping[str, Any]) -> list[tuple[str, Any]]:
    found: list[tuple[str, Any]] = []
    for key, value in table.items():
        name = f"{prefix}{key}"
        found.extend(_dotted(f"{name}.", value) if isinstance(value, dict) else [(name, value)])
    return found


def build_app(settings: Settings, *, lan: bool) -> st.App:
    """Return the whole web application."""
    engine = open_database(settings)
    courses, conversations = CourseRecords(engine), ConversationRecords(engine)
    redis = connect(settings)
    pictures = PagePictures(courses, settings.files_dir)
    device = DevicePairing(DeviceCodes(redis), secure=settings.cookie_secure)
    picture_texts = PictureTextRoute(picture_reader(settings))
    sending = SendRoute(conversations, open_queue(settings))
    news = StreamNews(connect_waiting(settings))
    following = FollowRoute(conversations, courses, TurnStreams(redis), news, settings)
    return st.App(
        PAGE_SCRIPT,
        routes=[
            Route(PICTURE_ROUTE, pictures.answer),
            Route(DEVICE_ROUTE, device.answer, methods=["GET", "POST"]),
            Route(SEND_ROUTE, sending.answer, methods=["POST"]),
            Route(PICTURE_TEXT_ROUTE, picture_texts.answer, methods=["POST"]),
            Route(FOLLOW_ROUTE, following.answer),
        ],
        on_script_error=draw_crash,
        middleware=[
            *request_guards(settings, lan=lan),
            Middleware(LearnerCookies, secure=settings.cookie_secure, one_host=not lan),
        ],
    )


def request_guards(settings: Settings, *, lan: bool) -> list[Middleware]:
    """Return what every request passes, before any route and any file of Streamlit."""
    return [
        Middleware(SpokenLanguage),
        Middleware(SafeHeaders),
        Middleware(
            KnownHosts,
            configured=settings.host_names,
            own_names=host_names if lan else tuple,
        ),
        Middleware(
            BodyLimits,
            is_staff=lambda visit: get_page_services().staff_auth.is_signed_in(visit),
            largest_upload=LARGEST_FILE * MEGABYTE,
            longest={
                DEVICE_ROUTE: LONGEST_FORM,
                SEND_ROUTE: LARGEST_MESSAGE,
                PICTURE_TEXT_ROUTE: LARGEST_PICTURE,
            },
        ),
    ]


def serve(settings: Settings, *, lan: bool, port: int) -> None:
    """Serve until the process is ended."""
    options = page_options() | {
        "server.address": "0.0.0.0" if lan else "127.0.0.1",
        "server.port": port,
        "server.corsAllowedOrigins": [
            f"{scheme}://{name}" for name in settings.host_names for scheme in ("https", "http")
        ],
    }
    # uvicorn would believe every program on this computer that says it passes on a request.
    os.environ["FORWARDED_ALLOW_IPS"] = settings.trusted_proxies
    log.info("page on http://localhost:%d%s", port, " and on this network" if lan else "")
    build_app(settings, lan=lan).run(config=options)


def main() -> None:
    keep_files_private()
    parser = argparse.ArgumentParser(prog="python -m tutor_app.web.server", description=__doc__)
    parser.add_argument("--lan", action="store_true", help="answer the whole network")
    parser.add_argument("--port", type=int, help="in place of PORT")
    given = parser.parse_args()
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(levelname)s %(name)s %(message)s")
    logging.getLogger("alembic").setLevel(logging.WARNING)  # tells at each start that it is SQLite
    settings = load_settings()
    close_home(settings)
    serve(settings, lan=given.lan, port=given.port or settings.port)


if __name__ == "__main__":
    main()
