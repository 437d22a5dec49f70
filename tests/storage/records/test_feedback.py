"""What a student thinks of an answer is kept with it, once, and only by its own student."""

from __future__ import annotations

import pytest
from sqlalchemy import Engine

from tutor_app.domain.errors import NotFound
from tutor_app.domain.settings import Settings
from tutor_app.storage.records import (
    ConversationRecords,
    CourseRecords,
    FeedbackRecords,
    open_database,
)


@pytest.fixture
def engine(settings: Settings) -> Engine:
    engine = open_database(settings)
    CourseRecords(engine).create("Graphs")
    return engine


def asked(engine: Engine) -> tuple[str, str]:
    records = ConversationRecords(engine)
    learner = records.learner("t")
    return records.add_turn(records.create(learner, "graphs").id, "Why?").id, learner


def test_the_last_word_counts(engine: Engine) -> None:
    turn, learner = asked(engine)
    feedback = FeedbackRecords(engine)
    feedback.give(turn, learner, good=True)
    feedback.give(turn, learner, good=False, reason="  wrong page ")

    assert [(f.good, f.reason) for f in feedback.of([turn]).values()] == [(False, "wrong page")]


def test_nobody_judges_an_answer_that_was_not_theirs(engine: Engine) -> None:
    turn, _ = asked(engine)
    other = ConversationRecords(engine).learner("somebody else")

    with pytest.raises(NotFound):
        FeedbackRecords(engine).give(turn, other, good=True)
    assert FeedbackRecords(engine).of([turn]) == {}


def test_it_goes_with_its_conversation(engine: Engine) -> None:
    turn, learner = asked(engine)
    records, feedback = ConversationRecords(engine), FeedbackRecords(engine)
    feedback.give(turn, learner, good=True)
    records.delete(records.turn(turn).conversation_id, learner)

    assert feedback.of([turn]) == {}
