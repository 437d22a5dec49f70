"""When something opens or is due, by the dates that staff gave; what is not open comes later."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from tests.doubles.embedder import BagOfWords
from tests.doubles.index import small_index
from tests.sentences import says
from tutor_app.conversation.respond import respond
from tutor_app.conversation.services import Services
from tutor_app.domain.values import DatedFile, Message, Quote, Sentence, Session
from tutor_app.retrieval.profiles import PROFILES
from tutor_app.wording.catalogue import speaking
from tutor_app.wording.dates_in_words import write_day

NOW = datetime.now(UTC)
SOON, LATER, PAST = (NOW + timedelta(days=days) for days in (3, 9, -2))
DATED = (
    DatedFile(name="assignment_1.pdf", kind="assignment", due_at=PAST),
    DatedFile(name="assignment_2.pdf", kind="assignment", due_at=SOON),
    DatedFile(name="lecture 7 splay trees.pdf", kind="slides", opens_at=LATER),
)
ASKED = "When is assignment 2 due?"


def reply(asked: str, *chunks: str) -> tuple[str, bool]:
    """Return the sentences of a reply in a course with dates, and whether it quotes anything."""
    index = small_index(*(chunks or ("A heap keeps its smallest key on top.",)))
    services = Services(courses=lambda _: index, embedder=BagOfWords(), profile=PROFILES["default"])
    session = Session(conversation_id="c", course_id="a", course_name="Graphs", dated=DATED)
    events = list(respond(Message(text=asked), session, services))
    said = "\n".join(event.text for event in events if isinstance(event, Sentence))
    return said, any(isinstance(event, Quote) for event in events)


@pytest.mark.parametrize(
    ("asked", "key", "when"),
    [
        (ASKED, "due", SOON),
        ("until when can i hand in assignment 2", "due", SOON),
        ("what was the deadline of assignment 1?", "was_due", PAST),
        ("when does lecture 7 open?", "opens", LATER),
        ("when do the splay trees come?", "opens", LATER),
        ("what is due next?", "due", SOON),
    ],
)
def test_a_date_is_told_as_staff_gave_it(asked: str, key: str, when: datetime) -> None:
    said, quotes = reply(asked)

    assert says(said, f"conversation_dates.{key}", when=write_day(when))
    assert not quotes


def test_what_is_no_question_of_dates_is_answered_by_the_course() -> None:
    assert reply("What does a heap keep on top?")[1]


def test_without_dates_the_course_is_asked() -> None:
    said, _ = reply("When is the exam due?")

    assert not says(said, "conversation_dates.due")


def test_what_the_class_has_not_reached_comes_later_with_its_date() -> None:
    said, quotes = reply("how do splay trees rotate?")

    assert says(said, "conversation_dates.comes_later", when=write_day(LATER))
    assert not quotes


def test_a_day_is_written_in_the_language_that_is_spoken() -> None:
    noon = datetime(2027, 2, 12, 12, 0).astimezone()

    assert write_day(noon) == "Friday, February 12, 2027, 12:00"
    assert write_day(noon.replace(hour=0)) == "Friday, February 12, 2027"
    with speaking("de"):
        assert write_day(noon) == "Freitag, 12. Februar 2027, 12:00 Uhr"
