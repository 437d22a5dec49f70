"""Whether a message brings a calculation of its own: lines, a value of a story, a comparison."""

from __future__ import annotations

import re
from typing import Final

from tutor_app.calculations.calculation_facts import CalculationFacts
from tutor_app.calculations.calculation_process import (
    CalculationTooLong,
)
from tutor_app.calculations.replies.comparison_replies import (
    comparison_of,
    comparison_reply,
)
from tutor_app.calculations.replies.quantity_replies import quantity_at_hand
from tutor_app.calculations.replies.values_of_others import values_of_others
from tutor_app.calculations.speech.heard_message import HeardCalculation
from tutor_app.calculations.speech.math_fragments import math_fragments
from tutor_app.calculations.stories.chance_story import read_model
from tutor_app.calculations.stories.judge_story import (
    judge_value,
    plain_value,
    read_story,
)
from tutor_app.calculations.stories.story_words import words_of
from tutor_app.conversation.beside.told_of_run import brings_other_names
from tutor_app.conversation.calculated.message_in_turn import MessageInTurn, turn_about
from tutor_app.conversation.student_work import is_about_exercise
from tutor_app.conversation.turn_context import TurnContext
from tutor_app.tracing.reading.algorithm_names import name_algorithm
from tutor_app.understanding.act_classifier import DialogueAct
from tutor_app.understanding.outright import small_talk

_DECIDED: Final = ("right", "worked_right", "wrong", "ask")
_ASKS_COURSE: Final[frozenset[DialogueAct]] = frozenset(
    {"ask.fact", "ask.why", "ask.admin", "ask.example", "ask.more", "ask.practice", "meta.use"}
)
_CHECKS: Final[frozenset[DialogueAct]] = frozenset(
    {"ask.check", "work.submit", "work.mended", "tell.answer", "tell.idea"}
)
_COMPETE = 2  # values of which one is asked for
_PROSE_OF_LINE = 12  # words of prose beside a line: with more it is an answer in words
_EDGE = re.compile(r"\b[A-Z] ?[-–—] ?[A-Z]\b")
_GRAPH = 3  # edges: with so many, what is written down is a graph and no difference


def brings_calculation(message: MessageInTurn) -> bool:
    """Whether a message shows a calculation to be checked, and is no trace, program or question."""
    turn, text = message.turn, message.turn.message.text
    if name_algorithm(text) is not None or turn.goes_on_with_program:
        return False
    if len(_EDGE.findall(text)) >= _GRAPH:
        return False
    at_other_work = turn.on_table in ("trace", "program") and turn.act.about_table
    if at_other_work and not brings_other_names(turn):
        return False
    facts = message.facts
    if facts is None:
        return True
    _, fragments = math_fragments(text)
    if all(each.is_value for each in fragments) and read_model(words_of(text)) is not None:
        return False  # several chances of one story: none of them is drawn from another
    if not facts.is_calculation:
        offers = bool(message.heard_message.candidates) and turn.on_table in ("nothing", "quotes")
        return offers or _claims_value(turn, facts)
    if facts.prose > _PROSE_OF_LINE * len(facts.lines) and is_about_exercise(turn):
        return False
    checks = turn.settled_act in _CHECKS
    if facts.outcome not in _DECIDED:
        return checks
    asks_course = turn.act.sure and turn.act.act in _ASKS_COURSE
    return not asks_course or facts.outcome == "wrong" or len(facts.lines) > 1


def _claims_value(turn: TurnContext, facts: CalculationFacts) -> bool:
    """Whether a value alone is to be checked, of an exercise that nobody knows: "x = 4, right?"."""
    free = turn.on_table == "nothing" and not is_about_exercise(turn)
    told = len(facts.lines) == 1 and facts.has_value
    return free and told and turn.settled_act in (*_CHECKS, "tell.seen")


def value_of_story(message: MessageInTurn, text: str) -> HeardCalculation | None:
    """Return a probability that is told beside its story, without a calculation: "the chance that
    the sum is 7 is 1/11"; `text` is the part of the message that tells the story."""
    turn = message.turn
    plain, fragments = math_fragments(text)
    if any(each.relates for each in fragments):
        return None
    told = {plain[each.start : each.end]: each for each in fragments if each.is_value}
    values = [each for each in told if plain_value(each) is not None]
    if turn.settled_act in _ASKS_COURSE and len(values) < _COMPETE:
        return None
    others = values_of_others(turn_about(message))
    own = [each for each in values if each not in others]
    if len(own) == 2 and " or " in text:  # "1/8 or 3/8?"
        own, others = own[:1], tuple(own[1:])
    if len(own) > 1:  # "that one is a 5 is 2/6, 1/6 for each die. Why not 12/36?"
        own = [each for each in own if told[each].before[-1:] in (("is",), ("be",), (":",))]
    story = read_story([text])
    value = plain_value(own[0]) if len(own) == 1 else None
    if story is None or value is None or judge_value(story, value[0], places=value[1]) is None:
        return None
    return HeardCalculation(own=f"P = {own[0]}", has_own=True, others=others)


def is_of_quantities(message: MessageInTurn) -> bool:
    """Whether a message gives values for a task of quantities told in words, or asks about one."""
    turn = message.turn
    if turn.on_table in ("program", "trace") or name_algorithm(turn.message.text) is not None:
        return False
    try:
        at_hand = quantity_at_hand(turn_about(message))
        if at_hand is None or at_hand.judged:
            return at_hand is not None
        leaves = turn.settled_act in ("ask.admin", "ask.practice")
        return not leaves and small_talk(turn.message.text) is None
    except CalculationTooLong:
        return False


def compares(message: MessageInTurn) -> bool:
    """Whether a message asks no more than how two values stand to each other, which is computed."""
    if message.turn.on_table in ("program", "trace"):
        return False
    asked = comparison_of(turn_about(message))
    return asked is not None and any(comparison_reply(asked, message.examine))
