"""What is said of one term of a line: where it comes from, and whether it is right alone."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from typing import Final

from tutor_app.calculations.calculation_process import (
    CalculationTooLong,
    examine_origin,
    examine_part,
)
from tutor_app.calculations.parts_of_lines import PartOfLine
from tutor_app.calculations.replies.calculation_hints import (
    ASK_PRODUCT,
    LOOK_AT_RULE,
    RULES,
    ask_product,
    rule_of,
)
from tutor_app.calculations.replies.reply_turn import WHY, CalculationTurn, say_as
from tutor_app.calculations.replies.values_of_others import plain_answer
from tutor_app.calculations.slips.term_origins import TermOrigin
from tutor_app.calculations.speech.asked_verdicts import asked_verdict
from tutor_app.calculations.speech.math_fragments import math_fragments
from tutor_app.calculations.speech.reason_clauses import asks_reason
from tutor_app.calculations.speech.word_problems import begins_anew
from tutor_app.domain.values import Event, Sentence
from tutor_app.understanding.dialogue_acts import NEXT_HINT
from tutor_app.wording.catalogue import phrase

COMES_FROM = phrase("calculations_products.comes_from", "value", "source", "products")
COMES_FROM_SEVERAL = phrase("calculations_products.comes_from_several", "value", "terms")
STOOD_BEFORE = phrase("calculations_products.stood_before", "value", "before")
ASKS_FROM = phrase("calculations_products.asks_from", "source")
SIGN_OF_ALL = phrase("calculations_products.sign_of_all", "inside")
PART_RIGHT = phrase("calculations_products.part_right", "line")
PART_WRONG = phrase("calculations_products.part_wrong", "line")
PART_OF = phrase("calculations_products.part_of", "source", "before")
PART_MENDS = phrase("calculations_products.part_mends", "made")
PART_WHERE = phrase("calculations_products.part_where", "source", "made")

_SIGNED: Final = re.compile(r"(?<![\w.)²])[-−+] ?\d+[a-z]?(?:²|³|\^\d)?")  # "not -6" is no logic


def why_of_term(turn: CalculationTurn) -> Iterator[Event]:
    """Yield where the term comes from that a message asks about, or whether it is right; nothing
    where it names none.

    Of a wrong line the one small step is asked for, and its result not told.
    """
    asked = asked_verdict(turn.text)
    asks = turn.act.act in WHY or asks_reason(turn.text) or asked is not None
    values = (*_SIGNED.findall(turn.text), *turn.heard.quoted)
    if turn.work is None or not values or not asks or turn.text == NEXT_HINT:
        return
    with suppress(CalculationTooLong):
        origin = examine_origin(turn.work.text, values)
        if (
            origin is None
            or (origin.stood and asked)
            or (asked is not None and turn.examine(turn.work.text).wrong is None)
        ):
            return
        said = "\n".join(turn.work.hints)
        told = [each for each in _told_of(origin, said) if each.text not in said]
        if told and asked is not None:
            yield plain_answer(asked, origin.value.lstrip("+"), is_right=origin.is_right)
        yield from told


def _told_of(origin: TermOrigin, said: str) -> Iterator[Sentence]:
    (source, products), *others = origin.terms
    if origin.stood:
        yield say_as(STOOD_BEFORE(value=origin.value, before=origin.before), "hint")
    elif others:
        terms = ", ".join(f"`{each}`" for each, _ in origin.terms)
        yield say_as(COMES_FROM_SEVERAL(value=origin.value, terms=terms), "hint")
    elif origin.is_right:
        worked = "; ".join(f"`{each}`" for each in products)
        yield say_as(COMES_FROM(value=origin.value, source=source, products=worked), "hint")
        if origin.inside:
            yield say_as(SIGN_OF_ALL(inside=origin.inside), "hint")
    elif origin.factors is not None:
        one, other = origin.factors
        asked = ASK_PRODUCT.wordings(source=source, one=one, other=other)
        question = next((each for each in asked if each not in said), "")
        if not question:
            return
        yield say_as(ASKS_FROM(source=source), "hint")
        if origin.inside:
            yield say_as(SIGN_OF_ALL(inside=origin.inside), "hint")
        yield say_as(question, "question")


def told_part(turn: CalculationTurn) -> PartOfLine | None:
    """Return which part of a line on the table a message sends alone; None where it sends none."""
    plain, fragments = math_fragments(turn.text)
    if turn.work is None or len(fragments) != 1 or begins_anew(turn.text):
        return None
    if turn.text == NEXT_HINT or turn.heard.others or asks_reason(turn.text):
        return None
    with suppress(CalculationTooLong):
        return examine_part(turn.work.text, plain[fragments[0].start : fragments[0].end])
    return None


def part_reply(turn: CalculationTurn, part: PartOfLine) -> Iterator[Event]:
    """Yield whether a part that is told alone is right, and its place in the line."""
    if not part.is_right:
        yield say_as(PART_WRONG(line=part.line), "verdict")
        wrong = turn.examine(part.line).wrong
        if wrong is not None:
            of_sign = part.is_product and wrong.values is not None and _turned(*wrong.values)
            rule = RULES["sign_of_product"]() if of_sign else rule_of(wrong)
            yield say_as(LOOK_AT_RULE(rule=rule), "hint")
            if asked := ask_product(wrong):
                yield say_as(asked, "question")
        return
    yield say_as(PART_RIGHT(line=part.line), "verdict")
    if part.made and part.is_product:
        yield say_as(PART_WHERE(source=part.source, made=part.made), "question")
    elif part.made:
        yield say_as(PART_MENDS(made=part.made), "question")
    elif "=" in part.line:
        yield say_as(PART_OF(source=part.source, before=part.before), "hint")


def _turned(one: str, other: str) -> bool:
    """Whether two values differ in their sign alone."""
    return one.lstrip("−") == other.lstrip("−")
