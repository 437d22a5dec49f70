"""A small course that has everything the tables speak of, and students who are kept in records."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from evals.hint_ladder.recorded_learner import Learner, Replied
from ingest.ingest import index_course
from ingest.upload_store import store_upload
from tests.doubles.embedder import BagOfWords
from tests.doubles.pdf import Sheet
from tests.doubles.quiet import Quiet
from tutor_app.conversation.services import Services
from tutor_app.domain.settings import Settings
from tutor_app.domain.teaching import CourseSettings, RevealPolicy
from tutor_app.domain.traces import Value
from tutor_app.domain.values import Event, Intent, MaterialKind, Offers, Quote, Sentence, TraceShown
from tutor_app.exercises.assignment_book import AssignmentBook, AssignmentBooks
from tutor_app.retrieval.course_index import CourseIndexes
from tutor_app.retrieval.profiles import PROFILES
from tutor_app.runtime.evaluation_course import COURSE
from tutor_app.storage.records import ConversationRecords, CourseRecords, open_database
from tutor_app.understanding.act_classifier import ActClassifier

LEVELS = "A queue makes breadth-first search go by levels, because it hands out the oldest node."
STACK = "A stack hands out the newest node first, so depth-first search goes deep."
UCS_RULE = "Uniform-cost search always expands the frontier node with the smallest path cost."
WORKED = "S-A 1, S-B 4, A-B 2, A-C 6, B-C 3, B-G 9, C-G 2"
WORKED_ASK = f"run uniform-cost search from S to G on the undirected graph with the edges {WORKED}."
MERGE = "Merge sort takes few steps, because each list is split into halves."
MERGE_EXAMPLE = (
    "For example, merge sort takes few steps on a list of eight: three levels of halves."
)
DEEP = "A recursive procedure ends if every chain of calls reaches its base case."
MAXIMUM = "The starting value of a maximum must be an element of the list, not 0."
EXERCISE = "2. Explain why merge sort takes few steps on a list of eight elements"

TASK_GRAPH = "K-L 3, K-M 1, L-M 1, L-N 4, M-N 6, N-T 2, M-T 9, L-R 2, R-T 5"
ITEM_1 = f"Run uniform-cost search from K to T on the undirected graph with the edges {TASK_GRAPH}."
ITEM_2 = (
    "Explain why merge sort takes few steps on every list. Name a list on which quicksort is slow."
)
ITEM_3 = "A friend says that a recursive procedure with a base case always ends. Explain why not."
ITEM_4 = "Write a Python function peak(heights) that gives back the place of the highest summit."
LOCKED_TESTS = ("assert peak([3, 8, 5]) == 1", "assert peak([-641, -97, -350]) == 1")
POINTS = (
    "Merge sort always splits in the middle, so the tree of calls has few levels.",
    "On each level the merges touch every element once.",
    "Quicksort with the last element as pivot needs many levels on an ascending list.",
)
SOLUTION_ROWS = ("1 K 0 M 1 L 3", "2 M 1 L 2 N 7 T 10", "3 L 2 R 4 N 6 T 10")


def write_course(folder: Path) -> dict[MaterialKind, Path]:
    """Write the course's files; return each by its kind."""
    lecture = Sheet().heading("1 Queues and stacks").text(f"{LEVELS} {STACK}")
    lecture.heading("2 Uniform-cost search").text(UCS_RULE).text(f"For example, we {WORKED_ASK}")
    lecture.heading("3 Merge sort").text(MERGE).text(MERGE_EXAMPLE)
    lecture.heading("4 Recursion").text(DEEP)
    lecture.new_page().heading("5 Finding faults").text(MAXIMUM)
    lecture.heading("Exercises").text("1. Draw a queue of nodes after each step").text(EXERCISE)
    sheet = Sheet().heading("Assignment 1")
    for number, item in enumerate((ITEM_1, ITEM_2, ITEM_3, ITEM_4), start=1):
        sheet.text(f"{number}. {item}")
    solved = Sheet().heading("Item 1")
    for row in SOLUTION_ROWS:
        solved.lines(row)
    solved.heading("Item 2").text(" ".join(POINTS))
    solved.heading("Item 4").lines(*LOCKED_TESTS)
    return {
        "textbook": lecture.save(folder / "lecture.pdf"),
        "assignment": sheet.save(folder / "assignment-1.pdf"),
        "solution": solved.save(folder / "assignment-1-solutions.pdf"),
    }


class Student(Learner):
    """A student of the course. `said` are the replies so far."""

    def __init__(self, *parts: Any) -> None:
        super().__init__(*parts)
        self.replies: list[Reply] = []

    def asks(self, text: str, wanted: Intent | None = None) -> Reply:
        reply = Reply(self.say(text, wanted))
        self.replies.append(reply)
        return reply


@dataclass(frozen=True)
class Reply:
    """What one reply shows."""

    replied: Replied

    @property
    def events(self) -> tuple[Event, ...]:
        return self.replied.events

    @property
    def text(self) -> str:
        """All sentences of the tutor's own."""
        return " ".join(event.text for event in self._sentences())

    @property
    def roles(self) -> list[str]:
        return [event.role for event in self._sentences()]

    @property
    def questions(self) -> int:
        return sum(event.text.count("?") for event in self._sentences() if event.role != "exercise")

    @property
    def quotes(self) -> list[Quote]:
        return [event for event in self.events if isinstance(event, Quote)]

    @property
    def quoted(self) -> str:
        """What the course says in it."""
        return " ".join(quote.paragraph for quote in self.quotes)

    @property
    def tables(self) -> list[TraceShown]:
        return [event for event in self.events if isinstance(event, TraceShown)]

    @property
    def offers(self) -> list[str]:
        found = [event.messages for event in self.events if isinstance(event, Offers)]
        return [message for messages in found for message in messages]

    @property
    def level(self) -> int | None:
        """The ladder's level after it; None where the ladder was not touched."""
        return self.replied.ladder[-1].level if self.replied.ladder else None

    def said(self, role: str) -> str:
        return " ".join(event.text for event in self._sentences() if event.role == role)

    def _sentences(self) -> list[Sentence]:
        return [event for event in self.events if isinstance(event, Sentence)]


class Classroom:
    """One indexed course; every student of it is new."""

    def __init__(self, folder: Path) -> None:
        settings = Settings(
            _env_file=None, elenchus_home=folder / "home", elenchus_cache=folder / "cache"
        )
        settings.elenchus_home.mkdir(parents=True)
        engine = open_database(settings)
        courses, embedder = CourseRecords(engine), BagOfWords()
        courses.create(COURSE)
        for kind, path in write_course(folder).items():
            sha256, size = store_upload(settings, path)
            courses.add_document(COURSE, path.name, kind, sha256, size)
        index_course(COURSE, settings, courses, embedder, Quiet())
        self.records = ConversationRecords(engine)
        self.services = Services(
            courses=CourseIndexes(settings, embedder),
            embedder=embedder,
            profile=PROFILES["default"],
            assignments=AssignmentBooks(settings, embedder),
            acts=ActClassifier(),
        )

    @property
    def book(self) -> AssignmentBook:
        assert self.services.assignments is not None
        return self.services.assignments(COURSE, self.services.courses(COURSE))

    def student(
        self,
        policy: RevealPolicy = "predict",
        conventions: dict[str, Value] | None = None,
        **parts: Any,
    ) -> Student:
        """Return a new student; `parts` are the tools that are another's here."""
        settings = CourseSettings(reveal_policy=policy, trace_conventions=conventions or {})
        return Student(self.records, replace(self.services, **parts), settings)
