"""Which messages begin a round of practice: those that wish to be asked, and none of the others."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from tutor_app.conversation.practice.practice_turn import practice_reply
from tutor_app.conversation.services import Services
from tutor_app.conversation.turn_context import TurnContext
from tutor_app.conversation.turn_notes import Notes
from tutor_app.domain.normal_form import tidy
from tutor_app.domain.values import AnswerDone, Message, Session
from tutor_app.exercises.assignment_book import AssignmentBook
from tutor_app.runtime.evaluation_course import COURSE


def measure_begun(files: Sequence[Path], services: Services) -> dict[str, Any]:
    """Return how many labelled messages of an empty chat begin a round, by their act.

    Each file has a JSON object a line with "message", "act" and "on_table", as those that the
    classifier of acts is judged by.
    """
    index = services.courses(COURSE)
    book = services.assignments(COURSE, index) if services.assignments is not None else None
    rows = [row for row in _rows(files) if row["on_table"] == "nothing"]
    wishes = [row["message"] for row in rows if row["act"] == "ask.practice"]
    others = [row["message"] for row in rows if row["act"] != "ask.practice"]
    begun = [text for text in others if _begins(text, services, book)]
    return {
        "wishes_to_practise": len(wishes),
        "begun": sum(_begins(text, services, book) for text in wishes),
        "others": len(others),
        "others_begun": len(begun),
        "others_begun_examples": begun[:10],
    }


def _rows(files: Iterable[Path]) -> Iterable[dict[str, Any]]:
    for file in files:
        yield from map(json.loads, file.read_text(encoding="utf-8").splitlines())


def _begins(text: str, services: Services, book: AssignmentBook | None) -> bool:
    session = Session(conversation_id="c", course_id=COURSE, course_name="")
    turn = TurnContext(
        message=Message(text=tidy(text)),
        session=session,
        services=services,
        book=book,
        notes=Notes(lambda: False),
    )
    reply = practice_reply(turn)
    events = () if reply is None else tuple(reply)
    done = events[-1] if events else None
    return isinstance(done, AnswerDone) and done.record.practice_round is not None
