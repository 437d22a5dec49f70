"""A student whose conversations are kept in the database, as those of a student on the page are."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from uuid import uuid4

import yaml

from demo_course.build import COURSES
from tutor_app.answering.course_map.map_file import CourseMaps
from tutor_app.conversation.respond import respond
from tutor_app.conversation.services import Services
from tutor_app.domain.teaching import CourseSettings, LadderEvent
from tutor_app.domain.values import (
    AnswerDone,
    Event,
    Intent,
    IntentRecognised,
    Message,
    Session,
    Status,
    TurnRecord,
)
from tutor_app.exercises.assignment_book import AssignmentBooks
from tutor_app.programs.runs_at_once import open_runner
from tutor_app.retrieval.course_index import CourseIndexes
from tutor_app.retrieval.profiles import profile_named
from tutor_app.runtime.composition import build_reranker
from tutor_app.runtime.evaluation_course import COURSE, IndexedFolder
from tutor_app.storage.records.conversations import ConversationRecords
from tutor_app.storage.records.course_settings import CourseSettingsRecords
from tutor_app.storage.records.courses import CourseRecords
from tutor_app.storage.records.database import open_database
from tutor_app.understanding.act_classifier import ActClassifier

NAME = "Search and Graph Algorithms"
CONTACT = "the teaching staff at staff@search.example"


@dataclass(frozen=True, slots=True, kw_only=True)
class Replied:
    """One message, the session it was answered in, and everything that the student was shown.

    `first_words` are the seconds until the first of it that is no status line.
    """

    text: str
    session: Session
    events: tuple[Event, ...]
    first_words: float = 0.0

    @property
    def record(self) -> TurnRecord:
        done = self.events[-1]
        assert isinstance(done, AnswerDone)
        return done.record

    @property
    def ladder(self) -> tuple[LadderEvent, ...]:
        """What this reply changed on a hint ladder."""
        left = self.record.tracing or self.record.work
        return () if left is None else left.ladder

    @property
    def key(self) -> str | None:
        """The key of the problem that the reply is about."""
        left = self.record.tracing or self.record.work
        return None if left is None else left.key


@dataclass(frozen=True, slots=True, kw_only=True)
class CourseAbout:
    """A course's name, and whom its students ask, "" where nobody is named."""

    name: str
    contact: str


def about_course(course: IndexedFolder) -> CourseAbout:
    """Return what the demo course says of itself whose files a folder holds; else no contact."""
    known = CourseRecords(open_database(course.settings)).documents(COURSE)
    files = {document.name for document in known}
    for folder in COURSES:
        about = yaml.safe_load((folder / "course.yaml").read_text(encoding="utf-8"))
        if files & {material["file"] for material in about["materials"]}:
            return CourseAbout(name=about["name"], contact=about["contact"])
    return CourseAbout(name="", contact="")


def services_of(course: IndexedFolder) -> Services:
    """Return the parts that answer without a model."""
    profile = profile_named("default")
    return Services(
        courses=CourseIndexes(course.settings, course.embedder),
        embedder=course.embedder,
        profile=profile,
        reranker=build_reranker(course.settings, profile),
        assignments=AssignmentBooks(course.settings, course.embedder),
        run_program=open_runner(course.settings.run_dir),
        maps=CourseMaps(course.settings),
        acts=ActClassifier(),
    )


class Learner:
    """One student of the course; every message of theirs begins from what the database holds."""

    def __init__(
        self,
        records: ConversationRecords,
        services: Services,
        settings: CourseSettings,
        token: str = "",
        about: CourseAbout | None = None,
    ) -> None:
        self._records = records
        self._services = services
        self._settings = settings
        self._about = about or CourseAbout(name=NAME, contact=CONTACT)
        self.id = records.learner(token or uuid4().hex)
        known = records.list(self.id, COURSE)
        self._conversation = known[0].id if known else records.create(self.id, COURSE).id

    def begin_again(self) -> None:
        """Open another conversation, as on another day or another device."""
        self._conversation = self._records.create(self.id, COURSE).id

    def say(self, text: str, wanted: Intent | None = None) -> Replied:
        """Send a message and return the reply; its record is kept as a worker keeps it."""
        turn = self._records.add_turn(self._conversation, text, wanted)
        self._records.begin(turn.id)
        session = replace(
            self._records.session_of(turn.id),
            settings=self._settings,
            course_name=self._about.name,
            contact=self._about.contact,
        )
        began, first, shown = time.monotonic(), 0.0, []
        for event in respond(Message(text=text, wanted=wanted), session, self._services):
            if not first and not isinstance(event, Status | IntentRecognised):
                first = time.monotonic() - began
            shown.append(event)
        events = tuple(shown)
        replied = Replied(text=text, session=session, events=events, first_words=first)
        self._records.finish(turn.id, "done", events, replied.record)
        return replied

    def forget(self) -> None:
        """Delete the conversations."""
        for row in self._records.list(self.id, COURSE):
            self._records.delete(row.id, self.id)


class Classroom:
    """Where learners of one indexed course come from."""

    def __init__(self, course: IndexedFolder) -> None:
        self.course = course
        self.services = services_of(course)
        database = open_database(course.settings)
        self._records = ConversationRecords(database)
        self._settings = CourseSettingsRecords(database).get(COURSE)
        self._about = about_course(course)

    @contextmanager
    def learner(self, settings: CourseSettings | None = None) -> Iterator[Learner]:
        """Lend a new learner, whose conversations are deleted afterwards."""
        told = settings or self._settings
        learner = Learner(self._records, self.services, told, about=self._about)
        try:
            yield learner
        finally:
            learner.forget()

    def known_learner(self, name: str) -> Learner:
        """Return the learner of this name, in the conversation that was written to last."""
        known, about = self._settings, self._about
        return Learner(self._records, self.services, known, token=name, about=about)
