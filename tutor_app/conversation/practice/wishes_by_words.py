"""Wishes that the words of a part show where what was learned is not sure, or cannot know them."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from tutor_app.conversation.practice.practice_parts import MessagePart
from tutor_app.conversation.practice.round_message import (
    FINAL,
    LIKELY,
    ON_A_TOPIC,
    SURE,
    WISHES,
    RoundMessage,
    topic_words,
)
from tutor_app.conversation.practice.wished_kinds import wishes_something_to_do
from tutor_app.conversation.practice.wished_length import (
    asks_for_short_thing,
    names_a_thing,
    says_short_thing,
)
from tutor_app.conversation.practice.wished_properties import not_of_topics, properties_of_part
from tutor_app.conversation.turn_context import TurnContext
from tutor_app.tracing.reading.algorithm_names import name_algorithms

_LEAVES: Final = MessagePart(text="another", kind="another", likely=1.0, wishes=1.0)
_ALMOST: Final = 0.7  # how likely a part is at most that another reader may hear otherwise
_UNSURE: Final = 0.6  # how likely a part is at most that may be another wish by its words


def with_wishes_by_words(
    parts: tuple[MessagePart, ...], turn: TurnContext
) -> tuple[MessagePart, ...]:
    """Return the parts of a message, those as wishes that their words show to be some."""
    parts = tuple(map(_to_do, parts))
    session = turn.session
    if not (session.practice_round or session.tracing or session.ended_run):
        return parts
    parts = tuple(_of_property(_by_act(part, turn), turn) for part in parts)
    begins = any(part.kind in ("task", "quiz") and part.wishes >= SURE for part in parts)
    behind = [False, *(part.kind in ON_A_TOPIC and part.wishes >= SURE for part in parts[:-1])]
    asks = [part.kind == "question" for part in parts]
    if sum(asks) <= (len(parts) == 1):  # "quick one: what is h?" asks beside it
        told = zip(parts, behind, strict=True)
        parts = tuple(_as_wish(part, turn, begins=begins or after) for part, after in told)
    return _switched(parts, turn)


def _to_do(part: MessagePart) -> MessagePart:
    """Return a part as the wish for something to do that its form shows."""
    if not wishes_something_to_do(part.text):
        return part
    kind = part.kind if part.kind in ON_A_TOPIC else "task"
    return replace(part, kind=kind, likely=1.0, wishes=1.0)


def _of_property(part: MessagePart, turn: TurnContext) -> MessagePart:
    """Return a part that names a property of calculations, where one is asked, as a wish for it:
    "another with a minus before a product"."""
    waits = turn.session.asked_in_round
    if waits is None or not waits.is_computed or part.kind in (*WISHES, "question", "why"):
        return part
    if not not_of_topics(properties_of_part(part.text)):
        return part
    return replace(part, kind="another", likely=_UNSURE, wishes=1.0)


def _by_act(part: MessagePart, turn: TurnContext) -> MessagePart:
    """Return a part as the wish that the reader of acts hears in it, where that of parts is not
    sure of one: "can i have a bracket one next".
    """
    heard = part.kind in WISHES and part.wishes >= SURE
    heard = heard and (part.likely >= LIKELY or part.kind not in FINAL)
    if heard or part.likely >= _ALMOST or any(sign.isdecimal() for sign in part.text):
        return part
    if turn.act_of(part.text).act != "ask.practice":
        return part
    as_topic = replace(part, kind="topic", likely=_UNSURE, wishes=1.0)
    heard_so = RoundMessage(text=part.text, parts=(as_topic,))
    known = turn.index is not None and any(
        map(turn.index.knows, topic_words(heard_so, turn.index.knows))
    )
    return as_topic if known else replace(as_topic, kind="task")


def _as_wish(part: MessagePart, turn: TurnContext, *, begins: bool) -> MessagePart:
    """Return a part that is not sure as the wish that its words are: for something short, or on a
    topic where a value is asked for, "a percent one instead".

    `begins`: another part wishes for something to do, or the one before for another, of which this
    may say what it is to be on.
    """
    if part.likely >= _UNSURE or any(sign.isdecimal() for sign in part.text):
        return part
    if says_short_thing(part.text):
        return replace(part, kind="easier", likely=_UNSURE, wishes=1.0)
    waits, index = turn.session.asked_in_round, turn.index
    if waits is None or not waits.is_computed or index is None:
        return part
    if part.kind in WISHES and part.likely >= LIKELY:
        return part
    as_topic = replace(part, kind="topic", likely=_UNSURE, wishes=1.0)
    heard = RoundMessage(text=part.text, parts=(as_topic,))
    words = topic_words(heard, index.knows)
    is_topic = names_a_thing(part.text) and bool(words) or begins and any(map(index.knows, words))
    return as_topic if is_topic else part


def _switched(parts: tuple[MessagePart, ...], turn: TurnContext) -> tuple[MessagePart, ...]:
    """Return the parts of a message: what ends one thing for another that is named only leaves it.

    "no more dijkstra, lets do prim" ends no practice.
    """
    if not any(part.kind == "stop" for part in parts):
        return parts
    run = turn.session.tracing
    at_hand = run.problem.algorithm if run is not None else None
    begun = [_begins_other(part, at_hand, turn) for part in parts]
    if not any(begun):
        return tuple(_instead(part, at_hand) for part in parts)
    named = (replace(p, kind="topic") if b else p for p, b in zip(parts, begun, strict=True))
    return tuple(_LEAVES if part.kind == "stop" else part for part in named)


def _instead(part: MessagePart, at_hand: str | None) -> MessagePart:
    """Return an end that names another run than that at hand as the wish for it."""
    named = name_algorithms(part.text) if part.kind == "stop" and at_hand is not None else ()
    other = any(name != at_hand for name in named)
    return replace(part, kind="topic", likely=1.0, wishes=1.0) if other else part


def _begins_other(part: MessagePart, at_hand: str | None, turn: TurnContext) -> bool:
    """Whether a part wishes for something by its name, other than the run at hand."""
    is_wish = part.kind in ON_A_TOPIC or part.wishes >= SURE
    if not is_wish or part.kind in ("stop", "resume", "progress"):
        return False
    if asks_for_short_thing(part.text):
        return True  # "a brief one, my train leaves": who has to go wishes for it all the same
    named = name_algorithms(part.text)
    if named:
        return any(name != at_hand for name in named)
    begins = part.kind in ("topic", "quiz", "task") and part.likely >= LIKELY
    heard = RoundMessage(text=part.text, parts=(part,))
    return begins and (turn.index is not None and bool(topic_words(heard, turn.index.knows)))
