"""An endpoint that is gone, slow, out of quota or garbled: the turn ends well without it."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from tests.doubles.acts import SaysAct
from tests.doubles.chat_models import Scripted, answering, verdicts
from tests.doubles.course import CourseDesk, record
from tests.doubles.pdf import Sheet
from tests.doubles.scripted_openai import Reply, ScriptedServer, scripted_openai
from tests.sentences import says
from tutor_app.conversation import model_queue
from tutor_app.conversation.model_queue import models_judgement, models_reading
from tutor_app.conversation.services import Services
from tutor_app.domain.settings import Settings
from tutor_app.domain.values import AnswerDone, Event, Quote, Sentence
from tutor_app.models.duties.answer import DUTY as ANSWER
from tutor_app.models.duties.duty_registry import DUTIES
from tutor_app.models.exams.exam_items import read_told_problems
from tutor_app.models.openai_client import EndpointLimits, OpenAIChat

SAID = "A queue makes the search go level by level because it hands out the oldest vertex first."
ASKED = "Why does a queue make the search go level by level?"
TRUE = "The oldest vertex leaves first, so no vertex of a later level overtakes it."
FALSE = "The newest vertex leaves first, so the search is never complete."
DOUBT = SaysAct("ask.why", "ask.fact", sure=False, about_table=False)
READING = json.dumps(
    {"act": "ask.why", "second": "ask.fact", "about_table": False, "stands_alone": ASKED}
)
WELL = (READING, answering(TRUE, FALSE), verdicts(1))
BROKEN = {
    "out of quota": Reply(status=429, error="no credit", code="insufficient_quota"),
    "busy": Reply(status=429, error="later", headers={"Retry-After": "3600"}),
    "garbled": Reply(raw="data: {{{ nonsense\n\n"),
    "cut": Reply(text=answering(TRUE), cut_after=3),
    "ends half way": Reply(text=answering(TRUE), cut_after=3, cut="ended"),
    "refuses": "I cannot help with that.",
    "wrong numbers": answering(TRUE, answers=(99,)),
    "thinks and says nothing": Reply(text="", thinking="hm " * 50),
    "fails": Reply(status=500, error="boom"),
}


@pytest.fixture
def desk(settings: Settings, tmp_path: Path) -> CourseDesk:
    desk = CourseDesk(settings)
    desk.add(Sheet().heading("2 Search").text(SAID).save(tmp_path / "lecture.pdf"))
    desk.index()
    return desk


def all_duties(desk: CourseDesk, base_url: str) -> Services:
    limits = EndpointLimits(tries=1, seconds=5.0)
    model = OpenAIChat(base_url, "key", "scripted", limits=limits)
    every = frozenset(duty.name for duty in DUTIES)
    return replace(desk.services(duties=every, model=lambda: model), acts=DOUBT)


def ends_as_without(events: list[Event], desk: CourseDesk, url: str) -> None:
    plain = desk.ask(ASKED, replace(desk.services(), acts=DOUBT))
    assert isinstance(events[-1], AnswerDone)
    assert quoted(events) == quoted(plain) != []
    said = [event for event in events if isinstance(event, Sentence)]
    assert not any(one.by_model or url in one.text or "MODEL" in one.text for one in said)
    assert [one.text for one in said] == [e.text for e in plain if isinstance(e, Sentence)]


def quoted(events: list[Event]) -> list[str]:
    return [mark.text for e in events if isinstance(e, Quote) for mark in e.marked]


def test_three_calls_make_the_turn_and_only_the_verified_sentence_joins_the_quotes(
    desk: CourseDesk,
) -> None:
    with scripted_openai(WELL) as server:
        events = desk.ask(ASKED, all_duties(desk, server.base_url))
        assert len(server.requests) == 3
    said = [e.text for e in events if isinstance(e, Sentence) and e.by_model]
    assert said == [TRUE]
    assert quoted(events) == [SAID]


def test_the_quotes_are_there_before_the_model_is_asked_for_its_sentences(
    desk: CourseDesk,
) -> None:
    with scripted_openai(WELL) as server:
        asked_before = list(_requests_at_the_first_quote(desk, server))
    assert asked_before == [1], "what reads the message, and nothing else"


def _requests_at_the_first_quote(desk: CourseDesk, server: ScriptedServer) -> Iterator[int]:
    for event in desk.events(ASKED, all_duties(desk, server.base_url)):
        if isinstance(event, Quote):
            yield len(server.requests)
            return


@pytest.mark.parametrize("trouble", BROKEN)
def test_an_endpoint_in_trouble_costs_its_words_and_nothing_else(
    trouble: str, desk: CourseDesk
) -> None:
    with scripted_openai([BROKEN[trouble]], repeat=True) as server:
        events = desk.ask(ASKED, all_duties(desk, server.base_url))
        ends_as_without(events, desk, server.base_url)
        assert len(server.requests) <= 3
    assert any(one.failed_check for one in record(events).attempts), "staff are told"


@pytest.mark.parametrize("trouble", BROKEN)
def test_one_that_breaks_before_it_has_verified_shows_nothing(
    trouble: str, desk: CourseDesk
) -> None:
    replies = [READING, answering(TRUE), BROKEN[trouble]]
    with scripted_openai(replies) as server:
        ends_as_without(desk.ask(ASKED, all_duties(desk, server.base_url)), desk, server.base_url)


def test_one_that_is_gone_costs_its_words_and_nothing_else(desk: CourseDesk) -> None:
    gone = "http://127.0.0.1:9/v1"
    ends_as_without(desk.ask(ASKED, all_duties(desk, gone)), desk, gone)


def test_one_that_is_slow_is_not_waited_for(
    desk: CourseDesk, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(model_queue, "ANSWER_PATIENCE", 0.3)
    hold = tmp_path / "hold"
    hold.touch()
    with scripted_openai(WELL, hold=hold) as server:
        events = desk.ask(ASKED, all_duties(desk, server.base_url))
        hold.unlink()
        ends_as_without(events, desk, server.base_url)
    assert ANSWER in [attempt.duty for attempt in record(events).attempts]


def test_where_the_reply_itself_waits_for_the_model_the_tutor_speaks_first(
    desk: CourseDesk,
) -> None:
    heard = threading.Event()
    slow = Scripted(lambda message, fields: heard.wait(5) and '{"covered": [1]}' or "late")
    waits = desk.services(model=lambda: slow)

    told = [models_judgement("Why?", ("A point.",), "Because.", waits, lambda: False)]
    told.append(models_reading(read_told_problems()[0].message, waits, lambda: False))
    for waiting, first in zip(told, ("reads_your_answer", "reads_your_problem"), strict=True):
        events = []
        for event in waiting:
            events.append(event)
            if isinstance(event, Sentence):
                heard.set()
        assert says(events[-1].text, f"conversation.{first}")  # before the model has replied
        heard.clear()


def test_a_model_that_replies_at_once_is_not_announced(desk: CourseDesk) -> None:
    quick = desk.services(model=lambda: Scripted(lambda message, fields: '{"covered": [1]}'))
    events = list(models_judgement("Why?", ("A point.",), "Because.", quick, lambda: False))
    assert not any(isinstance(event, Sentence) for event in events)
