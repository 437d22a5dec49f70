"""What else a message asks beside its calculation: a comparison, a reason; answered, or said to be
open."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from tutor_app.calculations.quantities.told_numbers import says, told_tokens
from tutor_app.calculations.replies.calculation_hints import RULES
from tutor_app.calculations.replies.comparison_replies import comparison_reply
from tutor_app.calculations.replies.proof_replies import follows_from_slip, proof_replies
from tutor_app.calculations.replies.quantity_hints import SLIPS
from tutor_app.calculations.replies.quantity_replies import is_of_quantities
from tutor_app.calculations.replies.reply_turn import CalculationTurn, say_as
from tutor_app.calculations.replies.shown_rules import rule_named, shown_rule
from tutor_app.calculations.replies.values_of_others import values_of_others
from tutor_app.calculations.slips.value_rules import topic_of
from tutor_app.calculations.speech.comparisons import asked_comparison
from tutor_app.calculations.speech.reason_clauses import why_clause
from tutor_app.domain.values import Event, Sentence
from tutor_app.retrieval.search_terms import tokens
from tutor_app.wording.catalogue import phrase

AS_TO = phrase("calculations_questions.as_to", "value", "slip")
OTHERS_WAY = phrase("calculations_questions.others_way", "value")
OPEN_WHY = phrase("calculations_questions.open_why", "clause")
_LITTLE: Final = 2  # content words
_LONGEST: Final = 90  # characters that are said back


def answers_beside(turn: CalculationTurn, replied: Sequence[Event]) -> Iterator[Event]:
    """Yield what a message asks beside the work that was judged, as far as no part of the reply
    says it.
    """
    sentences = [each for each in replied if isinstance(each, Sentence)]
    said = "\n".join(each.text for each in sentences)
    asked = asked_comparison(turn.text)
    if asked is not None:
        told = [each for each in comparison_reply(asked, turn.examine) if _text(each) not in said]
        yield from told
        if told and "why" not in turn.asks:
            return
    proofs = list(proof_replies(turn))
    if proofs:
        yield from (each for each in proofs if _text(each) not in said)
        return
    clause = why_clause(turn.text)
    explains = any(each.role in ("hint", "question") for each in sentences)
    rule = "" if explains else rule_named([each.text for each in sentences])
    if rule and turn.work is not None and _is_about(clause or "", rule):
        facts = turn.examine(turn.work.text)
        yield from shown_rule(turn, replace(facts, wrong=None), rule)
        return
    if clause is None or explains:
        return
    if says(told_tokens(clause), "others") and values_of_others(turn):
        yield say_as(OTHERS_WAY(value=values_of_others(turn)[-1]), "notice")
        return
    if (told_of_slip := follows_from_slip(turn)) is not None:
        yield say_as(told_of_slip, "result")
        return
    if (slip := _slip_told(turn)) is not None:
        value = turn.work.text if turn.work is not None else ""
        yield say_as(AS_TO(value=value, slip=slip), "hint")
        return
    quotes = turn.cite(clause)
    yield from quotes
    if not quotes:
        yield say_as(OPEN_WHY(clause=clause[:_LONGEST]), "notice")


def _is_about(clause: str, rule: str) -> bool:
    """Whether a question is about the rule that was named: it says little else, or its words."""
    asked = tokens(clause)
    named = {*tokens(RULES[rule]()), *tokens(topic_of(rule))}
    return len(asked) <= _LITTLE or not named.isdisjoint(asked)


def _slip_told(turn: CalculationTurn) -> str | None:
    """Return what was said before of how the student's value of a task in words came about."""
    work = turn.work
    if work is None or not is_of_quantities(work.key):
        return None
    heard = "\n".join(work.hints)
    return next((text for each in SLIPS.values() if (text := each()) in heard), None)


def _text(event: Event) -> str:
    return event.text if isinstance(event, Sentence) else ""
