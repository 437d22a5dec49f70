"""What is said of a probability whose story was read: the verdict by counting, and its hints."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

from tutor_app.calculations.calculation_facts import CalculationFacts
from tutor_app.calculations.replies.reply_turn import CalculationTurn, say_as
from tutor_app.calculations.speech.word_problems import begins_anew
from tutor_app.calculations.stories.chance_story import ChanceModel, put_back_in, read_model
from tutor_app.calculations.stories.chance_values import chance_of, steps_of
from tutor_app.calculations.stories.judge_story import (
    ChanceStory,
    JudgedValue,
    judge_value,
    plain_value,
    read_story,
    speaks_of_event,
    value_in_story,
)
from tutor_app.calculations.stories.story_words import words_of
from tutor_app.domain.data_files import read_yaml
from tutor_app.domain.hint_ladder import TOP_LEVEL
from tutor_app.domain.values import Event
from tutor_app.wording.catalogue import Phrase, phrase, phrases_of

READS_BAG = phrase("calculations_stories.reads_bag", "kinds", "draws", "how", "event")
READS_ONE = phrase("calculations_stories.reads_one", "kinds", "event")
READS_CARDS = phrase("calculations_stories.reads_cards", "draws", "how", "event")
READS_CARD = phrase("calculations_stories.reads_card", "event")
READS_DICE = phrase("calculations_stories.reads_dice", "count", "event")
READS_COINS = phrase("calculations_stories.reads_coins", "count", "event")
HOW: Final = {
    True: phrase("calculations_stories.put_back"),
    False: phrase("calculations_stories.not_put_back"),
    None: phrase("calculations_stories.back_unsaid"),
}
FITS = phrase("calculations_stories.fits", "value")
DIFFERS = phrase("calculations_stories.differs", "value")
OPEN: Final[Mapping[bool, Phrase]] = {
    False: phrase("calculations_stories.open_without", "value"),
    True: phrase("calculations_stories.open_with", "value"),
}
OPEN_NEITHER = phrase("calculations_stories.open_neither", "value")
CLAIM_FITS = phrase("calculations_stories.claim_fits", "claim", "own")
CLAIM_ALONE_FITS = phrase("calculations_stories.claim_alone_fits", "claim")
CLAIM_TOO = phrase("calculations_stories.claim_too", "claim", "own")
CLAIM_DIFFERS = phrase("calculations_stories.claim_differs", "claim", "own")
CLAIM_NEITHER = phrase("calculations_stories.claim_neither", "claim", "own")
SECOND_DRAW = phrase("calculations_stories.second_draw", "kind")
SAME_EACH_TIME = phrase("calculations_stories.same_each_time", "kind")
ALL_OUTCOMES = phrase("calculations_stories.all_outcomes", "count", "event")
FACTORS = phrase("calculations_stories.factors", "steps")
ORDERS = phrase("calculations_stories.orders", "count")
EXAMPLE = phrase("calculations_stories.example", "kinds", "steps")
TELLS_VALUE = phrase("calculations_stories.tells_value", "value")
END_OF_HINTS = phrase("calculations_replies.end_of_hints", "before", "person")
SENTENCES: Final = phrases_of("calculations_chance_slips")
TOPICS: Final[Mapping[str, str]] = read_yaml(
    Path(__file__).parents[1] / "stories" / "story_slips.yaml"
)
# How a calculation stands after its value was held to its story.
OF_STORY: Final = {"fits": "right", "differs": "off_story", "open": "worked_right"}
_MESSAGES: Final = 8  # that a story is looked for in


def story_at_hand(turn: CalculationTurn, *, goes_on: bool) -> ChanceStory | None:
    """Return the story that a message's value is held to: its own, that of the item, or that told
    before, where the message `goes_on` with it or speaks of another event in it.
    """
    own = read_story([turn.text])
    if own is not None:
        return own
    told = [turn.told] if turn.told else _told_before(turn)
    whole = read_story([*told, turn.text])
    model = read_model(words_of(turn.text))
    if whole is None or (model is not None and model.draws):
        return None
    anew = begins_anew(turn.text)
    if speaks_of_event(turn.text, whole.model):
        return whole
    return whole if (goes_on and not anew) or turn.item is not None else None


def judged_before(turn: CalculationTurn, facts: CalculationFacts) -> JudgedValue | None:
    """Return what the value on the table comes to in the story told before; a message without work
    may say whether is put back, and changes nothing else of it.
    """
    told = [turn.told] if turn.told else _told_before(turn)
    story = read_story(told)
    if story is not None and story.model.replaced is None:
        model = replace(story.model, replaced=put_back_in(words_of(turn.text)))
        story = replace(story, model=model)
    return None if story is None else _surely(turn, value_in_story(story, facts))


def _surely(turn: CalculationTurn, judged: JudgedValue | None) -> JudgedValue | None:
    """Return what was judged, where it is no value that differs from what may be misread: nobody is
    told no by that."""
    if judged is None or judged.fit != "differs" or judged.sure or judged.story.is_open:
        return judged
    return judged if turn.told and judged.story.sure else None


def _told_before(turn: CalculationTurn) -> list[str]:
    return [each.question for each in turn.session.before[-_MESSAGES:]]


def judged_story(
    turn: CalculationTurn, facts: CalculationFacts, *, goes_on: bool
) -> JudgedValue | None:
    """Return what the value of a calculation comes to in its story; None where none was read."""
    story = story_at_hand(turn, goes_on=goes_on)
    return None if story is None else _surely(turn, value_in_story(story, facts))


def story_reply(
    turn: CalculationTurn, facts: CalculationFacts, judged: JudgedValue, level: int
) -> Iterator[Event]:
    """Yield the story as it was read, the verdict on the value, and a hint where it differs."""
    value = shown_value(facts)
    yield say_as(read_as(judged.story), "lead_in")
    if judged.fit == "fits":
        yield say_as(turn.unsaid(FITS, value=value), "verdict")
    elif judged.fit == "open":
        yield say_as(OPEN[bool(judged.put_back)](value=value), "question")
    elif judged.story.is_open:
        yield say_as(OPEN_NEITHER(value=value), "verdict")
        yield from story_hint(turn, judged, level)
    else:
        yield say_as(turn.unsaid(DIFFERS, value=value), "verdict")
        yield from story_hint(turn, judged, level)


def shown_value(facts: CalculationFacts) -> str:
    """Return the value of the last line as it was written."""
    line = facts.lines[-1]
    return line.replace("≈", "=").rpartition("=")[2].strip()


def read_as(story: ChanceStory) -> str:
    """Return the sentence that tells how a story was read."""
    model, event = story.model, " ".join(story.event.words)
    how = HOW[model.replaced]()
    if model.setting == "dice":
        return READS_DICE(count=model.draws, event=event)
    if model.setting == "coins":
        return READS_COINS(count=model.draws, event=event)
    if model.setting == "cards":
        many = READS_CARDS(draws=model.draws, how=how, event=event)
        return many if model.draws > 1 else READS_CARD(event=event)
    kinds = kinds_told(model)
    if model.draws == 1:
        return READS_ONE(kinds=kinds, event=event)
    return READS_BAG(kinds=kinds, draws=model.draws, how=how, event=event)


def kinds_told(model: ChanceModel) -> str:
    return ", ".join(f"{count} {label}" for label, count in model.kinds.items())


def story_hint(turn: CalculationTurn, judged: JudgedValue, level: int) -> Iterator[Event]:
    """Yield the hint of a level: what leads to this value, a question about the draws, the same on
    other numbers, and, where it is no item of an assignment, what it comes to.
    """
    slip = judged.slip or "no_slip"
    if level <= 1:
        yield say_as(SENTENCES[slip](), "hint")
        yield from turn.cite(TOPICS[slip])
    elif level == 2 or (level == TOP_LEVEL - 1 and (worked := _example(judged.story)) is None):
        yield say_as(_question(judged.story), "question")
    elif level == TOP_LEVEL - 1 and worked is not None:
        yield say_as(worked, "hint")
    elif turn.told or level > TOP_LEVEL or len(judged.story.chances) != 1:
        yield say_as(
            END_OF_HINTS(before=kinds_told(judged.story.model), person=turn.person), "hint"
        )
    else:
        yield say_as(TELLS_VALUE(value=str(judged.story.chances[0])), "hint")


def how_counted(judged: JudgedValue) -> Iterator[Event]:
    """Yield how a right probability comes about: its factors, and how many orders they count."""
    story = judged.story
    if judged.fit != "fits" or story.is_open:
        return
    steps = steps_of(story.event, story.model)
    orders, _, rest = steps.partition(" · ")
    if steps:
        yield say_as(FACTORS(steps=steps), "result")
    if rest and "/" not in orders:
        yield say_as(ORDERS(count=orders), "hint")


def _question(story: ChanceStory) -> str:
    model, event = story.model, story.event
    if model.setting in ("dice", "coins"):
        return ALL_OUTCOMES(count=len(model.kinds) ** model.draws, event=" ".join(event.words))
    kind = next((label for label in model.kinds if any(label in each for each in event.kinds)), "")
    if not kind or model.setting == "cards" or model.draws < 2:
        return SENTENCES["no_slip"]()
    return (SAME_EACH_TIME if model.replaced else SECOND_DRAW)(kind=kind)


def _example(story: ChanceStory) -> str | None:
    """Return the same event with other numbers of each kind, worked."""
    model = story.model
    if model.setting != "bag" or story.is_open:
        return None
    kinds = {label: count + 1 + place for place, (label, count) in enumerate(model.kinds.items())}
    other = replace(model, kinds=kinds)
    value = chance_of(story.event, other)
    if value is None:
        return None
    steps = steps_of(story.event, other)
    return EXAMPLE(kinds=kinds_told(other), steps=f"{steps} = {value}" if steps else str(value))


def claims_in_story(
    turn: CalculationTurn, claims: Sequence[str], facts: CalculationFacts, judged: JudgedValue
) -> Iterator[Event]:
    """Yield for what others get whether it fits the story, beside the student's own value."""
    own = shown_value(facts)
    for claim in claims[-1:]:
        told = plain_value(claim)
        found = None if told is None else judge_value(judged.story, told[0], places=told[1])
        if found is None or "open" in (found.fit, judged.fit):
            return
        pair = (found.fit, judged.fit)
        same = told is not None and told[0] == facts.value
        sentence = {
            ("fits", "fits"): CLAIM_TOO,
            ("fits", "differs"): CLAIM_FITS,
            ("differs", "fits"): CLAIM_DIFFERS,
            ("differs", "differs"): CLAIM_NEITHER,
        }[pair]
        if same and judged.fit == "fits":
            yield say_as(CLAIM_ALONE_FITS(claim=claim), "result")
        else:
            yield say_as(sentence(claim=claim, own=own), "result")
        off = judged if judged.fit == "differs" else found
        if off.fit == "differs" and off.slip:
            yield say_as(SENTENCES[off.slip](), "hint")
            yield from turn.cite(TOPICS[off.slip])
