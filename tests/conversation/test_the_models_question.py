"""The question a model ends an answer with: after the quotes, in its turn, or not at all."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.conversation.test_respond import GOOD, WHAT, WHY, desk, forced, said, shape
from tests.doubles.acts import SaysAct
from tests.doubles.course import CourseDesk, record
from tests.doubles.follow_up_model import Line, Script
from tutor_app.domain.errors import ModelUnreachable
from tutor_app.domain.values import Event, Quote, Status
from tutor_app.models.duties.ask_follow_up import DUTY as FOLLOW_UP
from tutor_app.models.duties.question_checks import NOT_VERIFIED
from tutor_app.models.duties.verify import DUTY as VERIFY

__all__ = ["desk"]  # a fixture that the tests below take by its name


def test_with_the_duty_the_models_question_ends_the_answer(desk: CourseDesk) -> None:
    events = desk.ask(WHY, forced(desk, Script(GOOD)))

    assert shape(events)[-4:] == ["sources", "status", "question", "done"]
    (question,) = said(events, "question")
    assert (question.text, question.by_model) == (GOOD, True)
    assert question.passage_id in {e.passage_id for e in events if isinstance(e, Quote)}
    assert [a.duty for a in record(events).attempts] == [FOLLOW_UP, VERIFY]
    assert [a.failed_check for a in record(events).attempts] == [None, None]
    assert said(events, "exercise") == []


def test_a_question_that_is_not_verified_gives_way_to_the_exercise(desk: CourseDesk) -> None:
    model = Script(GOOD, verifies=False)

    events = desk.ask(WHY, forced(desk, model))

    assert shape(events)[-2:] == ["exercise", "done"]
    assert said(events, "question") == []
    assert GOOD in model.prompts[-1][-1].content
    asked, verified = record(events).attempts
    assert (asked.duty, verified.duty) == (FOLLOW_UP, VERIFY)
    assert asked.failed_check == NOT_VERIFIED


def test_the_quotes_are_there_before_the_model_is_asked(desk: CourseDesk) -> None:
    model = Script(GOOD)
    services = forced(desk, model)
    seen_without_model = []

    for event in desk.events(WHY, services):
        if not model.prompts:
            seen_without_model.append(event)

    assert shape(seen_without_model)[-2:] == ["sources", "status"]
    assert any(isinstance(event, Quote) for event in seen_without_model)


def test_a_direct_question_and_a_model_that_may_not_ask_or_not_verify_ask_nothing(
    desk: CourseDesk,
) -> None:
    model = Script(GOOD)

    desk.ask(WHAT, replace(forced(desk, model), acts=SaysAct("ask.fact")))
    desk.ask(WHY, desk.services(model=lambda: model))
    desk.ask(WHY, replace(forced(desk, model), duties=frozenset({FOLLOW_UP})))

    assert model.prompts == []


def test_a_question_that_fails_its_checks_twice_gives_way_to_the_exercise(
    desk: CourseDesk,
) -> None:
    events = desk.ask(WHY, forced(desk, Script(WHY, "What about Zanzibar and the queue?")))

    assert shape(events)[-2:] == ["exercise", "done"]
    assert said(events, "question") == said(events, "notice") == []
    failed = [attempt.failed_check for attempt in record(events).attempts]
    assert len(failed) == 2
    assert None not in failed


@pytest.mark.parametrize(
    "broken",
    ["the model", "opening it", "the line", "configuration"],
)
def test_whatever_is_away_the_quotes_stand_staff_are_told_and_the_exercise_comes(
    broken: str, desk: CourseDesk
) -> None:
    def away() -> object:
        raise ModelUnreachable("The model server is not running.")

    services = {
        "the model": forced(desk, Script(ModelUnreachable("The model server is not running."))),
        "opening it": replace(forced(desk, None), model=away),
        "the line": forced(desk, Script(GOOD), Line(broken=True)),
        "configuration": replace(forced(desk, None), model=None),
    }[broken]

    events = desk.ask(WHY, services)

    assert "quote" in shape(events)
    assert shape(events)[-2:] == ["exercise", "done"]
    assert said(events, "notice") == []
    (attempt,) = record(events).attempts
    reason = {"the line": "Redis", "configuration": "no model is configured"}
    told_staff = f"{attempt.reply} {attempt.failed_check}"
    assert reason.get(broken, "not running") in told_staff


def test_the_place_in_the_line_is_told_and_the_slot_given_back(desk: CourseDesk) -> None:
    line = Line(2, 1)

    events = desk.ask(WHY, forced(desk, Script(GOOD), line))

    assert [e.ahead for e in events if isinstance(e, Status) and e.ahead] == [2, 1]
    assert shape(events)[-2:] == ["question", "done"]
    assert line.released == 1


# --- stopping ----------------------------------------------------------------------------------


def test_stopped_after_the_quotes_it_asks_no_model_and_gives_no_exercise(
    desk: CourseDesk,
) -> None:
    model = Script(GOOD)

    events = desk.ask(WHY, forced(desk, model), stopped=lambda: True)

    assert shape(events)[-2:] == ["sources", "done"]
    assert model.prompts == []
    assert record(events).practice is None


def test_stopped_in_the_line_it_asks_no_model_without_a_slot(desk: CourseDesk) -> None:
    model, line = Script(GOOD), Line(3, 2, 1)
    events: list[Event] = []

    def stopped() -> bool:
        return any(isinstance(e, Status) and e.ahead == 2 for e in events)

    for event in desk.events(WHY, forced(desk, model, line), stopped):
        events.append(event)

    assert model.prompts == []
    assert shape(events)[-2:] == ["status", "done"]
    assert line.released == 1


def test_an_answer_that_is_closed_in_the_line_gives_its_place_back(desk: CourseDesk) -> None:
    line = Line(3, 2, 1)
    events = desk.events(WHY, forced(desk, Script(GOOD), line))

    for event in events:
        if isinstance(event, Status) and event.ahead:
            break
    events.close()

    assert line.released == 1
