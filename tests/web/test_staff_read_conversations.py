"""Conversations as staff read them: no names, and everything behind an answer."""

from __future__ import annotations

from dataclasses import replace

import pytest
from streamlit.testing.v1 import AppTest

from tests.sentences import says
from tests.web.app_test import app_of
from tests.web.given import box, quote
from tutor_app.domain.teaching import LadderEvent, TracingRecord
from tutor_app.domain.traces import Edge, Graph, Problem
from tutor_app.domain.values import (
    Chunk,
    Document,
    ModelAttempt,
    Passage,
    RetrievalCall,
    RetrievalResult,
    Scores,
    SourceSentence,
    TreePath,
    TurnRecord,
)
from tutor_app.storage.records import StaffCode, TurnRow, open_database
from tutor_app.web.components.page_services import PageServices
from tutor_app.web.components.visitor import Visitor

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
    found=RetrievalResult(
        query="induction base",
        profile="default",
        kept=(Passage(chunk=CHUNK, scores=Scores(dense=0.512, bm25=7.25, final=0.9)),),
        nearest=None,
        relevance=0.512,
        calls=(
            RetrievalCall(
                function="qa_retrieval", query="base", top_k=3, by="fc", passage_ids=("c1",)
            ),
        ),
        paths=(TreePath(titles=("Proofs", "Base cases"), scores=(1.5, 1.25), passage_ids=("c1",)),),
    ),
    attempts=(
        ModelAttempt(
            duty="follow_up",
            prompt="Ask one question about <quote>",
            reply='{"question": "Is it?"}',
            failed_check="asks what the quote does not answer",
            seconds=1.5,
            sent=900,
            received=12,
            price=0.00102,
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


def script(services, visitor):  # type: ignore[no-untyped-def]  # AppTest sees no imports
    from tutor_app.web.staff.conversations_page import draw_conversations_page  # noqa: PLC0415

    draw_conversations_page(services, visitor)


@pytest.fixture
def course(services: PageServices) -> str:
    services.courses.create("Proofs")
    code = StaffCode(open_database(services.settings)).renew()
    services.staff_auth.sign_in(code, visit="v", address="a")
    return COURSE


def told(
    services: PageServices, question: str, token: str = "0", record: TurnRecord = RECORD
) -> TurnRow:
    """One question of the learner with this token, answered."""
    learner = services.conversations.learner(token * 32)
    conversation = services.conversations.create(learner, COURSE)
    turn = services.conversations.add_turn(conversation.id, question)
    services.conversations.begin(turn.id)
    services.conversations.finish(turn.id, "done", (quote(),), record)
    return turn


def judge(
    services: PageServices, turn: TurnRow, token: str = "0", *, good: bool, reason: str = ""
) -> None:
    learner = services.conversations.learner(token * 32)
    services.feedback.give(turn.id, learner, good=good, reason=reason)


def open_page(services: PageServices, visit: str = "v", **address: str) -> AppTest:
    visitor = Visitor(learner_id=None, visit=visit, address="a")
    page = app_of(script, services=services, visitor=visitor)
    for key, value in address.items():
        page.query_params[key] = value
    return page.run(timeout=10)


def titles(page: AppTest) -> list[str]:
    return [b.label for b in page.button if (b.key or "").startswith("open-")]


def html(page: AppTest) -> str:
    return "\n".join(part.proto.body for part in page.html)


def test_students_find_a_door(services: PageServices, course: str) -> None:
    turn = told(services, "Why?")
    for address in ({}, {"conversation": turn.conversation_id}):
        page = open_page(services, visit="somebody else", **address)
        assert page.text_input(key="staff-code").label == "Staff code"
        assert "Why?" not in html(page)
        assert titles(page) == []


def test_the_newest_comes_first_and_one_student_has_one_name(
    services: PageServices, course: str
) -> None:
    told(services, "First")
    told(services, "Second", token="1")
    told(services, "Third")
    page = open_page(services)
    assert titles(page) == ["Third", "Second", "First"]
    names = [caption.value.split(" · ")[0] for caption in page.caption]
    assert names[0] == names[2] != names[1]
    learner = services.conversations.learner("0" * 32)
    assert learner[:4] not in names[0]


def test_those_with_a_thumb_down_can_be_picked(services: PageServices, course: str) -> None:
    judge(services, told(services, "Good"), good=True)
    judge(services, told(services, "Bad"), good=False)
    told(services, "Silent")
    page = open_page(services)
    page.segmented_control[0].set_value("With a thumb down").run(timeout=10)
    assert titles(page) == ["Bad"]


def test_those_that_were_not_answered_can_be_picked_and_say_so(
    services: PageServices, course: str
) -> None:
    told(services, "Known")
    told(services, "Unknown", record=replace(RECORD, declined=True))
    broken = told(services, "Broken")
    failed = services.conversations.add_turn(broken.conversation_id, "And?")
    services.conversations.begin(failed.id)
    services.conversations.finish(failed.id, "failed", ())
    page = open_page(services)
    counts = [c.value.split(" · ")[2:] for c in page.caption if c.value.startswith("Student")]
    assert counts == [
        ["2 messages", "1 not answered"],
        ["1 message", "1 not answered"],
        ["1 message"],
    ]

    page.segmented_control[0].set_value("Not answered").run(timeout=10)
    assert titles(page) == ["Broken", "Unknown"]


def test_words_are_found_in_any_message_of_a_conversation(
    services: PageServices, course: str
) -> None:
    told(services, "Why 100% sure?")
    turn = told(services, "How?")
    services.conversations.add_turn(turn.conversation_id, "and DIJKSTRA?")
    told(services, "When?")
    page = open_page(services)
    page.text_input[0].set_value("dijkstra").run(timeout=10)
    assert titles(page) == ["How?"]
    page.text_input[0].set_value("0%").run(timeout=10)
    assert titles(page) == ["Why 100% sure?"]
    page.text_input[0].set_value("prim").run(timeout=10)
    assert titles(page) == []
    assert any("No student's message here" in caption.value for caption in page.caption)


def test_the_list_goes_on_behind_a_button(services: PageServices, course: str) -> None:
    for number in range(27):
        told(services, f"Question {number}")
    page = open_page(services)
    assert len(titles(page)) == 25
    page.button(key="older").click().run(timeout=10)
    assert titles(page) == ["Question 1", "Question 0"]
    page.button(key="newer").click().run(timeout=10)
    assert len(titles(page)) == 25


def test_a_turn_is_unfolded(services: PageServices, course: str) -> None:
    turn = told(services, "BFS from A to B on A-B")
    judge(services, turn, good=False, reason="too *short*")
    page = open_page(services)
    page.button(key=f"open-{turn.conversation_id}").click().run(timeout=10)

    said = html(page)
    assert "BFS from A to B on A-B" in said
    for fact in (
        "<dt>help</dt><dd>trace (tracing)</dd>",
        "<dt>searched for</dt><dd>induction base</dd>",
        "<dt>relevance</dt><dd>0.512</dd>",
        "1: Proofs (1.50) › Base cases (1.25)",
        "qa_retrieval(base, 3), chosen by fc: 1 found",
        "<dt>model</dt><dd>1 calls, 900 tokens sent, 12 received, price 0.0010</dd>",
        "<dt>tokens</dt><dd>900 sent, 12 received</dd>",
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


def test_staff_change_nothing_in_a_students_conversation(
    services: PageServices, course: str
) -> None:
    turn = told(services, "Why?")
    failed = services.conversations.add_turn(turn.conversation_id, "And?")
    services.conversations.begin(failed.id)
    services.conversations.finish(failed.id, "failed", ())
    page = open_page(services, conversation=turn.conversation_id)
    assert says(page.caption[-1].value, "page_turn_details.no_record")
    keys = [b.key or "" for b in page.button]
    assert not any(key.startswith(("retry", "thumb", "wanted", "offer", "stuck")) for key in keys)


def test_an_answer_that_declined_shows_what_came_nearest(
    services: PageServices, course: str
) -> None:
    assert RECORD.found is not None
    nothing = replace(RECORD.found, kept=(), nearest=RECORD.found.kept[0])
    turn = told(
        services, "Who won?", record=TurnRecord(intent="direct", found=nothing, declined=True)
    )
    page = open_page(services, conversation=turn.conversation_id)
    assert says(html(page), "page_turn_details.nothing_answers")
    (row,) = page.dataframe[0].value.to_dict("records")
    assert row[""] == "nearest"


def test_a_conversation_of_another_course_is_not_shown(services: PageServices, course: str) -> None:
    turn = told(services, "Why?")
    services.courses.create("Sets")
    page = open_page(services, course="sets", conversation=turn.conversation_id)
    assert "no such conversation" in page.info[0].value
    assert "Why?" not in html(page)
