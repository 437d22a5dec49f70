"""Conversations as staff read them: no names, and everything behind an answer."""

from __future__ import annotations

from dataclasses import replace

import pytest
from streamlit.testing.v1 import AppTest

from tests.ui.given import box, quote
from tutor_app.records import StaffCode, TurnRow, open_database
from tutor_app.teaching import LadderEvent, TracingRecord
from tutor_app.tracing.values import Edge, Graph, Problem
from tutor_app.ui.parts import Parts
from tutor_app.ui.visitor import Visitor
from tutor_app.values import (
    Chunk,
    Document,
    Found,
    ModelAttempt,
    Passage,
    Scores,
    SourceSentence,
    TurnRecord,
)

COURSE = "proofs"
PROBLEM = Problem(
    algorithm="bfs",
    graph=Graph(
        directed=False,
        weighted=False,
        nodes=("A", "B"),
        edges=(Edge(source="A", target="B"),),
    ),
    start="A",
    goal="B",
)
CHUNK = Chunk(
    id="c1",
    document=Document(id="d1", course_id=COURSE, name="a.pdf", kind="textbook", sha256="0"),
    sentences=(SourceSentence(text="Induction needs a base case.", boxes=(box(3),), paragraph=0),),
    headings=("Proofs", "Induction"),
)
RECORD = TurnRecord(
    intent="tracing",
    found=Found(
        query="induction base",
        profile="default",
        kept=(Passage(chunk=CHUNK, scores=Scores(dense=0.512, bm25=7.25, final=0.9)),),
        nearest=None,
        relevance=0.512,
    ),
    attempts=(
        ModelAttempt(
            duty="follow_up",
            prompt="Ask one question about <quote>",
            reply='{"question": "Is it?"}',
            failed_check="asks what the quote does not answer",
            seconds=1.5,
        ),
    ),
    timings={"retrieve": 0.0125},
    tracing=TracingRecord(
        problem=PROBLEM,
        key="k",
        policy="predict",
        correct=False,
        wrong_step=2,
        misconception="wrong_node_selected",
        ladder=(LadderEvent(problem_key="k", level=1, cause="attempt", place=2),),
    ),
)


def script(parts, visitor):  # type: ignore[no-untyped-def]  # AppTest sees no imports
    from tutor_app.ui.staff_turns import draw_review_page  # noqa: PLC0415

    draw_review_page(parts, visitor)


@pytest.fixture
def course(parts: Parts) -> str:
    parts.courses.create("Proofs")
    code = StaffCode(open_database(parts.settings)).renew()
    parts.staff.try_code(code, visit="v", address="a")
    return COURSE


def told(parts: Parts, question: str, token: str = "0", record: TurnRecord = RECORD) -> TurnRow:
    """One question of the learner with this token, answered."""
    learner = parts.conversations.learner(token * 32)
    conversation = parts.conversations.create(learner, COURSE)
    turn = parts.conversations.add_turn(conversation.id, question)
    parts.conversations.begin(turn.id)
    parts.conversations.finish(turn.id, "done", (quote(),), record)
    return turn


def judge(parts: Parts, turn: TurnRow, token: str = "0", *, good: bool, reason: str = "") -> None:
    learner = parts.conversations.learner(token * 32)
    parts.feedback.give(turn.id, learner, good=good, reason=reason)


def open_page(parts: Parts, visit: str = "v", **address: str) -> AppTest:
    visitor = Visitor(learner_id=None, visit=visit, address="a")
    page = AppTest.from_function(script, kwargs={"parts": parts, "visitor": visitor})
    for key, value in address.items():
        page.query_params[key] = value
    return page.run(timeout=10)


def titles(page: AppTest) -> list[str]:
    return [b.label for b in page.button if (b.key or "").startswith("open-")]


def html(page: AppTest) -> str:
    return "\n".join(part.proto.body for part in page.html)


def test_students_find_a_door(parts: Parts, course: str) -> None:
    turn = told(parts, "Why?")
    for address in ({}, {"conversation": turn.conversation_id}):
        page = open_page(parts, visit="somebody else", **address)
        assert page.text_input(key="staff-code").label == "Staff code"
        assert "Why?" not in html(page)
        assert titles(page) == []


def test_the_newest_comes_first_and_one_student_has_one_name(parts: Parts, course: str) -> None:
    told(parts, "First")
    told(parts, "Second", token="1")
    told(parts, "Third")
    page = open_page(parts)
    assert titles(page) == ["Third", "Second", "First"]
    names = [caption.value.split(" · ")[0] for caption in page.caption]
    assert names[0] == names[2] != names[1]
    learner = parts.conversations.learner("0" * 32)
    assert learner[:4] not in names[0]


def test_those_with_a_thumb_down_can_be_picked(parts: Parts, course: str) -> None:
    judge(parts, told(parts, "Good"), good=True)
    judge(parts, told(parts, "Bad"), good=False)
    told(parts, "Silent")
    page = open_page(parts)
    page.segmented_control[0].set_value("With a thumb down").run(timeout=10)
    assert titles(page) == ["Bad"]


