"""What an answer offers to practise, and what it makes of numbers that name things."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.conversation.test_respond import WHY, desk, said, shape
from tests.doubles.course import CourseDesk, record
from tutor_app.conversation.respond import respond
from tutor_app.domain.values import Event, Message, Quote, Session

__all__ = ["desk"]


def ask_again(desk: CourseDesk, offered: frozenset[str]) -> list[Event]:
    session = Session(conversation_id="c", course_id=desk.id, course_name="Graphs", offered=offered)
    return list(respond(Message(text=WHY), session, desk.services()))


def test_an_exercise_is_not_offered_to_the_same_learner_twice(desk: CourseDesk) -> None:
    (first,) = said(ask_again(desk, frozenset()), "exercise")
    assert first.practice_id is not None

    assert said(ask_again(desk, frozenset({first.practice_id})), "exercise") == []


def test_what_is_named_by_number_is_quoted_whatever_the_relevance_floor(
    desk: CourseDesk, tmp_path: Path
) -> None:
    events = desk.ask("exercise 1 of lecture")

    (quote,) = [e for e in events if isinstance(e, Quote)]
    assert quote.marked[0].text.startswith("1. Draw")
    found = record(events).found
    assert found is not None and found.kept[0].scores.reference == 1.0


@pytest.mark.parametrize("question", ["exercise 99", "show me exercise 99 please"])
def test_what_does_not_exist_is_said_and_nothing_is_searched(
    desk: CourseDesk, question: str
) -> None:
    events = desk.ask(question)

    assert shape(events)[2:3] == ["notice"]
    assert "quote" not in shape(events)
    assert "exercise 99" in said(events, "notice")[0].text
