"""Mixtures and means of groups: what is worth so much, put together with what is worth another."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from tutor_app.calculations.quantities.quantity_story import (
    QuantityStory,
    StoryQuantity,
    shown_number,
)
from tutor_app.calculations.quantities.told_numbers import WORDS, ToldToken, says

_AMOUNTS = frozenset({"l", "ml", "kg", "g"})
_PAIRS = 4


def read_mixture(tokens: Sequence[ToldToken], given: Sequence[ToldToken]) -> QuantityStory | None:
    """Return two amounts with what each is worth; or a mean of so many with one more."""
    if len(given) == _PAIRS:
        weights, values = _parted(tokens, given)
        if weights is None or values is None:
            return None
        return _weighted(
            [each.number or Fraction(0) for each in weights],
            [each.number or Fraction(0) for each in values],
            given,
            percent=values[0].percent,
            names=[each.unit for each in weights],
        )
    if (
        len(given) == 3
        and says(tokens, "averages")
        and WORDS["one_more"] & {each.text for each in tokens}
    ):
        count, mean, single = given
        first = [each.text for each in tokens if each.start < count.start]
        whole = count.number is not None and count.number.denominator == 1
        beside = {each.text for each in tokens if each.sentence == single.sentence}
        whole = whole and bool(WORDS["one_more"] & beside) and not WORDS["averages"] & beside
        if not whole or not set(first) & WORDS["averages"] or not count.unit:
            return None
        return _weighted(
            [count.number or Fraction(0), Fraction(1)],
            [mean.number or Fraction(0), single.number or Fraction(0)],
            given,
            names=[count.unit, count.unit],
        )
    return None


def _parted(
    tokens: Sequence[ToldToken], given: Sequence[ToldToken]
) -> tuple[list[ToldToken] | None, list[ToldToken] | None]:
    """Return the amounts and what each is worth."""
    percents = [each for each in given if each.percent]
    if len(percents) == 2:
        rest = [each for each in given if not each.percent]
        alike = rest[0].unit == rest[1].unit and rest[0].unit in _AMOUNTS
        alternate = [each.percent for each in given] in ([False, True] * 2, [True, False] * 2)
        return (rest, percents) if alike and alternate else (None, None)
    weights, values = [given[0], given[2]], [given[1], given[3]]
    whole = all(each.number is not None and each.number.denominator == 1 for each in weights)
    if says(tokens, "averages") and whole and not percents:
        named = all(each.unit for each in weights) and values[0].unit not in (
            weights[0].unit,
            "km/h",
        )
        others = {each.unit for each in values} - {
            "",
            "point",
            "mark",
            "kg",
            "cm",
            "year",
            "on",
            "money",
        }
        return (weights, values) if named and not others else (None, None)
    priced = all(each.unit == "money" for each in values) or any(
        each.unit == "money" for each in values
    )
    same = weights[0].unit == weights[1].unit and weights[0].unit in _AMOUNTS
    alike = values[0].unit == values[1].unit != ""
    if alike and same and says(tokens, "mixes") and values[0].unit not in _AMOUNTS:
        return weights, values
    if priced and same and _per_piece(tokens, given[3]):
        return weights, values
    return None, None


def _per_piece(tokens: Sequence[ToldToken], at: ToldToken) -> bool:
    place = tokens.index(at)
    behind = [each.text for each in tokens[place + 1 : place + 4]]
    return any(word in WORDS["per_piece"] for word in behind)


def _weighted(
    weights: list[Fraction],
    values: list[Fraction],
    given: Sequence[ToldToken],
    *,
    names: list[str],
    percent: bool = False,
) -> QuantityStory | None:
    whole = sum(weights, Fraction(0))
    if not whole or weights[0] == weights[1]:
        return None
    total = sum((w * v for w, v in zip(weights, values, strict=True)), Fraction(0))
    told = ", ".join(
        f"{shown_number(w)} {name} · {shown_number(v)}{'%' if percent else ''}"
        for w, v, name in zip(weights, values, names, strict=True)
    )
    kind = None if percent else False
    first = weights[0] * values[0]
    return QuantityStory(
        kind="mixture",
        told={"parts": told},
        quantities=(
            StoryQuantity(value=total / whole, percent=kind),
            StoryQuantity(value=total, percent=kind, asked=False, name="total"),
        ),
        slips=(("plain_mean", StoryQuantity(value=sum(values, Fraction(0)) / 2, percent=kind)),),
        taken=frozenset(each.start for each in given),
        step=f"{shown_number(weights[0])} · {shown_number(values[0])} = {shown_number(first)}",
        example="(2 · 10 + 6 · 30) / 8 = 25",
    )
