"""What every response tells the browser to refuse, and the paths that are closed to everybody."""

from __future__ import annotations

import base64
import hashlib
import re
from pathlib import Path
from typing import TYPE_CHECKING

import streamlit
from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

HIDDEN_PATHS = ("/_stcore/metrics", "/_stcore/agent")
STREAMLIT_PAGE = Path(streamlit.__file__).parent / "static" / "index.html"
_INLINE_SCRIPT = re.compile(r"<script>(.*?)</script>", re.DOTALL)


class SafeHeaders:
    """Add the headers to every answer, whoever gives it, and answer 404 for closed paths."""

    def __init__(self, app: ASGIApp, *, page: Path = STREAMLIT_PAGE) -> None:
        self.app = app
        self._scripts = " ".join(inline_script_hashes(page.read_text(encoding="utf-8")))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        policy = content_policy(self._scripts, Headers(scope=scope).get("host", ""))

        async def send_safely(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers["content-security-policy"] = policy
                headers["x-content-type-options"] = "nosniff"
                headers["x-frame-options"] = "DENY"
                headers["referrer-policy"] = "same-origin"
                headers["cross-origin-resource-policy"] = "same-origin"
            await send(message)

        if scope["path"].startswith(HIDDEN_PATHS):
            await PlainTextResponse("Not found.", 404)(scope, receive, send_safely)
        else:
            await self.app(scope, receive, send_safely)


def content_policy(inline_scripts: str, host: str) -> str:
    """Return the Content-Security-Policy of a page that was asked for at `host`.

    Everything comes from here. Streamlit writes its styles into the page, compiles WebAssembly, and
    imports the script of a component from a blob; 'self' is not the websocket in every browser.
    """
    return "; ".join(
        (
            "default-src 'self'",
            f"script-src 'self' blob: 'wasm-unsafe-eval' {inline_scripts}",
            "style-src 'self' 'unsafe-inline'",
            "img-src 'self' data: blob:",
            "font-src 'self' data:",
            f"connect-src 'self' ws://{host} wss://{host}",
            "worker-src 'self' blob:",
            "object-src 'none'",
            "base-uri 'self'",
            "form-action 'self'",
            "frame-ancestors 'none'",
        )
    )


def inline_script_hashes(html: str) -> list[str]:
    """Return what lets the scripts written into this page run, and no other one."""
    return [
        f"'sha256-{base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()}'"
        for script in _INLINE_SCRIPT.findall(html)
    ]
