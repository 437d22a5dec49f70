"""What must last: courses, documents, conversations and turns, in SQLite or PostgreSQL."""

from tutor_app.records.conversations import ConversationRecords
from tutor_app.records.courses import CourseRecords
from tutor_app.records.database import open_database
from tutor_app.records.recall import RecallRecords
from tutor_app.records.rows import (
    ConversationRow,
    CourseRow,
    DocumentRow,
    DocumentStatus,
    RecallRow,
    TurnRow,
)
from tutor_app.records.staff import StaffCode

__all__ = [
    "ConversationRecords",
    "ConversationRow",
    "CourseRecords",
    "CourseRow",
    "DocumentRow",
    "DocumentStatus",
    "RecallRecords",
    "RecallRow",
    "StaffCode",
    "TurnRow",
    "open_database",
]
