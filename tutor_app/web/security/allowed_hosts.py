"""Under which names the page answers, so that no other site's name can be pointed at it."""

from __future__ import annotations

import logging
import socket
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import psutil
from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse
from starlette.websockets import WebSocketClose

from tutor_app.wording.catalogue import phrase

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable

    from starlette.types import ASGIApp, Receive, Scope, Send

UNKNOWN_HOST = phrase("page_errors.unknown_host")
OTHER_SITE = phrase("page_errors.other_site")
log = logging.getLogger(__name__)

THIS_COMPUTER = frozenset({"localhost", "127.0.0.1", "::1"})
SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})


class KnownHosts:
    """Refuse any Host that is not ours, and whatever another site's page sends or opens here.

    Without the first, a site whose name is made to point at this computer (DNS rebinding) could
    read and send as if it were the page. `configured` names count as Host and as Origin: behind a
    proxy the two may differ. `own_names` is called again if a Host is not known yet, since a laptop
    gets another address in each network.
    """

    def __init__(
        self, app: ASGIApp, *, configured: Collection[str], own_names: Callable[[], Iterable[str]]
    ) -> None:
        self.app = app
        self._configured = frozenset(configured)
        self._own_names = own_names
        self._known = THIS_COMPUTER | self._configured

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
        elif not self._is_known(host_name(Headers(scope=scope).get("host", ""))):
            log.warning("refused a request to a host that is not in ALLOWED_HOSTS")
            await _refuse(UNKNOWN_HOST(), 400, scope, receive, send)
        elif not self._comes_from_here(scope):
            log.warning("refused a request from a page of another site")
            await _refuse(OTHER_SITE(), 403, scope, receive, send)
        else:
            await self.app(scope, receive, send)

    def _is_known(self, name: str) -> bool:
        if name not in self._known:
            self._known = THIS_COMPUTER | self._configured | frozenset(self._own_names())
        return name in self._known

    def _comes_from_here(self, scope: Scope) -> bool:
        """Return whether no other site sent it; the browser's same-origin rule covers reading."""
        if scope["type"] == "http" and scope["method"] in SAFE_METHODS:
            return True
        headers = Headers(scope=scope)
        origin = headers.get("origin")
        if origin is None:
            return True
        netloc = urlsplit(origin).netloc.lower()
        return netloc == headers["host"].lower() or host_name(netloc) in self._configured


async def _refuse(words: str, status: int, scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] == "websocket":
        await WebSocketClose(code=1008)(scope, receive, send)  # policy violation
    else:
        headers = {"connection": "close"}
        await PlainTextResponse(words, status, headers)(scope, receive, send)


def host_name(host: str) -> str:
    """Return the name or address in "name:port", without the brackets of IPv6; "" for none."""
    try:
        parts = urlsplit(f"//{host}")
        _ = parts.port  # raises where what follows the colon is no port
    except ValueError:
        return ""
    return "" if parts.netloc != host or "@" in host else (parts.hostname or "").rstrip(".")


def host_names() -> set[str]:
    """Return this computer's names and the addresses of its network cards."""
    name = socket.gethostname().lower()
    addresses = {
        address.address.partition("%")[0].lower()
        for card in psutil.net_if_addrs().values()
        for address in card
        if address.family in (socket.AF_INET, socket.AF_INET6)
    }
    return {name, f"{name.partition('.')[0]}.local"} | addresses
