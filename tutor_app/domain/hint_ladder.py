"""The hint ladder of one learner and one problem: what happened so far, and what comes next.

The levels and what moves them are the tables of "the hint ladder" in docs/teaching.md. Pure
functions: events in, events out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from tutor_app.domain.teaching import LadderCause, LadderEvent

TOP_LEVEL = 4
LADDER_END = 5  # after the partial step: the section, a person, or a new exercise
MAX_PARTIAL = 2  # partial steps that the policy "hints" gives for one problem
_NUDGES = ((1, "stuck"), (1, "why"), (0, "stuck"))  # the last: all was right already
ROWS_BEFORE_ALL = 3  # rows predicted before the policy "predict" shows them all


@dataclass(frozen=True, slots=True, kw_only=True)
class Ladder:
    """Where a learner stands on one problem.

    `level` is 0 before any hint. `place` is the step in which the last attempt was wrong, None
    before any; `same` counts attempts that were wrong there. `rows` is the last row that was shown
    under the policy "predict"; `predicted` counts those that the learner got right.
    `again` counts how often the hint of this level and place was given in other words, `nudges` how
    often one of the first level was asked for at any place, or one where all was right; `asked_why`
    how often the learner asked why in a row, `pressed` how often for the answer, `ends` how often
    there was no further hint.
    """

    problem_key: str
    level: int = 0
    attempts: int = 0
    place: int | None = None
    same: int = 0
    partial: int = 0
    rows: int | None = None
    predicted: int = 0
    solved: bool = False
    shown_all: bool = False
    again: int = 0
    nudges: int = 0
    asked_why: int = 0
    pressed: int = 0
    ends: int = 0


def replay_events(problem_key: str, events: Sequence[LadderEvent]) -> Ladder:
    """Return where the events of this problem leave the learner."""
    ladder = Ladder(problem_key=problem_key)
    for event in events:
        if event.problem_key == problem_key:
            ladder = _after(ladder, event)
    return ladder


def record_first_message(ladder: Ladder, place: int | None = None) -> LadderEvent:
    """The first message on the problem, or a return to it: at least the first level.

    `place` is where the work in that message is wrong; it does not count as an attempt yet.
    """
    return _event(ladder, max(ladder.level, 1), "first", place)


def record_help_request(ladder: Ladder) -> LadderEvent:
    """The learner asks for the next hint: one level up.

    The last one comes after an attempt, or where the hint before was given in other words already:
    who is pressed for it once more without a try would only be told the same again.
    """
    level = min(ladder.level + 1, LADDER_END)
    if level == TOP_LEVEL and not ladder.attempts and not ladder.again:
        level = TOP_LEVEL - 1
    if level == TOP_LEVEL and ladder.partial >= MAX_PARTIAL:
        level = LADDER_END
    return _event(ladder, level, "stuck", ladder.place)


def record_wrong_attempt(ladder: Ladder, place: int) -> LadderEvent:
    """A new attempt that is wrong at `place`.

    At the same place as before, the level stays, and from the second such time on it rises by one.
    If more is right than before: the first level for the new place. If it goes wrong earlier than
    before, the level stays.
    """
    if ladder.place is None:
        level = max(ladder.level, 1)
    elif place == ladder.place:
        level = record_help_request(ladder).level if ladder.same > 1 else ladder.level
    elif place > ladder.place:
        level = 1
    else:
        level = max(ladder.level, 1)
    return _event(ladder, level, "attempt", place)


def record_right_attempt(ladder: Ladder, last_row: int | None = None) -> LadderEvent:
    """A right attempt ends this problem's ladder; the next attempt begins anew.

    `last_row` is the number of the last row that it tells, where it is a run.
    """
    return _event(ladder, 0, "right", last_row)


def record_same_level(ladder: Ladder, cause: LadderCause) -> LadderEvent:
    """The learner asks what a hint means, or presses for the answer."""
    return _event(ladder, max(ladder.level, 1), cause, ladder.place)


def record_row_shown(ladder: Ladder, number: int) -> LadderEvent:
    """A row that the learner predicted is shown; its hints are over."""
    return _event(ladder, 0, "row", number)


def record_all_shown(ladder: Ladder) -> LadderEvent:
    """Every row is shown."""
    return _event(ladder, 0, "all")


def is_further(before: Ladder, place: int | None) -> bool:
    """True if more of an attempt is right than of the one before."""
    return before.place is not None and (place is None or place > before.place)


def count_repeats(ladder: Ladder, event: LadderEvent) -> int:
    """Return how often the hint of the event's level and place had been given before."""
    same = event.level == ladder.level > 0
    if event.cause == "attempt":
        return ladder.again + 1 if same and event.place == ladder.place else 0
    if event.cause == "pressed":
        return ladder.again
    return ladder.again + 1 if same and event.cause in ("why", "first", "stuck") else 0


def _event(ladder: Ladder, level: int, cause: LadderCause, place: int | None = None) -> LadderEvent:
    return LadderEvent(problem_key=ladder.problem_key, level=level, cause=cause, place=place)


def _rows_more(ladder: Ladder, last: int | None) -> int:
    """Return how many rows a right message adds, up to the last; one shown by a hint is none."""
    more = max(0, (last or 0) - (ladder.rows or 0))
    return max(1, more - (ladder.level >= TOP_LEVEL)) if more else 0


def _after(ladder: Ladder, event: LadderEvent) -> Ladder:
    partial = ladder.partial + (event.level == TOP_LEVEL and event.cause in ("stuck", "attempt"))
    ladder = replace(
        ladder,
        level=event.level,
        partial=partial,
        again=count_repeats(ladder, event),
        nudges=ladder.nudges + ((event.level, event.cause) in _NUDGES),
        asked_why=ladder.asked_why + 1 if event.cause == "why" else 0,
        pressed=ladder.pressed + (event.cause == "pressed"),
        ends=ladder.ends + (event.level == LADDER_END and event.cause != "pressed"),
    )
    match event.cause:
        case "attempt":
            same = ladder.same + 1 if event.place == ladder.place else 1
            return replace(ladder, attempts=ladder.attempts + 1, place=event.place, same=same)
        case "first" if event.place is not None and event.place != ladder.place:
            return replace(ladder, place=event.place, same=1)
        case "right":
            return replace(
                ladder,
                rows=ladder.rows if event.place is None else event.place,
                predicted=ladder.predicted + _rows_more(ladder, event.place),
                attempts=ladder.attempts + 1,
                place=None,
                same=0,
                solved=True,
            )
        case "row":
            return replace(
                ladder,
                rows=event.place,
                predicted=ladder.predicted + _rows_more(ladder, event.place),
                attempts=ladder.attempts + 1,
                place=None,
                same=0,
            )
        case "all":
            return replace(ladder, place=None, same=0, shown_all=True)
        case _:
            return ladder
