"""The whole reply to a message about a calculation: its work judged, and what it asks beside."""

from __future__ import annotations

from contextlib import suppress

from tutor_app.calculations.calculation_process import CalculationTooLong
from tutor_app.calculations.replies.comparison_replies import comparison_of, comparison_reply
from tutor_app.calculations.replies.help_with_work import help_with_work
from tutor_app.calculations.replies.quantity_replies import (
    ask_for_whole_task,
    is_of_quantities,
    quantity_at_hand,
    reply_about_quantity,
)
from tutor_app.calculations.replies.questions_beside import answers_beside
from tutor_app.calculations.replies.reply_turn import CalculationTurn, Reply
from tutor_app.calculations.replies.story_replies import (
    claims_in_story,
    judged_before,
    shown_value,
)
from tutor_app.calculations.speech.comparisons import AskedComparison
from tutor_app.domain.values import Event, Offers, Quote, Sentence, Status, WorkRecord
from tutor_app.understanding.dialogue_acts import NEXT_HINT
from tutor_app.wording.catalogue import phrase

READING_IT = phrase("calculations_replies.reading_it")


def help_with_calculation(turn: CalculationTurn) -> Reply:
    """Yield the reply to a message about a calculation, with what it asks beside; return what it
    leaves for the next one."""
    yield Status(text=READING_IT())
    replied: list[Event] = []
    helped = _helped(turn)
    while True:
        try:
            replied.append(next(helped))
        except StopIteration as stop:
            left: WorkRecord = stop.value
            break
    offers = [each for each in replied if isinstance(each, Offers)]
    told = [each for each in replied if not isinstance(each, Offers)]
    said: set[str] = set()
    for each in told:  # nothing is said twice
        what = _what_it_says(each)
        if what in said:
            continue
        said.add(what)
        yield each
    if turn.text != NEXT_HINT:
        with suppress(CalculationTooLong):
            yield from answers_beside(turn, replied)
    yield from offers
    return left


def _what_it_says(event: Event) -> str:
    if isinstance(event, Sentence):
        return event.text
    return event.paragraph if isinstance(event, Quote) else repr(event)


def _helped(turn: CalculationTurn) -> Reply:
    try:
        at_hand = quantity_at_hand(turn)
        judged = at_hand.judged if at_hand is not None and at_hand.is_new else ()
        tells = any(each.fit == "fits" or each.slip for each in judged)
        compared = None if tells else _compared(turn)
        if compared is not None:
            return (yield from compared)
        if at_hand is not None:
            return (yield from reply_about_quantity(turn, at_hand))
        if turn.work is not None and is_of_quantities(turn.work.key):
            if not turn.examine(turn.text).has_work:
                return (yield from ask_for_whole_task(turn, turn.work))
    except CalculationTooLong:
        pass
    return (yield from help_with_work(turn))


def _compared(turn: CalculationTurn) -> Reply | None:
    """Return the reply to a message that only asks how two values stand to each other."""
    asked = comparison_of(turn)
    if asked is not None and asked.one == asked.other:
        return None  # "why is this 20% not the same as that 20%": of other things
    if asked is None or _is_of_task(turn, asked):
        return None
    told = list(comparison_reply(asked, turn.examine))
    return _about_comparison(turn, asked, told) if told else None


def _is_of_task(turn: CalculationTurn, asked: AskedComparison) -> bool:
    """Whether an expression that is compared is what the work on the table works out."""
    if turn.work is None or asked.one.isdecimal():
        return False
    return turn.work.key.startswith(turn.examine(asked.one).key)


def _about_comparison(turn: CalculationTurn, asked: AskedComparison, told: list[Event]) -> Reply:
    work = turn.work
    if work is None:
        yield from told
        text = f"{asked.one} = {asked.other}" if asked.relation == "same" else asked.one
        return turn.leave_record(text, f"calculation:{asked.one}", told, (), "nothing")
    facts = turn.examine(work.text)
    judged = judged_before(turn, facts)
    if (
        judged is not None and asked.relation == "same"
    ):  # what is the same as a value that was judged is judged with it
        own = shown_value(facts)
        claims = [each for each in (asked.one, asked.other) if each != own]
        told = [*told, *claims_in_story(turn, claims, facts, judged)]
    yield from told
    return turn.leave_record(work.text, work.key, told, (), work.verdict)
