"""A step foretold in the Trace lab, judged by the exact run."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from tutor_app.strategies.prediction import read_prediction
from tutor_app.tracing.checking.check import check
from tutor_app.tracing.checking.verdict import row_at
from tutor_app.tracing.wording.say import cell, label
from tutor_app.tracing.words import asked_columns, next_question, step_name

if TYPE_CHECKING:
    from tutor_app.tracing.run import Run

_TOKEN = re.compile(r"-?\d+(?:\.\d+)?|[^\W\d_]+\d*|∞")


@dataclass(frozen=True, slots=True, kw_only=True)
class Guess:
    """What came of a guess, and what is said of it."""

    outcome: Literal["right", "wrong", "unread"]
    words: str


def question_for(run: Run, number: int) -> str:
    """Return what is asked about step `number`."""
    return next_question(run, number)


def judge_guess(run: Run, number: int, text: str) -> Guess:
    """Compare what was typed with row `number` of the run."""
    name = step_name(run.algorithm, number)
    asked = asked_columns(run, number)
    student = read_prediction(text, run.problem, number)
    if student is not None and any(column in student.rows[0] for column in asked):
        stated = frozenset({"directed", *run.problem.conventions})
        verdict = check(run.problem, stated, student)
        return _guess(verdict.correct or (verdict.missing and not verdict.differences), name)
    said = _tokens(text)
    if not said:
        fields = " or ".join(label(column) for column in asked)
        return Guess(outcome="unread", words=f"Type what you think stands there: {fields}.")
    row = row_at(run, number) or {}
    return _guess(any(said == _tokens(cell(field, row.get(field))) for field in asked), name)


def _guess(right: bool, name: str) -> Guess:
    if right:
        return Guess(outcome="right", words=f"Right: that is {name}.")
    return Guess(
        outcome="wrong", words="Not that. Look at the last row again, or let the step be shown."
    )


def _tokens(text: str) -> list[str]:
    return [token.casefold() for token in _TOKEN.findall(text)]
