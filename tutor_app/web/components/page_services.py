"""The services that the pages use, built once for the process."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import streamlit as st

from tutor_app.answering.course_map.map_file import CourseMaps
from tutor_app.domain.settings import load_settings
from tutor_app.storage.live import DeviceCodes, JobQueue, Progress, TurnStreams, connect, open_queue
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
from tutor_app.web.staff.staff_auth import StaffAuth

if TYPE_CHECKING:
    from tutor_app.domain.settings import Settings


@dataclass(frozen=True, slots=True, kw_only=True)
class PageServices:
    settings: Settings
    courses: CourseRecords
    course_settings: CourseSettingsRecords
    conversations: ConversationRecords
    recall: RecallRecords
    feedback: FeedbackRecords
    review: ReviewRecords
    inbox: InboxRecords
    problem_sets: ProblemSetRecords
    maps: CourseMaps
    staff_auth: StaffAuth
    queue: JobQueue
    streams: TurnStreams
    progress: Progress
    devices: DeviceCodes


@st.cache_resource(show_spinner=False)
def get_page_services() -> PageServices:
    """Return the services; if one cannot be built, nothing is kept and the next call tries again.

    Raises:
        TutorError: the configuration or the database cannot be used.
    """
    settings = load_settings()
    engine = open_database(settings)
    redis = connect(settings)
    return PageServices(
        settings=settings,
        courses=CourseRecords(engine),
        course_settings=CourseSettingsRecords(engine),
        conversations=ConversationRecords(engine),
        recall=RecallRecords(engine),
        feedback=FeedbackRecords(engine),
        review=ReviewRecords(engine),
        inbox=InboxRecords(engine),
        problem_sets=ProblemSetRecords(engine),
        maps=CourseMaps(settings),
        staff_auth=StaffAuth(StaffCode(engine)),
        queue=open_queue(settings),
        streams=TurnStreams(redis),
        progress=Progress(redis),
        devices=DeviceCodes(redis),
    )
