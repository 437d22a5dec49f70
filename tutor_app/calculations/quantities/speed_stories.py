"""Speed, time and way: one leg with two of the three, or the average of two legs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from tutor_app.calculations.quantities.quantity_story import (
    Kind,
    QuantityStory,
    StoryQuantity,
    shown_number,
)
from tutor_app.calculations.quantities.rate_stories import shown_measure
from tutor_app.calculations.quantities.told_numbers import IN_HOURS, WORDS, ToldToken, says


def read_speed(tokens: Sequence[ToldToken], given: Sequence[ToldToken]) -> QuantityStory | None:
    """Return a story of speed, time and way: one leg with two of the three, or two legs."""
    system = _system(given)
    if system is None:
        return None
    long, short, per = system
    ways = [each for each in given if each.unit == long]
    times = [each for each in given if each.unit in IN_HOURS or each.unit == short]
    speeds = [each for each in given if each.unit == per]
    if len(ways) + len(times) + len(speeds) != len(given):
        return None
    taken = frozenset(each.start for each in given)
    counts = (len(ways), len(times), len(speeds))
    if counts in ((0, 0, 2), (1, 0, 2)) and says(tokens, "average"):
        if not WORDS["two_ways"] & {each.text for each in tokens}:
            return None
        a, b = (each.number or Fraction(1) for each in speeds)
        return _mean_speed(per, [(1 / a, a), (1 / b, b)], taken) if a and b else None
    if counts == (0, 2, 2) and says(tokens, "average"):
        legs = [
            (_hours(t, short), v.number or Fraction(0)) for t, v in zip(times, speeds, strict=True)
        ]
        return _mean_speed(per, legs, taken)
    if says(tokens, "average") and WORDS["two_ways"] & {each.text for each in tokens}:
        return None  # of more than one leg
    if max(counts) > 1 or (counts == (1, 1, 0) and says(tokens, "agents")):
        return None
    leg = _Leg(
        units=system,
        way=next(iter(ways), None),
        time=next(iter(times), None),
        speed=next(iter(speeds), None),
    )
    return _leg_story(leg, taken) if sum(counts) == 2 else None


def _system(given: Sequence[ToldToken]) -> tuple[str, str, str] | None:
    units = {each.unit for each in given}
    for long, short, per in (("km", "h", "km/h"), ("mile", "h", "mph"), ("m", "s", "m/s")):
        if units <= {long, short, per, *(IN_HOURS if short == "h" else ())} and (
            units & {long, per}
        ):
            return long, short, per
    return None


def _hours(time: ToldToken, short: str) -> Fraction:
    number = time.number or Fraction(0)
    return number if short == "s" else number * IN_HOURS.get(time.unit, Fraction(1))


def _mean_speed(
    per: str, legs: list[tuple[Fraction, Fraction]], taken: frozenset[int]
) -> QuantityStory | None:
    whole = sum((time for time, _ in legs), Fraction(0))
    if not whole:
        return None
    way = sum((time * speed for time, speed in legs), Fraction(0))
    plain = sum((speed for _, speed in legs), Fraction(0)) / len(legs)
    told = ", ".join(f"{shown_number(speed)} {per}" for _, speed in legs)
    return QuantityStory(
        kind="mean_speed",
        told={"legs": told},
        quantities=(StoryQuantity(value=way / whole, unit=per),),
        slips=(("plain_mean_of_speeds", StoryQuantity(value=plain, unit=per)),),
        taken=taken,
        step="",
        example="24 / 8 = 3, 24 / 4 = 6, (24 + 24) / (3 + 6) = 16/3",
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Leg:
    """One leg: two of way, time and speed, with their units (long, short, per)."""

    units: tuple[str, str, str]
    way: ToldToken | None = None
    time: ToldToken | None = None
    speed: ToldToken | None = None


def _leg_story(leg: _Leg, taken: frozenset[int]) -> QuantityStory | None:
    long, short, per = leg.units
    told = (each for each in (leg.way, leg.time, leg.speed) if each is not None)
    way = leg.way.number if leg.way is not None else None
    pace = leg.speed.number if leg.speed is not None else None
    hours = _hours(leg.time, short) if leg.time is not None else None
    kind: Kind
    if way is None and pace and hours:
        kind, value, unit, step = "distance", hours * pace, long, (pace, "·", hours)
        slips = [("divided_instead", pace / hours)]
        slips += [(name, each * pace) for name, each in _misread(leg.time)]
    elif pace is None and way and hours:
        kind, value, unit, step = "speed", way / hours, per, (way, "/", hours)
        slips = [("divided_instead", way * hours), ("upside_down", hours / way)]
        slips += [(name, way / each) for name, each in _misread(leg.time)]
    elif hours is None and way and pace:
        kind, value, unit, step = "time", way / pace, short, (way, "/", pace)
        slips = [("divided_instead", way * pace), ("upside_down", pace / way)]
    else:
        return None
    one, sign, other = step
    return QuantityStory(
        kind=kind,
        told={"legs": ", ".join(map(shown_measure, told))},
        quantities=(StoryQuantity(value=value, unit=unit),),
        slips=tuple(
            (name, StoryQuantity(value=each, unit=unit))
            for name, each in reversed(slips)
            if each != value
        ),
        taken=taken,
        step=f"{shown_number(one)} {sign} {shown_number(other)}",
        example=_EXAMPLES[kind],
    )


_EXAMPLES: Final = {
    "distance": "20 · 0.5 = 10", "speed": "30 / 0.75 = 40", "time": "45 / 30 = 1.5",
}  # fmt: skip


def _misread(time: ToldToken | None) -> Iterator[tuple[str, Fraction]]:
    """Yield what a time is taken for: minutes as hours; 1 h 30 min as 1.30 h."""
    if time is None or not time.number:
        return
    if " h " in time.text:
        hours, minutes = time.text.split(" h ")
        if hours.isdecimal() and minutes.split()[0].isdecimal():
            yield "minutes_as_decimals", Fraction(f"{hours}.{minutes.split()[0]}")
    elif time.unit == "min":
        yield "minutes_as_hours", time.number
