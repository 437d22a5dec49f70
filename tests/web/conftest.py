"""The services of a page, real but for the workers, whose part a test plays itself."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from streamlit.components.v2 import manifest_scanner

from tests.doubles.redis_server import RedisServer, redis_server
from tutor_app.answering.course_map.map_file import CourseMaps
from tutor_app.domain.settings import Settings
from tutor_app.storage.live import DeviceCodes, Progress, TurnStreams, connect, open_queue
from tutor_app.storage.records import (
    ConversationRecords,
    CourseRecords,
    CourseSettingsRecords,
    FeedbackRecords,
    InboxRecords,
    ProblemSetRecords,
    RecallRecords,
    ReviewRecords,
    StaffCode,
    open_database,
)
from tutor_app.web.components.page_services import PageServices
from tutor_app.web.staff.staff_auth import StaffAuth


@pytest.fixture(scope="session", autouse=True)
def _installed_components() -> Iterator[None]:
    """Streamlit looks for components in all installed packages with each page that a test opens,
    which is most of what drawing one takes."""
    found = manifest_scanner.scan_component_manifests()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(manifest_scanner, "scan_component_manifests", lambda: found)
        yield


@pytest.fixture
def server() -> Iterator[RedisServer]:
    with redis_server() as running:
        yield running


@pytest.fixture
def services(settings: Settings, server: RedisServer) -> PageServices:
    there = settings.model_copy(update={"redis_url": server.url})
    engine = open_database(there)
    redis = connect(there)
    return PageServices(
        settings=there,
        courses=CourseRecords(engine),
        course_settings=CourseSettingsRecords(engine),
        conversations=ConversationRecords(engine),
        recall=RecallRecords(engine),
        feedback=FeedbackRecords(engine),
        review=ReviewRecords(engine),
        inbox=InboxRecords(engine),
        problem_sets=ProblemSetRecords(engine),
        maps=CourseMaps(there),
        staff_auth=StaffAuth(StaffCode(engine)),
        queue=open_queue(there),
        streams=TurnStreams(redis),
        progress=Progress(redis),
        devices=DeviceCodes(redis),
    )
