"""Distress, anger, feelings and bare calls for help get people's words; a question is answered."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.doubles.acts import SaysAct
from tests.doubles.course import CourseDesk, record
from tests.doubles.index import small_index
from tests.doubles.pdf import Sheet
from tests.doubles.trace_tutor import quiet_services
from tutor_app.conversation.respond import respond
from tutor_app.conversation.small_talk import NEEDS
from tutor_app.domain.settings import Settings
from tutor_app.domain.teaching import WorkRecord
from tutor_app.domain.values import Exchange, Message, Sentence, Session
from tutor_app.understanding.act_classifier import DialogueAct
from tutor_app.understanding.feelings import feeling_of
from tutor_app.understanding.outright import said_outright

COURSE = small_index("A queue hands out the oldest vertex first.", "The exam is in June.")
QUESTIONS = Path(__file__).parents[2] / "demo_course" / "questions.jsonl"


@pytest.mark.parametrize(
    ("text", "need"),
    [
        ("i want to kill myself", "crisis"),
        ("I hate this homework, honestly I just want to die", "crisis"),
        ("ich will sterben", "crisis"),
        ("死にたい", "crisis"),
        ("you are useless", "abuse"),
        ("u suck", "abuse"),
        ("fuck this shit", "abuse"),
    ],
)
def test_danger_and_anger_are_seen_without_a_classifier(text: str, need: str) -> None:
    assert said_outright(text) == need


@pytest.mark.parametrize(
    "text",
    [
        "this is stupid, why a queue?",
        "you are wrong",
        "how do I kill a process that hangs?",
        "my program dies with a KeyError",
        "the edge from A to B is cut",
        "what is a user story",
    ],
)
def test_other_words_are_neither(text: str) -> None:
    assert said_outright(text) is None


def test_no_question_of_the_demo_course_is_danger_or_anger() -> None:
    asked = [json.loads(line)["question"] for line in QUESTIONS.read_text().splitlines()]

    assert [text for text in asked if said_outright(text)] == []


@pytest.mark.parametrize(
    ("text", "feeling"),
    [
        ("I haven't slept in two days and I feel like crying", "distress"),
        ("i feel so dumb i'll never get this", "low"),
        ("im so stressed about the exam", "stress"),
        ("ugh this is so annoying", "frustration"),
        ("YAY it finally clicked!!", "joy"),
    ],
)
def test_one_feeling_is_told_from_another(text: str, feeling: str) -> None:
    assert feeling_of(text) == feeling


def session(work: WorkRecord | None = None, *before: Exchange) -> Session:
    return Session(
        conversation_id="c",
        course_id="c",
        course_name="Graphs",
        contact="Ada",
        work=work,
        before=before,
    )


def told(text: str, act: DialogueAct, before: Session) -> list[str]:
    events = respond(
        Message(text=text), before, quiet_services(lambda course_id: COURSE, SaysAct(act))
    )
    return [event.text for event in events if isinstance(event, Sentence)]


def test_distress_is_pointed_to_people() -> None:
    (line,) = told("i havent slept for 2 days, i just cry", "react.feeling", session())

    assert "counselling" in line and "Ada" in line


def test_joy_is_shared() -> None:
    (line,) = told("it finally clicked!!", "react.feeling", session())

    assert line in NEEDS["joy"].wordings()


EXERCISE = WorkRecord(kind="exercise", key="e", text="Show that BFS finds the shortest path.")
ASKED = Exchange(question="help", intent="validation", said=("Which node comes first?",))


def test_after_a_feeling_the_work_that_waits_is_named_but_not_after_distress() -> None:
    assert (
        "Which node comes first?"
        in told("this is annoying", "react.feeling", session(EXERCISE, ASKED))[-1]
    )
    assert len(told("i cant stop crying", "react.feeling", session(EXERCISE, ASKED))) == 1


def test_a_feeling_and_a_question_are_answered_as_the_question() -> None:
    said = told("im so stressed, when is the exam??", "react.feeling", session())

    assert not set(said) & set(NEEDS["stress"].wordings(course="Graphs"))


@pytest.mark.parametrize(
    ("text", "act", "need"),
    [
        ("just send me the solutions", "help.solution", "solutions"),
        ("i dont know how to start", "help.stuck", "stuck"),
    ],
)
def test_with_nothing_on_the_table_it_is_said_what_is_done_instead(
    text: str, act: DialogueAct, need: str
) -> None:
    slots = {"course": "Graphs"} if need == "solutions" else {}

    (line,) = told(text, act, session())

    assert line in NEEDS[need].wordings(**slots)  # type: ignore[index]


@pytest.mark.parametrize("text", ["?", "a", "??"])
def test_a_bare_sign_asks_what_this_is(text: str) -> None:
    assert told(text, "ask.simpler", session()) == [NEEDS["help"](course="Graphs")]


def test_danger_is_answered_first_and_without_a_search(settings: Settings, tmp_path: Path) -> None:
    desk = CourseDesk(settings)
    desk.add(Sheet().text("A queue hands out the oldest vertex first.").save(tmp_path / "a.pdf"))
    desk.index()

    (line, done) = desk.ask("BFS from A: A-B, B-C, C-A. i cant take it, i want to kill myself")

    assert isinstance(line, Sentence)
    assert line.text == NEEDS["crisis"]()
    assert "findahelpline.com" in line.text
    assert not record([done]).declined
    assert not [text for text in desk.embedder.texts if "kill" in text]
