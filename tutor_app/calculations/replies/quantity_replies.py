"""What is said of values for a task of quantities whose story was read: each judged, and hints."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from tutor_app.calculations.quantities.data_changes import figure_of_change
from tutor_app.calculations.quantities.judge_quantity import (
    JudgedNumber,
    is_surely_wrong,
    judged_numbers,
)
from tutor_app.calculations.quantities.named_values import values_named
from tutor_app.calculations.quantities.quantity_story import QuantityStory
from tutor_app.calculations.quantities.read_quantity import (
    changed_story,
    other_readings,
    tells_other,
    told_story,
)
from tutor_app.calculations.quantities.told_numbers import says, told_tokens
from tutor_app.calculations.replies.quantity_hints import (
    ASKS,
    FIGURES_TOLD,
    SLIPS,
    TOPICS,
    change_explained,
    next_hint,
    right_explained,
)
from tutor_app.calculations.replies.reply_turn import CalculationTurn, Reply, say_as
from tutor_app.calculations.replies.values_of_others import plain_answer
from tutor_app.calculations.speech.asked_verdicts import Asked, asked_verdict
from tutor_app.calculations.speech.reason_clauses import asks_reason, why_clause
from tutor_app.calculations.speech.word_problems import begins_anew
from tutor_app.domain.hint_ladder import (
    Ladder,
    record_first_message,
    record_help_request,
    record_right_attempt,
    record_same_level,
    record_wrong_attempt,
    replay_events,
)
from tutor_app.domain.values import Event, LadderEvent, Offers, WorkRecord
from tutor_app.understanding.dialogue_acts import NEXT_HINT
from tutor_app.wording.catalogue import Phrase, phrase

READS: Final[Mapping[str, Phrase]] = {
    "percents": phrase("calculations_quantities.reads_percents", "start", "changes"),
    "original": phrase("calculations_quantities.reads_original", "changes", "now"),
    "change": phrase("calculations_quantities.reads_change", "before", "after"),
    "ways": phrase("calculations_quantities.reads_ways", "few", "many"),
    "rows": phrase("calculations_quantities.reads_rows", "many"),
    "events": phrase("calculations_quantities.reads_events", "known", "asked"),
    "share": phrase("calculations_quantities.reads_share", "start", "changes"),
    "proportion": phrase("calculations_quantities.reads_proportion", "known", "sought", "third"),
    "inverse": phrase("calculations_quantities.reads_inverse", "known", "sought", "third"),
    "distance": phrase("calculations_quantities.reads_distance", "legs"),
    "time": phrase("calculations_quantities.reads_time", "legs"),
    "speed": phrase("calculations_quantities.reads_speed", "legs"),
    "mean_speed": phrase("calculations_quantities.reads_mean_speed", "legs"),
    "mixture": phrase("calculations_quantities.reads_mixture", "parts"),
    "ages": phrase("calculations_quantities.reads_ages", "lines"),
    "catch_up": phrase("calculations_quantities.reads_catch_up", "ages", "times"),
    "statistics": phrase("calculations_quantities.reads_statistics", "data"),
    "units": phrase("calculations_quantities.reads_units", "measure", "unit"),
}
ON_THE_WAY: Final[Mapping[str, Phrase]] = {
    "after_first": phrase("calculations_quantities.way_after_first", "value"),
    "difference": phrase("calculations_quantities.way_difference", "value"),
    "total": phrase("calculations_quantities.way_total", "value"),
    "for_one": phrase("calculations_quantities.way_for_one", "value"),
    "other": phrase("calculations_quantities.way_other", "value"),
}
FITS = phrase("calculations_quantities.fits", "value")
FITS_AS = phrase("calculations_quantities.fits_as", "value", "name")
DIFFERS = phrase("calculations_quantities.differs", "value")
DIFFERS_AS = phrase("calculations_quantities.differs_as", "value", "name")
NOT_COMPUTED = phrase("calculations_quantities.not_computed")
ANY_ORDER = phrase("calculations_quantities.any_order")
OTHER_NUMBERS = phrase("calculations_quantities.other_numbers")
_KEY: Final = "quantity:"
_MOST_BEFORE: Final = 8  # messages in which a story is looked for
_SHORT: Final = 12  # words of a message that asks about what was said
_WHY: Final = ("ask.why", "ask.reason", "ask.simpler", "ask.fact", "react.disagree", "ask.check")
_REASONS: Final = ("ask.why", "ask.reason", "ask.simpler")
_HELP: Final = ("help.stuck", "help.solution", "ask.example")


@dataclass(frozen=True, slots=True, kw_only=True)
class QuantityAtHand:
    """The story that a message is about, with what its values come to; `is_new`: it tells it,
    `supposes`: it asks what would be with other numbers."""

    story: QuantityStory
    judged: tuple[JudgedNumber, ...]
    is_new: bool
    supposes: bool = False


def is_of_quantities(key: str | None) -> bool:
    """Whether the work on the table is a task of quantities."""
    return (key or "").startswith(_KEY)


def quantity_at_hand(turn: CalculationTurn) -> QuantityAtHand | None:
    """Return the task of quantities that a message brings values for or asks about; None where it
    is about something else, or where a sum in it does not hold, which is said first.
    """
    goes_on = turn.text == NEXT_HINT
    part, story = (turn.text, None) if goes_on else told_story(turn.text)
    whole = replace(turn, text=part)
    story, found = _borne_out(whole, story)
    begun = turn.work is not None and is_of_quantities(turn.work.key)
    if story is not None and (found is None or not found.judged) and not begun and turn.work:
        of_work = replace(turn, text=f"{part}\n{turn.work.text}")  # the task comes after the sums
        found = _with_values(of_work, story, is_new=True) or found
    found = _of_story_before(turn, story, found) if begun else found
    if found is not None or (begins_anew(turn.text) and not goes_on):
        return found
    told = [
        told_story(each.question) for each in turn.session.before[-(_MOST_BEFORE if begun else 1) :]
    ]
    stories = [(each, one) for each, one in told if one is not None]
    if not stories or (not goes_on and tells_other(turn.text, [one for _, one in stories])):
        return None
    for _, before in reversed(stories[:-1] if begun and not goes_on else ()):
        later = [one for _, one in stories[-1:]]
        if later[0].told != before.told and _brings_nothing(turn, later[0]):
            older = _with_values(turn, before, is_new=False)
            if older is not None and any(each.fit == "fits" or each.slip for each in older.judged):
                return older
    text, before = stories[-1]
    before = _borne_out(replace(turn, text=text), before)[0] or before
    near = goes_on or turn.act.about_table or len(turn.text.split()) <= _SHORT
    if not goes_on:
        changes = figure_of_change(turn.text, before) is not None
        changed = before if changes else changed_story(text, before, turn.text)
        if changed is None:
            return _on(before, supposes=True) if begun and near and not _has_work(turn) else None
        if (found := _with_values(turn, changed, is_new=False)) is not None:
            return found
    asks = goes_on or (near and turn.act.act in (*_WHY, *_HELP))
    return _on(before) if begun and asks else None


def _borne_out(
    turn: CalculationTurn, story: QuantityStory | None
) -> tuple[QuantityStory | None, QuantityAtHand | None]:
    """Return a story with what the values of its message come to, read as they bear it out."""
    if story is None:
        return None, None
    found = _with_values(turn, story, is_new=True)
    for other in other_readings(turn.text) if found is None else ():
        if (borne := _with_values(turn, other, is_new=True)) is not None:
            return other, borne
    return story, found


def _of_story_before(
    turn: CalculationTurn, story: QuantityStory | None, found: QuantityAtHand | None
) -> QuantityAtHand | None:
    """Return what was found, or the story told before, where a value of the message fits that and
    all numbers of the new one were said before: "15% of 80 is 12, and 80 − 12 = 68" tests it and
    tells no other."""
    if story is None or found is None:
        return found
    before = [each.question for each in turn.session.before[-_MOST_BEFORE:]]
    told = [one for each in before if (one := told_story(each)[1]) is not None]
    said = {each.number for text in before for each in told_tokens(text)}
    said |= {each.value for one in told for each in one.quantities}
    if not told or not story.given <= said:
        return found
    older = _with_values(turn, told[-1], is_new=False)
    fits = older is not None and any(each.fit == "fits" for each in older.judged)
    return older if fits else found


def _brings_nothing(turn: CalculationTurn, story: QuantityStory) -> bool:
    """Whether no value of a message can be held to a story."""
    values = values_named(turn.text, story, turn.examine)
    return values is not None and not [*judged_numbers(story, values)]


def _on(story: QuantityStory, *, supposes: bool = False) -> QuantityAtHand:
    return QuantityAtHand(story=story, judged=(), is_new=False, supposes=supposes)


def _has_work(turn: CalculationTurn) -> bool:
    """Whether a message has an equation with a letter: work of another kind."""
    return turn.heard.has_own and bool(turn.examine(turn.heard.own).names)


def _with_values(
    turn: CalculationTurn, story: QuantityStory, *, is_new: bool
) -> QuantityAtHand | None:
    values = values_named(turn.text, story, turn.examine)
    if values is None:
        return None
    judged = tuple(
        each
        for each in judged_numbers(story, values, anew=is_new)
        if each.fit != "differs" or is_surely_wrong(story, each)
    )  # nobody is told no by what may be misread
    if not is_new and asks_reason(turn.text):  # "why 6?": a number that is asked about
        judged = tuple(each for each in judged if each.fit == "fits" or each.slip)
    asks_change = story.kind == "statistics" and figure_of_change(turn.text, story) is not None
    if asks_change:
        judged = ()
    elif not judged:
        return None
    return QuantityAtHand(story=story, judged=judged, is_new=is_new)


def reply_about_quantity(turn: CalculationTurn, at_hand: QuantityAtHand) -> Reply:
    """Yield the story as it was read, a verdict for each value, and a hint where none is right."""
    story = at_hand.story
    key = f"{_KEY}{story.kind}:{sorted(story.told.items())}"
    ladder = replay_events(key, turn.session.ladder.hold(key))
    work = turn.work if turn.work is not None and turn.work.key == key else None
    replied: list[Event] = []
    event, verdict = None, work.verdict if work is not None else None
    if work is None:
        replied.append(say_as(READS[story.kind](**story.told), "lead_in"))
    if at_hand.supposes and turn.work is not None:
        return (yield from ask_for_whole_task(turn, turn.work))
    if figure_of_change(turn.text, story) is not None:
        replied += change_explained(turn, story)
        verdict = "right"
    elif at_hand.judged:
        replied += _of_values(turn, at_hand, done=verdict == "right")
        event, verdict = _judged_event(at_hand, ladder, work)
    elif story.kind == "percents" and says(told_tokens(turn.text), "orders"):
        replied.append(say_as(ANY_ORDER(), "result"))
    elif verdict == "right":
        event = record_same_level(ladder, "why")
        replied += right_explained(turn, story)
    else:
        why = turn.text != NEXT_HINT and turn.act.act in _WHY
        event = record_same_level(ladder, "why") if why else record_help_request(ladder)
        replied += [*next_hint(turn, story, why=why), Offers(messages=(NEXT_HINT,))]
    yield from replied
    events = (event,) if event is not None else ()
    return turn.leave_record(_text_of(turn, at_hand), key, replied, events, verdict)


def ask_for_whole_task(turn: CalculationTurn, work: WorkRecord) -> Reply:
    """Yield that a task with other numbers is to be told as a whole, and that what is said without
    numbers is not computed; the old task stays.
    """
    told: list[Event] = [say_as(OTHER_NUMBERS(), "question")]
    kind = work.key.removeprefix(_KEY).partition(":")[0]
    if not any(map(str.isdigit, turn.text)) and kind in ASKS:
        told = [say_as(NOT_COMPUTED(), "notice"), say_as(ASKS[kind](), "question")]
        told += turn.cite(TOPICS[kind])
    yield from told
    return turn.leave_record(work.text, work.key, told, (), work.verdict)


def _judged_event(
    at_hand: QuantityAtHand, ladder: Ladder, work: WorkRecord | None
) -> tuple[LadderEvent | None, str]:
    """Return what values do to the ladder, and how the task stands then."""
    right = any(each.fit == "fits" for each in at_hand.judged)
    own = [each for each in at_hand.judged if not each.value.by_other]
    if work is not None and work.verdict == "right" and not own:
        return None, "right"  # somebody else's value changes nothing
    if right and not any(each.fit == "differs" and not each.value.choice for each in own):
        return record_right_attempt(ladder), "right"
    if work is None:
        return record_first_message(ladder, 0), "off_story"
    return record_wrong_attempt(ladder, 0), "off_story"


def _of_values(turn: CalculationTurn, at_hand: QuantityAtHand, *, done: bool) -> Iterator[Event]:
    """Yield the verdicts, and what leads on where none of the values is right."""
    yield from _verdicts(turn, at_hand.story, at_hand.judged)
    right = any(each.fit == "fits" for each in at_hand.judged)
    slipped = any(each.slip for each in at_hand.judged)
    if right and turn.act.act in _REASONS and not slipped:
        yield from right_explained(turn, at_hand.story)
    own = any(not each.value.by_other for each in at_hand.judged)
    if right or (done and not own):
        return
    asked = say_as(ASKS[at_hand.story.kind](), "question")
    heard = "\n".join(turn.work.hints) if turn.work is not None else ""
    if asked.text not in heard or not slipped:
        yield asked
    yield Offers(messages=(NEXT_HINT,))


def _text_of(turn: CalculationTurn, at_hand: QuantityAtHand) -> str:
    """Return the student's own value, as it stands on the table."""
    own = [each.value for each in at_hand.judged if not each.value.by_other]
    if own:
        return own[-1].work or own[-1].text
    return turn.work.text if turn.work is not None else ""


