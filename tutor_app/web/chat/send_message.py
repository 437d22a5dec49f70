"""What happens to a message that a student sends, by Enter or by a button."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tutor_app.domain.errors import LiveStateLost, TutorError
from tutor_app.runtime import turn_actions as asking
from tutor_app.web.components.error_boundary import PageErrors, error_text

if TYPE_CHECKING:
    from tutor_app.domain.values import Intent
    from tutor_app.storage.live import JobQueue
    from tutor_app.storage.records import ConversationRecords


@dataclass(frozen=True, slots=True, kw_only=True)
class Thread:
    """Where a message goes; a conversation that `begins` is made with its first message."""

    conversation_id: str
    course_id: str
    begins: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Outgoing:
    """A message as it was typed, under an id made by the browser, so that it may be sent again.

    `wanted` is the help that the student chose themselves.
    """

    id: str
    thread: Thread
    text: str
    wanted: Intent | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class MessageStored:
    """The message is stored. `warning` says if the answer will be late."""

    warning: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class MessageRefused:
    """Nothing is stored. `passing`: the same message is worth sending again."""

    reason: str
    passing: bool = False


def send(
    message: Outgoing, learner_id: str, conversations: ConversationRecords, queue: JobQueue
) -> MessageStored | MessageRefused:
    """Store the message, once however often it arrives, and have it answered."""
    thread = message.thread
    try:
        if thread.begins:
            conversations.create(learner_id, thread.course_id, thread.conversation_id)
        else:
            conversations.get(thread.conversation_id, learner_id)
        asking.ask(
            message.text,
            thread.conversation_id,
            conversations,
            queue,
            message.wanted,
            turn_id=message.id,
        )
    except LiveStateLost as exc:
        return MessageStored(warning=str(exc))
    except PageErrors as exc:
        if thread.begins:
            with suppress(*PageErrors):  # then it stays in the list, empty
                conversations.delete_empty(thread.conversation_id, learner_id)
        return MessageRefused(reason=error_text(exc), passing=not isinstance(exc, TutorError))
    return MessageStored()