def test_those_that_were_not_answered_can_be_picked_and_say_so(parts: Parts, course: str) -> None:
    told(parts, "Known")
    told(parts, "Unknown", record=replace(RECORD, declined=True))
    broken = told(parts, "Broken")
    failed = parts.conversations.add_turn(broken.conversation_id, "And?")
    parts.conversations.begin(failed.id)
    parts.conversations.finish(failed.id, "failed", ())
    page = open_page(parts)
    counts = [c.value.split(" · ")[2:] for c in page.caption if c.value.startswith("Student")]
    assert counts == [
        ["2 messages", "1 not answered"],
        ["1 message", "1 not answered"],
        ["1 message"],
    ]

    page.segmented_control[0].set_value("Not answered").run(timeout=10)
    assert titles(page) == ["Broken", "Unknown"]


def test_words_are_found_in_any_message_of_a_conversation(parts: Parts, course: str) -> None:
    told(parts, "Why 100% sure?")
    turn = told(parts, "How?")
    parts.conversations.add_turn(turn.conversation_id, "and DIJKSTRA?")
    told(parts, "When?")
    page = open_page(parts)
    page.text_input[0].set_value("dijkstra").run(timeout=10)
    assert titles(page) == ["How?"]
    page.text_input[0].set_value("0%").run(timeout=10)
    assert titles(page) == ["Why 100% sure?"]
    page.text_input[0].set_value("prim").run(timeout=10)
    assert titles(page) == []
    assert any("No student's message here" in caption.value for caption in page.caption)


def test_the_list_goes_on_behind_a_button(parts: Parts, course: str) -> None:
    for number in range(27):
        told(parts, f"Question {number}")
    page = open_page(parts)
    assert len(titles(page)) == 25
    page.button(key="older").click().run(timeout=10)
    assert titles(page) == ["Question 1", "Question 0"]
    page.button(key="newer").click().run(timeout=10)
    assert len(titles(page)) == 25


def test_a_turn_is_unfolded(parts: Parts, course: str) -> None:
    turn = told(parts, "BFS from A to B on A-B")
    judge(parts, turn, good=False, reason="too *short*")
    page = open_page(parts)
    page.button(key=f"open-{turn.conversation_id}").click().run(timeout=10)

    said = html(page)
    assert "BFS from A to B on A-B" in said
    for fact in (
        "<dt>help</dt><dd>trace (tracing)</dd>",
        "<dt>searched for</dt><dd>induction base</dd>",
        "<dt>relevance</dt><dd>0.512</dd>",
        "<dt>first wrong step</dt><dd>2</dd>",
        "<dt>misconception</dt><dd>wrong_node_selected</dd>",
        "level 1 (attempt, at step 2)",
        "<dt>check that failed</dt><dd>asks what the quote does not answer</dd>",
        "<dt>retrieve</dt><dd>0.013</dd>",
    ):
        assert fact in said
    (row,) = page.dataframe[0].value.to_dict("records")
    assert (row["page"], row["section"]) == ("p. 3 · a.pdf", "Proofs › Induction")
    assert (row["dense"], row["bm25"], row["final"]) == (0.512, 7.25, 0.9)
    assert "rerank" not in row  # a stage that did not run
    assert [code.value for code in page.code] == [
        "Ask one question about <quote>",
        '{"question": "Is it?"}',
    ]
    assert any(r"too \*short\*" in m.value for m in page.markdown)


def test_staff_change_nothing_in_a_students_conversation(parts: Parts, course: str) -> None:
    turn = told(parts, "Why?")
    failed = parts.conversations.add_turn(turn.conversation_id, "And?")
    parts.conversations.begin(failed.id)
    parts.conversations.finish(failed.id, "failed", ())
    page = open_page(parts, conversation=turn.conversation_id)
    assert "Nothing is kept of how this answer came about" in page.caption[-1].value
    keys = [b.key or "" for b in page.button]
    assert not any(key.startswith(("retry", "thumb", "wanted", "offer", "stuck")) for key in keys)


def test_an_answer_that_declined_shows_what_came_nearest(parts: Parts, course: str) -> None:
    assert RECORD.found is not None
    nothing = replace(RECORD.found, kept=(), nearest=RECORD.found.kept[0])
    turn = told(parts, "Who won?", record=TurnRecord(intent="direct", found=nothing, declined=True))
    page = open_page(parts, conversation=turn.conversation_id)
    assert "yes: nothing in the course answers" in html(page)
    (row,) = page.dataframe[0].value.to_dict("records")
    assert row[""] == "nearest"


def test_a_conversation_of_another_course_is_not_shown(parts: Parts, course: str) -> None:
    turn = told(parts, "Why?")
    parts.courses.create("Sets")
    page = open_page(parts, course="sets", conversation=turn.conversation_id)
    assert "no such conversation" in page.info[0].value
    assert "Why?" not in html(page)
