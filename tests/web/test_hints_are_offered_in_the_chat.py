"""What can be said next about a problem, by one click; and what a screen reader hears of it."""

from __future__ import annotations

from streamlit.testing.v1 import AppTest

from tests.sentences import says
from tests.web.given import quote
from tests.web.test_the_chat_page import answer, ask, asked, html, learner, open_page
from tutor_app.domain.traces import Problem
from tutor_app.domain.values import Event, Offers, ProblemRead, Sentence, TraceShown
from tutor_app.tracing.reading.problem_reader import read_problem
from tutor_app.web.chat.turn_reading import announcement, read_turn
from tutor_app.web.components.page_services import PageServices


def problem() -> Problem:
    reading = read_problem("BFS from A to C on A-B, B-C")
    assert reading is not None
    return reading.problem


def events() -> tuple[Event, ...]:
    return (
        ProblemRead(problem=problem()),
        Sentence(text="You go first.", role="lead_in"),
        TraceShown(problem=problem(), upto=1),
        Sentence(text="Which node is next?", role="question"),
        Offers(messages=("I'm stuck", "Show the whole table")),
    )


def in_a_course(services: PageServices) -> AppTest:
    services.courses.create("Proofs", "the forum")
    return open_page(services, learner(services))


def test_an_offer_is_sent_as_a_message_and_is_gone_from_the_older_turn(
    services: PageServices,
) -> None:
    page = in_a_course(services)
    page = ask(page, "BFS from A to C on A-B, B-C")
    _, (turn,) = asked(services, page)
    answer(services, turn, events())
    page.run()
    next(button for button in page.button if button.label == "I'm stuck").click().run()

    _, turns = asked(services, page)
    assert [each.question for each in turns] == ["BFS from A to C on A-B, B-C", "I'm stuck"]
    answer(services, turns[1], (Sentence(text="Look at the queue.", role="hint"),))
    page.run()
    assert "I'm stuck" not in [button.label for button in page.button]
    assert html(page).count("Correct it") == 0


def test_the_problem_and_its_rows_stand_in_the_turn(services: PageServices) -> None:
    page = in_a_course(services)
    page = ask(page, "BFS from A to C on A-B, B-C")
    _, (turn,) = asked(services, page)
    answer(services, turn, events())
    page.run()

    assert says(html(page), "page_traces.problem")
    assert 'data-step="1"' in html(page)
    assert 'data-step="2"' not in html(page)
    assert [box.label for box in page.expander] == ["Correct it"]


def test_a_screen_reader_hears_the_words_and_that_a_table_is_there() -> None:
    shown = read_turn((*events(), quote()), "done")
    said = announcement(shown, waiting=False)

    assert "You go first. Which node is next?" in said
    assert says(said, "page_chat.spoken_table")
