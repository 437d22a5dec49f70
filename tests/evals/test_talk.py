"""A conversation over a pipe: it goes on under its name, and what was said is kept."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from evals.hint_ladder.recorded_learner import Learner, Replied
from evals.talk import messages, turn_text
from tests.doubles.embedder import BagOfWords
from tests.web.given import quote
from tutor_app.conversation.services import Services
from tutor_app.domain.settings import Settings
from tutor_app.domain.teaching import CourseSettings
from tutor_app.domain.values import AnswerDone, Intent, Session, TurnRecord
from tutor_app.retrieval.course_index import CourseIndexes
from tutor_app.retrieval.profiles import profile_named
from tutor_app.runtime.evaluation_course import COURSE
from tutor_app.storage.records.conversations import ConversationRecords
from tutor_app.storage.records.courses import CourseRecords
from tutor_app.storage.records.database import open_database


class Answering(Learner):
    """Every message is met with the same quote."""

    def say(self, text: str, wanted: Intent | None = None) -> Replied:
        done = AnswerDone(record=TurnRecord(intent="direct", found=None))
        session = Session(conversation_id="c", course_id="c", course_name="Graphs")
        return Replied(text=text, session=session, events=(quote(), done))


@pytest.fixture
def records(settings: Settings) -> ConversationRecords:
    database = open_database(settings)
    CourseRecords(database).create(COURSE)
    return ConversationRecords(database)


def learner(records: ConversationRecords, settings: Settings, name: str) -> Learner:
    embedder = BagOfWords()
    services = Services(
        courses=CourseIndexes(settings, embedder),
        embedder=embedder,
        profile=profile_named("default"),
    )
    return Answering(records, services, CourseSettings(), token=name)


def test_what_comes_over_a_pipe_is_one_message(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("def f(x):\n\n    return x\n"))

    assert list(messages()) == ["def f(x):\n\n    return x"]


def test_in_a_terminal_a_line_of_one_dot_ends_a_message(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = io.StringIO("what is\na queue?\n.\nwhy?\n.\n")
    monkeypatch.setattr(terminal, "isatty", lambda: True)
    monkeypatch.setattr("sys.stdin", terminal)

    assert list(messages()) == ["what is\na queue?", "why?"]


def test_the_same_name_goes_on_in_the_same_conversation(
    records: ConversationRecords, settings: Settings
) -> None:
    first, again = (learner(records, settings, "ann") for _ in range(2))

    assert first.id == again.id
    assert len(records.list(first.id, COURSE)) == 1
    assert learner(records, settings, "bob").id != first.id


def test_both_sides_are_kept(
    records: ConversationRecords, settings: Settings, tmp_path: Path
) -> None:
    kept = tmp_path / "talk.md"

    reply = turn_text(learner(records, settings, "ann"), "what is a queue?", None, kept)

    text = kept.read_text(encoding="utf-8")
    assert text.index("what is a queue?") < text.index(reply)
    assert quote().document_name in reply
