"""The route that reads the text of a student's picture, for the student to correct and send.

The picture is kept nowhere: what the conversation holds is the text.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING

from starlette.concurrency import run_in_threadpool
from starlette.responses import JSONResponse, Response

from ingest.pictures.picture_process import read_in_process
from tutor_app.domain.errors import FileUnreadable
from tutor_app.models.model_files import tessdata_path
from tutor_app.web.cookies import LEARNER_COOKIE
from tutor_app.web.security.same_origin import is_same_origin
from tutor_app.web.security.upload_limits import MEGABYTE
from tutor_app.wording.catalogue import phrase

if TYPE_CHECKING:
    from starlette.requests import Request

    from tutor_app.domain.settings import Settings

OTHER_SITE = phrase("page_errors.message_from_other_site")
NO_COOKIE = phrase("page_errors.no_cookie")
NOT_INSTALLED = phrase("page_pictures.not_installed")
BUSY = phrase("page_pictures.busy")
PICTURE_TEXT_ROUTE = "/picture-text"
LARGEST_PICTURE = 12 * MEGABYTE
_AT_ONCE = 2  # each takes a core
MOST_AT_HAND = 24  # whole pictures in memory: of those that wait, too
_WAIT_SECONDS = 30.0

ReadText = Callable[[bytes], str]


def picture_reader(settings: Settings) -> ReadText:
    """Return what reads a picture, in a process of its own.

    It raises `FileUnreadable`, with the reason as a student may read it.
    """

    def read(content: bytes) -> str:
        tessdata = tessdata_path(settings)  # may be fetched while we run
        if tessdata is None:
            raise FileUnreadable(NOT_INSTALLED())
        return read_in_process(content, tessdata.absolute())

    return read


class PictureTextRoute:
    """Answers POST of a picture's bytes: 200 with its `text`, else the `reason` why there is none.

    503 says that the same picture is worth sending again. One student has one picture read at once.
    """

    def __init__(self, read: ReadText, wait_seconds: float = _WAIT_SECONDS) -> None:
        self._read = read
        self._wait_seconds = wait_seconds
        self._free = asyncio.Semaphore(_AT_ONCE)
        self._readers: set[str] = set()
        self._at_hand = 0

    async def answer(self, request: Request) -> Response:
        if not is_same_origin(request):
            return _refusal(OTHER_SITE(), 403)
        token = request.cookies.get(LEARNER_COOKIE, "")
        if not token:
            return _refusal(NO_COOKIE(), 403)
        if self._at_hand >= MOST_AT_HAND:
            return _refusal(BUSY(), 503)
        self._at_hand += 1
        try:
            return await self._answer_one(token, await request.body())
        finally:
            self._at_hand -= 1

    async def _answer_one(self, token: str, content: bytes) -> Response:
        if token in self._readers:
            return _refusal(BUSY(), 503)
        self._readers.add(token)
        try:
            return await self._answer(content)
        finally:
            self._readers.discard(token)

    async def _answer(self, content: bytes) -> Response:
        try:
            await asyncio.wait_for(self._free.acquire(), self._wait_seconds)
        except TimeoutError:
            return _refusal(BUSY(), 503)
        try:
            return JSONResponse({"text": await run_in_threadpool(self._read, content)})
        except FileUnreadable as exc:
            return _refusal(str(exc), 422)
        finally:
            self._free.release()


def _refusal(reason: str, status: int) -> Response:
    return JSONResponse({"reason": reason}, status_code=status)
