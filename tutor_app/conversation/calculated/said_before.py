"""A message that speaks of the calculation on the table, and then brings another task."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace

from tutor_app.calculations.calculation_process import CalculationTooLong, may_be_calculation
from tutor_app.calculations.reading.lone_expression import lone_expression
from tutor_app.calculations.replies.calculation_attempt import (
    CalculationAttempt,
    Examine,
    read_attempt,
)
from tutor_app.calculations.replies.reply_turn import RIGHT, say_as
from tutor_app.calculations.replies.results_of_others import claim_replies
from tutor_app.calculations.replies.verdict_replies import RIGHT_NOW
from tutor_app.calculations.speech.heard_message import HeardCalculation, hear_message
from tutor_app.calculations.speech.math_fragments import math_fragments
from tutor_app.calculations.speech.word_problems import split_before_new_task
from tutor_app.calculations.spoken_values import stands_for_right
from tutor_app.conversation.calculated.message_in_turn import MessageInTurn
from tutor_app.conversation.turn_context import TurnContext
from tutor_app.domain.normal_form import split_sentences
from tutor_app.domain.values import Event, IntentRecognised, WorkRecord


def said_before(message: MessageInTurn) -> tuple[tuple[Event, ...], TurnContext] | None:
    """Return what is said of the work on the table, and the turn of the task that the message goes
    on to; None where it does not speak of the one and go on to the other.
    """
    turn, examine = message.turn, message.examine
    work = turn.session.work
    if work is None or turn.on_table != "calculation":
        return None
    with suppress(CalculationTooLong):
        parts = split_before_new_task(turn.message.text)
        new_lines = parts is None
        parts = parts or _split_before_new_lines(turn, work, examine)
        if parts is None:
            return None
        of_table, rest = parts
        said = _of_table(turn, work, of_table, examine) if work.verdict == "wrong" else ()
        if said is None or not (said or new_lines):
            return None
        following = replace(turn.message, text=rest)
        # What is read into other work by its lines still knows whose is what beside work.
        session = turn.session if new_lines else replace(turn.session, work=None)
        return said, replace(turn, message=following, session=session)
    return None


def after_what_is_said(said: tuple[Event, ...], reply: Iterator[Event]) -> Iterator[Event]:
    """Yield a reply with what is said of the work before it in front of its first sentence."""
    for event in reply:
        yield event
        if isinstance(event, IntentRecognised):
            yield from said


def _split_before_new_lines(
    turn: TurnContext, work: WorkRecord, examine: Examine
) -> tuple[str, str] | None:
    """Return what a message says with values before lines that begin other work, and the rest.

    What is told above such lines is of what was talked about until then.
    """
    text = turn.message.text
    plain, fragments = math_fragments(text)
    lines = text.split("\n")
    shown = next((each for each in fragments if each.is_display and each.relates), None)
    if shown is None or plain.count("\n") != len(lines) - 1:
        return None
    at = plain.count("\n", 0, shown.start)
    above, below = "\n".join(lines[:at]), "\n".join(lines[at:])
    attempt = read_attempt(below, work, examine) if may_be_calculation(below) else None
    if attempt is None or not attempt.is_new:
        return None
    sentences = split_sentences(above)
    heard = [_hear(turn, each) for each in sentences]
    telling = [place for place, each in enumerate(heard) if each.claims or each.has_own]
    if not telling:
        return None
    end = telling[-1] + 1
    rest = " ".join(sentences[end:])
    return " ".join(sentences[:end]), f"{rest}\n{below}".strip()


def _hear(turn: TurnContext, text: str) -> HeardCalculation:
    return hear_message(text, begun=True, embedder=turn.services.embedder)


def _of_table(
    turn: TurnContext, work: WorkRecord, text: str, examine: Examine
) -> tuple[Event, ...] | None:
    """Return what is said of the wrong work on the table; None where the part that speaks of it
    brings work that is not right."""
    heard, facts = _hear(turn, text), examine(work.text)
    attempt = _attempt(turn, work, text, examine)
    if attempt is not None:
        last = _with_value_told(attempt, text, examine)
        beside = stands_for_right((*heard.quoted, *heard.claims), facts)
        told = [say_as(RIGHT_NOW(last=last), "verdict")]
        return (*told, *([say_as(beside, "result")] if beside else []))
    if heard.has_own and may_be_calculation(heard.own):
        return None
    own = lone_expression(heard.own) if heard.has_own else None
    claims = heard.claims or ((own,) if own is not None else ())
    return tuple(claim_replies(claims, work.text, facts, of_set_up=False))


def _attempt(
    turn: TurnContext, work: WorkRecord, text: str, examine: Examine
) -> CalculationAttempt | None:
    """Return the work on the table as it is mended: by all that is said, or by one sentence."""
    for part in dict.fromkeys((text, *split_sentences(text))):
        heard = _hear(turn, part)
        own = heard.own if heard.has_own else "\n".join(heard.candidates)
        attempt = read_attempt(own, work, examine) if own else None
        if attempt is not None and not attempt.is_new and attempt.facts.outcome in RIGHT:
            return attempt
    return None


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
