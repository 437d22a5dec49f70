"""A value held against the story that it answers: it fits, it differs, or the story is open."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final, Literal

from tutor_app.calculations.calculation_facts import CalculationFacts
from tutor_app.calculations.stories.chance_events import ChanceEvent, events_in
from tutor_app.calculations.stories.chance_story import (
    WORDS,
    WORK,
    ChanceModel,
    number_in,
    put_back_in,
    read_model,
    words_of,
)
from tutor_app.calculations.stories.chance_values import chance_of, slips_of

# "open": it depends on whether what is drawn is put back, which the story does not say.
Fit = Literal["fits", "differs", "open"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ChanceStory:
    """A story as it was read. `sure`: every number in its words has found its place."""

    model: ChanceModel
    event: ChanceEvent
    sure: bool

    @property
    def is_open(self) -> bool:
        """Whether it matters whether what is drawn is put back, and nothing says so."""
        return self.model.replaced is None and self.model.draws > 1

    @property
    def chances(self) -> tuple[Fraction, ...]:
        """What the event's probability is; without and with putting back where that is open."""
        ways = (False, True) if self.is_open else (bool(self.model.replaced),)
        found = [chance_of(self.event, replace(self.model, replaced=way)) for way in ways]
        return tuple(each for each in found if each is not None)


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgedValue:
    """What a value comes to in a story; `slip` names what leads to a value that differs, and
    `put_back` says, of an open story, under which reading the value fits."""

    story: ChanceStory
    fit: Fit
    slip: str = ""
    put_back: bool | None = None

    @property
    def sure(self) -> bool:
        """Whether all of the story was read, or so much that a known slip explains the value."""
        return self.story.sure or bool(self.slip)


def read_story(told: Sequence[str]) -> ChanceStory | None:
    """Return the story that some messages tell, oldest first, with the event that was spoken of
    last before a calculation; None where there is none, or what is asked for was not read.
    """
    texts = [words_of(each) for each in told]
    models = [read_model(words) for words in texts]
    last = max((place for place, each in enumerate(models) if each is not None), default=None)
    model = models[last] if last is not None else None
    if last is None or model is None:
        return None
    event: ChanceEvent | None = None
    words = texts[last]
    for place, later in enumerate(texts[last:], last):
        beside = replace(model, taken=frozenset()) if place > last else model
        found = event_of(later, beside)
        if found is None:
            continue
        event, words = (None if isinstance(found, str) else found), later
    if event is None:
        return None
    if model.replaced is None:  # asked about, and told later
        said = [put_back_in(later) for later in texts[last + 1 :]]
        model = replace(model, replaced=next((each for each in said if each is not None), None))
    draws = model.draws or event.draws
    if not draws or (event.draws and event.draws != draws):
        return None
    model = replace(model, draws=draws)
    again = event_of(
        words, replace(model, taken=model.taken if words is texts[last] else frozenset())
    )
    event = again if isinstance(again, ChanceEvent) else event
    left = _untold(texts[last], model, event if words is texts[last] else None)
    return ChanceStory(model=model, event=event, sure=not left)


def event_of(words: Sequence[str], model: ChanceModel) -> ChanceEvent | Literal["unread"] | None:
    """Return the event that a message speaks of last before its last calculation; "unread" where a
    chance is spoken of there that was not read, None where none is.
    """
    found = events_in(words, model)
    works = [place for place, word in enumerate(words) if word == WORK]
    before = [each for each in found if works and each[0] < works[-1]]
    if before:
        return before[-1][1] or "unread"
    known = {each.key: each for _, each in found if each is not None}
    if len(known) != 1:
        return "unread" if found else None
    return next(iter(known.values()))


def _untold(words: Sequence[str], model: ChanceModel, event: ChanceEvent | None) -> list[str]:
    """Return the numbers of a story that were not taken for anything."""
    taken = model.taken | (event.taken if event is not None else frozenset())
    totals = {model.total, model.draws}
    return [
        word
        for place, word in enumerate(words)
        if place not in taken
        and (number := number_in(word)) is not None
        and number not in totals
        and not (word == "one" or word in WORDS["articles"])
        and not (place + 1 < len(words) and words[place + 1] in ("point", "mark"))
        and not (place == 0 and words[1:2] == ["."])
    ]


def judge_value(
    story: ChanceStory, value: Fraction, *, places: int | None = None
) -> JudgedValue | None:
    """Return what a probability comes to in a story; None where the story can't be counted.

    `places`: the digits behind the point to which the value is rounded, None for an exact one.
    """
    chances = story.chances
    if not chances or not 0 <= value <= 1:
        return JudgedValue(story=story, fit="differs") if chances else None
    fits = [_same(each, value, places) for each in chances]
    if story.is_open and len(set(chances)) > 1:
        if True in fits:
            return JudgedValue(story=story, fit="open", put_back=bool(fits.index(True)))
        return JudgedValue(story=story, fit="differs")
    if fits[0]:
        return JudgedValue(story=story, fit="fits")
    model = story.model if not story.is_open else replace(story.model, replaced=False)
    known = (name for name, each in slips_of(story.event, model) if _same(each, value, places))
    return JudgedValue(story=story, fit="differs", slip=next(known, ""))


def _same(one: Fraction, other: Fraction, places: int | None) -> bool:
    if places is None:
        return one == other
    return bool(abs(one - other) <= Fraction(51, 100) / 10**places)


_FRACTION: Final = re.compile(r"\s*(\d+)\s*/\s*(\d+)\s*")
_DECIMAL: Final = re.compile(r"\s*(\d*)[.,](\d+)\s*(%?)\s*|\s*(\d+)\s*%\s*")


def plain_value(text: str) -> tuple[Fraction, int | None] | None:
    """Return the number that a text is, with the places to which it is rounded: 1/6, 0.17, 17%."""
    fraction, decimal = _FRACTION.fullmatch(text), _DECIMAL.fullmatch(text)
    if fraction is not None and int(fraction[2]):
        return Fraction(int(fraction[1]), int(fraction[2])), None
    if decimal is None:
        return None
    if decimal[4] is not None:
        return Fraction(int(decimal[4]), 100), 2
    value = Fraction(f"{decimal[1] or 0}.{decimal[2]}")
    places = len(decimal[2])
    return (value / 100, places + 2) if decimal[3] else (value, places)


def speaks_of_event(text: str, model: ChanceModel) -> bool:
    """Whether a message names an event among what a story told before may bring."""
    return isinstance(event_of(words_of(text), replace(model, taken=frozenset())), ChanceEvent)


_OF_SUMS: Final = frozenset({"right", "worked_right", "nothing", "unknown"})


def value_in_story(story: ChanceStory, facts: CalculationFacts) -> JudgedValue | None:
    """Return what the value of a calculation comes to in a story; None where it has a slip in it,
    is no probability, or is drawn from letters.
    """
    value = facts.value
    letters = [name for name in facts.names if len(name) == 1 and name not in "Pp"]
    if value is None or not 0 <= value <= 1 or facts.outcome not in _OF_SUMS or letters:
        return None
    return judge_value(story, value, places=facts.places)
