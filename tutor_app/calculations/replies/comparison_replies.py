"""The reply to "is 5/33 the same as 20/132?": computed, with how one sees it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from fractions import Fraction
from math import gcd, lcm
from typing import Final

from tutor_app.calculations.calculation_process import CalculationTooLong, examine_claim
from tutor_app.calculations.quantities.unit_changes import measures_in_one_unit
from tutor_app.calculations.replies.calculation_attempt import Examine
from tutor_app.calculations.replies.calculation_hints import shown_by_numbers
from tutor_app.calculations.replies.reply_turn import RIGHT, CalculationTurn, say_as
from tutor_app.calculations.speech.comparisons import (
    AskedComparison,
    asked_comparison,
    compared_again,
)
from tutor_app.calculations.speech.math_fragments import math_fragments
from tutor_app.domain.values import Event
from tutor_app.wording.catalogue import phrase

SAME = phrase("calculations_comparisons.same", "one", "other")
SAME_AFTER_ALL = phrase("calculations_comparisons.same_after_all", "one", "other")
NOT_SAME = phrase("calculations_comparisons.not_same", "one", "other")
INDEED_NOT = phrase("calculations_comparisons.indeed_not", "one", "other")
MORE = phrase("calculations_comparisons.more", "one", "other")
NOT_MORE = phrase("calculations_comparisons.not_more", "one", "other")
LESS = phrase("calculations_comparisons.less", "one", "other")
NOT_LESS = phrase("calculations_comparisons.not_less", "one", "other")
WHICH = phrase("calculations_comparisons.which", "one", "other")
CANCELLED = phrase("calculations_comparisons.cancelled", "wide", "narrow", "factor")
BOTH_COME_TO = phrase("calculations_comparisons.both_come_to", "value")
OVER_ONE_BASE = phrase(
    "calculations_comparisons.over_one_base", "one", "one_over", "other", "other_over"
)
COME_TO = phrase("calculations_comparisons.come_to", "one", "one_value", "other", "other_value")
_NUMBER: Final = re.compile(r"(-?\d+(?:[.,]\d+)?)\s*(%?)")
_MOST_BASE: Final = 10_000


def comparison_reply(asked: AskedComparison, examine: Examine) -> Iterator[Event]:
    """Yield what two values come to beside each other; nothing where that can't be computed."""
    with suppress(CalculationTooLong):
        one, other = (_value(text, examine) for text in (asked.one, asked.other))
        if one is not None and other is not None:
            yield from _of_numbers(asked, one, other)
        elif asked.relation == "same":
            yield from _of_expressions(asked, examine)
        elif not asked.which:
            yield from _of_measures(asked)


def _value(text: str, examine: Examine) -> Fraction | None:
    if (plain := _NUMBER.fullmatch(text.strip())) is not None:
        return Fraction(plain[1].replace(",", ".")) / (100 if plain[2] else 1)
    facts = examine(text)
    return facts.value if not facts.names else None


def _of_numbers(asked: AskedComparison, one: Fraction, other: Fraction) -> Iterator[Event]:
    told = {"one": asked.one, "other": asked.other}
    if one == other:
        if asked.relation == "same":
            yield say_as((SAME_AFTER_ALL if asked.denied else SAME)(**told), "verdict")
        else:
            yield say_as((NOT_MORE if asked.relation == "more" else NOT_LESS)(**told), "verdict")
        yield say_as(_how_same(asked, one), "result")
        return
    if asked.relation == "same":
        yield say_as((INDEED_NOT if asked.denied else NOT_SAME)(**told), "verdict")
    elif asked.which:
        first = (one > other) is (asked.relation == "more")
        more, less = (asked.one, asked.other) if one > other else (asked.other, asked.one)
        del first
        yield say_as(WHICH(one=more, other=less), "verdict")
    elif asked.relation == "more":
        yield say_as((MORE if one > other else NOT_MORE)(**told), "verdict")
    else:
        yield say_as((LESS if one < other else NOT_LESS)(**told), "verdict")
    yield from _how_different(asked, one, other)


