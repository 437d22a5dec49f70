"""Whether a message goes on with the calculation on the table."""

from __future__ import annotations

import re
from contextlib import suppress
from fractions import Fraction
from typing import Final

from tutor_app.calculations.calculation_process import CalculationTooLong, examine_steps
from tutor_app.calculations.quantities.told_numbers import told_tokens
from tutor_app.calculations.reading.lone_expression import lone_expression
from tutor_app.calculations.speech.heard_message import HeardCalculation
from tutor_app.calculations.speech.proof_questions import (
    asks_rule_of_both_sides,
    supposed_sign,
)
from tutor_app.calculations.speech.reason_clauses import why_clause
from tutor_app.calculations.speech.word_problems import tells_task_in_words
from tutor_app.conversation.calculated.message_in_turn import MessageInTurn
from tutor_app.conversation.calculated.other_subject import is_of_other_subject
from tutor_app.conversation.turn_context import TurnContext
from tutor_app.understanding.act_classifier import DialogueAct
from tutor_app.understanding.dialogue_acts import NEXT_HINT
from tutor_app.understanding.outright import small_talk

_CHECKS: Final[frozenset[DialogueAct]] = frozenset(
    {"ask.check", "work.submit", "work.mended", "tell.answer", "tell.idea"}
)
_OF_THE_TABLE: Final[frozenset[DialogueAct]] = _CHECKS | {
    "help.stuck",
    "help.solution",
    "ask.reason",
    "ask.why",
    "ask.simpler",
    "ask.example",
    "ask.run",
    "react.disagree",
    "tell.seen",
    "work.bug",
}
_NUMBER: Final = re.compile(r"\d+(?:[.,]\d+)?")
_MESSAGES = 8  # before, in which a story's numbers are looked for
_SHORT = 8  # words: so few say nothing of another subject


def goes_on_with_work(message: MessageInTurn) -> bool:
    """Whether a message goes on with the calculation on the table."""
    turn, text = message.turn, message.turn.message.text
    if text == NEXT_HINT:
        return True
    if turn.settled_act == "ask.admin" or _is_of_other_subject(message):
        return False
    heard = message.heard_message
    if (about := _of_the_verdict(turn, heard)) is not None:
        return about
    if not heard.has_own and _tells_other(turn):
        return False
    if heard.claims:
        return True
    if small_talk(text) is not None:
        return False
    if heard.has_own or heard.task:
        return not turn.leaves_table or message.facts is None or bool(message.facts.lines)
    if turn.leaves_table:
        return False
    near = turn.act.about_table or len(text.split()) <= _SHORT
    near = near or (turn.settled_act == "work.bug" and not turn.new_terms)  # no program is shown
    if lone_expression(text) is not None and any(map(str.isdigit, text)):
        return near and turn.settled_act not in ("ask.fact", "ask.admin", "ask.practice")
    return near and turn.settled_act in _OF_THE_TABLE


def _is_of_other_subject(message: MessageInTurn) -> bool:
    """Whether a message names something new of the course, works nothing out, and is of another
    subject: its A* is no product then.
    """
    turn = message.turn
    relates = message.facts is None or bool(message.facts.lines)
    if relates or all(each.isdecimal() for each in turn.new_terms):
        return False
    return is_of_other_subject(turn.message.text, turn.services.embedder)


def _tells_other(turn: TurnContext) -> bool:
    """Whether a message tells a story with numbers that nothing said before has: its values are no
    claims about the work on the table."""
    work, text = turn.session.work, turn.message.text
    if work is None or not tells_task_in_words(text):
        return False
    before = " ".join([work.text, *(each.question for each in turn.session.before[-_MESSAGES:])])
    told = {each.number for each in told_tokens(text) if each.is_given}
    known = {each.number for each in told_tokens(before)}
    known |= {Fraction(each.replace(",", ".")) for each in _NUMBER.findall(before)}
    return len(told - known) > 1


def _asks_of_amount(work: str, text: str, heard: HeardCalculation) -> bool:
    """Whether a "why 6?" names what a step of the work has done to both sides."""
    quoted = {number for each in heard.quoted for number in re.findall(r"\d+", each)}
    if not quoted or why_clause(text) is None:
        return False
    with suppress(CalculationTooLong):
        return any(each.amount in quoted for each in examine_steps(work) if each.amount)
    return False


def _of_the_verdict(turn: TurnContext, heard: HeardCalculation) -> bool | None:
    """Whether a "why?" is about the verdict on the table; None where its form does not decide.

    Why a line is wrong is told from the line, whatever words of the course the question holds; how
    a task in words is to be set up is told by the course, not by the sums.
    """
    work, text = turn.session.work, turn.message.text
    if supposed_sign(text) is not None or asks_rule_of_both_sides(text):
        return True
    if work is not None and _asks_of_amount(work.text, text, heard):
        return True
    if work is None or turn.settled_act != "ask.why" or not turn.act.about_table:
        return None
    if work.verdict == "off_story":
        return True
    if work.verdict == "worked_right" and not (heard.has_own or heard.quoted or heard.claims):
        return False
    return True if work.verdict == "wrong" else None
