"""Where the page is: in which course, in which conversation."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tutor_app.domain.errors import NotFound

if TYPE_CHECKING:
    from tutor_app.storage.records import (
        ConversationRecords,
        ConversationRow,
        CourseRecords,
        CourseRow,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class PageLocation:
    """`lost` is true where the address names a conversation that is not this learner's."""

    courses: tuple[CourseRow, ...]
    course: CourseRow | None
    conversation: ConversationRow | None
    lost: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Address:
    """What the address line says: `?c=` and `?course=`, "" where absent."""

    conversation: str = ""
    course: str = ""


def find_place(
    address: Address, learner_id: str, courses: CourseRecords, conversations: ConversationRecords
) -> PageLocation:
    """Return the place that the address names, else a new conversation in the first course."""
    known = tuple(courses.list())
    by_id = {course.id: course for course in known}
    conversation, lost = None, False
    if address.conversation:
        try:
            conversation = conversations.get(address.conversation, learner_id)
        except NotFound:
            lost = True
    if conversation is not None:
        return PageLocation(
            courses=known, course=by_id.get(conversation.course_id), conversation=conversation
        )
    first = known[0] if known else None
    return PageLocation(
        courses=known, course=by_id.get(address.course, first), conversation=None, lost=lost
    )
