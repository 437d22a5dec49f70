"""What is said in practice to a question, a feeling or thanks beside an answer or a wish."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from tutor_app.conversation.explanation import explain
from tutor_app.conversation.practice.round_message import RoundMessage
from tutor_app.conversation.turn_context import TurnContext
from tutor_app.domain.values import Event, Quote, Sentence
from tutor_app.understanding.feelings import UNNAMED, feeling_of
from tutor_app.understanding.outright import small_talk
from tutor_app.wording.catalogue import phrase

THANKED = phrase("conversation_practice.thanked")
TILL_SOON = phrase("conversation_practice.till_soon")
WEARY = phrase("conversation_practice.weary")
_OF_ANSWERS: Final = ("lead_in", "notice", "decline")


def said_beside(turn: TurnContext, heard: RoundMessage, *meant: str) -> tuple[Event, ...]:
    """Return what is said to what a message asks or feels beside the rest.

    `meant` is what the table of a run says to the question; else the course is asked.
    """
    asked = heard.text_of("question")
    kind = [*kind_words(heard)]
    if meant or not asked:
        return (*kind, *(Sentence(text=text, role="lead_in") for text in meant))
    return (*kind, *_answer_from_course(replace(turn, message=replace(turn.message, text=asked))))


def kind_words(heard: RoundMessage) -> Iterator[Sentence]:
    """Yield what is said to thanks, a goodbye and a feeling."""
    said = [part.text for part in heard.parts if part.kind == "social"]
    ends = [part.text for part in heard.parts if part.kind in ("social", "stop")]
    if any(small_talk(text) == "bye" for text in ends):
        yield Sentence(text=TILL_SOON(), role="notice")
    if any(small_talk(text) == "thanks" for text in said):
        yield Sentence(text=THANKED(), role="notice")
    elif any(feeling_of(text) != UNNAMED for text in said):
        yield Sentence(text=WEARY(), role="notice")


def _answer_from_course(turn: TurnContext) -> Iterator[Event]:
    """Yield the quote that answers a question best, and no exercise: the round has its own."""
    quoted = False
    for event in explain(turn, "direct"):
        if isinstance(event, Quote) and not event.quiet:
            if not quoted:
                yield event
            quoted = True
        elif isinstance(event, Sentence) and event.role in _OF_ANSWERS:
            yield event
