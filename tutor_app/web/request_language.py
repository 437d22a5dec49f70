"""The language of a page's own requests, named in their address: a route draws no page."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import urlencode

from starlette.datastructures import QueryParams

from tutor_app.wording.catalogue import speaking, spoken_language

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Receive, Scope, Send

_LANGUAGE = "language"


def in_this_language(route: str) -> str:
    """Return the address of a route that is to answer in the language of the page drawn now."""
    return f"{route}?{urlencode({_LANGUAGE: spoken_language()})}"


class SpokenLanguage:
    """Have a request answered in the language that its address names; without one, in English."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        asked = QueryParams(scope.get("query_string", b"")).get(_LANGUAGE, "")
        if scope["type"] != "http" or not asked:
            await self.app(scope, receive, send)
            return
        with speaking(asked):
            await self.app(scope, receive, send)
