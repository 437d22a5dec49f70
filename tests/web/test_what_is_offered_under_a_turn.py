"""The help a message was taken for and its correction, the hint ladder, thumbs, the mode."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from streamlit.testing.v1 import AppTest

from tests.sentences import says
from tests.web.given import quote
from tests.web.test_the_chat_page import answer, ask, asked, composer, html, learner, open_page
from tests.web.test_the_chat_page import course as course
from tutor_app.domain.values import Event, HintLevel, IntentRecognised, Offers, Sentence
from tutor_app.storage.records import TurnRow
from tutor_app.web.chat.ladder_view import ladder_words
from tutor_app.web.components.page_services import PageServices

CODE = "def f(x):\n    return x"


def answered(
    services: PageServices, events: Sequence[Event], question: str = CODE
) -> tuple[AppTest, TurnRow]:
    page = ask(open_page(services, learner(services)), question)
    turn = asked(services, page)[1][-1]
    answer(services, turn, [*events, quote()])
    return page.run(), turn


def labels(page: AppTest) -> list[str]:
    return [button.label for button in page.button]


def press(page: AppTest, label: str) -> AppTest:
    return next(button for button in page.button if button.label == label).click().run()


# --- which help ---


def test_the_label_names_the_help_and_one_click_asks_for_another(
    services: PageServices, course: str
) -> None:
    page, _ = answered(services, [IntentRecognised(intent="debugging")])
    assert "Taken as: <b>debug</b>" in html(page)
    assert "debug" not in labels(page)

    page = press(page, "explain")
    turns = asked(services, page)[1]
    assert [(turn.question, turn.wanted) for turn in turns] == [(CODE, None), (CODE, "conceptual")]


def test_a_help_that_was_chosen_says_so(services: PageServices, course: str) -> None:
    page, _ = answered(services, [IntentRecognised(intent="debugging")])
    page = press(page, "trace")
    answer(services, asked(services, page)[1][-1], [IntentRecognised(intent="tracing")])
    assert "Taken as: <b>trace</b> (your choice)" in html(page.run())


def test_an_unsure_tutor_says_what_it_went_by_and_offers_the_other(
    services: PageServices, course: str
) -> None:
    unsure = IntentRecognised(intent="debugging", sure=False, others=("conceptual", "tracing"))
    page, _ = answered(services, [unsure])
    assert "Taken as: <b>debug</b>. Or did you mean:" in html(page)
    assert "Explain it" in labels(page)
    assert not {"Trace it", "Help me debug it"} & set(labels(page))

    page = press(page, "Explain it")
    assert asked(services, page)[1][-1].wanted == "conceptual"
    assert "Explain it" not in labels(page)
    assert "Or did you mean" not in html(page)


def test_only_the_newest_turn_can_be_taken_otherwise(services: PageServices, course: str) -> None:
    page, first = answered(services, [IntentRecognised(intent="direct")])
    page = ask(page, "And then?")
    answer(services, asked(services, page)[1][-1], [IntentRecognised(intent="direct")])
    page.run()
    assert html(page).count("Taken as: <b>answer</b>") == 2
    assert labels(page).count("explain") == 1
    assert not any(b.key == f"wanted-conceptual-{first.id}" for b in page.button)


# --- an answer to be checked ---


def test_an_answer_to_be_checked_stays_chosen_until_something_else_is(
    services: PageServices, course: str
) -> None:
    page = open_page(services, learner(services))
    page.segmented_control[0].set_value("check").run()
    assert says(composer(page)["prompt"], "page_chat.prompt_check")

    page = ask(page, "Exercise 2. It ends, since n shrinks.")
    assert says(composer(page)["prompt"], "page_chat.prompt_check")
    page = ask(page, "And it is unique.")
    answer(services, asked(services, page)[1][0], [])
    page.segmented_control[0].set_value("ask").run()
    assert composer(page)["prompt"] == "Ask about Proofs"
    page = ask(page, "Why?")
    wanted = [turn.wanted for turn in asked(services, page)[1]]
    assert wanted == ["evaluation", "evaluation", None]


def test_the_choice_belongs_to_its_conversation(services: PageServices, course: str) -> None:
    page, turn = answered(services, [])
    page.segmented_control[0].set_value("check").run()
    press(page, "New conversation")
    assert page.segmented_control[0].value == "ask"
    page.button(key=f"conversation-{turn.conversation_id}").click().run()
    assert page.segmented_control[0].value == "check"


# --- the ladder ---


@pytest.mark.parametrize(
    ("level", "words"),
    [
        (1, "Hint 1 of 4: a nudge"),
        (2, "Hint 2 of 4: a pointed question"),
        (3, "Hint 3 of 4: a worked example"),
        (4, "Hint 4 of 4: one step of it"),
        (5, "All four hints are given"),
    ],
)
def test_the_level_is_said_in_words_too(level: int, words: str) -> None:
    assert ladder_words(level) == words


def test_the_current_rung_is_filled_and_stuck_asks_for_the_next(
    services: PageServices, course: str
) -> None:
    page, _ = answered(
        services, [HintLevel(level=2), Offers(messages=("I'm stuck", "Other words"))]
    )
    assert '<i class="el-rung-below"></i><i class="el-rung-here"></i><i class="el-rung">' in html(
        page
    )
    assert labels(page).count("I'm stuck") == 1  # the button beside the ladder does the same
    assert "Other words" in labels(page)

    page = press(page, "I'm stuck")
    assert asked(services, page)[1][-1].question == "I'm stuck"
    assert "I'm stuck" not in labels(page)


def test_after_the_last_hint_there_is_no_button(services: PageServices, course: str) -> None:
    page, _ = answered(services, [HintLevel(level=5), Offers(messages=("Another exercise",))])
    assert "All four hints are given" in html(page)
    assert "I'm stuck" not in labels(page)
    assert "Another exercise" in labels(page)


def test_before_any_hint_no_ladder_is_drawn(services: PageServices, course: str) -> None:
    page, _ = answered(services, [HintLevel(level=0)])
    assert "el-ladder" not in html(page)


# --- thumbs ---


def test_a_thumb_is_kept_and_shown_after_a_reload(services: PageServices, course: str) -> None:
    page, turn = answered(services, [])
    page.button(key=f"thumb-up-{turn.id}").click().run()
    assert services.feedback.of([turn.id])[turn.id].good

    page = open_page(services, learner(services), c=turn.conversation_id)
    assert "Good answer (your choice)" in labels(page)
    assert not page.text_input


def test_a_thumb_down_asks_why_and_counts_without_a_reason(
    services: PageServices, course: str
) -> None:
    page, turn = answered(services, [])
    page.button(key=f"thumb-down-{turn.id}").click().run()
    assert not services.feedback.of([turn.id])[turn.id].good

    page.text_input(key=f"reason-{turn.id}").set_value("It quotes the wrong page")
    page = press(page, "Send")
    assert services.feedback.of([turn.id])[turn.id].reason == "It quotes the wrong page"
    assert "without your name" in page.caption[0].value
    assert not page.text_input


def test_an_answer_that_failed_or_is_being_written_has_no_thumbs(
    services: PageServices, course: str
) -> None:
    page = ask(open_page(services, learner(services)))
    turn = asked(services, page)[1][0]
    assert not any("thumb" in (b.key or "") for b in page.button)
    answer(services, turn, [Sentence(text="x", role="notice")], "failed")
    assert not any("thumb" in (b.key or "") for b in page.run().button)
