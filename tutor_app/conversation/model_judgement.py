"""The one place where a model that holds the duty may judge an open answer (docs/duties.md)."""

from __future__ import annotations

from collections.abc import Sequence

from tutor_app.conversation.model_queue import models_judgement
from tutor_app.conversation.services import Services
from tutor_app.conversation.turn_notes import Notes
from tutor_app.domain.values import ModelAttempt
from tutor_app.exercises.answer_points import Judge, Judged
from tutor_app.models.duties.judge import DUTY
from tutor_app.wording.catalogue import phrase

TAKEN_AWAY = phrase("conversation.point_taken_away")


def judge_of(services: Services, notes: Notes) -> Judge | None:
    """Return what asks the model which points an answer has; None if it does not hold the duty.

    What was asked and replied, and which point it takes away, is noted for staff: it holds words
    of the locked solution.
    """
    if DUTY not in services.duties:
        return None

    def judge(
        exercise: str, points: Sequence[str], answer: str, by_words: frozenset[int]
    ) -> Judged:
        if notes.stopped():
            return None
        with notes.time_stage("judge"):
            judged = yield from models_judgement(exercise, points, answer, services, notes.stopped)
        covered = judged.covered
        if covered is not None and len(judged.attempts) > 1:
            covered |= by_words  # whose first reply failed its checks takes nothing away
        taken = () if covered is None else sorted(by_words - covered)
        told = tuple(_taken_away(points[place]) for place in taken)
        notes.note_attempts(DUTY, (*judged.attempts, *told), judged.problem)
        return covered

    return judge


def _taken_away(point: str) -> ModelAttempt:
    """A point that code found by its words, and the model does not."""
    return ModelAttempt(duty=DUTY, prompt="", reply=point, failed_check=TAKEN_AWAY(), seconds=0.0)
