"""The one place where a model that holds the duty may judge an open answer (docs/duties.md)."""

from __future__ import annotations

from collections.abc import Generator, Sequence

from tutor_app.conversation.model_queue import models_judgement
from tutor_app.conversation.services import Services
from tutor_app.conversation.turn_notes import Notes
from tutor_app.domain.values import Event
from tutor_app.exercises.answer_points import Judge
from tutor_app.models.duties.judge import DUTY


def judge_of(services: Services, notes: Notes) -> Judge | None:
    """Return what asks the model which points an answer has; None if it does not hold the duty.

    What was asked and replied is noted for staff: it holds words of the locked solution.
    """
    if DUTY not in services.duties:
        return None

    def judge(
        exercise: str, points: Sequence[str], answer: str
    ) -> Generator[Event, None, frozenset[int]]:
        if notes.stopped():
            return frozenset()
        with notes.time_stage("judge"):
            judged = yield from models_judgement(exercise, points, answer, services, notes.stopped)
        notes.note_attempts(DUTY, judged.attempts, judged.problem)
        return judged.covered or frozenset()

    return judge
