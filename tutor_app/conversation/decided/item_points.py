"""The points of a locked solution put to the model that decides; it can say nothing of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tutor_app.conversation.services import DecidesByCourse
from tutor_app.conversation.turn_context import TurnContext
from tutor_app.exercises.decided.decided_points import Decides
from tutor_app.models.chat_model import Stop
from tutor_app.models.course_decider import CourseDecision, SaidInCourse


def decides_points(turn: TurnContext) -> Decides | None:
    """Return what holds statements against sentences in a turn; None where no model is there."""
    ask = turn.services.decides
    if ask is None:
        return None
    decide = deciding_points(ask, turn.notes.stopped)

    def timed(statement: str, sentences: Sequence[str]) -> CourseDecision | None:
        with turn.notes.time_stage("decide"):
            return decide(statement, sentences)

    return timed


def deciding_points(
    ask: DecidesByCourse, stopped: Stop = lambda: False
) -> Callable[[str, Sequence[str]], CourseDecision | None]:
    """Return what puts a statement and sentences to the model.

    It gives numbers alone, and words of the solution go nowhere else.
    """

    def decide(statement: str, sentences: Sequence[str]) -> CourseDecision | None:
        under_no_heading = [("", one) for one in sentences]
        said = SaidInCourse(message=statement, before="", sentences=under_no_heading)
        return ask(said, stopped)

    return decide
