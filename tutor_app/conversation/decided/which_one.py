"""Which of two things a "which one?" is answered with: each is read as a claim of the student's."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tutor_app.conversation.asked.asked_words import plain
from tutor_app.conversation.decided.things_said import ThingSaid
from tutor_app.models.course_decider import CourseDecision, SaidInCourse

_BOTH = 2
_SIGNS = " .?!"


def which_one(
    said: ThingSaid,
    sentences: Sequence[tuple[str, str]],
    ask: Callable[[SaidInCourse], CourseDecision | None],
    sure: float,
) -> str:
    """Return the one of its two sides that a question is surely answered with, "" where neither is.

    `sentences` (heading, text) answer it; `ask` tells whether they bear a claim out.
    """
    if len(said.sides) != _BOTH or "which" not in plain(said.put):
        return ""
    asked = said.put.rstrip(_SIGNS)
    read = [
        ask(SaidInCourse(message=f"{asked}? it's {side}.", before="", sentences=sentences))
        for side in said.sides
    ]
    right = [
        side
        for side, one in zip(said.sides, read, strict=True)
        if one is not None and one.kind == "right" and one.share >= sure
    ]
    return right[0] if len(right) == 1 else ""
