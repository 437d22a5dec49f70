"""A value held against the story that it answers: it fits, it differs, or the story is open."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final, Literal

from tutor_app.calculations.calculation_facts import CalculationFacts
from tutor_app.calculations.stories.chance_events import ChanceEvent, events_in
from tutor_app.calculations.stories.chance_story import ChanceModel, put_back_in, read_model
from tutor_app.calculations.stories.chance_values import chance_of, slips_of
from tutor_app.calculations.stories.named_kinds import MOST
from tutor_app.calculations.stories.story_words import WORDS, WORK, number_in, words_of

# "open": it depends on whether what is drawn is put back, which the story does not say.
Fit = Literal["fits", "differs", "open"]


_SENTENCE_END: Final = re.compile(r"[.:;!?](?=\s)\s*|\n\s*")
# Values that nobody comes by on the way to another: who has one of these has read the story so.
_TELLING: Final = frozenset({"as_if_put_back", "as_if_kept", "sums_alike", "counts_alike"})


# Values by which one comes on the way to another, or that nothing explains: never surely wrong.
_ON_THE_WAY: Final = frozenset({"", "one_draw", "complement"})


@dataclass(frozen=True, slots=True, kw_only=True)
class ChanceStory:
    """A story as it was read. `sure`: every number in its words has found its place, and no word of
    what is asked for is left over; `counted`: it says how many are drawn.
    """

    model: ChanceModel
    event: ChanceEvent
    sure: bool
    counted: bool = True

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
        """Whether a value that differs is surely wrong: all was read, and a slip explains it."""
        explained = self.slip not in _ON_THE_WAY
        return explained and (self.story.sure or (self.story.counted and self.slip in _TELLING))


def read_story(told: Sequence[str]) -> ChanceStory | None:
    """Return the story that some messages tell, oldest first, with the event that was spoken of
    last before a calculation; None where there is none, or what is asked for was not read.
    """
    texts = [words_of(each) for each in told]
    models = [read_model(words) for words in texts]
    for place, each in enumerate(models):  # "the deck is shuffled": of what was told before
        if each is not None and not each.draws and any(models[:place]):
            models[place] = None
    last = max((place for place, each in enumerate(models) if each is not None), default=None)
    model = models[last] if last is not None else None
    if last is None or model is None:
        return None
    event: ChanceEvent | None = None
    words = texts[last]
    for place, later in enumerate(texts[last:], last):
        if place > last and not {WORK, *WORDS["chance"]} & set(later):
            continue  # it speaks of the draws, and asks for nothing else
        beside = replace(model, taken=frozenset()) if place > last else model
        found = event_of(later, beside)
        step = isinstance(found, ChanceEvent) and found.key[0] == "at"
        if found is None or (step and event is not None):
            continue
        event, words = (None if isinstance(found, str) else found), later
    if event is None:
        return None
    if model.replaced is None:  # asked about, and told later
        said = [put_back_in(later) for later in texts[last + 1 :]]
        model = replace(model, replaced=next((each for each in said if each is not None), None))
    counted = model.draws > 0
    draws = model.draws or event.draws
    if not draws or (event.draws and event.draws != draws):
        return None
    model = replace(model, draws=draws)
    again = event_of(
        words, replace(model, taken=model.taken if words is texts[last] else frozenset())
    )
    event = again if isinstance(again, ChanceEvent) else event
    own = words is texts[last]
    left = _untold(texts[last], model, event if own else None)
    setting = [] if own else texts[last]
    left += _unread_words(event, [*setting, *_before_chance(texts[last])], model)
    return ChanceStory(model=model, event=event, sure=not left, counted=counted)


def event_of(words: Sequence[str], model: ChanceModel) -> ChanceEvent | Literal["unread"] | None:
    """Return the event that a message's last value is for; "unread" where more than one may be
    meant, or one that was not read; None where none is spoken of.

    A single draw, "the first is red", is a step where something else is spoken of beside it.
    """
    found = events_in(words, model)
    works = [place for place, word in enumerate(words) if word == WORK]
    before = [each for each in found if works and each[0] < works[-1]] or found
    if not before:
        return None
    whole = [each for each in before if each[1] is None or each[1].key[0] != "at"] or before
    if len(_keys(whole)) > 1:
        start = works[-2] if len(works) > 1 else -1
        whole = [each for each in whole if each[0] > start]
    if len(_keys(whole)) != 1:
        return "unread"
    return whole[-1][1] or "unread"


def story_part(message: str) -> str:
    """Return the part of a message that tells its story, without what is said before it of
    something else; the whole where it tells none.
    """
    whole = read_story([message])
    if whole is None:
        return message
    for found in reversed([*_SENTENCE_END.finditer(message)]):
        part = read_story([message[found.end() :]])
        same = part is not None and part.event.key == whole.event.key
        if part is not None and same and part.chances == whole.chances:
            return message[found.end() :]
    return message


def _before_chance(words: Sequence[str]) -> Sequence[str]:
    """Return the words of a story up to where a chance is first spoken of."""
    first = next((k for k, word in enumerate(words) if word in WORDS["chance"]), 0)
    return words[:first]


def _keys(events: Sequence[tuple[int, ChanceEvent | None]]) -> set[tuple[object, ...] | None]:
    return {None if event is None else event.key for _, event in events}


def _unread_words(event: ChanceEvent, setting: Sequence[str], model: ChanceModel) -> list[str]:
    """Return the words of an event that may say more than was read."""
    known = frozenset().union(*WORDS.values()) | set(model.kinds) | set(setting) - WORDS["joints"]
    single = event.key[0] in ("count", "at", "sum", "same")
    joined = len(event.kinds) == 1 and len(event.kinds[0]) > 1
    loose = WORDS["joints"] if single and not joined else frozenset()
    return [
        word
        for word in event.words
        if word in loose or (word not in known and number_in(word) is None)
    ]


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
        and not (place and words[place - 1] in WORDS["named_by_number"])
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
    if any(_same(each, value, places) for each in _as_at_least(story)):
        return None
    model = story.model if not story.is_open else replace(story.model, replaced=False)
    known = (name for name, each in slips_of(story.event, model) if _same(each, value, places))
    return JudgedValue(story=story, fit="differs", slip=next(known, ""))


def _as_at_least(story: ChanceStory) -> tuple[Fraction, ...]:
    """Return what "one of them is a 5" comes to where it is meant as at least one."""
    event = story.event
    if (
        not event.kinds
        or event.key[0] != "count"
        or set(event.words) & (WORDS["exactly"] | WORDS["negations"])
    ):
        return ()
    low, high, labels = event.key[1], event.key[2], event.kinds[0]
    if not isinstance(low, int) or low != high or not low:
        return ()

    def holds(outcome: Sequence[str]) -> bool:
        return sum(each in labels for each in outcome) >= low

    return replace(
        story, event=replace(event, holds=holds, key=("count", low, MOST, labels))
    ).chances


def _same(one: Fraction, other: Fraction, places: int | None) -> bool:
    if places is None:
        return one == other
    return bool(abs(one - other) <= Fraction(101, 100) / 10**places)


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
