"""The tone that a course sets: fewer words, or words of encouragement and praise."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from tutor_app.conversation.trace_replies.trace_reply_sentences import GO_FIRST, NEXT_ROW
from tutor_app.domain.values import Event, Sentence, Session
from tutor_app.wording.catalogue import phrase

# Said before the first hint of a reply; each once in a conversation, as far as it is remembered.
ENCOURAGEMENT = phrase("conversation.encouragement")
WELL_DONE = phrase("conversation.well_done", "verdict")
_PRAISED = "That is right"


def in_tone(reply: Iterator[Event], session: Session) -> Iterator[Event]:
    """Yield a reply in the course's tone; what it says about the subject stays the same.

    "brief" leaves out sentences that only introduce what stands below them. "warm" praises work
    that is right, and encourages before a hint.
    """
    match session.settings.persona.tone:
        case "brief":
            yield from (event for event in reply if not _only_leads_in(event))
        case "warm":
            yield from _warmly(reply, session)
        case _:
            yield from reply


def _only_leads_in(event: Event) -> bool:
    if not isinstance(event, Sentence) or event.role != "lead_in":
        return False
    return event.text.endswith(":") or event.text in (NEXT_ROW(), GO_FIRST())


def _warmly(reply: Iterator[Event], session: Session) -> Iterator[Event]:
    said = {text for before in session.before for text in before.said}
    kind: str | None = next(
        (words for words in ENCOURAGEMENT.wordings() if words not in said), None
    )
    for event in reply:
        if isinstance(event, Sentence) and event.role == "hint" and kind is not None:
            yield Sentence(text=kind, role="lead_in")
            kind = None
        if isinstance(event, Sentence) and event.text.startswith(_PRAISED):
            event = replace(event, text=WELL_DONE(verdict=event.text))
        yield event
