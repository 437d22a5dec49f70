"""A turn in a course of another language, read as English, which the readers of messages know best.

What a button sent, and a short message that names nothing, is read as the English that does the
same; all else stays as it is. Buttons are then labelled in the language of the course. In a course
held in English nothing changes.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from tutor_app.domain.values import Event, Message, Offers, Session
from tutor_app.understanding.moves_in_translation import as_english_move
from tutor_app.wording.buttons import as_label, as_read
from tutor_app.wording.catalogue import LANGUAGE, spoken_language


def read_as_english(message: Message, session: Session) -> tuple[Message, Session]:
    """Return a message, and the conversation before it, with what is read as English."""
    if spoken_language() == LANGUAGE:
        return message, session
    before = tuple(replace(one, question=_in_english(one.question)) for one in session.before)
    return replace(message, text=_in_english(message.text)), replace(session, before=before)


def with_labels(reply: Iterator[Event]) -> Iterator[Event]:
    """Yield a reply whose buttons speak the language that is spoken."""
    for event in reply:
        if isinstance(event, Offers):
            yield replace(event, messages=tuple(as_label(text) for text in event.messages))
        else:
            yield event


def _in_english(text: str) -> str:
    label = as_read(text)
    return label if label != text else as_english_move(text, spoken_language()) or text
