"""Whether wishes about a round are heard while a question waits, and answers are left alone."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

from tutor_app.conversation.practice.practice_wishes import hear_message
from tutor_app.conversation.services import Services
from tutor_app.conversation.turn_context import TurnContext
from tutor_app.conversation.turn_notes import Notes
from tutor_app.domain.normal_form import tidy
from tutor_app.domain.practice import PracticeQuestion, PracticeRound
from tutor_app.domain.values import Message, Session
from tutor_app.runtime.evaluation_course import COURSE

_NONE = ("quiz", "task", None)  # no wish about the open question
_WAITS = PracticeQuestion(item="i", name="n", kind="gap", text="?", accepted=("heuristic",))


def measure_wishes(file: Path, services: Services) -> dict[str, Any]:
    """Return by set how many messages are heard for what they are, missed, taken for another wish.

    Each line of the file has "message", "wish" ("none" for what is none) and "set".
    """
    asked = Session(
        conversation_id="c",
        course_id=COURSE,
        course_name="",
        practice_round=PracticeRound(open_question=_WAITS),
        round_is_newest=True,
    )
    counts: dict[str, Counter[str]] = {}
    wrong: list[str] = []
    for row in map(json.loads, file.read_text(encoding="utf-8").splitlines()):
        turn = TurnContext(
            message=Message(text=tidy(row["message"])),
            session=asked,
            services=services,
            book=None,
            notes=Notes(lambda: False),
        )
        heard = hear_message(turn).wish
        is_none = heard in _NONE
        if row["wish"] == "none":
            result = "none: left alone" if is_none else "none: taken for a wish"
        elif heard == row["wish"]:
            result = "heard"
        else:
            result = "missed" if is_none else "another wish"
        if result in ("another wish", "none: taken for a wish"):
            wrong.append(f"{row['message']} | {heard}")
        counts.setdefault(row["set"], Counter())[result] += 1
    return {name: dict(count) for name, count in counts.items()} | {"examples": wrong}
