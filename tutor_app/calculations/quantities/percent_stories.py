"""Percentages in a row: a price that falls and falls again, interest, shares of shares."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, takewhile
from math import prod

from tutor_app.calculations.quantities.quantity_story import (
    QuantityStory,
    StoryQuantity,
    shown_number,
)
from tutor_app.calculations.quantities.told_numbers import WORDS, ToldToken, says, words_near

MOST_TIMES = 60
_EXAMPLE_START = Fraction(300)


@dataclass(frozen=True, slots=True, kw_only=True)
class _PercentChange:
    """A change by a share of what there is: up, down, or to that share."""

    share: Fraction
    way: str

    @property
    def factor(self) -> Fraction:
        return {"up": 1 + self.share, "down": 1 - self.share, "part": self.share}[self.way]

    @property
    def in_words(self) -> str:
        sign = {"up": "+", "down": "−", "part": ""}[self.way]
        return f"{sign}{shown_number(self.share * 100)}%"


def read_percents(tokens: Sequence[ToldToken], given: Sequence[ToldToken]) -> QuantityStory | None:
    """Return the story of percentages in a row that some numbers tell; None where it is none."""
    if _changes_by_amounts(tokens):
        return None
    changes = list(_changes(tokens, [each for each in given if each.percent]))
    others = [each for each in given if not each.percent]
    if not changes or None in changes:
        return None
    told = [each for each in changes if each is not None]
    times, counted = _times(tokens, others)
    others = [each for each in others if each not in counted]
    if len(others) > 1 or (times > 1 and len(told) > 1) or times > MOST_TIMES:
        return None
    if not others and len(told) < 2:
        return None
    if others and others[0].unit in WORDS["durations"] | {"km/h", "m/s"}:
        return None
    start = others[0].number if others else None
    told = told * times
    taken = frozenset(each.start for each in given)
    if start is not None and _asks_before(tokens, others[0]):
        return _original(start, told, taken)
    return _chain(tokens, start, told, taken, others[0].unit if others else "")


def _changes(
    tokens: Sequence[ToldToken], percents: Sequence[ToldToken]
) -> Iterator[_PercentChange | None]:
    way = ""
    for each in percents:
        assert each.number is not None
        behind = words_near(tokens, each, 0, 4)
        before = words_near(tokens, each, 6, 0)
        near = [word for word in behind if word not in ("%", "percent")]
        by = before[:1] == ["by"]  # its verb stands before it
        if by or _way([], before):  # what stands behind a joint tells of the next one
            near = [] if by else list(takewhile(lambda word: word not in WORDS["joints"], near))
        found = _way(near[:3], before)
        if not found and way:
            found = way
        if not found:  # its verb stands in the same sentence: "rises this year by 5%"
            words = [
                one.text for one in tokens if one.sentence == each.sentence and not one.claimed
            ]
            found = _way(words, [])
        way = found
        yield _PercentChange(share=each.number / 100, way=found) if found else None


def _changes_by_amounts(tokens: Sequence[ToldToken]) -> bool:
    """Whether something is taken off or put on that is no percentage: "and then 5 euro off"."""
    first = min((each.start for each in tokens if each.percent), default=0)
    shares = {each.number for each in tokens if each.percent}  # "25 down, 25 up"
    amounts = [
        one
        for one in tokens
        if one.is_given and not one.percent and one.start > first and one.number not in shares
    ]
    near = (words_near(tokens, each, 0, 2) for each in amounts)
    return any((WORDS["down"] | WORDS["up"]) & set(words) for words in near)


def _way(behind: Sequence[str], before: Sequence[str]) -> str:
    """Return the way that the nearest word tells: behind the number, else before it."""
    for words in (behind, before):
        told = [word for word in words if word in WORDS["down"] | WORDS["up"]]
        plain = [word for word in told if word not in ("more", "less")]
        if words is behind and behind[:1] == ["of"] and not plain:
            continue
        if words is behind and behind[:1] == ["on"] and not told:
            puts = not WORDS["puts"].isdisjoint(before)
            if puts or behind[1:2] in ([], ["again"], ["top"], [","]):
                return "up"  # "25% off, then 25% on again"
        if told:  # "15% more off": more of what the other word says
            return "down" if (plain or told)[0] in WORDS["down"] else "up"
    return "part" if behind[:1] == ["of"] else ""


def _times(tokens: Sequence[ToldToken], others: Sequence[ToldToken]) -> tuple[int, list[ToldToken]]:
    """Return how often a change is repeated, and the number that says so."""
    told = [one.text for one in tokens if not one.claimed]
    repeats = says(tokens, "each") or "interest" in told
    counts = [each for each in others if each.unit in WORDS["repeats"] | {"h"}]
    if len(counts) == 1 and repeats and counts[0].number is not None:
        number = counts[0].number
        return (int(number), counts) if number.denominator == 1 else (MOST_TIMES + 1, counts)
    if "twice" in told and not counts:
        return 2, []
    return 1, []


def _asks_before(tokens: Sequence[ToldToken], start: ToldToken) -> bool:
    """Whether what was there before the changes is asked for: its number stands behind them, or is
    what there is now, or a sentence without a number asks for it."""
    asked = [place for place, each in enumerate(tokens) if each.text in WORDS["before"]]
    firsts = [each for each in tokens if each.percent]
    late = bool(firsts) and firsts[0].start < start.start
    now = {"now", "after"} & {each.text for each in tokens}
    if asked and (late or now):
        return True
    if any(WORDS["inclusive"] & set(words_near(tokens, each, 3, 0)) for each in firsts):
        return True  # "96 is already with 19% tax"
    numbers = {each.sentence for each in tokens if each.number is not None or each.work}
    return any(
        tokens[place].sentence not in numbers
        and tokens[place - 1].text not in WORDS["compares"]
        and says([each for each in tokens if each.sentence == tokens[place].sentence], "wants")
        for place in asked
    )


def _chain(
    tokens: Sequence[ToldToken],
    start: Fraction | None,
    told: list[_PercentChange],
    taken: frozenset[int],
    others_unit: str,
) -> QuantityStory:
    simple = says(tokens, "simple")
    whole = prod((each.factor for each in told), start=Fraction(1))
    signed = [each.share * {"up": 1, "down": -1, "part": 1}[each.way] for each in told]
    parts = all(each.way == "part" for each in told)
    added = sum(signed, Fraction(0)) + (0 if parts else 1)
    if simple:
        whole, added = added, whole
    quantities: list[StoryQuantity] = []
    slips: list[tuple[str, StoryQuantity]] = []
    overall = whole if parts else abs(whole - 1)
    as_sum = added if parts else abs(added - 1)
    slip = "interest_on_interest" if simple else "percents_added"
    quantities.append(StoryQuantity(value=overall * 100, percent=True, name="overall"))
    if len(told) > 1:
        slips.append((slip, StoryQuantity(value=as_sum * 100, percent=True)))
    if not parts and whole:
        of_new = abs(whole - 1) / whole * 100
        slips.append(("of_the_new", StoryQuantity(value=of_new, percent=True)))
    if start is not None:
        saves = {"save", "saving", "saved"} & {each.text for each in tokens}
        unit = "" if parts else others_unit
        quantities.append(StoryQuantity(value=start * whole, unit=unit, asked=not saves))
        quantities.append(
            StoryQuantity(value=start * abs(1 - whole), asked=bool(saves), name="difference")
        )
        if len(told) > 1:
            slips.append((slip, StoryQuantity(value=start * added)))
            slips.append((slip, StoryQuantity(value=start * as_sum)))
        else:
            slips.append(("part_alone", StoryQuantity(value=start * told[0].share)))
        turned = prod((2 - each.factor for each in told), start=Fraction(1))
        if not parts:
            slips.append(("wrong_direction", StoryQuantity(value=start * turned)))
        for count in range(1, len(told)):  # in whatever order
            for some in combinations(told, count):
                value = start * prod(each.factor for each in some)
                quantities.append(StoryQuantity(value=value, asked=False, name="after_first"))
    if not parts and len(told) > 1:  # what all is multiplied by
        quantities.append(StoryQuantity(value=whole, name="overall"))
        slips.append((slip, StoryQuantity(value=added)))
    return QuantityStory(
        kind="share" if parts else "percents",
        told={"start": shown_number(start) if start is not None else "100%",
              "changes": ", ".join(each.in_words for each in told)},
        quantities=tuple(quantities),
        slips=tuple(slips),
        taken=taken,
        step=_step(start if start is not None else Fraction(100), told),
        example=_example(told),
    )  # fmt: skip


def _step(start: Fraction, told: Sequence[_PercentChange]) -> str:
    first = start * told[0].factor
    return f"{shown_number(start)} · {shown_number(told[0].factor)} = {shown_number(first)}"


def _example(told: Sequence[_PercentChange]) -> str:
    """Return other percentages of the same ways, worked."""
    value = _EXAMPLE_START
    steps = []
    for place, each in enumerate(told[:2] if len(told) > 1 else told):
        share = Fraction(1, 5 if place else 4) if each.share != Fraction(1, 4) else Fraction(1, 10)
        other = _PercentChange(share=share, way=each.way)
        after = value * other.factor
        steps.append(
            f"{shown_number(value)} · {shown_number(other.factor)} = {shown_number(after)}"
        )
        value = after
    return ", ".join(steps)


def _original(
    now: Fraction, told: Sequence[_PercentChange], taken: frozenset[int]
) -> QuantityStory | None:
    whole = prod((each.factor for each in told), start=Fraction(1))
    if not whole:
        return None
    turned = prod((2 - each.factor for each in told), start=Fraction(1))
    part = told[0].share
    signed = [each.factor - 1 for each in told] if len(told) > 1 else []
    added = sum(signed, Fraction(0))
    mixed: list[tuple[str, StoryQuantity]] = []
    if signed and 1 + added:
        mixed = [
            ("added_and_put_back", StoryQuantity(value=now * (1 - added))),
            ("percents_added", StoryQuantity(value=now / (1 + added))),
            ("percents_added", StoryQuantity(value=abs(added) * 100, percent=True)),
        ]
    other = Fraction(1) + (Fraction(1, 4) if told[0].factor > 1 else -Fraction(1, 4))
    return QuantityStory(
        kind="original",
        told={"now": shown_number(now), "changes": ", ".join(each.in_words for each in told)},
        quantities=(
            StoryQuantity(value=now / whole),
            StoryQuantity(value=abs(whole - 1) * 100, percent=True, name="overall"),
        ),
        slips=(
            *mixed,
            ("base_is_before", StoryQuantity(value=now * turned)),
            ("wrong_direction", StoryQuantity(value=now * whole)),
            ("part_alone", StoryQuantity(value=now * part)),
        ),
        taken=taken,
        step=f"x · {shown_number(whole)} = {shown_number(now)}",
        example=f"x · {shown_number(other)} = 150, x = {shown_number(150 / other)}",
    )


def read_change(tokens: Sequence[ToldToken], given: Sequence[ToldToken]) -> QuantityStory | None:
    """Return by how many per cent something changes from one amount to another."""
    if len(given) != 2 or any(each.percent for each in given):
        return None
    one, other = given
    told = {each.text for each in tokens}
    in_percent = any(each.percent for each in tokens) or "percent" in told
    if len([each for each in tokens if each.is_given and not each.percent]) > len(given):
        return None  # it goes on to change
    if (
        not in_percent
        or not (WORDS["was"] & told)
        or not (WORDS["becomes"] & told)
        or (one.unit != other.unit and one.unit and other.unit)
    ):
        return None
    if not one.number or not other.number:
        return None
    by, whole = abs(other.number - one.number), other.number / one.number * 100
    return QuantityStory(
        kind="change",
        told={"before": shown_number(one.number), "after": shown_number(other.number)},
        quantities=(StoryQuantity(value=by / one.number * 100, percent=True),
                    StoryQuantity(value=by, asked=False, name="difference")),
        slips=(("of_the_new", StoryQuantity(value=by / other.number * 100, percent=True)),
               ("whole_for_change", StoryQuantity(value=whole, percent=True))),
        taken=frozenset(each.start for each in given),
        step=f"{shown_number(other.number)} − {shown_number(one.number)} = "
        f"{shown_number(other.number - one.number)}".replace("= -", "= −"),
        example="40 → 50: 50 − 40 = 10, 10 / 40 = 25%",
    )  # fmt: skip
