"""Why an answer does not count: what the course says on just what was claimed."""

from __future__ import annotations

from itertools import product

from tutor_app.domain.hint_ladder import record_same_level
from tutor_app.exercises.decided.beside_claim import beside_claim, say_against
from tutor_app.exercises.decided.open_point_questions import ask_what_is_open
from tutor_app.exercises.exercise_parts import missing_points
from tutor_app.exercises.exercise_questions import tell_what_decides
from tutor_app.exercises.exercise_turn import ExerciseTurn, Work
from tutor_app.exercises.rubric_matching import NEW_MESSAGE


def tell_why_not(turn: ExerciseTurn) -> Work:
    """Answer "but why is it wrong?": what the course says on just what the student claimed.

    Where it says nothing on that, the section that decides what is open is shown.
    """
    before = turn.task.before
    earlier = (before.attempt or "").split(NEW_MESSAGE) if before else ()
    claimed = [*filter(None, (turn.told.fresh if turn.told else None, *earlier[-1:]))]
    for say, text in product((say_against, beside_claim), claimed):
        if said := (yield from say(turn, text)):
            turn = turn.with_said(said)
            asked = yield from ask_what_is_open(turn, missing_points(turn.task))
            return turn.leave(record_same_level(turn.ladder, "why"), asked)
    return (yield from tell_what_decides(turn))
