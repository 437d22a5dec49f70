"""The values that a message gives for a task of quantities: whose each is, and for what."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final

from tutor_app.calculations.calculation_facts import CalculationFacts
from tutor_app.calculations.quantities.data_stories import figure_named
from tutor_app.calculations.quantities.quantity_story import QuantityStory
from tutor_app.calculations.quantities.read_quantity import read_quantity_story
from tutor_app.calculations.quantities.told_numbers import (
    WORDS,
    ToldToken,
    figure_told,
    says,
    told_tokens,
)

Examine = Callable[[str], CalculationFacts]
_NUMBER: Final = re.compile(r"(-?\d+(?:[.,]\d+)?(?:/\d+)?)\s*(%?)")
_UNIT_BEHIND: Final = re.compile(r"(?<=\d)\s*(?:%|[^\W\d_][\w/²³]*)$")
_CHOOSES: Final = frozenset({"or", "not", "vs", "versus"})
_AMOUNT_MORE: Final = frozenset({"more", "fewer", "less", "extra"})


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedValue:
    """A number that a message gives for what is asked, as it was written.

    `name` is the quantity that the words beside it name, `work` the calculation that it comes from.
    `closes`: it is claimed, and the last number of its clause; `by_other`: somebody else says it;
    `choice`: it stands beside another one, with "or" between; `denied`: "not" stands before it.
    """

    text: str
    value: Fraction
    places: int | None = None
    percent: bool = False
    unit: str = ""
    name: str = ""
    work: str = ""
    closes: bool = False
    by_other: bool = False
    choice: bool = False
    denied: bool = False


def values_named(message: str, story: QuantityStory, examine: Examine) -> list[NamedValue] | None:
    """Return the values that a message gives in a story; None where a sum in it does not hold,
    which is to be said first. The message may be the one that tells the story.
    """
    tokens = told_tokens(message)
    own = {each.start for each in tokens if each.number is not None} >= story.taken and (
        read_quantity_story(message) == story
    )
    taken = story.taken if own else frozenset[int]()
    names = {each.name for each in story.quantities} - {""}
    found: list[NamedValue] = []
    for place, token in enumerate(tokens):
        if token.start in taken or (own and token.start < min(taken, default=0)):
            continue
        if token.work:
            value = _of_work(token, examine)
            if value is None:
                return None
            if value.text:
                name = figure_named(token.work.split("=")[0].strip().casefold())
                name = name or _name(tokens, place, names, taken)
                found.append(replace(value, name=name, by_other=token.by_other,
                                     choice=_chosen(tokens, place)))  # fmt: skip
        elif token.number is not None and not _is_operand(tokens, place, story):
            found.append(
                NamedValue(
                    text=f"{token.text}%" if token.percent else token.text,
                    value=token.number, places=token.places, percent=token.percent,
                    unit=token.unit, name=_name(tokens, place, names, taken),
                    by_other=token.by_other, choice=_chosen(tokens, place),
                    closes=token.claimed and _is_last(tokens, place),
                    denied=place > 0 and tokens[place - 1].text == "not",
                )
            )  # fmt: skip
    if not found and story.kind == "percents" and says(tokens, "evens"):
        found = [NamedValue(text="0%", value=Fraction(0), percent=True)]
    figures = {named for each in tokens if (named := figure_named(each.text)) in names}
    if len(figures) == 1 and not any(each.name for each in found):
        found = [replace(each, name=next(iter(figures))) for each in found]
    if not own:  # "it's 15 both times"
        new = [each for each in found if each.value not in story.given or each.work or each.closes]
        found = new or found
    return _without_givens(_without_doubles(found), tokens, taken)


def _chosen(tokens: Sequence[ToldToken], place: int) -> bool:
    """Whether a value stands beside another one, with "or" or "and not" between."""
    near = tokens[max(0, place - 5) : place + 6]
    return any(each.text in _CHOOSES and each.sentence == tokens[place].sentence for each in near)


def _of_work(token: ToldToken, examine: Examine) -> NamedValue | None:
    """Return what a calculation comes to; None where it does not hold, no text where it is none."""
    text = (
        re.sub(r"\bis\b", "=", figure_told(token.work) or token.work)
        .strip()
        .lstrip("= ")
        .rstrip("?! ")
    )
    facts = examine(text)
    if facts.outcome == "wrong":  # what is written behind a result belongs to no sum
        facts = examine(_UNIT_BEHIND.sub("", text))
    if facts.outcome == "wrong":
        return None
    told = text.replace("≈", "=").rpartition("=")[2].strip()
    last = _UNIT_BEHIND.sub("", told) if not told.endswith("%") else told
    found = _NUMBER.match(last)
    plain = found is not None and not re.search(r"[-+*/^×·]", last[found.end() :])
    if found is not None and plain:
        over = found[1].replace(",", ".")
        unit = told[found.end() :].strip()
        places = len(over.partition(".")[2]) or None
        return NamedValue(text=f"{found[1]}{found[2]}", value=Fraction(over), places=places,
                          percent=bool(found[2]), unit=unit, work=text)  # fmt: skip
    if facts.value is not None:
        return NamedValue(text=text, value=facts.value, places=facts.places, work=text)
    return NamedValue(text="", value=Fraction(0))


def _is_last(tokens: Sequence[ToldToken], place: int) -> bool:
    for each in tokens[place + 1 :]:
        if each.number is not None or each.text in ",.;?!\n":
            return each.number is None
    return True


def _is_operand(tokens: Sequence[ToldToken], place: int, story: QuantityStory) -> bool:
    """Whether a number is spoken of as one that is worked with, and not as a result."""
    token = tokens[place]
    before = tokens[place - 1].text if place else ""
    behind = tokens[place + 1].text if place + 1 < len(tokens) else ""
    counts = token.text.isalpha() and token.text not in ("hundred",)
    counts = counts and (not token.unit or story.kind in ("events", "statistics"))  # "two failures"
    following = [each.text for each in tokens[place + 1 : place + 3]]
    return (
        before in WORDS["operands"]
        or (following[:1] == ["for"] and following[-1] in WORDS["per_some"])
        or behind in _AMOUNT_MORE
        or counts
        or (bool(token.unit) and token.unit in story.inputs)
    )


def _name(tokens: Sequence[ToldToken], place: int, names: set[str], taken: frozenset[int]) -> str:
    """Return the quantity that is named nearest before a value, else behind it, in its sentence."""
    if not names:
        return ""
    sentence = tokens[place].sentence
    for near in range(place - 1, -1, -1):
        token = tokens[near]
        if token.sentence != sentence:
            break
        named = figure_named(token.text) if figure_named(token.text) in names else token.text
        behind = tokens[near + 1].text
        if named in names and not (behind in WORDS["saying"] and behind != "has"):
            return named
        if (token.number is not None and token.start not in taken) or token.work:
            break
    for near in range(place + 1, min(place + 5, len(tokens))):
        token = tokens[near]
        if token.sentence != sentence or token.number is not None or token.work:
            break
        named = figure_named(token.text) if figure_named(token.text) in names else token.text
        if named in names:
            return named
    return ""


def _without_doubles(found: Sequence[NamedValue]) -> list[NamedValue]:
    kept: list[NamedValue] = []
    for each in found:
        same = next((k for k in kept if k.value == each.value and k.name == each.name
                     and k.percent == each.percent), None)  # fmt: skip
        if same is None:
            kept.append(each)
        elif each.work and not same.work:
            kept[kept.index(same)] = each
    return kept


def _without_givens(
    found: Sequence[NamedValue], tokens: Sequence[ToldToken], taken: frozenset[int]
) -> list[NamedValue]:
    """Return the values without numbers of the task that are only said again beside others."""
    given = {
        (each.number, each.percent, unit)
        for each in tokens
        if each.start in taken
        for unit in (each.unit, "")
    }
    own = [
        each
        for each in found
        if (each.value, each.percent, each.unit) not in given
        or each.work
        or each.name
        or each.closes
    ]
    return own or list(found)
