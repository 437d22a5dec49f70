"""Sums that tell how a wrong line came about: 5 + 1 = 6 and 6 + 4 = 10 of 5/6 + 1/4 = 6/10."""

from __future__ import annotations

import re
from typing import Final

from tutor_app.calculations.replies.calculation_attempt import CalculationAttempt
from tutor_app.calculations.replies.reply_turn import RIGHT, CalculationTurn, Reply, say_as
from tutor_app.calculations.replies.step_replies import why_of_wrong
from tutor_app.domain.hint_ladder import record_same_level, replay_events
from tutor_app.domain.values import Event, Offers, WorkRecord
from tutor_app.understanding.dialogue_acts import NEXT_HINT
from tutor_app.wording.catalogue import phrase

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
