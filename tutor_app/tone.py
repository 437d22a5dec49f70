"""The tone that a course sets, in the words that code makes: fewer of them, or a kind one more."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from tutor_app.strategies.tracing_words import GO_ON, PREDICT
from tutor_app.values import Event, Sentence, Session

# Said before the first hint of a reply; each once in a conversation, as far as it is remembered.
KIND_WORDS = (
    "Good that you work on this yourself.",
    "Take your time with this one.",
    "Keep at it: one step at a time.",
    "No hurry, a wrong try is welcome too.",
)
_PRAISED = "That is right"
WELL_DONE = "Well done!"


def in_tone(reply: Iterator[Event], session: Session) -> Iterator[Event]:
    """Yield a reply as the course's tone has it; what it says of the matter stays the same.

    "brief" leaves out the sentences that only lead in what stands below them. "warm" praises
    work that is right, and has a kind word before a hint.
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
    return event.text.endswith(":") or event.text in (GO_ON, PREDICT)


def _warmly(reply: Iterator[Event], session: Session) -> Iterator[Event]:
    said = {text for before in session.before for text in before.said}
    kind: str | None = next((words for words in KIND_WORDS if words not in said), None)
    for event in reply:
        if isinstance(event, Sentence) and event.role == "hint" and kind is not None:
            yield Sentence(text=kind, role="lead_in")
            kind = None
        if isinstance(event, Sentence) and event.text.startswith(_PRAISED):
            event = replace(event, text=f"{WELL_DONE} {event.text}")
        yield event
