"""Values held against a task of quantities: each fits, differs, or lies on the way to it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, Literal

from tutor_app.calculations.quantities.named_values import NamedValue
from tutor_app.calculations.quantities.quantity_story import QuantityStory, StoryQuantity
from tutor_app.calculations.quantities.told_numbers import IN_HOURS

# "way": one comes by it on the way to what is asked for.
QuantityFit = Literal["fits", "differs", "way"]
_ROUNDED_WHOLE: Final = 10  # from where on a result is told in whole numbers
_UNMISTAKEN: Final = frozenset({"statistics", "units"})  # of which nothing is open to reading
_ON_THE_WAY: Final = frozenset({"part_alone"})


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgedNumber:
    """A value with what it comes to in the story; `slip` names what leads to one that differs, and
    `name` the quantity that it is."""

    value: NamedValue
    fit: QuantityFit
    slip: str = ""
    name: str = ""


def judge_number(story: QuantityStory, value: NamedValue) -> JudgedNumber | None:
    """Return what a value comes to in a story; None where it is no value of this kind."""
    pool = [each for each in story.quantities if _comparable(each, value)]
    if not pool:
        return None
    asked = [each for each in pool if each.asked or (value.name and each.name == value.name)]
    names = {each.name for each in asked}
    slips = [
        (name, each)
        for name, each in story.slips
        if (each.name or "") in names | {""} and _comparable(each, value)
    ]
    for rounds in (False, True):  # what is exact counts before what is so when it is rounded
        for each in asked:
            if _same(each, value, rounds=rounds):
                return JudgedNumber(value=value, fit="fits", name=each.name)
        for name, each in slips:
            if _same(each, value, rounds=rounds):
                return JudgedNumber(value=value, fit="differs", slip=name)
    for each in pool:
        if _same(each, value, rounds=True):
            return JudgedNumber(value=value, fit="way", name=each.name)
    return JudgedNumber(value=value, fit="differs") if asked else None


def _comparable(quantity: StoryQuantity, value: NamedValue) -> bool:
    if quantity.percent is not None and quantity.percent != value.percent:
        return False
    if value.name and quantity.name and value.name != quantity.name:
        return False
    known = {"km", "m", "cm", "mm", "km/h", "m/s", "kg", "g", "l", "ml", "day", "money", *IN_HOURS}
    if value.unit in known and quantity.unit in known and value.unit != quantity.unit:
        return {value.unit, quantity.unit} <= set(IN_HOURS)
    return True


def _same(quantity: StoryQuantity, value: NamedValue, *, rounds: bool) -> bool:
    wanted = quantity.value
    if {quantity.unit, value.unit} <= set(IN_HOURS) and quantity.unit != value.unit:
        wanted = wanted * IN_HOURS[quantity.unit] / IN_HOURS[value.unit]
    if wanted == value.value or not rounds:
        return wanted == value.value
    if "/" in value.text or (value.places is None and abs(value.value) < _ROUNDED_WHOLE):
        return False
    return bool(abs(wanted - value.value) <= Fraction(101, 200) / 10 ** (value.places or 0))


def is_surely_wrong(story: QuantityStory, judged: JudgedNumber) -> bool:
    """Whether a value that differs is surely wrong: all of the task was read, and a slip leads to
    it, or nothing of the task is open to reading.
    """
    told = bool(judged.slip) or story.kind in _UNMISTAKEN
    return judged.fit == "differs" and story.sure and told


def judged_numbers(
    story: QuantityStory, values: Sequence[NamedValue], *, anew: bool = True
) -> Iterator[JudgedNumber]:
    """Yield what each value comes to that can be held to the story: of what one says for one
    quantity the last, and what comes before it where it is no step on the way.

    Where the story is not told `anew`, a percentage that it gives is only spoken of again.
    """
    judged = [found for each in values if (found := judge_number(story, each)) is not None]
    judged = [each for each in judged if anew or not _is_given(each, story)]
    for place, found in enumerate(judged):
        later = [
            each
            for each in judged[place + 1 :]
            if each.value.by_other == found.value.by_other
            and (each.value.name == found.value.name or not found.value.name)
        ]
        if later and story.kind == "events" and not found.value.choice:
            continue  # what is given stands with a sign of equality too
        if _is_beside(found, judged):
            continue
        if (
            not later
            or found.fit == "fits"
            or found.value.choice
            or (found.slip and found.slip not in _ON_THE_WAY)
        ):
            yield found


def _is_given(judged: JudgedNumber, story: QuantityStory) -> bool:
    given = " ".join(map(str, story.told.values()))
    text = judged.value.text.replace(" ", "").lstrip("-−")
    return judged.fit == "fits" and judged.value.percent and text in given


def _is_beside(found: JudgedNumber, judged: Sequence[JudgedNumber]) -> bool:
    """Whether a value that nothing leads to stands beside one that is meant, by the same person.

    "This is 6 not 5. So 78 : 6 = 13": whoever works something out names more than the result.
    """
    if found.fit != "differs" or found.slip:
        return False
    if found.value.denied and any(e.fit == "fits" and not e.value.denied for e in judged):
        return True  # "so it is 28, not 30?"
    if found.value.choice and not any(each.fit == "way" and each.value.choice for each in judged):
        return False
    return any(
        (each.fit == "fits" or bool(each.slip))
        and each.value.by_other == found.value.by_other
        and (each.value.name == found.value.name or not found.value.name or not each.value.name)
        for each in judged
        if each is not found
    )
