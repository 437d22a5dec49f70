"""What the durable records return: frozen rows, read once and never tied to a session."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from tutor_app.domain.values import (
    FINISHED_STATUSES,
    CourseSettings,
    Document,
    Event,
    Intent,
    MaterialKind,
    TurnRecord,
    TurnStatus,
)

DocumentStatus = Literal[
    "waiting", "indexing", "indexed", "failed", "cancelled", "scheduled", "replaced", "removed"
]
LIVE: frozenset[DocumentStatus] = frozenset(
    {"waiting", "indexing", "indexed", "failed", "cancelled", "scheduled"}
)
TO_INDEX: tuple[DocumentStatus, ...] = ("waiting", "indexing")
RecallKind = Literal["cloze", "exercise"]
RecallOutcome = Literal["offered", "right", "shown"]
OPEN: frozenset[TurnStatus] = frozenset({"queued", "running"})


@dataclass(frozen=True, slots=True, kw_only=True)
class CourseRow:
    """A course. `id` is a slug of its first name and never changes."""

    id: str
    name: str
    contact: str
    created_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentRow:
    """One version of one file of a course. `size` is in bytes; `detail` says why it failed.

    Before `opens_at` it is in no index; what it sets is due at `due_at`.
    """

    id: str
    course_id: str
    name: str
    kind: MaterialKind
    sha256: str
    size: int
    pages: int
    chunks: int
    status: DocumentStatus
    detail: str
    version: int
    uploaded_at: datetime
    opens_at: datetime | None = None
    due_at: datetime | None = None

    @property
    def is_closed(self) -> bool:
        """Whether no student may see its pages: a solution, or not open yet."""
        return self.kind == "solution" or self.status == "scheduled"

    def as_document(self) -> Document:
        return Document(
            id=self.id,
            course_id=self.course_id,
            name=self.name,
            kind=self.kind,
            sha256=self.sha256,
            pages=self.pages,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class ConversationRow:
    """A conversation of one learner in one course. `title` is empty before the first question."""

    id: str
    course_id: str
    title: str
    created_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnRow:
    """One question and what became of it.

    `events` are those that last: no Status, Reset or AnswerDone.
    `tries` counts how often a worker has begun it; `position` counts from 1 in its conversation.
    """

    id: str
    conversation_id: str
    position: int
    question: str
    status: TurnStatus
    tries: int
    events: tuple[Event, ...]
    record: TurnRecord | None
    created_at: datetime
    finished_at: datetime | None
    wanted: Intent | None = None

    @property
    def is_finished(self) -> bool:
        return self.status in FINISHED_STATUSES


@dataclass(frozen=True, slots=True, kw_only=True)
class RecallRow:
    """Something that a learner was given to practise.

    `tries` counts answers. `outcome` is "right" once an answer was right, "shown" if the learner
    saw the term instead; an exercise stays "offered". `term` is the word left out of a gap
    sentence.
    """

    item_id: str
    kind: RecallKind
    passage_id: str
    term: str
    tries: int
    outcome: RecallOutcome
    offered_at: datetime
    answered_at: datetime | None

    @property
    def is_over(self) -> bool:
        return self.outcome != "offered"


@dataclass(frozen=True, slots=True, kw_only=True)
class SettingsRow:
    """One version of a course's settings; versions count from 1.

    `contact` is whom to ask, None if this version left it unchanged.
    """

    version: int
    settings: CourseSettings
    contact: str | None
    changed_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class FeedbackRow:
    """What the student thinks of one answer."""

    turn_id: str
    good: bool
    reason: str
    at: datetime


InboxKind = Literal["unanswered", "doubted", "disliked"]
INBOX_KINDS: tuple[InboxKind, ...] = ("unanswered", "doubted", "disliked")
InboxOutcome = Literal["told", "material", "fault", "nothing"]
INBOX_OUTCOMES: tuple[InboxOutcome, ...] = ("told", "material", "fault", "nothing")


@dataclass(frozen=True, slots=True, kw_only=True)
class InboxRow:
    """One message that staff should look at, and why.

    `student` is a name that reveals nobody. `reason` goes with a thumb down, `doubt` is what the
    student said against the answer. `chunk_id` is the passage nearest to the message, "" if nothing
    was searched. `outcome` is what staff did about it, None while that is to be done: what the
    student says after that opens it again.
    """

    turn_id: str
    conversation_id: str
    question: str
    student: str
    asked_at: datetime
    kinds: tuple[InboxKind, ...]
    reason: str = ""
    doubt: str = ""
    chunk_id: str = ""
    outcome: InboxOutcome | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SetProblem:
    """One problem of a set: the text as typed, and the algorithm picked for it, "" for its own."""

    text: str
    algorithm: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ProblemSetRow:
    """Problems for a class under one name, in order."""

    id: str
    name: str
    problems: tuple[SetProblem, ...]
    changed_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewRow:
    """One conversation as staff see it in a list.

    `student` is a name that reveals nobody, the same in all of a student's conversations in the
    course. `good` and `bad` count the thumbs, `unanswered` the messages that the course did not
    answer or whose answer broke off; `last_at` is when the last message was sent.
    """

    conversation_id: str
    course_id: str
    title: str
    student: str
    turns: int
    good: int
    bad: int
    unanswered: int
    last_at: datetime
