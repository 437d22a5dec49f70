"""Which task of quantities a message tells, by the readers of all kinds."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Final

from tutor_app.calculations.quantities.age_stories import read_ages
from tutor_app.calculations.quantities.counting_stories import read_ways
from tutor_app.calculations.quantities.data_stories import read_data
from tutor_app.calculations.quantities.event_laws import read_events
from tutor_app.calculations.quantities.mean_stories import read_mixture
from tutor_app.calculations.quantities.percent_stories import read_change, read_percents
from tutor_app.calculations.quantities.quantity_story import QuantityStory
from tutor_app.calculations.quantities.rate_stories import read_proportion
from tutor_app.calculations.quantities.speed_stories import read_speed
from tutor_app.calculations.quantities.told_numbers import (
    IN_HOURS,
    LONGEST,
    MEASURES,
    ToldToken,
    given_numbers,
    told_tokens,
)
from tutor_app.calculations.quantities.unit_changes import read_unit_change
from tutor_app.calculations.speech.math_fragments import math_fragments
from tutor_app.calculations.stories.chance_story import read_model
from tutor_app.calculations.stories.story_words import words_of

_READERS: Final = (
    read_data, read_unit_change, read_ways, read_ages, read_mixture, read_percents, read_change,
    read_speed, read_proportion,
)  # fmt: skip
_CODE: Final = re.compile(r"\w\(|[\[\]{}_`]|//|->|==")
_SENTENCE_ENDS: Final = re.compile(r"[.:;!?](?=\s)\s*|\n\s*")
_SUPPOSES: Final = frozenset({"if", "instead", "suppose"})


def read_quantity_story(message: str) -> QuantityStory | None:
    """Return the task of quantities that a message tells; None where none is read."""
    if (events := read_events(message)) is not None:
        return events
    if _CODE.search(message):
        return None
    tokens = told_tokens(message)
    draws = read_model(words_of(message)) is not None  # "6 pens and 4 pencils, I take two"
    readers = [each for each in _READERS if not (draws and each is read_proportion)]
    for variant in (tokens, tuple(replace(each, claimed=False) for each in tokens)):
        given = given_numbers(variant)
        for most in range(len(given), 0, -1):
            for reader in readers:
                story = reader(variant, given[:most])
                if story is not None and not _leaves_more(story, given[:most], given[most:]):
                    numbers = (each.number for each in variant if each.start in story.taken)
                    return replace(
                        story,
                        sure=_is_sure(story, variant),
                        given=frozenset(each for each in numbers if each is not None),
                    )
    return None


def told_story(message: str) -> tuple[str, QuantityStory | None]:
    """Return the part of a message that tells a task of quantities, with the task: what is said
    before it of something else, "ah, 15 min are 0.25 h. Then a mixture: …", belongs to none.
    """
    if (story := read_quantity_story(message)) is not None:
        return message, story
    for end in _SENTENCE_ENDS.finditer(message[:LONGEST]):
        part, before = message[end.end() :], told_tokens(message[: end.end()])
        if (story := read_quantity_story(part)) is not None:
            kinds = {(each.unit, each.percent) for each in told_tokens(part) if each.is_given}
            left = {(each.unit, each.percent) for each in given_numbers(before)}
            return part, replace(story, sure=story.sure and not kinds & (left - {("", False)}))
    return message, None


def other_readings(message: str) -> Iterator[QuantityStory]:
    """Yield the tasks that a message tells where one of its numbers is only spoken of, as an age or
    a year may be."""
    plain, _ = math_fragments(message[:LONGEST])
    for each in told_tokens(message):
        if not each.is_given or each.percent or each.unit in MEASURES:
            continue
        rest = plain[each.start + len(each.text) :]
        story = read_quantity_story(f"{plain[: each.start]}some{rest}")
        if story is not None:
            yield story


def changed_story(told: str, story: QuantityStory, message: str) -> QuantityStory | None:
    """Return a story as a later message leaves it: with another amount of what it starts from, "and
    2.25 h?"; None where the message supposes something else that is not read.
    """
    tokens = told_tokens(message)
    given = [each for each in told_tokens(told) if each.start in story.taken]
    known = {each.number for each in given}
    others = [
        each
        for each in tokens
        if each.number is not None and each.unit in story.inputs and each.number not in known
    ]
    if not others:
        return None if _tells_more(tokens, given, story) else story
    last = [each for each in given if each.unit == others[-1].unit][-1:]
    if not last:
        return None
    at = last[0].start
    plain, _ = math_fragments(told)
    changed = f"{plain[:at]}{others[-1].text}{plain[at + len(last[0].text) :]}"
    found = read_quantity_story(changed)
    return found if found is not None and found.kind == story.kind else None


def tells_other(message: str, stories: Sequence[QuantityStory]) -> bool:
    """Whether a message tells a story that is none of those told before: one of chance, or one with
    measures or percentages that none of them has and none of them asks for.
    """
    if read_model(words_of(message)) is not None:
        return True
    known = {each for story in stories for each in story.given}
    known |= {each.value for story in stories for each in story.quantities}
    known |= {each.value for story in stories for _, each in story.slips}
    asked = [each for story in stories for each in story.quantities]
    units = {each.unit for each in asked}
    shares = any(each.percent is not False for each in asked)
    told = {
        each.number
        for each in told_tokens(message)
        if each.is_given and each.number not in known
        if each.unit in MEASURES - units or (each.percent and not shares)
    }
    return len(told) > 1


def _tells_more(
    tokens: Sequence[ToldToken], given: Sequence[ToldToken], story: QuantityStory
) -> bool:
    """Whether a later message supposes something, or tells a measure that the story has not."""
    if _SUPPOSES & {each.text for each in tokens}:
        return True
    units = {each.unit for each in story.quantities}
    known = {(each.number, each.unit) for each in given}
    return "" not in units and any(
        each.number is not None
        and each.unit in MEASURES
        and each.unit not in units
        and not (units | {each.unit}) <= set(IN_HOURS)
        and (each.number, each.unit) not in known
        and not any(_near(each, one) for one in given)
        for each in tokens
        if not each.claimed
    )


def _near(one: ToldToken, other: ToldToken) -> bool:
    """Whether two measures are one, rounded."""
    if one.number is None or other.number is None or one.unit != other.unit:
        return False
    return abs(one.number - other.number) * 100 <= abs(other.number)


def _is_time(each: ToldToken) -> bool:
    return each.number is not None and each.unit in IN_HOURS


def _hours_of(each: ToldToken) -> Fraction:
    return (each.number or Fraction(0)) * IN_HOURS[each.unit]


def _leaves_more(
    story: QuantityStory, given: Sequence[ToldToken], left: Sequence[ToldToken]
) -> bool:
    """Whether a number that was left is none of what is asked for: more belongs to the task."""
    units = {each.unit for each in story.quantities}
    times = [_hours_of(each) for each in given if _is_time(each)]
    left = [each for each in left if not _is_time(each) or _hours_of(each) not in times]
    return "" not in units and any(
        each.unit and each.unit not in units and not units & set(IN_HOURS) for each in left
    )


def _is_sure(story: QuantityStory, tokens: Sequence[ToldToken]) -> bool:
    """Whether no number of the task is left over before the last that was read."""
    last = max(story.taken, default=-1)
    return all(each.start in story.taken for each in given_numbers(tokens) if each.start <= last)
