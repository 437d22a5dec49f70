"""Proportions, direct and inverse: what comes to so much for another amount."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from tutor_app.calculations.quantities.quantity_story import (
    QuantityStory,
    StoryQuantity,
    shown_number,
)
from tutor_app.calculations.quantities.told_numbers import IN_HOURS, WORDS, ToldToken, says


def read_proportion(
    tokens: Sequence[ToldToken], given: Sequence[ToldToken]
) -> QuantityStory | None:
    """Return a proportion: so much of one for so much of another, and so on."""
    if any(each.percent for each in given) or not says(tokens, "rated"):
        return None
    if {each.unit for each in given} & WORDS["no_things"] or says(tokens, "of_chance"):
        return None
    if len(given) == 5:
        return _work_of_several(given)
    if len(given) != 3 or _parts(tokens, given):
        return None
    one, other, third = given
    if one.unit == other.unit or not third.unit or not one.number or not other.number:
        return None
    speeds = WORDS["speeds"] & {one.unit, other.unit}
    if speeds or says(tokens, "averages", "older", "younger"):
        return None
    if third.unit == one.unit:
        known, sought = one, other
    elif third.unit == other.unit:
        known, sought = other, one
    else:
        return None
    if not _leads(tokens, third):
        return None
    assert known.number and sought.number is not None and third.number is not None
    times = {known.unit, sought.unit} & (WORDS["durations"] | {"h"})
    inverse = bool(times) and bool({known.unit, sought.unit} & WORDS["agents"])
    direct = sought.number * third.number / known.number
    turned = sought.number * known.number / third.number if third.number else Fraction(0)
    added = sought.number + third.number - known.number
    value, other_way = (turned, direct) if inverse else (direct, turned)
    unit = sought.unit
    return QuantityStory(
        kind="inverse" if inverse else "proportion",
        told={
            "known": shown_measure(known), "sought": shown_measure(sought),
            "third": shown_measure(third),
        },
        quantities=(
            StoryQuantity(value=value, unit=unit),
            StoryQuantity(
                value=sought.number * known.number if inverse else sought.number / known.number,
                unit=unit, asked=False, name="for_one",
            ),
        ),
        slips=tuple(
            (name, StoryQuantity(value=each, unit=unit))
            for name, each in (
                ("as_if_direct" if inverse else "as_if_inverse", other_way),
                ("differences_kept", added),
                ("differences_kept", sought.number + known.number - third.number),
            )
        ),
        taken=frozenset(each.start for each in given),
        step=_step(known, sought, inverse=inverse),
        example="4 · 6 = 24, 24 / 8 = 3" if inverse else "12 / 4 = 3, 3 · 10 = 30",
        inputs=frozenset({known.unit}),
    )  # fmt: skip


def _parts(tokens: Sequence[ToldToken], given: Sequence[ToldToken]) -> bool:
    """Whether something is taken away or added before the last given number is told."""
    until = given[-1]
    told = {each.text for each in tokens if each.sentence <= until.sentence and not each.claimed}
    return bool(told & WORDS["parts_with"])


def _leads(tokens: Sequence[ToldToken], third: ToldToken) -> bool:
    place = tokens.index(third)
    before = tokens[place - 1] if place else None
    return before is not None and (
        before.text in WORDS["leads_third"]
        or before.sentence != third.sentence
        or before.text in ",:"
    )


_SYMBOLS = frozenset({"km/h", "m/s", "mph", *IN_HOURS, "km", "m"})


def shown_measure(each: ToldToken) -> str:
    unit = (
        ""
        if each.unit == "money" or each.unit in _SYMBOLS
        else f" {each.spelt or each.unit}".rstrip()
    )
    unit = f" {each.unit}" if each.unit in _SYMBOLS else unit
    return f"{shown_number(each.number or Fraction(0))}{unit}"


def _step(known: ToldToken, sought: ToldToken, *, inverse: bool) -> str:
    assert known.number and sought.number is not None
    one, other = shown_number(known.number), shown_number(sought.number)
    if inverse:
        return f"{one} · {other} = {shown_number(known.number * sought.number)}"
    return f"{other} / {one} = {shown_number(sought.number / known.number)}"


def _work_of_several(given: Sequence[ToldToken]) -> QuantityStory | None:
    """5 machines need 5 minutes for 5 parts: how long do 100 machines need for 100 parts?"""
    by_unit: dict[str, list[Fraction]] = {}
    for each in given:
        by_unit.setdefault(each.unit, []).append(each.number or Fraction(0))
    agents = [unit for unit in by_unit if unit in WORDS["agents"] and len(by_unit[unit]) == 2]
    times = [
        unit for unit in by_unit if unit in WORDS["durations"] | {"h"} and len(by_unit[unit]) == 1
    ]
    items = [unit for unit in by_unit if unit not in (*agents, *times) and len(by_unit[unit]) == 2]
    if len(agents) != 1 or len(times) != 1 or len(items) != 1 or "" in by_unit:
        return None
    (a, b), (t,), (c, d) = by_unit[agents[0]], by_unit[times[0]], by_unit[items[0]]
    if not (a and b and c):
        return None
    unit, one = times[0], a * t / c
    return QuantityStory(
        kind="inverse",
        told={"known": f"{shown_number(a)} {agents[0]}", "sought": f"{shown_number(t)} {unit}",
              "third": f"{shown_number(b)} {agents[0]}, {shown_number(d)} {items[0]}"},
        quantities=(StoryQuantity(value=t * (d / c) * (a / b), unit=unit),),
        slips=(("as_if_direct", StoryQuantity(value=t * b / a, unit=unit)),),
        taken=frozenset(each.start for each in given),
        step=f"{shown_number(a)} · {shown_number(t)} / {shown_number(c)} = {shown_number(one)}",
        example="4 · 6 / 8 = 3, 3 · 10 / 5 = 6",
        inputs=frozenset({agents[0], items[0]}),
    )  # fmt: skip
