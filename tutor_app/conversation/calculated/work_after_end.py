"""Work of their own that a student sends behind the end of a round: "13/20. stop. check 2x = …"."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from tutor_app.conversation.practice.practice_parts import MessagePart
from tutor_app.conversation.practice.round_message import RoundMessage
from tutor_app.conversation.turn_context import TurnContext
from tutor_app.domain.values import AnswerDone, Event


def split_after_end(heard: RoundMessage) -> tuple[str, str] | None:
    """Return a message up to the end that it wishes, and the calculation behind that; None where
    it has no such two."""
    ends = [part for part in heard.parts if part.kind == "stop"]
    if heard.wish != "stop" or not ends:
        return None
    at = _end_of(heard.text, ends[0])
    said, rest = heard.text[:at].strip(), heard.text[at:].strip()
    from tutor_app.calculations.calculation_process import (  # noqa: PLC0415 -- loads SymPy
        CalculationTooLong,
        examine_calculation,
        may_be_calculation,
    )

    if not said or not may_be_calculation(rest):
        return None
    try:
        facts = examine_calculation(rest)
    except CalculationTooLong:
        return None
    return (said, rest) if facts.is_calculation and facts.has_value else None


def _end_of(text: str, part: MessagePart) -> int:
    at = text.find(part.text)
    return at + len(part.text) if at >= 0 else len(text)


def then_check(first: Iterator[Event], turn: TurnContext, work: str) -> Iterator[Event]:
    """Yield the reply that ends a round, and then that to the work sent behind it."""
    from tutor_app.conversation.calculation_turn import (  # noqa: PLC0415 -- loads SymPy
        reply_to_calculation,
    )

    ended: AnswerDone | None = None
    for event in first:
        if isinstance(event, AnswerDone):
            ended = event
        else:
            yield event
    session = replace(turn.session, practice_round=None)
    rest = replace(turn, message=replace(turn.message, text=work), session=session)
    for event in reply_to_calculation(rest) or iter(()):
        if isinstance(event, AnswerDone) and ended is not None:
            left = ended.record
            record = replace(
                event.record, practice_round=left.practice_round, answered=left.answered
            )
            event, ended = AnswerDone(record=record), None
        yield event
    if ended is not None:
        yield ended
