"""What must last: courses, documents, conversations and turns, in SQLite or PostgreSQL."""

from tutor_app.storage.records.conversation_review import ReviewRecords
from tutor_app.storage.records.conversations import ConversationRecords
from tutor_app.storage.records.course_settings import CourseSettingsRecords
from tutor_app.storage.records.courses import CourseRecords
from tutor_app.storage.records.database import open_database
from tutor_app.storage.records.feedback import FeedbackRecords
from tutor_app.storage.records.inbox import InboxRecords
from tutor_app.storage.records.practice_records import RecallRecords
from tutor_app.storage.records.problem_sets import ProblemSetRecords
from tutor_app.storage.records.row_values import (
    ConversationRow,
    CourseRow,
    DocumentRow,
    DocumentStatus,
    FeedbackRow,
    InboxRow,
    ProblemSetRow,
    RecallRow,
    ReviewRow,
    SettingsRow,
    TurnRow,
)
from tutor_app.storage.records.staff_code import StaffCode

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
    "InboxRecords",
    "InboxRow",
    "ProblemSetRecords",
    "ProblemSetRow",
    "RecallRecords",
    "RecallRow",
    "ReviewRecords",
    "ReviewRow",
    "SettingsRow",
    "StaffCode",
    "TurnRow",
    "open_database",
]
