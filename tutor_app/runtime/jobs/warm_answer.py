"""What every answer has in memory: made once, in the process that answers are forked from."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Final

import yaml

from tutor_app.conversation.from_map.named_terms import wish_of
from tutor_app.conversation.respond import respond
from tutor_app.conversation.services import Services
from tutor_app.domain.errors import TutorError
from tutor_app.domain.settings import Settings
from tutor_app.domain.values import Event, Message, Session
from tutor_app.exercises.assignment_items import AssignmentItem
from tutor_app.exercises.item_facts import when_attached
from tutor_app.exercises.task_problems import problem_of_item
from tutor_app.retrieval.course_index import CourseIndex
from tutor_app.retrieval.index_files import current_version
from tutor_app.runtime.allowed_services import within_allowance
from tutor_app.runtime.composition import build_services, warm
from tutor_app.runtime.jobs.answer_process import WarmAnswer
from tutor_app.storage.live.redis_connection import connect
from tutor_app.tracing.reading.algorithm_names import name_algorithm

REHEARSAL: Final[list[str]] = yaml.safe_load(
    Path(__file__).with_name("rehearsal.yaml").read_text(encoding="utf-8")
)


def build_answer(settings: Settings) -> WarmAnswer:
    """Load the parts that answer. Nothing is connected: a connection does not outlive a fork.

    Raises:
        TutorError: a part is missing.
    """
    redis = connect(settings)
    services = build_services(settings, redis)
    if services.duties:
        import tutor_app.models.openai_client  # noqa: F401, PLC0415  (half a second)

    def answer(message: Message, session: Session, stopped: Callable[[], bool]) -> Iterator[Event]:
        allowed = within_allowance(services, settings, redis, session.course_id)
        return respond(message, session, allowed, stopped)

    courses = WarmCourses(settings, services)
    return WarmAnswer(answer=answer, load_next=courses.load_next, prepare=courses.prepare)


class WarmCourses:
    """The courses in memory, each loaded when it is new, and when its index was switched or staff
    attached something to its items: a fork would read all items anew for one answer.
    """

    def __init__(self, settings: Settings, services: Services) -> None:
        self._settings = settings
        self._services = services
        # course → version and when something was attached; also one that failed to load
        self._loaded: dict[str, tuple[Path | None, int]] = {}
        self._unread: list[tuple[AssignmentItem, CourseIndex]] = []

    def load_next(self) -> bool:
        """Load one course that has changed, else one problem of an assignment; False without.

        A problem takes up to 0.8 s, which every message on its item would take again in its fork.
        """
        return any(self.prepare(course.name) for course in self._folders()) or self._read_problem()

    def prepare(self, course_id: str) -> bool:
        """Load the course if it has changed, and say whether it had.

        Whoever asks is told of errors.
        """
        folder = self._settings.course_dir(course_id)
        now = (current_version(folder), when_attached(folder))
        if now == self._loaded.get(course_id, (None, 0)):
            return False
        first = not self._loaded
        self._loaded[course_id] = now
        warm(self._services, [course_id])
        self._unread += self._items_of(course_id)
        if first:
            rehearse(self._services, course_id)
        return True

    def _items_of(self, course_id: str) -> Iterator[tuple[AssignmentItem, CourseIndex]]:
        with suppress(TutorError):
            index, open_book = self._services.courses(course_id), self._services.assignments
            for item in open_book(course_id, index).items if open_book is not None else ():
                if name_algorithm(item.statement) is not None:
                    yield item, index

    def _read_problem(self) -> bool:
        if not self._unread:
            return False
        item, index = self._unread.pop(0)
        problem_of_item(item, index.chunks)
        return True

    def _folders(self) -> list[Path]:
        courses = self._settings.elenchus_home / "courses"
        return sorted(courses.iterdir()) if courses.exists() else []


def rehearse(services: Services, course_id: str) -> None:
    """Answer a few messages to nobody: the first answers of a process take three times as long."""
    alone = replace(services, duties=frozenset(), model_semaphore=None)
    wish_of(
        "", None, services.embedder
    )  # asked where a message names a term: each course has others
    session = Session(conversation_id="", course_id=course_id, course_name="")
    for text in REHEARSAL:
        with suppress(TutorError):
            for _ in respond(Message(text=text), session, alone):
                pass
