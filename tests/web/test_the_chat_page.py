"""The chat page as its script draws it; a worker's part is played by the test."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any
from uuid import uuid4

import pytest
from streamlit.testing.v1 import AppTest

from tests.doubles.redis_server import RedisServer
from tests.web.app_test import app_of
from tests.web.given import quote, source, write_pdf
from tutor_app.domain.values import (
    AnswerDone,
    AnswerFailed,
    AnswerStopped,
    Event,
    Sentence,
    Sources,
    Status,
    TurnRecord,
    TurnStatus,
)
from tutor_app.runtime import turn_actions as asking
from tutor_app.storage.records import ConversationRow, TurnRow
from tutor_app.web.chat.open_turns import AWAY
from tutor_app.web.chat.send_message import MessageStored, Outgoing, Thread, send
from tutor_app.web.chat.turn_drawing import TurnActions, draw_turn
from tutor_app.web.chat.turn_reading import TurnOnPage
from tutor_app.web.components.page_services import PageServices
from tutor_app.web.components.visitor import Visitor

TOKEN = "0" * 32
QUESTION = "    Why *does* _it_ <b>fail</b>?\n# not a heading"


def script(services, visitor):  # type: ignore[no-untyped-def]  # AppTest sees no imports
    from tutor_app.web.chat.chat_page import draw_chat_page  # noqa: PLC0415 - AppTest takes the body

    draw_chat_page(services, visitor)


def open_page(services: PageServices, learner_id: str | None, **address: str) -> AppTest:
    visitor = Visitor(learner_id=learner_id, visit="v", address="a")
    page = app_of(script, services=services, visitor=visitor)
    for key, value in address.items():
        page.query_params[key] = value
    return page.run()


def html(page: AppTest) -> str:
    return "\n".join(part.proto.body for part in page.html)


def asked(services: PageServices, page: AppTest) -> tuple[ConversationRow, list[TurnRow]]:
    (conversation,) = services.conversations.list(learner(services), "proofs")
    return conversation, list(services.conversations.turns(conversation.id))


def answer(
    services: PageServices,
    turn: TurnRow,
    events: Sequence[Event],
    status: TurnStatus | None = "done",
) -> None:
    """What the worker does with a turn; without a status it is still at it."""
    services.conversations.begin(turn.id)
    for event in events:
        services.streams.append(turn.id, event)
    if status is not None:
        services.conversations.finish(turn.id, status, tuple(events), None)
        record = TurnRecord(intent=None, found=None)
        services.streams.append(turn.id, AnswerDone(record=record))


def learner(services: PageServices) -> str:
    return services.conversations.learner(TOKEN)


@pytest.fixture
def course(services: PageServices) -> str:
    """A course that is indexed as far as the page can tell."""
    course = services.courses.create("Proofs", "the forum")
    index = services.settings.course_dir(course.id) / "index"
    index.mkdir(parents=True)
    (index / "CURRENT").write_text("1")
    return course.id


def composer(page: AppTest) -> dict[str, Any]:
    """What the page tells the message input."""
    told = [json.loads(one.proto.json) for one in page.get("bidi_component")]
    return next(data for data in told if "route" in data)


def follower(page: AppTest) -> dict[str, Any]:
    """What the page tells the part of it that listens for what is new."""
    told = [json.loads(one.proto.json) for one in page.get("bidi_component")]
    return next(data for data in told if "follow" in data)


def ask(page: AppTest, question: str = QUESTION) -> AppTest:
    """Send what was typed as the input does, then look again as it does."""
    data, services, visitor = composer(page), page.kwargs["services"], page.kwargs["visitor"]
    thread = Thread(
        conversation_id=data["thread"]["conversation"],
        course_id=data["thread"]["course"],
        begins=data["thread"]["begins"],
    )
    message = Outgoing(id=uuid4().hex, thread=thread, text=question, wanted=data["wanted"])
    sent = send(message, visitor.learner_id, services.conversations, services.queue)
    assert isinstance(sent, MessageStored), sent
    return page.run()


def test_without_a_course_the_instructor_is_told_where_to_begin(services: PageServices) -> None:
    page = open_page(services, learner(services))
    assert page.title[0].value == "No course here yet"
    assert "Materials" in page.markdown[0].value
    assert not page.get("bidi_component")


def test_without_an_index_the_page_says_so(services: PageServices) -> None:
    services.courses.create("Proofs")
    assert "not indexed yet" in open_page(services, learner(services)).markdown[0].value


def test_without_cookies_the_page_says_what_to_do(services: PageServices, course: str) -> None:
    assert "cookie" in open_page(services, None).info[0].value


def test_a_question_is_kept_verbatim_and_shown_verbatim(
    services: PageServices, course: str
) -> None:
    page = ask(open_page(services, learner(services)))
    conversation, turns = asked(services, page)
    assert [turn.question for turn in turns] == [QUESTION]
    assert "    Why *does* _it_ &lt;b&gt;fail&lt;/b&gt;?\n# not a heading" in html(page)
    assert page.query_params["c"] == conversation.id
    assert TOKEN not in str(page.query_params)


def test_the_status_line_tells_the_place_in_the_queue(services: PageServices, course: str) -> None:
    page = ask(open_page(services, learner(services)))
    (turn,) = asked(services, page)[1]
    answer(services, turn, [quote(), Status(text="Thinking", ahead=2)], None)
    page.run()
    assert "Thinking — 2 questions ahead of yours" in html(page)
    assert 'alt="Induction needs a base case."' in html(page)
    assert page.button(key=f"stop-{turn.id}").label == "Stop"


def test_a_finished_answer_shows_quotes_question_and_sources(
    services: PageServices, course: str
) -> None:
    page = ask(open_page(services, learner(services)))
    (turn,) = asked(services, page)[1]
    events = [
        Sources(sources=(source(page=1), source(page=4))),
        quote(page=1),
        Sentence(text=r"What is \(n\) for $5?", role="question", by_model=True),
    ]
    answer(services, turn, events)
    page.run()
    assert "<mark>Induction needs a base case.</mark>" in html(page)
    assert r"What is $n$ for \$5?" in [m.value for m in page.markdown]
    labels = [button.label for button in page.button]
    assert r"proofs\_1 · p\. 1 · Induction" in labels
    assert r"proofs\_1 · p\. 4 · Induction" in labels
    assert "Stop" not in labels


def test_what_ends_while_it_is_drawn_is_drawn_once(
    services: PageServices, course: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = ask(open_page(services, learner(services)))
    (turn,) = asked(services, page)[1]
    drawn: list[TurnStatus] = []

    def draw(turn: TurnRow, shown: TurnOnPage, actions: TurnActions, *, waiting: bool) -> None:
        drawn.append(shown.status)
        draw_turn(turn, shown, actions, waiting=waiting)

    def finished_meanwhile(turn_id: str, *stores: Any) -> asking.FollowState:
        state = follow(turn_id, *stores)
        answer(services, turn, [quote()])
        return state

    follow = asking.follow
    monkeypatch.setattr("tutor_app.web.chat.chat_live.draw_turn", draw)
    monkeypatch.setattr("tutor_app.runtime.turn_actions.follow", finished_meanwhile)
    page.run()
    assert drawn == ["done"]


def test_the_page_listens_only_while_something_may_change(
    services: PageServices, course: str
) -> None:
    page = open_page(services, learner(services))
    assert not follower(page)["follow"]
    page = ask(page)
    conversation, (turn,) = asked(services, page)
    assert follower(page)["follow"] == f"/follow?conversation={conversation.id}"
    answer(services, turn, [quote()])
    assert not follower(page.run())["follow"]


def test_turns_that_are_over_are_left_behind_by_the_live_part(
    services: PageServices, course: str
) -> None:
    page = open_page(services, learner(services))
    for number in range(3):
        page = ask(page, f"Question {number}?")
        turns = asked(services, page)[1]
        answer(services, turns[-1], [quote()])
    page = ask(page, "And now?")
    turns = asked(services, page)[1]
    assert composer(page)["drawn"] == [turns[-1].id]
    answer(services, turns[-1], [quote()])
    assert composer(page.run())["drawn"] == [turns[-1].id]
    assert html(page).count('alt="Induction needs a base case."') == len(turns)


def test_stop_is_asked_of_the_worker(services: PageServices, course: str) -> None:
    page = ask(open_page(services, learner(services)))
    (turn,) = asked(services, page)[1]
    answer(services, turn, [Status(text="Searching")], None)
    page.run()
    page.button(key=f"stop-{turn.id}").click().run()
    assert services.streams.stop_requested(turn.id)

    services.conversations.finish(turn.id, "stopped", (quote(), AnswerStopped()), None)
    page.run()
    assert "Stopped" in html(page)
    assert 'alt="Induction needs a base case."' in html(page)


def test_a_second_question_waits_visibly(services: PageServices, course: str) -> None:
    page = ask(open_page(services, learner(services)))
    page = ask(page, "And why that?")
    assert len(asked(services, page)[1]) == 2
    assert html(page).count("Waiting behind the answer above") == 1
    assert composer(page)["drawn"] == [turn.id for turn in asked(services, page)[1]]


def test_a_failed_answer_says_why_and_can_be_asked_again(
    services: PageServices, course: str
) -> None:
    page = ask(open_page(services, learner(services)))
    (turn,) = asked(services, page)[1]
    answer(services, turn, [AnswerFailed(message="The index is damaged.")], "failed")
    page.run()
    assert page.error[0].value == "The index is damaged."
    page.button(key=f"retry-{turn.id}").click().run()
    assert services.conversations.turn(turn.id).status == "queued"


def test_a_source_opens_its_page_and_the_next_one(
    services: PageServices, course: str, tmp_path
) -> None:  # type: ignore[no-untyped-def]
    from ingest.upload_store import store_upload  # noqa: PLC0415

    sha256, size = store_upload(services.settings, write_pdf(tmp_path / "a.pdf", "one", "two"))
    document, _ = services.courses.add_document(course, "a.pdf", "textbook", sha256, size)
    services.courses.mark_indexed(course, {document.id: (2, 1)})
    page = ask(open_page(services, learner(services)))
    (turn,) = asked(services, page)[1]
    answer(services, turn, [quote(document.id)])
    page.run()

    page.button(key=f"source-{turn.id}-0").click().run()
    assert f"doc={document.id}&amp;page=1&amp;mark=120.0,90.0,200.0,110.0" in html(page)
    assert "Marked: Induction needs a base case." in html(page)
    page.button(key="next-page").click().run()
    assert f"doc={document.id}&amp;page=2&amp;width" in html(page)
    assert page.button(key="next-page").disabled


def test_without_redis_the_question_is_kept_and_the_page_says_so(
    services: PageServices, course: str, server: RedisServer
) -> None:
    page = open_page(services, learner(services))
    server.kill()
    page = ask(page)
    assert [turn.question for turn in asked(services, page)[1]] == [QUESTION]
    assert "kept" in page.warning[0].value
    assert follower(page)["mark"] == AWAY


def test_finished_answers_are_read_without_redis(
    services: PageServices, course: str, server: RedisServer
) -> None:
    page = ask(open_page(services, learner(services)))
    (turn,) = asked(services, page)[1]
    answer(services, turn, [quote()])
    server.kill()
    assert 'alt="Induction needs a base case."' in html(page.run())


def test_somebody_elses_conversation_is_not_shown(services: PageServices, course: str) -> None:
    page = ask(open_page(services, learner(services)))
    conversation, _ = asked(services, page)
    stranger = services.conversations.learner("1" * 32)
    page = open_page(services, stranger, c=conversation.id)
    assert "belongs to another browser" in page.info[0].value
    assert "fail" not in html(page)


def test_a_conversation_is_renamed_and_deleted(services: PageServices, course: str) -> None:
    page = ask(open_page(services, learner(services)), "Why?")
    page.button(key="menu-rename").click().run()
    page.text_input[0].set_value("Induction")
    next(b for b in page.button if b.label == "Save").click().run()
    assert asked(services, page)[0].title == "Induction"

    page.button(key="menu-delete").click().run()
    page.button(key="confirm-delete").click().run()
    assert services.conversations.list(learner(services), course) == []
    assert "c" not in page.query_params


def test_another_course_is_chosen(services: PageServices, course: str) -> None:
    services.courses.create("Sets")
    page = open_page(services, learner(services), course="proofs")
    page.selectbox(key="course-choice").set_value("sets").run()
    assert page.query_params["course"] == "sets"
    assert composer(page)["prompt"] == "Ask about Sets"


def test_the_button_above_the_input_asks_for_a_quiz(services: PageServices, course: str) -> None:
    learner_id = services.conversations.learner("token")
    page = open_page(services, learner_id, course=course)
    page.button(key="quiz-me").click().run()
    (conversation,) = services.conversations.list(learner_id, course)
    assert [turn.question for turn in services.conversations.turns(conversation.id)] == ["Quiz me"]
