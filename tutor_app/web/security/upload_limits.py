"""How much may be sent and who may upload, checked before and while a body is read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.responses import PlainTextResponse

from tutor_app.domain.errors import TutorError
from tutor_app.web.cookies import VISIT_COOKIE, read_cookie
from tutor_app.wording.catalogue import phrase

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from starlette.types import ASGIApp, Message, Receive, Scope, Send

STAFF_ONLY = phrase("page_errors.staff_only_uploads")
TOO_LARGE = phrase("page_errors.too_large")
UPLOADS_UNAVAILABLE = phrase("page_errors.uploads_unavailable")
UPLOADS = "/_stcore/upload_file/"
MEGABYTE = 1024 * 1024
LARGEST_FILE = 400  # megabytes; the page itself is told the same (`page_options` in web/server.py)
FORM_AROUND_A_FILE = MEGABYTE  # boundaries and part headers, as Streamlit counts them
LONGEST_BODY = 256 * 1024  # bytes, of whatever is no upload


class BodyLimits:
    """Refuse uploads without the staff code, and bodies longer than their path allows.

    The length is counted while the body is read, since a client need not declare it. If a response
    is sent before the body's end, the rest is not read and the connection is closed. `is_staff`
    says whether a visit is signed in; `largest_upload` is in bytes. `longest` gives other paths a
    limit of their own, in bytes.
    """

    def __init__(
        self,
        app: ASGIApp,
        *,
        is_staff: Callable[[str], bool],
        largest_upload: int,
        longest: Mapping[str, int],
    ) -> None:
        self.app = app
        self._is_staff = is_staff
        self._largest_upload = largest_upload
        self._longest = longest

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        body = _CountedBody(receive, self._limit(scope["path"]), scope)

        async def send_and_end(message: Message) -> None:
            if message["type"] == "http.response.start" and not body.is_over:
                MutableHeaders(scope=message)["connection"] = "close"
            await send(message)

        refusal = await self._refusal(scope)
        await (refusal or self.app)(scope, body.receive, send_and_end)

    async def _refusal(self, scope: Scope) -> PlainTextResponse | None:
        headers = Headers(scope=scope)
        if scope["path"].startswith(UPLOADS) and scope["method"] != "OPTIONS":
            visit = read_cookie(headers.get("cookie", ""), VISIT_COOKIE)
            try:
                if not await run_in_threadpool(self._is_staff, visit):
                    return PlainTextResponse(STAFF_ONLY(), 403)
            except TutorError:  # whether it is staff cannot be looked up
                return PlainTextResponse(UPLOADS_UNAVAILABLE(), 503)
        declared = headers.get("content-length", "0")
        if not declared.isdecimal() or int(declared) > self._limit(scope["path"]):
            return PlainTextResponse(TOO_LARGE(), 413)
        return None

    def _limit(self, path: str) -> int:
        if path.startswith(UPLOADS):
            return self._largest_upload + FORM_AROUND_A_FILE
        return self._longest.get(path, LONGEST_BODY)


class _CountedBody:
    """The body of one request, counted as it arrives."""

    def __init__(self, receive: Receive, limit: int, scope: Scope) -> None:
        headers = Headers(scope=scope)
        self._receive = receive
        self._limit = limit
        self._received = 0
        declared = headers.get("content-length", "0")
        self.is_over = declared == "0" and "transfer-encoding" not in headers

    async def receive(self) -> Message:
        """Receive the next part.

        Raises:
            HTTPException: 413, as soon as there is more than the limit.
        """
        message = await self._receive()
        self._received += len(message.get("body", b""))
        if self._received > self._limit:
            raise HTTPException(413, TOO_LARGE())
        if message["type"] == "http.request" and not message.get("more_body", False):
            self.is_over = True
        return message
