"""A message in its turn that may be about a calculation, and the reply where it is."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Final

from tutor_app.calculations.calculation_facts import CalculationFacts
from tutor_app.calculations.calculation_process import (
    CalculationTooLong,
    ExaminedTexts,
)
from tutor_app.calculations.replies.fitting_quotes import to_the_point
from tutor_app.calculations.replies.help_with_calculation import help_with_calculation
from tutor_app.calculations.replies.reply_turn import Asked, CalculationTurn
from tutor_app.calculations.speech.heard_message import HeardCalculation, hear_message
from tutor_app.conversation.trace_replies.problem_reply import cite_from
from tutor_app.conversation.turn_context import TurnContext
from tutor_app.domain.values import (
    AnswerDone,
    Event,
    HintLevel,
    IntentRecognised,
    TurnRecord,
)
from tutor_app.understanding.dialogue_acts import NEXT_HINT

_REASONS: Final = ("ask.why", "ask.reason")
_ASKING: Final = ("question", "meant", "simpler")
_SHOWING: Final = ("ask.example", "ask.simpler", "ask.practice", "ask.run")
_TO_SEE: Final = ("ask.example", "ask.run")  # nothing else of a calculation can be run
_SURELY: Final = 0.7


@dataclass(frozen=True, kw_only=True)  # no slots: what is looked up twice is kept
class MessageInTurn:
    """A message that may be about a calculation; it is heard once, and each text examined once."""

    turn: TurnContext
    examine: ExaminedTexts = field(default_factory=ExaminedTexts)

    @cached_property
    def heard_message(self) -> HeardCalculation:
        """The message taken apart: whose each piece of its mathematics is."""
        turn = self.turn
        if turn.message.text == NEXT_HINT:
            return HeardCalculation(own="")
        begun = turn.on_table == "calculation"
        return hear_message(turn.message.text, begun=begun, embedder=turn.services.embedder)

    @cached_property
    def facts(self) -> CalculationFacts | None:
        """What is found of it; None where it is too large, which is told to the student."""
        try:
            return self.examine(self.turn.message.text)
        except CalculationTooLong:
            return None


def turn_about(
    message: MessageInTurn,
    heard: HeardCalculation | None = None,
    item: str | None = None,
    text: str | None = None,
) -> CalculationTurn:
    """Return a message with all that its reply is made of; `heard`: it taken apart, where it was
    already, `item`: what it is for, `text`: the part of it that counts."""
    turn = message.turn
    session = turn.session
    if item is not None and session.work is not None and session.work.item != item:
        session = replace(session, work=None)  # what was calculated for another item is done with
    return CalculationTurn(
        text=text or turn.message.text,
        act=turn.act_at_work,
        session=session,
        cite=to_the_point(cite_from(turn.session, turn.services)),
        examine=message.examine,
        heard=heard or message.heard_message,
        item=item,
        told=_statement(turn, item),
        asks=frozenset(_asked_for(turn)),
    )


def _asked_for(turn: TurnContext) -> Iterator[Asked]:
    """Yield what parts of a message ask for beside a verdict, as two readers have learned it."""
    if turn.message.text == NEXT_HINT or turn.on_table != "calculation":
        return
    for part in turn.said.parts:
        guess = turn.act_of(part.text)
        surely = guess.sure or len(turn.said.parts) == 1
        if guess.act in _REASONS and (surely or part.kind in _ASKING):
            yield "why"
        elif guess.act in _TO_SEE and surely:
            yield "numbers"
        elif part.kind == "example" and part.likely >= _SURELY and guess.act in _SHOWING:
            yield "numbers"


def _statement(turn: TurnContext, item: str | None) -> str:
    """Return what the item asks that a calculation is for."""
    work = turn.session.work
    name = item or (work.item if work is not None else None)
    found = turn.book.item(name) if turn.book is not None and name is not None else None
    return found.statement if found is not None else ""


def reply_about(
    message: MessageInTurn,
    heard: HeardCalculation | None = None,
    item: str | None = None,
    text: str | None = None,
) -> Iterator[Event]:
    """Yield the reply to a message about a calculation; the arguments are those of `turn_about`."""
    turn = message.turn
    yield IntentRecognised(intent="validation", sure=True, others=())
    left = yield from help_with_calculation(turn_about(message, heard, item, text))
    if left.ladder and left.ladder[-1].level:
        yield HintLevel(level=left.ladder[-1].level)
    turn.notes.note_point("all")
    yield AnswerDone(
        record=TurnRecord(intent="validation", found=None, timings=turn.notes.timings, work=left)
    )
