"""Where nothing answers and files of the course are still to be read, the student is told so."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.doubles.course import CourseDesk, record
from tests.doubles.pdf import Sheet
from tutor_app.conversation.explanation import STILL_READING
from tutor_app.conversation.no_answer import OUTSIDE_THE_COURSE
from tutor_app.conversation.respond import respond
from tutor_app.domain.settings import Settings
from tutor_app.domain.values import Event, Message, Sentence, Session
from tutor_app.storage.records import ConversationRecords, open_database

KNOWN = "A queue makes the search go level by level because it hands out the oldest vertex first."
ANSWERED = "What makes the search go level by level?"
UNANSWERED = "Which wine goes with the fish of an oldest vertex?"
FAR = "Which wine goes with roasted salmon?"
BY_NUMBER = "What does exercise 7 ask?"


@pytest.fixture
def desk(settings: Settings, tmp_path: Path) -> CourseDesk:
    desk = CourseDesk(settings)
    desk.add(Sheet().heading("2 Search").text(KNOWN).save(tmp_path / "lecture-1.pdf"))
    desk.index()
    return desk


def upload(desk: CourseDesk, tmp_path: Path, name: str, kind: str = "textbook") -> str:
    sheet = Sheet().text(f"The file {name} tells much about wine and fish.")
    return desk.add(sheet.save(tmp_path / name), kind).id


def session_of(desk: CourseDesk) -> Session:
    """The session of a turn, as a worker reads it."""
    records = ConversationRecords(open_database(desk.settings))
    conversation = records.create(records.learner("token"), desk.id)
    return records.session_of(records.add_turn(conversation.id, "?").id)


def ask(desk: CourseDesk, question: str) -> list[Event]:
    return list(respond(Message(text=question), session_of(desk), desk.services()))


def texts(events: list[Event]) -> list[str]:
    return [event.text for event in events if isinstance(event, Sentence)]


def test_a_session_counts_the_files_that_wait_and_those_in_work(
    desk: CourseDesk, tmp_path: Path
) -> None:
    assert session_of(desk).unindexed_files == 0

    upload(desk, tmp_path, "waits.pdf")
    desk.courses.set_status(upload(desk, tmp_path, "in-work.pdf"), "indexing")
    desk.courses.set_status(upload(desk, tmp_path, "broken.pdf"), "failed", "It is damaged.")
    upload(desk, tmp_path, "answers.pdf", "solution")  # nothing is ever answered from it

    assert session_of(desk).unindexed_files == 2


@pytest.mark.parametrize("question", [UNANSWERED, FAR, BY_NUMBER])
def test_what_nothing_answers_may_stand_in_a_file_still_to_be_read(
    question: str, desk: CourseDesk, tmp_path: Path
) -> None:
    before = texts(ask(desk, question))
    upload(desk, tmp_path, "one.pdf")
    upload(desk, tmp_path, "two.pdf")

    events = ask(desk, question)

    assert record(events).declined
    assert texts(events)[-1] == STILL_READING(count=2)
    assert STILL_READING(count=2) not in before


def test_a_question_is_not_called_foreign_to_a_course_that_is_half_read(
    desk: CourseDesk, tmp_path: Path
) -> None:
    outside = OUTSIDE_THE_COURSE(course="Graphs")
    assert outside in texts(ask(desk, FAR))

    upload(desk, tmp_path, "one.pdf")

    assert outside not in texts(ask(desk, FAR))


def test_an_answer_is_not_held_up_by_files_still_to_be_read(
    desk: CourseDesk, tmp_path: Path
) -> None:
    upload(desk, tmp_path, "one.pdf")

    events = ask(desk, ANSWERED)

    assert not record(events).declined
    assert STILL_READING(count=1) not in texts(events)


def test_once_all_is_read_nothing_more_is_promised(desk: CourseDesk, tmp_path: Path) -> None:
    upload(desk, tmp_path, "one.pdf")
    desk.index()

    assert STILL_READING(count=1) not in texts(ask(desk, BY_NUMBER))