def _verdict(
    turn: CalculationTurn, story: QuantityStory, each: JudgedNumber, asked: Asked | None
) -> Iterator[Event]:
    """Yield the verdict on one value; yes or no first where what is right is `asked` about."""
    value, name = each.value.text, each.value.name or each.name
    name = name if len({one.name for one in story.quantities if one.asked}) > 1 else ""
    name = "" if name in ("overall", "difference") else name
    name = FIGURES_TOLD[name]() if name in FIGURES_TOLD else name
    if asked is not None and (each.fit == "way" or (each.value.by_other and each.fit == "fits")):
        yield plain_answer(asked, value, is_right=True)
    elif each.fit == "fits":
        text = FITS_AS(value=value, name=name) if name else turn.unsaid(FITS, value=value)
        yield say_as(text, "verdict")
    if each.fit == "way":
        way = ON_THE_WAY.get(each.name, ON_THE_WAY["other"])
        yield say_as(way(value=value), "verdict")
    elif each.fit != "fits":
        text = DIFFERS_AS(value=value, name=name) if name else turn.unsaid(DIFFERS, value=value)
        yield say_as(text, "verdict")


def _verdicts(
    turn: CalculationTurn, story: QuantityStory, judged: Sequence[JudgedNumber]
) -> Iterator[Event]:
    told: set[str] = set()
    heard = "\n".join(turn.work.hints) if turn.work is not None else ""
    for each in judged:
        yield from _verdict(turn, story, each, asked_verdict(turn.text))
        if each.slip and each.slip not in told:
            told.add(each.slip)
            asks_why = each.value.by_other or why_clause(turn.text)
            if SLIPS[each.slip]() in heard and not asks_why:  # the next hint says more
                right = any(one.fit == "fits" for one in judged)
                explain = right_explained(turn, story) if right else None
                yield from explain or next_hint(turn, story, why=False)
            else:
                yield say_as(SLIPS[each.slip](), "hint")
    if told:
        yield from turn.cite(TOPICS[story.kind])
