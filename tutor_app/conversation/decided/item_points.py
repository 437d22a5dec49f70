"""The points of a locked solution put to the model that decides; it can say nothing of them."""

from __future__ import annotations

from collections.abc import Sequence

from tutor_app.conversation.turn_context import TurnContext
from tutor_app.exercises.decided.decided_points import Decides
from tutor_app.models.course_decider import CourseDecision, SaidInCourse


def decides_points(turn: TurnContext) -> Decides | None:
    """Return what holds a statement against sentences; None where the model is not there.

    It gives numbers alone, and words of the solution go nowhere else.
    """
    ask = turn.services.decides
    if ask is None:
        return None

    def decide(statement: str, sentences: Sequence[str]) -> CourseDecision | None:
        said = SaidInCourse(
            message=statement, before="", sentences=[("", one) for one in sentences]
        )
        with turn.notes.time_stage("decide"):
            return ask(said, turn.notes.stopped)

    return decide
