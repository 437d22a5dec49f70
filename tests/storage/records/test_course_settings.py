"""What staff set for a course is in force at once, and what was set before is kept."""

from __future__ import annotations

import pytest
from sqlalchemy import Engine

from tutor_app.domain.errors import NotFound
from tutor_app.domain.settings import Settings
from tutor_app.domain.teaching import CourseSettings
from tutor_app.storage.records import (
    ConversationRecords,
    CourseRecords,
    CourseSettingsRecords,
    open_database,
)

OPEN = CourseSettings(
    reveal_policy="open", trace_conventions={"tie_break": "fifo", "reopen": True, "index_base": 1}
)


@pytest.fixture
def engine(settings: Settings) -> Engine:
    engine = open_database(settings)
    CourseRecords(engine).create("Graphs")
    return engine


def test_a_course_whose_settings_were_never_changed_has_the_defaults(engine: Engine) -> None:
    assert CourseSettingsRecords(engine).get("graphs") == CourseSettings()


def test_the_next_message_is_answered_by_the_settings_as_they_are_then(engine: Engine) -> None:
    conversations = ConversationRecords(engine)
    learner = conversations.learner("t")
    turn = conversations.add_turn(conversations.create(learner, "graphs").id, "Trace BFS.")
    CourseSettingsRecords(engine).change("graphs", OPEN)

    assert conversations.session_of(turn.id).settings == OPEN


def test_every_version_is_kept_newest_first(engine: Engine) -> None:
    records = CourseSettingsRecords(engine)
    records.change("graphs", OPEN)
    records.change("graphs", CourseSettings(reveal_policy="hints"))

    assert [(row.version, row.settings.reveal_policy) for row in records.history("graphs")] == [
        (2, "hints"),
        (1, "open"),
    ]


def test_a_course_that_is_gone_cannot_be_set_up(engine: Engine) -> None:
    with pytest.raises(NotFound):
        CourseSettingsRecords(engine).change("chemistry", OPEN)
