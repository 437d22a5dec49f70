"""Right lines beside a wrong one: they tell how it came about (5 + 1 = 6 and 6 + 4 = 10 of
5/6 + 1/4 = 6/10), leave it open, or mend it in passing."""

from __future__ import annotations

import re
from typing import Final

from tutor_app.calculations.replies.calculation_attempt import (
    CalculationAttempt,
    mended_in_passing,
)
from tutor_app.calculations.replies.calculation_hints import question_of
from tutor_app.calculations.replies.relations_asked import only_mistake
from tutor_app.calculations.replies.reply_turn import RIGHT, CalculationTurn, Reply, say_as
from tutor_app.calculations.replies.step_replies import why_of_wrong
from tutor_app.calculations.replies.verdict_replies import RIGHT_NOW, right_reply
from tutor_app.calculations.speech.word_problems import begins_anew
from tutor_app.calculations.wrong_lines import WrongLine
from tutor_app.domain.hint_ladder import record_right_attempt, record_same_level, replay_events
from tutor_app.domain.values import Event, Offers, WorkRecord
from tutor_app.understanding.dialogue_acts import NEXT_HINT
from tutor_app.wording.catalogue import phrase

BY_ITSELF = phrase("calculations_asides.by_itself", "line")
STILL_OPEN = phrase("calculations_asides.still_open", "before", "line")
REASONS_HOLD = phrase("calculations_replies.reasons_hold", "sums", "before")
_NUMBER: Final = re.compile(r"\d+")


def tells_reasons(turn: CalculationTurn, attempt: CalculationAttempt) -> bool:
    """Whether a message works with nothing but the numbers of the wrong line: 5 + 1 = 6 and
    6 + 4 = 10 of 5/6 + 1/4 = 6/10 tell how it came about, and are no new work.
    """
    wrong = attempt.before.wrong if attempt.before is not None else None
    if wrong is None or wrong.is_equation or wrong.values is None:
        return False
    own = turn.examine(turn.heard.own)
    told = set(_NUMBER.findall(" ".join(own.lines)))
    known = set(_NUMBER.findall(f"{wrong.before} {wrong.line}"))
    mends = attempt.facts.outcome in RIGHT and not attempt.is_new
    return own.outcome == "right" and not own.names and bool(told) and told <= known and not mends


def about_reasons(turn: CalculationTurn, work: WorkRecord, attempt: CalculationAttempt) -> Reply:
    """What is said on sums that tell how a wrong line came about."""
    wrong = attempt.before.wrong if attempt.before is not None else None
    assert wrong is not None
    ladder = replay_events(work.key, turn.session.ladder.hold(work.key))
    event = record_same_level(ladder, "why")
    own = turn.examine(turn.heard.own)
    sums = ", ".join(f"`{line}`" for line in own.lines)
    replied: list[Event] = [say_as(REASONS_HOLD(sums=sums, before=wrong.before), "verdict")]
    replied += why_of_wrong(turn, wrong)
    replied.append(Offers(messages=(NEXT_HINT,)))
    yield from replied
    return turn.leave_record(work.text, work.key, replied, (event,), "wrong")


def left_open(turn: CalculationTurn, attempt: CalculationAttempt) -> WrongLine | None:
    """Return the wrong line of work with letters that a right sum of numbers leaves as it is."""
    before = attempt.before if attempt.is_new else None
    if before is None or before.wrong is None or begins_anew(turn.text):
        return None
    in_letters = bool(before.names) and (
        not attempt.facts.names or set(attempt.facts.senses) == {"same_value"}
    )
    return before.wrong if in_letters and attempt.facts.outcome in RIGHT else None


def as_it_mends(turn: CalculationTurn, attempt: CalculationAttempt) -> CalculationAttempt:
    """Return what was wrong as the last of new lines mends it; else the attempt as it is."""
    mended = _mended(turn, attempt)
    of_last = mended is not None and mended.facts.lines[-1].endswith(attempt.facts.lines[-1])
    return mended if mended is not None and of_last else attempt


def beside_what_is_open(
    turn: CalculationTurn, work: WorkRecord, attempt: CalculationAttempt, told: list[Event]
) -> Reply:
    """What is said on right lines beside a wrong one, behind what was `told` before."""
    facts, wrong = attempt.facts, left_open(turn, attempt)
    assert wrong is not None
    if (mended := _mended(turn, attempt)) is not None:
        last = mended.facts.lines[-1].removeprefix("= ")
        replied = [*told, say_as(RIGHT_NOW(last=last), "verdict"), *right_reply(turn, attempt)]
        yield from replied
        ladder = replay_events(facts.key, turn.session.ladder.hold(facts.key))
        events = (record_right_attempt(ladder),)
        return turn.leave_record(attempt.text, facts.key, replied, events, facts.outcome)
    replied = [*told, say_as(BY_ITSELF(line=facts.lines[-1]), "verdict")]
    replied += only_mistake(turn, turn.examine(work.text))
    replied += [say_as(STILL_OPEN(before=wrong.before, line=wrong.line), "notice")]
    replied += [say_as(question_of(wrong), "question"), Offers(messages=(NEXT_HINT,))]
    yield from replied
    return turn.leave_record(work.text, work.key, replied, (), "wrong")


def _mended(turn: CalculationTurn, attempt: CalculationAttempt) -> CalculationAttempt | None:
    if turn.work is None or left_open(turn, attempt) is None:
        return None
    return mended_in_passing(turn.text, turn.work, turn.examine)
