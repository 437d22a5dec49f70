"""The route that tells an open page when there is something new to draw, by server-sent events.

It draws nothing: it says what the status line says, and a mark that changes with what is drawn.
"""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from time import monotonic
from typing import TYPE_CHECKING, Any

from starlette.concurrency import run_in_threadpool
from starlette.responses import PlainTextResponse, Response, StreamingResponse

from tutor_app.domain.errors import LiveStateLost, NotFound
from tutor_app.retrieval.index_files import current_version
from tutor_app.web.chat.open_turns import AWAY, read_open_turns
from tutor_app.web.components.error_boundary import PageErrors, error_text
from tutor_app.web.cookies import LEARNER_COOKIE

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Mapping

    from starlette.requests import Request

    from tutor_app.domain.settings import Settings
    from tutor_app.storage.live import StreamNews, TurnStreams
    from tutor_app.storage.records import ConversationRecords, CourseRecords

FOLLOW_ROUTE = "/follow"
# A page asks again when its stream has ended; a web process that is event to end waits for streams.
STREAM_SECONDS = 5.0
LOOK_SECONDS = 1.0  # at least so often: what Redis does not tell, the database does
TOGETHER_SECONDS = 0.08  # what is said so soon after one another is drawn at once
RECONNECT_MILLISECONDS = 300
READY, NOT_READY = "ready", "not ready"

FollowEvent = dict[str, Any]


class FollowRoute:
    """Answers GET of `/follow`, for a conversation of the visitor's, or a course not yet ready."""

    def __init__(
        self,
        conversations: ConversationRecords,
        courses: CourseRecords,
        streams: TurnStreams,
        news: StreamNews,
        settings: Settings,
    ) -> None:
        self._conversations = conversations
        self._courses = courses
        self._streams = streams
        self._news = news
        self._settings = settings

    async def answer(self, request: Request) -> Response:
        """200 with events, or 404 where there is no such course or conversation of this visitor."""
        query = request.query_params
        token = request.cookies.get(LEARNER_COOKIE, "")
        course_id, conversation_id = query.get("course", ""), query.get("conversation", "")
        try:
            await run_in_threadpool(self._check, course_id, conversation_id, token)
        except NotFound as exc:
            return PlainTextResponse(str(exc), status_code=404)
        except PageErrors as exc:
            return PlainTextResponse(error_text(exc), status_code=503)
        changes = self._course(course_id) if course_id else self._conversation(conversation_id)
        headers = {"cache-control": "no-store", "x-accel-buffering": "no"}
        return StreamingResponse(_write(changes), media_type="text/event-stream", headers=headers)

    def _check(self, course_id: str, conversation_id: str, token: str) -> None:
        if course_id:
            self._courses.get(course_id)
        else:
            self._conversations.get(conversation_id, self._conversations.learner(token))

    async def _conversation(self, conversation_id: str) -> AsyncIterator[FollowEvent]:
        while True:
            event, heard = await run_in_threadpool(self._look, conversation_id)
            yield event
            await self._wait(heard)
            await asyncio.sleep(TOGETHER_SECONDS)

    def _look(self, conversation_id: str) -> tuple[FollowEvent, Mapping[str, str]]:
        try:
            opened = read_open_turns(conversation_id, self._conversations, self._streams)
        except PageErrors:
            return {"mark": AWAY}, {}
        lines = {turn_id: shown.status_line for turn_id, shown in opened.turns.items()}
        return {"mark": opened.mark, "lines": lines, "spoken": opened.spoken_text}, opened.heard

    async def _wait(self, heard: Mapping[str, str]) -> None:
        """Return when one of the turns goes on, and at the latest when it is time to look."""
        if heard:
            with suppress(LiveStateLost):
                await self._news.wait(heard, LOOK_SECONDS)
                return
        await asyncio.sleep(LOOK_SECONDS)

    async def _course(self, course_id: str) -> AsyncIterator[FollowEvent]:
        folder = self._settings.course_dir(course_id)
        while True:
            version = await run_in_threadpool(current_version, folder)
            yield {"mark": NOT_READY if version is None else READY}
            await asyncio.sleep(LOOK_SECONDS)


async def _write(changes: AsyncIterator[FollowEvent]) -> AsyncIterator[str]:
    """Write what is new, for as long as a stream lasts."""
    until = monotonic() + STREAM_SECONDS
    last: FollowEvent | None = None
    yield f"retry: {RECONNECT_MILLISECONDS}\n\n"
    async for event in changes:
        if event != last:
            yield f"data: {json.dumps(event)}\n\n"
            last = event
        if monotonic() > until:
            return
