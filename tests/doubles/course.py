"""A course on real records and real files, with the embedder that a test chooses."""

from __future__ import annotations

from collections.abc import Callable, Generator
from pathlib import Path

from ingest.ingest import IndexReport, index_course
from ingest.upload_store import store_upload
from tests.doubles.embedder import BagOfWords
from tests.doubles.quiet import Quiet
from tutor_app.conversation.respond import respond
from tutor_app.conversation.services import Services
from tutor_app.domain.settings import Settings
from tutor_app.domain.values import AnswerDone, Event, MaterialKind, Message, Session, TurnRecord
from tutor_app.retrieval.course_index import CourseIndex, CourseIndexes
from tutor_app.retrieval.embedder import Embedder
from tutor_app.retrieval.profiles import PROFILES, Profile
from tutor_app.storage.records import CourseRecords, open_database
from tutor_app.storage.records.row_values import DocumentRow


class CourseDesk:
    """One course that a test fills, indexes and asks."""

    def __init__(self, settings: Settings, embedder: Embedder | None = None) -> None:
        settings.elenchus_home.mkdir(parents=True, exist_ok=True)
        self.settings = settings
        self.embedder = embedder or BagOfWords()
        self.courses = CourseRecords(open_database(settings))
        known = self.courses.list()
        self.id = known[0].id if known else self.courses.create("Graphs", "Ada").id

    def add(self, path: Path, kind: MaterialKind = "textbook", name: str = "") -> DocumentRow:
        sha256, size = store_upload(self.settings, path)
        return self.courses.add_document(self.id, name or path.name, kind, sha256, size)[0]

    def index(self, progress: Quiet | None = None) -> IndexReport:
        return index_course(
            self.id, self.settings, self.courses, self.embedder, progress or Quiet()
        )

    def loaded(self) -> CourseIndex:
        """The index in force, as a process that starts now loads it."""
        return CourseIndexes(self.settings, self.embedder)(self.id)

    def text(self) -> str:
        """All that can be retrieved."""
        return "\n".join(chunk.text for chunk in self.loaded().chunks)

    def statuses(self) -> dict[str, str]:
        return {row.name: row.status for row in self.courses.documents(self.id)}

    def detail(self, name: str) -> str:
        return next(r.detail for r in self.courses.documents(self.id) if r.name == name)

    def services(self, profile: Profile = PROFILES["default"], **more: object) -> Services:
        return Services(
            courses=CourseIndexes(self.settings, self.embedder),
            embedder=self.embedder,
            profile=profile,
            **more,
        )

    def events(
        self,
        question: str,
        services: Services | None = None,
        stopped: Callable[[], bool] = lambda: False,
        contact: str = "Ada",
    ) -> Generator[Event, None, None]:
        session = Session(
            conversation_id="c", course_id=self.id, course_name="Graphs", contact=contact
        )
        yield from respond(Message(text=question), session, services or self.services(), stopped)

    def ask(
        self,
        question: str,
        services: Services | None = None,
        stopped: Callable[[], bool] = lambda: False,
        contact: str = "Ada",
    ) -> list[Event]:
        return list(self.events(question, services, stopped, contact))


def record(events: list[Event]) -> TurnRecord:
    """The record of a turn that came to its end."""
    done = events[-1]
    assert isinstance(done, AnswerDone)
    return done.record
