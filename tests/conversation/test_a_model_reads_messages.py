"""A model reads what the classifier is unsure of: once, in time, or nobody notices."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from tests.doubles.acts import SaysAct
from tests.doubles.chat_models import Scripted, cuts_the_stream
from tests.doubles.course import CourseDesk, record
from tests.doubles.pdf import Sheet
from tutor_app.conversation import models_understanding
from tutor_app.conversation.services import Services
from tutor_app.domain.settings import Settings
from tutor_app.domain.values import Event, IntentRecognised, Quote, Sentence
from tutor_app.models.duties.understand import DUTY
from tutor_app.understanding.act_classifier import DialogueAct

SAID = "A queue makes the search go level by level because it hands out the oldest vertex first."
ASKED = "the queue, level by level"
DOUBT = SaysAct("react.ack", "ask.why", sure=False, about_table=False)
CERTAIN = SaysAct("ask.fact", "ask.why", sure=True, about_table=False)


@pytest.fixture
def desk(settings: Settings, tmp_path: Path) -> CourseDesk:
    desk = CourseDesk(settings)
    desk.add(Sheet().heading("2 Search").text(SAID).save(tmp_path / "lecture.pdf"))
    desk.index()
    return desk


def reads_as(act: DialogueAct, second: DialogueAct = "ask.fact") -> Scripted:
    told = {"act": act, "second": second, "about_table": False, "stands_alone": ASKED}
    return Scripted(lambda message, fields: json.dumps(told))


def services(desk: CourseDesk, model: Scripted, acts: SaysAct = DOUBT) -> Services:
    return replace(desk.services(duties=frozenset({DUTY}), model=lambda: model), acts=acts)


def intent(events: list[Event]) -> IntentRecognised:
    return next(event for event in events if isinstance(event, IntentRecognised))


def told(events: list[Event]) -> list[str]:
    return [e.text for e in events if isinstance(e, Sentence)] + [
        mark.text for e in events if isinstance(e, Quote) for mark in e.marked
    ]


def test_what_it_reads_decides_where_the_classifier_is_unsure(desk: CourseDesk) -> None:
    model = reads_as("ask.why")
    events = desk.ask(ASKED, services(desk, model))
    assert (intent(events).intent, intent(events).sure) == ("conceptual", True)
    assert len(model.asked) == 1
    assert [attempt.duty for attempt in record(events).attempts] == [DUTY]


def test_where_it_reads_another_thing_than_the_classifiers_two_both_are_offered(
    desk: CourseDesk,
) -> None:
    doubt = SaysAct("ask.why", "ask.fact", sure=False, about_table=False)
    events = desk.ask(ASKED, services(desk, reads_as("work.bug"), doubt))
    assert (intent(events).intent, intent(events).sure) == ("debugging", False)
    assert intent(events).others == ("conceptual",)


def test_it_is_not_asked_where_the_classifier_is_sure(desk: CourseDesk) -> None:
    model = reads_as("ask.why")
    desk.ask(ASKED, services(desk, model, CERTAIN))
    assert model.asked == []


@pytest.mark.parametrize(
    "model", [Scripted(cuts_the_stream), Scripted(lambda message, fields: "no idea")]
)
def test_an_endpoint_that_fails_leaves_the_turn_as_it_is_without_it(
    desk: CourseDesk, model: Scripted
) -> None:
    without = replace(desk.services(), acts=DOUBT)
    assert told(desk.ask(ASKED, services(desk, model))) == told(desk.ask(ASKED, without))


def test_what_comes_late_is_not_used(desk: CourseDesk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(models_understanding, "UNDERSTOOD_BY", -1.0)
    without = replace(desk.services(), acts=DOUBT)
    model = reads_as("work.bug")
    events = desk.ask(ASKED, services(desk, model))
    assert told(events) == told(desk.ask(ASKED, without))
    assert model.asked == [], "a reply that comes late anyhow is not paid for"
