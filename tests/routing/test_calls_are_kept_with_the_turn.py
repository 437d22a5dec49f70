"""Where sources are chosen, the turn's record holds each call, its arguments and its result."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import get_args

import pytest

from tests.doubles.chat_models import Scripted
from tests.doubles.course import CourseDesk, record
from tests.routing.conftest import BOOK, POST
from tutor_app.conversation.services import Services
from tutor_app.conversation.subject.search_sources import ALL_SOURCES
from tutor_app.domain.codec import record_from_json, record_to_json
from tutor_app.domain.errors import LiveStateLost, ModelRefused, ModelUnreachable, TutorError
from tutor_app.domain.settings import Settings
from tutor_app.domain.values import Quote, RetrievalResult
from tutor_app.routing.edison import EDISON
from tutor_app.routing.model_pipelines import MODEL_PIPELINES

ASKED = "Why does a queue make the search go level by level?"


def found(desk: CourseDesk, services: Services) -> RetrievalResult:
    events = desk.ask(ASKED, services)
    quoted = [event.paragraph for event in events if isinstance(event, Quote)]
    result = record(events).found
    assert result is not None
    assert BOOK in quoted or POST in quoted
    assert record_from_json(record_to_json(record(events))) == record(events)
    return result


def test_each_call_its_arguments_and_what_it_found_are_kept(desk: CourseDesk) -> None:
    index = desk.loaded()
    calls = [
        {"name": "textbook_retrieval", "arguments": {"query": "queue level"}},
        {"name": "qa_retrieval", "arguments": {"query": "queue hangs", "top_k": 2}},
    ]
    model = Scripted(lambda message, fields: json.dumps({"calls": calls, "text": ""}))
    chosen = replace(desk.services(), sources="fc_forced", model=lambda: model)

    result = found(desk, chosen)

    assert [(c.function, c.query, c.top_k, c.by) for c in result.calls] == [
        ("textbook_retrieval", "queue level", None, "fc_forced"),
        ("qa_retrieval", "queue hangs", 2, "fc_forced"),
    ]
    told = [[index.chunk(each).text for each in call.passage_ids] for call in result.calls]
    assert told == [[BOOK], [POST]]
    assert {p.chunk.id for p in result.kept} == {i for c in result.calls for i in c.passage_ids}


@pytest.mark.parametrize("error", [ModelUnreachable, ModelRefused, LiveStateLost])
def test_rules_choose_without_a_model_and_in_place_of_one_that_is_away(
    desk: CourseDesk, error: type[TutorError]
) -> None:
    by_rules = found(desk, replace(desk.services(), sources="edison"))
    assert {call.by for call in by_rules.calls} == {"edison"}

    def away() -> Scripted:
        raise error("It is away.")

    instead = found(desk, replace(desk.services(), sources="fc", model=away))
    assert [call.function for call in instead.calls] == [call.function for call in by_rules.calls]
    assert instead.skipped == ("It is away.",)


def test_by_default_every_source_is_searched_and_no_function_called(desk: CourseDesk) -> None:
    assert found(desk, desk.services()).calls == ()


def test_the_setting_names_every_way_of_choosing() -> None:
    named = get_args(Settings.model_fields["source_choice"].annotation)
    assert named == (ALL_SOURCES, EDISON, *MODEL_PIPELINES)
