"""Greetings, thanks and small talk get a kind line; a question never does."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from tests.doubles.course import CourseDesk, record
from tests.doubles.pdf import Sheet
from tutor_app.conversation.small_talk import (
    QUESTION_WAITS,
    REPLIES,
    answer_small_talk,
    classify_small_talk,
)
from tutor_app.domain.settings import Settings
from tutor_app.domain.teaching import WorkRecord
from tutor_app.domain.values import Exchange, Intent, Sentence, Session

QUESTIONS = Path(__file__).parents[2] / "demo_course" / "questions.jsonl"


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("hi", "greeting"),
        ("Hello there!", "greeting"),
        ("good morning", "greeting"),
        ("¡Hola!", "greeting"),
        ("Guten Tag", "greeting"),
        ("你好", "greeting"),
        ("thanks!", "thanks"),
        ("thx a lot for your help!", "thanks"),
        ("ok thanks", "thanks"),
        ("merci beaucoup", "thanks"),
        ("спасибо", "thanks"),
        ("bye", "bye"),
        ("who are you?", "who"),
        ("wer bist du?", "who"),
        ("how are you?", "how_are_you"),
        ("ok", "fine"),
        ("got it", "fine"),
        ("👍", "fine"),
        ("lol", "laugh"),
    ],
)
def test_small_talk_is_known(text: str, kind: str) -> None:
    assert classify_small_talk(text) == kind


@pytest.mark.parametrize(
    "text",
    [
        "hi, why does BFS use a queue",
        "thanks, and what is dfs",
        "hey what is k",
        "ok so dijkstra",
        "why?",
        "?",
        "42",
        "",
        "good pivots",
        "is this greedy",
        "yes, B1",
        "morning, when is assignment 1 due",
    ],
)
def test_a_question_is_none(text: str) -> None:
    assert classify_small_talk(text) is None


def test_no_question_of_the_demo_course_is_small_talk() -> None:
    asked = [json.loads(line)["question"] for line in QUESTIONS.read_text().splitlines()]

    assert [text for text in asked if classify_small_talk(text)] == []


def asked(intent: Intent, work: WorkRecord | None = None) -> Session:
    last = Exchange(question="help", intent=intent, said=("Does it stop there?",))
    return Session(
        conversation_id="c", course_id="c", course_name="Graphs", before=(last,), work=work
    )


def test_yes_and_no_answer_what_was_asked_about_the_work() -> None:
    program = WorkRecord(kind="program", key="p", text="def f(): pass")

    assert answer_small_talk("no", asked("debugging", program)) is None
    assert answer_small_talk("no", asked("direct")) is not None


def test_ok_does_not_make_a_question_that_waits_forgotten() -> None:
    line = answer_small_talk("ok", asked("tracing"))

    assert line is not None and line.text == QUESTION_WAITS()


def test_it_is_answered_without_a_search(settings: Settings, tmp_path: Path) -> None:
    desk = CourseDesk(settings)
    desk.add(Sheet().text("A queue hands out the oldest vertex first.").save(tmp_path / "a.pdf"))
    desk.index()
    searched = len(desk.embedder.texts)

    (line, done) = desk.ask("Thanks!")

    assert isinstance(line, Sentence) and line.role == "small_talk"
    assert line.text == REPLIES["thanks"]()
    assert record([done]).found is None and not record([done]).declined
    assert len(desk.embedder.texts) == searched


@pytest.mark.parametrize("text", ["who can i email", "ok whom should I ask then?"])
def test_who_asks_whom_to_write_to_is_told(text: str) -> None:
    session = Session(
        conversation_id="c", course_id="c", course_name="Graphs", contact="staff@graphs.example"
    )

    line = answer_small_talk(text, session)

    assert line is not None
    assert "staff@graphs.example" in line.text
    assert answer_small_talk(text, replace(session, contact="")) is None
