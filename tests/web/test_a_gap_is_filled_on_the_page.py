"""The card with a gap: checked at once, shown where it stands, quiet behind another question."""

from __future__ import annotations

from dataclasses import replace

import pytest
from streamlit.testing.v1 import AppTest

from tests.web.given import box, quote
from tests.web.test_a_conversation_is_exported import conversation, turn
from tests.web.test_the_chat_page import html, learner, open_page
from tutor_app.domain import codec
from tutor_app.domain.values import Cloze, Event
from tutor_app.storage.records import RecallRow
from tutor_app.web.chat.export_conversation import conversation_markdown
from tutor_app.web.chat.practice_card import page_of_cloze
from tutor_app.web.components.page_services import PageServices

GAP = Cloze(
    id="gap",
    before="Induction needs a ",
    answer="base case",
    after=" & a <step>.",
    passage_id="d1-1",
    document_id="d1",
    document_name="proofs_1.pdf",
    page=2,
    headings=("Proofs",),
    boxes=(box(2),),
    also=("bc",),
    others=("bass case",),
)


@pytest.fixture
def course(services: PageServices) -> str:
    course = services.courses.create("Proofs", "the forum")
    index = services.settings.course_dir(course.id) / "index"
    index.mkdir(parents=True)
    (index / "CURRENT").write_text("1")
    return course.id


def answered(services: PageServices, course: str, *events: Event) -> AppTest:
    """The page of a conversation whose only turn ended with these events."""
    made = services.conversations.create(learner(services), course)
    asked = services.conversations.add_turn(made.id, "Why does it fail?")
    services.conversations.begin(asked.id)
    services.conversations.finish(asked.id, "done", (quote(), *events))
    return open_page(services, learner(services), c=made.id)


def fill(page: AppTest, word: str) -> AppTest:
    page.text_input[0].set_value(word)
    return button(page, "Check").click().run()


def button(page: AppTest, label: str):  # type: ignore[no-untyped-def]
    return next(b for b in page.button if b.label == label)


def labels(page: AppTest) -> list[str]:
    return [b.label for b in page.button]


def kept(services: PageServices, course: str) -> RecallRow:
    return services.recall.list_items(learner(services), course)["gap"]


def test_the_sentence_is_shown_without_its_term(services: PageServices, course: str) -> None:
    page = answered(services, course, GAP)

    shown = html(page)
    assert "Induction needs a <span" in shown and "</span> &amp; a &lt;step&gt;." in shown
    assert "base case" not in shown.split("el-gap", 1)[1]


@pytest.mark.parametrize("word", ["base case", "Base-Cases", "BC"])
def test_a_right_answer_is_said_plainly_and_kept(
    services: PageServices, course: str, word: str
) -> None:
    page = fill(answered(services, course, GAP), word)

    assert "Right: “base case”." in html(page)
    assert "<mark>base case</mark>" in html(page)
    assert (kept(services, course).tries, kept(services, course).outcome) == (1, "right")
    assert "Check" not in labels(page)


def test_after_the_second_wrong_answer_the_term_is_shown_where_it_stands(
    services: PageServices, course: str
) -> None:
    page = fill(answered(services, course, GAP), "bass case")
    assert "You have one more try." in html(page)
    assert "<mark>base case</mark>" not in html(page)

    page = fill(page, "no idea")
    assert "The word is “base case”." in html(page)
    assert kept(services, course).outcome == "shown"
    assert page_of_cloze(GAP).marks == (box(2),)


def test_the_word_can_be_asked_for(services: PageServices, course: str) -> None:
    page = button(answered(services, course, GAP), "Show the word").click().run()

    assert "<mark>base case</mark>" in html(page)
    assert (kept(services, course).tries, kept(services, course).outcome) == (0, "shown")


def test_an_empty_field_counts_as_no_try(services: PageServices, course: str) -> None:
    fill(answered(services, course, GAP), "  ")

    assert kept(services, course).tries == 0


def test_a_quiet_one_waits_behind_a_button(services: PageServices, course: str) -> None:
    page = answered(services, course, replace(GAP, quiet=True))
    assert "el-gap" not in html(page)

    page = button(page, "Practise this").click().run()
    assert "Right: “base case”." in html(fill(page, "base case"))


def test_a_gap_is_exported_without_its_answer() -> None:
    text = conversation_markdown(conversation(), "Proofs", [turn("Why?", GAP)])

    assert "**Fill the gap.** Induction needs a \\_" in text
    assert "base case" not in text


def test_a_gap_is_the_same_after_the_stream_and_the_database() -> None:
    assert codec.event_from_json(codec.event_to_json(GAP)) == GAP
