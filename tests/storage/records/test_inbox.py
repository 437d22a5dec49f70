"""The inbox holds what students were not answered, doubted or disliked, until it is dealt with."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import Engine

from tutor_app.domain.values import TurnRecord, TurnStatus
from tutor_app.storage.records import (
    ConversationRecords,
    CourseRecords,
    FeedbackRecords,
    InboxRecords,
    ReviewRecords,
)


@dataclass
class Clock:
    """Each look at it is a minute later."""

    at: datetime = datetime(2026, 11, 27, 8, tzinfo=UTC)

    def __call__(self) -> datetime:
        self.at += timedelta(minutes=1)
        return self.at


class Class:
    """Students of one course who ask and judge."""

    def __init__(self, engine: Engine) -> None:
        clock = Clock()
        self.records = ConversationRecords(engine, now=clock)
        self.feedback = FeedbackRecords(engine, now=clock)
        self.inbox = InboxRecords(engine, now=clock)
        self.review = ReviewRecords(engine)
        self.course = CourseRecords(engine).create("Graphs").id
        self.learner = self.records.learner("t")
        self.conversation = self.records.create(self.learner, self.course).id

    def ask(
        self,
        question: str,
        *,
        status: TurnStatus = "done",
        declined: bool = False,
        doubts: bool = False,
    ) -> str:
        turn = self.records.add_turn(self.conversation, question)
        self.records.begin(turn.id)
        record = TurnRecord(intent="direct", found=None, declined=declined, doubts=doubts)
        self.records.finish(turn.id, status, (), record if status == "done" else None)
        return turn.id

    def listed(self) -> list[tuple[str, tuple[str, ...], str | None]]:
        rows = self.inbox.list_rows(self.course)
        return [(row.question, row.kinds, row.outcome) for row in rows]


@pytest.fixture
def school(engine: Engine) -> Class:
    return Class(engine)


def test_it_lists_what_went_wrong_newest_first_and_nothing_else(school: Class) -> None:
    school.ask("What is a tree?")
    school.ask("Who invented it?", declined=True)
    broken = school.ask("And a forest?", status="failed")
    doubted = school.ask("Is a path a tree?")
    school.ask("are you sure?", doubts=True)
    school.feedback.give(doubted, school.learner, good=False, reason="wrong page")
    liked = school.ask("What is a leaf?")
    school.feedback.give(liked, school.learner, good=True)

    assert school.listed() == [
        ("Is a path a tree?", ("doubted", "disliked"), None),
        ("And a forest?", ("unanswered",), None),
        ("Who invented it?", ("unanswered",), None),
    ]
    row = school.inbox.list_rows(school.course)[0]
    assert (row.doubt, row.reason) == ("are you sure?", "wrong page")
    assert row.student == school.review.student_of(row.conversation_id, school.course)
    assert school.learner not in repr(row)
    assert school.inbox.list_rows("another") == ()
    assert broken


def test_a_doubt_counts_for_the_answer_right_before_it_alone(school: Class) -> None:
    school.ask("What is a tree?")
    school.ask("What is a leaf?")
    school.ask("that's wrong", doubts=True)

    assert [question for question, *_ in school.listed()] == ["What is a leaf?"]


def test_what_is_dealt_with_stays_so_until_the_student_says_more(school: Class) -> None:
    unanswered = school.ask("Who invented it?", declined=True)
    disliked = school.ask("What is a leaf?")
    school.feedback.give(disliked, school.learner, good=False)
    school.inbox.deal_with([unanswered, disliked, "gone"], "told")
    assert [outcome for *_, outcome in school.listed()] == ["told", "told"]

    school.inbox.deal_with([unanswered], "material")
    school.feedback.give(disliked, school.learner, good=False, reason="no, still wrong")
    assert [outcome for *_, outcome in school.listed()] == [None, "material"]

    school.inbox.put_back([unanswered])
    assert [outcome for *_, outcome in school.listed()] == [None, None]


def test_what_staff_try_and_what_is_deleted_is_not_there(school: Class) -> None:
    school.ask("Who invented it?", declined=True)
    assert len(school.listed()) == 1
    school.inbox.leave_out(school.learner)
    assert school.listed() == []

    school.learner = school.records.learner("another")
    school.conversation = school.records.create(school.learner, school.course).id
    turn = school.ask("Who found it?", declined=True)
    school.inbox.deal_with([turn], "told")
    school.records.delete(school.conversation, school.learner)
    assert school.listed() == []
