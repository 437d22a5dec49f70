"""The route that takes a student's message and says when it is stored.

A click on one of Streamlit's widgets is merged with the next one where the page's script has not
begun yet; a message must not be. So the page's input sends it here, again and again under the same
id until it hears that it is stored.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from pydantic import BaseModel, StringConstraints, ValidationError
from starlette.concurrency import run_in_threadpool
from starlette.responses import JSONResponse, Response

from tutor_app.domain.values import Intent
from tutor_app.web.chat.send_message import MessageRefused, MessageStored, Outgoing, Thread, send
from tutor_app.web.components.error_boundary import PageErrors, error_text
from tutor_app.web.cookies import LEARNER_COOKIE
from tutor_app.web.security.same_origin import is_same_origin
from tutor_app.wording.catalogue import phrase

if TYPE_CHECKING:
    from starlette.requests import Request

    from tutor_app.storage.live import JobQueue
    from tutor_app.storage.records import ConversationRecords

INCOMPLETE = phrase("page_errors.message_incomplete")
OTHER_SITE = phrase("page_errors.message_from_other_site")
NO_COOKIE = phrase("page_errors.no_cookie")
SEND_ROUTE = "/send"
LARGEST_MESSAGE = 256 * 1024  # bytes: the characters that are read, each written as an escape

MadeId = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{32}$")]


class _SendRequest(BaseModel):
    """The body of the request."""

    id: MadeId
    conversation: MadeId
    course: Annotated[str, StringConstraints(max_length=80)]
    begins: bool
    text: str
    wanted: Intent | None = None

    def as_outgoing(self) -> Outgoing:
        thread = Thread(
            conversation_id=self.conversation, course_id=self.course, begins=self.begins
        )
        return Outgoing(id=self.id, thread=thread, text=self.text, wanted=self.wanted)


class SendRoute:
    """Answers POST of `/send`: 200 once the message is stored, else why it is not.

    503 says that the same message is worth sending again; with any other status it is not.
    """

    def __init__(self, conversations: ConversationRecords, queue: JobQueue) -> None:
        self._conversations = conversations
        self._queue = queue

    async def answer(self, request: Request) -> Response:
        if not is_same_origin(request):
            return _refusal(OTHER_SITE(), 403)
        token = request.cookies.get(LEARNER_COOKIE, "")
        if not token:
            return _refusal(NO_COOKIE(), 403)
        try:
            message = _SendRequest.model_validate_json(await request.body()).as_outgoing()
        except ValidationError:
            return _refusal(INCOMPLETE(), 400)
        if not message.text.strip():
            return _refusal(INCOMPLETE(), 400)
        outcome = await run_in_threadpool(self._send, message, token)
        if isinstance(outcome, MessageRefused):
            return _refusal(outcome.reason, 503 if outcome.passing else 422)
        return JSONResponse({"stored": message.id, "warning": outcome.warning})

    def _send(self, message: Outgoing, token: str) -> MessageStored | MessageRefused:
        try:
            learner_id = self._conversations.learner(token)
        except PageErrors as exc:
            return MessageRefused(reason=error_text(exc), passing=True)
        return send(message, learner_id, self._conversations, self._queue)


def _refusal(reason: str, status: int) -> Response:
    return JSONResponse({"reason": reason}, status_code=status)
