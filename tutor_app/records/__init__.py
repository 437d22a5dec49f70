"""What must last: courses, documents, conversations and turns, in SQLite or PostgreSQL."""

from tutor_app.records.conversations import ConversationRecords
from tutor_app.records.course_settings import CourseSettingsRecords
from tutor_app.records.courses import CourseRecords
from tutor_app.records.database import open_database
from tutor_app.records.feedback import FeedbackRecords
from tutor_app.records.recall import RecallRecords
from tutor_app.records.review import ReviewRecords
from tutor_app.records.rows import (
    ConversationRow,
    CourseRow,
    DocumentRow,
    DocumentStatus,
    FeedbackRow,
    RecallRow,
    ReviewRow,
    SettingsRow,
    TurnRow,
)
from tutor_app.records.staff import StaffCode

__all__ = [
    "ConversationRecords",
    "ConversationRow",
    "CourseRecords",
    "CourseRow",
    "CourseSettingsRecords",
    "DocumentRow",
    "DocumentStatus",
    "FeedbackRecords",
    "FeedbackRow",
    "RecallRecords",
    "RecallRow",
    "ReviewRecords",
    "ReviewRow",
    "SettingsRow",
    "StaffCode",
    "TurnRow",
    "open_database",
]
