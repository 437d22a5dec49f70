"""What is practised by who wishes for something like the calculation that was worked on."""

from __future__ import annotations

from contextlib import suppress
from typing import Final

from tutor_app.calculations.calculation_process import CalculationTooLong, examine_steps
from tutor_app.calculations.replies.shown_rules import rule_named, rule_of_step
from tutor_app.conversation.practice.calculation_questions import items_for_rule
from tutor_app.conversation.practice.divided_sentences import PART_WORDS
from tutor_app.conversation.turn_context import TurnContext
from tutor_app.domain.values import Session
from tutor_app.retrieval.search_terms import tokens

_OF_ALL: Final = frozenset(tokens(" ".join(PART_WORDS["all"])))
_LOOKED_BACK: Final = 6  # replies


def items_like_work(turn: TurnContext) -> tuple[str, ...]:
    """Return the calculations that practise what was worked on; none for who wishes for it all."""
    if not _OF_ALL.isdisjoint(tokens(turn.message.text)):
        return ()
    return items_for_rule(rule_of_work(turn.session))


def rule_of_work(session: Session) -> str:
    """Return the rule that was named last, else that of the last step with one; "" without."""
    said = [text for each in session.before[-_LOOKED_BACK:] for text in each.said]
    if rule := rule_named(said):
        return rule
    with suppress(CalculationTooLong):
        steps = examine_steps(session.work.text) if session.work is not None else ()
        return next(filter(None, map(rule_of_step, reversed(steps))), "")
    return ""
