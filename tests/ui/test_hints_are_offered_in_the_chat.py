"""What can be said next about a problem, by one click; and what a screen reader hears of it."""

from __future__ import annotations

from streamlit.testing.v1 import AppTest

from tests.ui.given import quote
from tests.ui.test_the_chat_page import answer, asked, html, learner, open_page
from tutor_app.tracing.reading.read import read_problem
from tutor_app.tracing.values import Problem
from tutor_app.ui.parts import Parts
from tutor_app.ui.turn_reading import announcement, read_turn
from tutor_app.values import Event, Offers, ProblemRead, Sentence, TraceShown


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


def in_a_course(parts: Parts) -> AppTest:
    parts.courses.create("Proofs", "the forum")
    return open_page(parts, learner(parts))


def test_an_offer_is_sent_as_a_message_and_is_gone_from_the_older_turn(parts: Parts) -> None:
    page = in_a_course(parts)
    page.chat_input[0].set_value("BFS from A to C on A-B, B-C").run()
    _, (turn,) = asked(parts, page)
    answer(parts, turn, events())
    page.run()
    next(button for button in page.button if button.label == "I'm stuck").click().run()

    _, turns = asked(parts, page)
    assert [each.question for each in turns] == ["BFS from A to C on A-B, B-C", "I'm stuck"]
    answer(parts, turns[1], (Sentence(text="Look at the queue.", role="hint"),))
    page.run()
    assert "I'm stuck" not in [button.label for button in page.button]
    assert html(page).count("Correct it") == 0


def test_the_problem_and_its_rows_stand_in_the_turn(parts: Parts) -> None:
    page = in_a_course(parts)
    page.chat_input[0].set_value("BFS from A to C on A-B, B-C").run()
    _, (turn,) = asked(parts, page)
    answer(parts, turn, events())
    page.run()

    assert "The problem as I read it" in html(page)
    assert 'data-step="1"' in html(page)
    assert 'data-step="2"' not in html(page)
    assert [box.label for box in page.expander] == ["Correct it"]


def test_a_screen_reader_hears_the_words_and_that_a_table_is_there() -> None:
    shown = read_turn((*events(), quote()), "done")
    said = announcement(shown, waiting=False)

    assert "You go first. Which node is next?" in said
    assert said.endswith("There is a table to step through.")
