"""Greetings, thanks and small talk get a friendly line; a question never does."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.doubles.acts import SaysAct
from tests.doubles.course import CourseDesk, record
from tests.doubles.embedder import BagOfWords
from tests.doubles.index import small_index
from tests.doubles.pdf import Sheet
from tests.doubles.trace_tutor import quiet_services
from tutor_app.conversation.respond import respond
from tutor_app.conversation.small_talk import NEEDS, QUESTION_WAITS, REPLIES
from tutor_app.domain.settings import Settings
from tutor_app.domain.teaching import WorkRecord
from tutor_app.domain.values import Exchange, Intent, Message, Quote, Sentence, Session
from tutor_app.understanding.outright import small_talk

COURSE = small_index("A queue hands out the oldest vertex first.", "The exam is in June.")
QUESTIONS = Path(__file__).parents[2] / "demo_course" / "questions.jsonl"


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("hi", "greeting"),
        ("Hello there!", "greeting"),
        ("good morning", "greeting"),
        ("heyyyy", "greeting"),
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
        ("sorry i was rude", "sorry"),
        ("ok", "fine"),
        ("got it", "fine"),
        ("👍", "fine"),
        ("lol", "laugh"),
    ],
)
def test_small_talk_is_known(text: str, kind: str) -> None:
    assert small_talk(text) == kind


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
        "sorry, what is a heap?",
        "morning, when is assignment 1 due",
    ],
)
def test_a_question_is_none(text: str) -> None:
    assert small_talk(text) is None


def test_no_question_of_the_demo_course_is_small_talk() -> None:
    asked = [json.loads(line)["question"] for line in QUESTIONS.read_text().splitlines()]

    assert [text for text in asked if small_talk(text)] == []


def told(text: str, session: Session, acts: SaysAct | None = None) -> list[str]:
    events = respond(Message(text=text), session, quiet_services(lambda course_id: COURSE, acts))
    return [event.text for event in events if isinstance(event, Sentence)]


def asked(intent: Intent, work: WorkRecord | None = None) -> Session:
    last = Exchange(question="help", intent=intent, said=("Does it stop there?",))
    return Session(
        conversation_id="c", course_id="c", course_name="Graphs", before=(last,), work=work
    )


PROGRAM = WorkRecord(kind="program", key="p", text="def f(): pass")
EXERCISE = WorkRecord(kind="exercise", key="e", text="Show that BFS finds the shortest path.")


def test_ok_does_not_make_a_question_that_waits_forgotten() -> None:
    assert told("ok", asked("validation", EXERCISE)) == [QUESTION_WAITS()]


def test_who_chats_beside_work_is_led_back_to_what_was_asked_last() -> None:
    kind, back = told("how are you?", asked("validation", EXERCISE))

    assert kind == REPLIES["how_are_you"](course="Graphs")
    assert "Does it stop there?" in back


def test_the_same_line_is_not_said_twice_running() -> None:
    first = Exchange(question="thanks", said=(REPLIES["thanks"](),))
    session = Session(conversation_id="c", course_id="c", course_name="Graphs", before=(first,))

    (line,) = told("thank you!!", session)

    assert line in REPLIES["thanks"].wordings() and line != first.said[0]


def test_a_question_about_the_tutor_is_told_what_it_can_do() -> None:
    session = Session(conversation_id="c", course_id="c", course_name="Graphs")

    assert told("what can u do", session, SaysAct("meta.use")) == [NEEDS["help"](course="Graphs")]
    assert told("can you answer in german please", session, SaysAct("meta.use")) == [
        NEEDS["language"](course="Graphs")
    ]


def test_what_is_taken_for_a_question_about_the_tutor_is_looked_up_where_the_course_answers() -> (
    None
):
    session = Session(conversation_id="c", course_id="c", course_name="Graphs")
    services = quiet_services(lambda course_id: COURSE, SaysAct("meta.use"))
    help_line = NEEDS["help"](course="Graphs")

    def quoted(text: str) -> list[str]:
        events = respond(Message(text=text), session, services)
        return [event.paragraph for event in events if isinstance(event, Quote)]

    assert quoted("what does a queue hand out first") == [
        "A queue hands out the oldest vertex first."
    ]
    assert quoted("first of all what do you take as a queue of wishes from me") == []
    assert told("what is it that you do for me", session, SaysAct("meta.use")) == [help_line]


def test_what_is_no_matter_of_the_course_is_turned_back_kindly() -> None:
    session = Session(conversation_id="c", course_id="c", course_name="Graphs", contact="Ada")

    said = told("book me a flight", session, SaysAct("chat.offsubject"))

    assert any("Graphs" in line for line in said) and any("Ada" in line for line in said)


def test_it_is_answered_without_a_search(settings: Settings, tmp_path: Path) -> None:
    embedder = BagOfWords()
    desk = CourseDesk(settings, embedder)
    desk.add(Sheet().text("A queue hands out the oldest vertex first.").save(tmp_path / "a.pdf"))
    desk.index()

    (line, done) = desk.ask("Thanks!")

    assert isinstance(line, Sentence) and line.role == "small_talk"
    assert line.text == REPLIES["thanks"]()
    assert record([done]).found is None and not record([done]).declined
    assert "Thanks!" not in embedder.texts
