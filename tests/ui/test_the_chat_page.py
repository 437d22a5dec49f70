"""The chat page as its script draws it; a worker's part is played by the test."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from tests.doubles.redis_server import RedisServer
from tests.ui.given import quote, source, write_pdf
from tutor_app import asking
from tutor_app.records import ConversationRow, TurnRow
from tutor_app.ui.parts import Parts
from tutor_app.ui.turn_drawing import TurnActions, draw_turn
from tutor_app.ui.turn_reading import Shown
from tutor_app.ui.visitor import Visitor
from tutor_app.values import (
    Done,
    Event,
    Failed,
    Sentence,
    Sources,
    Status,
    Stopped,
    TurnRecord,
    TurnStatus,
)

TOKEN = "0" * 32
QUESTION = "    Why *does* _it_ <b>fail</b>?\n# not a heading"


def script(parts, visitor):  # type: ignore[no-untyped-def]  # AppTest sees no imports
    from tutor_app.ui.chat_page import draw_chat_page  # noqa: PLC0415 - AppTest takes the body

    draw_chat_page(parts, visitor)


def open_page(parts: Parts, learner_id: str | None, **address: str) -> AppTest:
    visitor = Visitor(learner_id=learner_id, visit="v", address="a")
    page = AppTest.from_function(script, kwargs={"parts": parts, "visitor": visitor})
    for key, value in address.items():
        page.query_params[key] = value
    return page.run()


def html(page: AppTest) -> str:
    return "\n".join(part.proto.body for part in page.html)


def asked(parts: Parts, page: AppTest) -> tuple[ConversationRow, list[TurnRow]]:
    (conversation,) = parts.conversations.list(learner(parts), "proofs")
    return conversation, list(parts.conversations.turns(conversation.id))


def answer(
    parts: Parts, turn: TurnRow, events: Sequence[Event], status: TurnStatus | None = "done"
) -> None:
    """What the worker does with a turn; without a status it is still at it."""
    parts.conversations.begin(turn.id)
    for event in events:
        parts.streams.append(turn.id, event)
    if status is not None:
        parts.conversations.finish(turn.id, status, tuple(events), None)
        record = TurnRecord(intent=None, found=None)
        parts.streams.append(turn.id, Done(record=record))


def learner(parts: Parts) -> str:
    return parts.conversations.learner(TOKEN)


@pytest.fixture
def course(parts: Parts) -> str:
    """A course that is indexed as far as the page can tell."""
    course = parts.courses.create("Proofs", "the forum")
    index = parts.settings.course_dir(course.id) / "index"
    index.mkdir(parents=True)
    (index / "CURRENT").write_text("1")
    return course.id


def ask(page: AppTest, question: str = QUESTION) -> AppTest:
    return page.chat_input[0].set_value(question).run()


def test_without_a_course_the_instructor_is_told_where_to_begin(parts: Parts) -> None:
    page = open_page(parts, learner(parts))
    assert page.title[0].value == "No course here yet"
    assert "Materials" in page.markdown[0].value
    assert not page.chat_input


def test_without_an_index_the_page_says_so(parts: Parts) -> None:
    parts.courses.create("Proofs")
    assert "not indexed yet" in open_page(parts, learner(parts)).markdown[0].value


def test_without_cookies_the_page_says_what_to_do(parts: Parts, course: str) -> None:
    assert "cookie" in open_page(parts, None).info[0].value


def test_a_question_is_kept_verbatim_and_shown_verbatim(parts: Parts, course: str) -> None:
    page = ask(open_page(parts, learner(parts)))
    conversation, turns = asked(parts, page)
    assert [turn.question for turn in turns] == [QUESTION]
    assert "    Why *does* _it_ &lt;b&gt;fail&lt;/b&gt;?\n# not a heading" in html(page)
    assert page.query_params["c"] == conversation.id
    assert TOKEN not in str(page.query_params)


def test_the_status_line_tells_the_place_in_the_queue(parts: Parts, course: str) -> None:
    page = ask(open_page(parts, learner(parts)))
    (turn,) = asked(parts, page)[1]
    answer(parts, turn, [quote(), Status(text="Thinking", ahead=2)], None)
    page.run()
    assert "Thinking — 2 questions ahead of yours" in html(page)
    assert 'alt="Induction needs a base case."' in html(page)
    assert page.button(key=f"stop-{turn.id}").label == "Stop"


def test_a_finished_answer_shows_quotes_question_and_sources(parts: Parts, course: str) -> None:
    page = ask(open_page(parts, learner(parts)))
    (turn,) = asked(parts, page)[1]
    events = [
        Sources(sources=(source(page=1), source(page=4))),
        quote(page=1),
        Sentence(text=r"What is \(n\) for $5?", role="question", by_model=True),
    ]
    answer(parts, turn, events)
    page.run()
    assert "<mark>Induction needs a base case.</mark>" in html(page)
    assert r"What is $n$ for \$5?" in [m.value for m in page.markdown]
    labels = [button.label for button in page.button]
    assert r"proofs\_1 · p\. 1 · Induction" in labels
    assert r"proofs\_1 · p\. 4 · Induction" in labels
    assert "Stop" not in labels


def test_a_finished_turn_is_drawn_by_the_whole_page_where_its_buttons_are_heard(
    parts: Parts, course: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A button of a fragment that the page has left behind acts, and nobody sees it."""
    page = ask(open_page(parts, learner(parts)))
    (turn,) = asked(parts, page)[1]
    drawn: list[TurnStatus] = []

    def draw(turn: TurnRow, shown: Shown, actions: TurnActions, *, waiting: bool) -> None:
        drawn.append(shown.status)
        draw_turn(turn, shown, actions, waiting=waiting)

    def finished_meanwhile(turn_id: str, *stores: Any) -> asking.FollowState:
        answer(parts, turn, [quote()])
        return follow(turn_id, *stores)

    follow = asking.follow
    page.run()
    monkeypatch.setattr("tutor_app.ui.chat_page.draw_turn", draw)
    monkeypatch.setattr("tutor_app.asking.follow", finished_meanwhile)
    page.run()
    assert drawn == ["done"]  # not once in the fragment and once more by the page


