"""What happens when a student presses Enter, Stop or Retry."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tutor_app import asking
from tutor_app.errors import LiveStateLost
from tutor_app.ui.trouble import Trouble, trouble_words

if TYPE_CHECKING:
    from tutor_app.ui.parts import Parts
    from tutor_app.ui.place import Place
    from tutor_app.values import Intent


@dataclass(frozen=True, slots=True, kw_only=True)
class Sent:
    """`warning` says where the answer will be late."""

    conversation_id: str
    warning: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class NotSent:
    """The text is given back with what was wrong."""

    text: str
    reason: str


def send(
    text: str, place: Place, learner_id: str, parts: Parts, wanted: Intent | None = None
) -> Sent | NotSent:
    """Ask in the place's conversation, in a new one where there is none yet.

    `wanted` is the help that the student chose themselves.
    """
    if place.course is None:
        return NotSent(text=text, reason="There is no course yet to ask about.")
    made = None
    try:
        if place.conversation is None:
            made = parts.conversations.create(learner_id, place.course.id)
            conversation_id = made.id
        else:
            conversation_id = place.conversation.id
        asking.ask(text, conversation_id, parts.conversations, parts.queue, wanted)
    except LiveStateLost as exc:
        return Sent(conversation_id=conversation_id, warning=str(exc))
    except Trouble as exc:
        if made is not None:
            with suppress(*Trouble):  # then it stays in the list, empty
                parts.conversations.delete(made.id, learner_id)
        return NotSent(text=text, reason=trouble_words(exc))
    return Sent(conversation_id=conversation_id)
