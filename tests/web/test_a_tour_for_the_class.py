"""The tour: one message for each kind of help, shown in large type on the projector."""

from __future__ import annotations

import pytest
from streamlit.testing.v1 import AppTest

from evals.answers.intents import predict
from tests.web.test_the_chat_page import html, learner, open_page
from tutor_app.domain.values import Intent
from tutor_app.web.chat.class_tour import DEMO_COURSE, LARGE_TYPE, Stop, tour_stops
from tutor_app.web.components.page_services import PageServices

STOPS = tour_stops(DEMO_COURSE, ())


def intent_of(stop: Stop) -> Intent:
    """Which help it is taken for at the beginning of a conversation."""
    if stop.wanted is not None:
        return stop.wanted
    return predict(stop.says).intent


@pytest.mark.parametrize(
    ("name", "intent"),
    [
        ("A fact", "direct"),
        ("A reason", "conceptual"),
        ("A run", "tracing"),
        ("A wrong trace", "validation"),
        ("A program", "debugging"),
        ("My answer, judged", "evaluation"),
    ],
)
def test_there_is_a_stop_for_each_kind_of_help(name: str, intent: Intent) -> None:
    (stop,) = [stop for stop in STOPS if stop.name == name]

    assert intent_of(stop) == intent


def test_a_course_of_ones_own_is_toured_with_its_own_questions() -> None:
    stops = tour_stops("Proofs", ("What is induction?", "What is a witness?"))

    assert [stop.says for stop in stops[:2]] == [
        "What is induction?",
        "Explain why: What is a witness?",
    ]
    assert not any("assignment" in stop.says for stop in stops)


def test_a_course_without_questions_to_begin_with_is_toured_by_its_engine() -> None:
    assert [stop.name for stop in tour_stops("Proofs", ())][0] == "A run"


def tour_page(services: PageServices, **address: str) -> AppTest:
    index = services.settings.course_dir(services.courses.create("Proofs").id) / "index"
    index.mkdir(parents=True)
    (index / "CURRENT").write_text("1")
    return open_page(services, learner(services), **address)


def test_the_tour_is_opened_by_the_address_and_closed_by_its_button(services: PageServices) -> None:
    page = tour_page(services, tour="1")
    assert LARGE_TYPE in html(page)

    page.button(key="close-tour").click().run()
    assert LARGE_TYPE not in html(page)
    assert not [button for button in page.button if button.key == "tour-next"]


def test_the_next_stop_is_sent_by_one_click_and_the_tour_goes_on(services: PageServices) -> None:
    page = tour_page(services, tour="1")
    first = page.button(key="tour-next").label
    page.button(key="tour-next").click().run()

    (conversation,) = services.conversations.list(learner(services), "proofs")
    (turn,) = services.conversations.turns(conversation.id)
    assert turn.question == STOPS[3].says
    assert page.button(key="tour-next").label != first