def test_stop_is_asked_of_the_worker(parts: Parts, course: str) -> None:
    page = ask(open_page(parts, learner(parts)))
    (turn,) = asked(parts, page)[1]
    answer(parts, turn, [Status(text="Searching")], None)
    page.run()
    page.button(key=f"stop-{turn.id}").click().run()
    assert parts.streams.stop_requested(turn.id)

    parts.conversations.finish(turn.id, "stopped", (quote(), Stopped()), None)
    page.run()
    assert "Stopped" in html(page)
    assert 'alt="Induction needs a base case."' in html(page)


def test_a_second_question_waits_visibly(parts: Parts, course: str) -> None:
    page = ask(open_page(parts, learner(parts)))
    page = ask(page, "And why that?")
    assert len(asked(parts, page)[1]) == 2
    assert html(page).count("Waiting behind the answer above") == 1
    assert not page.chat_input[0].disabled


def test_a_failed_answer_says_why_and_can_be_asked_again(parts: Parts, course: str) -> None:
    page = ask(open_page(parts, learner(parts)))
    (turn,) = asked(parts, page)[1]
    answer(parts, turn, [Failed(message="The index is damaged.")], "failed")
    page.run()
    assert page.error[0].value == "The index is damaged."
    page.button(key=f"retry-{turn.id}").click().run()
    assert parts.conversations.turn(turn.id).status == "queued"


def test_a_message_too_long_is_refused_and_given_back(parts: Parts, course: str) -> None:
    text = "x" * 30_000
    page = ask(open_page(parts, learner(parts)), text)
    assert "30,000" in page.error[0].value
    assert page.text_area[0].value == text
    assert parts.conversations.list(learner(parts), course) == []

    page.text_area[0].set_value("Why?").run()
    page.button(key="send-again").click().run()
    assert [turn.question for turn in asked(parts, page)[1]] == ["Why?"]
    assert not page.text_area


def test_a_source_opens_its_page_and_the_next_one(parts: Parts, course: str, tmp_path) -> None:  # type: ignore[no-untyped-def]
    from ingest.files import store_upload  # noqa: PLC0415

    sha256, size = store_upload(parts.settings, write_pdf(tmp_path / "a.pdf", "one", "two"))
    document, _ = parts.courses.add_document(course, "a.pdf", "textbook", sha256, size)
    parts.courses.mark_indexed(course, {document.id: (2, 1)})
    page = ask(open_page(parts, learner(parts)))
    (turn,) = asked(parts, page)[1]
    answer(parts, turn, [quote(document.id)])
    page.run()

    page.button(key=f"source-{turn.id}-0").click().run()
    assert f"doc={document.id}&amp;page=1&amp;mark=120.0,90.0,200.0,110.0" in html(page)
    assert "Marked: Induction needs a base case." in html(page)
    page.button(key="next-page").click().run()
    assert f"doc={document.id}&amp;page=2&amp;width" in html(page)
    assert page.button(key="next-page").disabled


def test_without_redis_the_question_is_kept_and_the_page_says_so(
    parts: Parts, course: str, server: RedisServer
) -> None:
    page = open_page(parts, learner(parts))
    server.kill()
    page = ask(page)
    assert [turn.question for turn in asked(parts, page)[1]] == [QUESTION]
    assert "kept" in page.toast[0].value


def test_finished_answers_are_read_without_redis(
    parts: Parts, course: str, server: RedisServer
) -> None:
    page = ask(open_page(parts, learner(parts)))
    (turn,) = asked(parts, page)[1]
    answer(parts, turn, [quote()])
    server.kill()
    assert 'alt="Induction needs a base case."' in html(page.run())


def test_somebody_elses_conversation_is_not_shown(parts: Parts, course: str) -> None:
    page = ask(open_page(parts, learner(parts)))
    conversation, _ = asked(parts, page)
    stranger = parts.conversations.learner("1" * 32)
    page = open_page(parts, stranger, c=conversation.id)
    assert "belongs to another browser" in page.info[0].value
    assert "fail" not in html(page)


def test_a_conversation_is_renamed_and_deleted(parts: Parts, course: str) -> None:
    page = ask(open_page(parts, learner(parts)), "Why?")
    page.button(key="menu-rename").click().run()
    page.text_input[0].set_value("Induction")
    next(b for b in page.button if b.label == "Save").click().run()
    assert asked(parts, page)[0].title == "Induction"

    page.button(key="menu-delete").click().run()
    page.button(key="confirm-delete").click().run()
    assert parts.conversations.list(learner(parts), course) == []
    assert "c" not in page.query_params


def test_another_course_is_chosen(parts: Parts, course: str) -> None:
    parts.courses.create("Sets")
    page = open_page(parts, learner(parts), course="proofs")
    page.selectbox(key="course-choice").set_value("sets").run()
    assert page.query_params["course"] == "sets"
    assert page.chat_input[0].placeholder == "Ask about Sets"
