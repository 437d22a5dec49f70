"""The one place where a model that holds the duty may judge an open answer (docs/duties.md)."""

from __future__ import annotations

from collections.abc import Generator, Sequence

from tutor_app.model_line import models_judgement
from tutor_app.notes import Notes
from tutor_app.strategies.answer_points import Judge
from tutor_app.strategies.judge import DUTY
from tutor_app.values import Event
from tutor_app.wiring import Tools


def judge_of(tools: Tools, notes: Notes) -> Judge | None:
    """Return what asks the model which points an answer has; None where it does not hold the duty.

    What was asked and replied is noted for staff: it holds words of the locked solution.
    """
    if DUTY not in tools.duties:
        return None

    def judge(
        exercise: str, points: Sequence[str], answer: str
    ) -> Generator[Event, None, frozenset[int]]:
        if notes.stopped():
            return frozenset()
        with notes.timed("judge"):
            judged = yield from models_judgement(exercise, points, answer, tools, notes.stopped)
        notes.attempts += judged.attempts
        return judged.covered or frozenset()

    return judge
