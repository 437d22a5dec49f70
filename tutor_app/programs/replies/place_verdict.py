"""Whether the place that a student names is the one to work on, as far as a repair shows it."""

from __future__ import annotations

from dataclasses import dataclass

from tutor_app.programs.replies.examine_program import RunFacts
from tutor_app.programs.replies.message_act import HeardMessage


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceVerdict:
    """`is_there` says whether the line is one that a known repair changes, `line` which one."""

    is_there: bool
    line: int


def judge_place(heard: HeardMessage, facts: RunFacts) -> PlaceVerdict | None:
    """Return the verdict on the lines that a message names; None where no repair is known."""
    fault = facts.fault
    if fault is None or fault.ground not in ("repair", "sequence") or not heard.lines:
        return None
    there = [line for line in heard.lines if line in fault.lines]
    if there:
        return PlaceVerdict(is_there=True, line=there[0])
    return PlaceVerdict(is_there=False, line=heard.lines[0])