def _how_same(asked: AskedComparison, value: Fraction) -> str:
    """Return by what one is cancelled to come to the other, else what both come to."""
    pairs = [_pair(each) for each in (asked.one, asked.other)]
    if all(pairs):
        (a, b), (c, d) = (each for each in pairs if each is not None)
        wide, narrow = ((a, b), (c, d)) if b > d else ((c, d), (a, b))
        shown = asked.one if (a, b) == wide else asked.other
        less = asked.other if shown == asked.one else asked.one
        if wide[1] % narrow[1] == 0 and wide[1] != narrow[1]:
            return CANCELLED(wide=shown, narrow=less, factor=wide[1] // narrow[1])
    return BOTH_COME_TO(value=_plain(value))


def _how_different(asked: AskedComparison, one: Fraction, other: Fraction) -> Iterator[Event]:
    base = lcm(one.denominator, other.denominator)
    if 1 < base <= _MOST_BASE and "/" in asked.one + asked.other:
        yield say_as(
            OVER_ONE_BASE(
                one=asked.one, other=asked.other,
                one_over=f"{one.numerator * (base // one.denominator)}/{base}",
                other_over=f"{other.numerator * (base // other.denominator)}/{base}",
            ),
            "result",
        )  # fmt: skip
    elif any(_NUMBER.fullmatch(each) is None for each in (asked.one, asked.other)):
        yield say_as(
            COME_TO(
                one=asked.one, other=asked.other, one_value=_plain(one), other_value=_plain(other)
            ),
            "result",
        )


def _pair(text: str) -> tuple[int, int] | None:
    over, sign, under = text.partition("/")
    if not sign or not over.strip().isdecimal() or not under.strip().isdecimal():
        return None
    return int(over), int(under)


def _plain(value: Fraction) -> str:
    if value.denominator == 1:
        return str(value.numerator).replace("-", "−")
    ten = value.denominator
    while (step := gcd(ten, 10)) > 1:
        ten //= step
    if ten == 1:
        return f"{float(value):.8f}".rstrip("0").rstrip(".").replace("-", "−")
    return f"{value.numerator}/{value.denominator}".replace("-", "−")


def _of_measures(asked: AskedComparison) -> Iterator[Event]:
    """Yield which of two measures is more, their units taken into account."""
    found = measures_in_one_unit(asked.one, asked.other)
    if found is None:
        return
    told = {"one": asked.one, "other": asked.other}
    if asked.relation == "more":
        yield say_as((MORE if found[0] > found[1] else NOT_MORE)(**told), "verdict")
    else:
        yield say_as((LESS if found[0] < found[1] else NOT_LESS)(**told), "verdict")


def _of_expressions(asked: AskedComparison, examine: Examine) -> Iterator[Event]:
    facts = examine(f"{asked.one} = {asked.other}")
    told = {"one": asked.one, "other": asked.other}
    if facts.outcome in RIGHT:
        yield say_as((SAME_AFTER_ALL if asked.denied else SAME)(**told), "verdict")
    elif facts.outcome == "wrong" and facts.wrong is not None:
        yield say_as((INDEED_NOT if asked.denied else NOT_SAME)(**told), "verdict")
        shown = shown_by_numbers(facts.wrong)
        if shown is not None:
            yield say_as(shown, "result")
    elif (fit := examine_claim(asked.one, asked.other).fit) in ("equals", "differs"):
        alike, apart = (SAME_AFTER_ALL, INDEED_NOT) if asked.denied else (SAME, NOT_SAME)
        yield say_as((alike if fit == "equals" else apart)(**told), "verdict")


def comparison_of(turn: CalculationTurn) -> AskedComparison | None:
    """Return the comparison that a message only asks for; None where it brings work of its own."""
    _, fragments = math_fragments(turn.text)
    if any(each.relates for each in fragments):
        return None
    known = (turn.work.text.rpartition("=")[2].strip(),) if turn.work is not None else ()
    asked = asked_comparison(turn.text, known)
    if asked is None and turn.session.before:
        asked = compared_again(turn.text, turn.session.before[-1].question)
    return asked
