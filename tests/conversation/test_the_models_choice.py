"""A model chooses which of the course's sentences are quoted: numbers come back, nothing else."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.doubles.chat_models import Scripted, cuts_the_stream
from tests.doubles.course import CourseDesk, record
from tests.doubles.pdf import Sheet
from tutor_app.conversation import model_queue
from tutor_app.conversation.services import Services
from tutor_app.domain.settings import Settings
from tutor_app.domain.values import Event, Quote, Sentence
from tutor_app.models.duties.choose import DUTY

ASKED = "Why does a queue make the search go by levels?"
BEST = "A queue makes the search go level by level because it hands out the oldest vertex first."
OTHER = "The search with a queue needs memory for all vertices of one level at a time."
THIRD = "A search that goes by levels finds a path with the fewest edges on each level."


@pytest.fixture
def desk(settings: Settings, tmp_path: Path) -> CourseDesk:
    desk = CourseDesk(settings)
    sheet = Sheet().heading("2 Search").text(BEST).text(OTHER).text(THIRD)
    desk.add(sheet.save(tmp_path / "lecture.pdf"))
    desk.index()
    return desk


def chooses(desk: CourseDesk, *texts: str) -> Services:
    """Services with a model that gives the numbers of the sentences that begin so."""

    def reply(message: str, fields: frozenset[str]) -> str:
        lines = re.findall(r"^(\d+)\. (.*)$", message, re.MULTILINE)
        numbers = {said: int(number) for number, said in lines}
        return json.dumps({"answers": [numbers[text] for text in texts]})

    return holds(desk, Scripted(reply))


def holds(desk: CourseDesk, model: Scripted) -> Services:
    return desk.services(duties=frozenset({DUTY}), model=lambda: model)


def marked(events: list[Event]) -> list[str]:
    return [m.text for e in events if isinstance(e, Quote) for m in e.marked]


def test_what_the_model_chooses_is_quoted_and_nothing_else(desk: CourseDesk) -> None:
    events = desk.ask(ASKED, chooses(desk, OTHER))
    assert marked(events) == [OTHER]
    assert [attempt.failed_check for attempt in record(events).attempts] == [None]


def test_where_it_says_that_none_answers_the_course_is_said_not_to(desk: CourseDesk) -> None:
    events = desk.ask(ASKED, chooses(desk))
    assert record(events).declined
    assert [e.role for e in events if isinstance(e, Sentence)][1] == "decline"


@pytest.mark.parametrize("reply", ["[1]", '{"answers": [99]}', '{"answers": [1, 2, 3, 4]}', "no"])
def test_a_reply_that_names_no_sentences_leaves_the_quotes_that_code_chose(
    reply: str, desk: CourseDesk
) -> None:
    events = desk.ask(ASKED, holds(desk, Scripted(lambda message, fields: reply)))
    assert marked(events) == marked(desk.ask(ASKED)) != []
    assert all(attempt.failed_check for attempt in record(events).attempts)


def test_an_endpoint_that_fails_leaves_the_quotes_and_is_told_to_staff_alone(
    desk: CourseDesk,
) -> None:
    events = desk.ask(ASKED, holds(desk, Scripted(cuts_the_stream)))
    assert marked(events) == marked(desk.ask(ASKED))
    assert "connection was lost" in record(events).attempts[0].reply
    assert not [e for e in events if isinstance(e, Sentence) and e.role == "notice"]


def test_who_is_late_is_not_waited_for(desk: CourseDesk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(model_queue, "CHOICE_PATIENCE", -1.0)
    events = desk.ask(ASKED, chooses(desk, OTHER))
    assert marked(events) == marked(desk.ask(ASKED))


def test_without_the_duty_it_is_not_asked(desk: CourseDesk) -> None:
    model = Scripted(lambda message, fields: "{}")
    desk.ask(ASKED, desk.services(model=lambda: model))
    assert model.asked == []
