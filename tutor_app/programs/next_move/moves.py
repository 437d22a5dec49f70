"""The moves that a reply about a program can end with."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from tutor_app.domain.teaching import LadderEvent
from tutor_app.programs.questions.run_questions import RunQuestion
from tutor_app.programs.replies.kept_cases import plain_call
from tutor_app.programs.run_values import Case, CaseResult

MoveKind = Literal[
    "cannot_run",
    "take_word",
    "instead",
    "ask_for_input",
    "ask_about_reading",
    "confirm",
    "nothing_fails",
    "ask_expected",
    "ask_which",
    "ask_which_place",
    "ask_change",
    "ask_lines",
    "why_it_works",
    "doubt_example",
    "verdict_of_change",
    "keep",
    "ask_whether_due",
    "ask_guess",
    "ask",
    "ask_of_next",
    "nothing_new",
    "analogue",
    "partial",
    "end",
    "farewell",
    "which_of_two",
    "nothing",
]

CHANGE = "change"  # what a question is remembered by that asks for a change
LINES = "lines"  # that asks for the lines of a change which was told in words
MOST_ASKED_AGAIN = 2  # times that one thing is asked which only the student knows
FEW_ASKED = 2  # questions after which lines may be asked about without a call for help


@dataclass(frozen=True, slots=True, kw_only=True)
class Move:
    """What is done next. `event` moves the hint ladder, if it moves; `probe` is what is asked,
    `result` the case that it is asked of."""

    kind: MoveKind
    event: LadderEvent | None = None
    probe: RunQuestion | None = None
    result: CaseResult | None = None


def guess_key(case: Case) -> str:
    """Return what the question is remembered by whether a call must give the value guessed."""
    return f"must {case.guess} {plain_call(case.call.text)}"
