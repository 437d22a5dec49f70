"""A message that mends the calculation on the table, and then brings another task."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace

from tutor_app.calculations.calculation_process import CalculationTooLong
from tutor_app.calculations.replies.calculation_attempt import (
    CalculationAttempt,
    Examine,
    read_attempt,
)
from tutor_app.calculations.replies.reply_turn import RIGHT, say_as
from tutor_app.calculations.replies.verdict_replies import RIGHT_NOW
from tutor_app.calculations.speech.heard_message import hear_message
from tutor_app.calculations.speech.math_fragments import math_fragments
from tutor_app.calculations.speech.word_problems import split_before_new_task
from tutor_app.conversation.calculated.message_in_turn import MessageInTurn
from tutor_app.conversation.turn_context import TurnContext
from tutor_app.domain.values import Event, IntentRecognised


def mended_before(turn: TurnContext) -> tuple[str, TurnContext] | None:
    """Return what is right now of the work on the table, as it is said, and the turn of the task
    that the message goes on to; None where it does not do both.
    """
    work = turn.session.work
    parts = split_before_new_task(turn.message.text)
    if work is None or work.verdict != "wrong" or parts is None:
        return None
    mends, rest = parts
    examine = MessageInTurn(turn=turn).examine
    heard = hear_message(mends, begun=True, embedder=turn.services.embedder)
    own = heard.own if heard.has_own else "\n".join(heard.candidates)
    with suppress(CalculationTooLong):
        attempt = read_attempt(own, work, examine) if own else None
        if attempt is None or attempt.is_new or attempt.facts.outcome not in RIGHT:
            return None
        last = _with_value_told(attempt, mends, examine)
        message = replace(turn.message, text=rest)
        session = replace(turn.session, work=None)
        return RIGHT_NOW(last=last), replace(turn, message=message, session=session)
    return None


def after_what_is_mended(said: str, reply: Iterator[Event]) -> Iterator[Event]:
    """Yield a reply with what is said of the work before it in front of its first sentence."""
    for event in reply:
        yield event
        if isinstance(event, IntentRecognised):
            yield say_as(said, "verdict")


def _with_value_told(attempt: CalculationAttempt, text: str, examine: Examine) -> str:
    """Return the last line of mended work, with the value told behind it where that solves it."""
    plain, fragments = math_fragments(text)
    names = attempt.facts.names
    if len(names) == 1 and fragments and fragments[-1].is_value:
        value = plain[fragments[-1].start : fragments[-1].end]
        facts = examine(f"{attempt.text}\n{names[0]} = {value}")
        if facts.outcome in RIGHT:
            return facts.lines[-1]
    return attempt.facts.lines[-1]
