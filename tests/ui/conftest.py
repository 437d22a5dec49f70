"""The parts of a page, real but for the workers, whose part a test plays itself."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.doubles.redis_server import RedisServer, redis_server
from tutor_app.memory import DeviceCodes, Progress, TurnStreams, connect, open_queue
from tutor_app.records import (
    ConversationRecords,
    CourseRecords,
    CourseSettingsRecords,
    FeedbackRecords,
    RecallRecords,
    ReviewRecords,
    StaffCode,
    open_database,
)
from tutor_app.settings import Settings
from tutor_app.ui.parts import Parts
from tutor_app.ui.staff_door import StaffDoor


@pytest.fixture
def server() -> Iterator[RedisServer]:
    with redis_server() as running:
        yield running


@pytest.fixture
def parts(settings: Settings, server: RedisServer) -> Parts:
    there = settings.model_copy(update={"redis_url": server.url})
    engine = open_database(there)
    redis = connect(there)
    return Parts(
        settings=there,
        courses=CourseRecords(engine),
        course_settings=CourseSettingsRecords(engine),
        conversations=ConversationRecords(engine),
        recall=RecallRecords(engine),
        feedback=FeedbackRecords(engine),
        review=ReviewRecords(engine),
        staff=StaffDoor(StaffCode(engine)),
        queue=open_queue(there),
        streams=TurnStreams(redis),
        progress=Progress(redis),
        devices=DeviceCodes(redis),
    )
