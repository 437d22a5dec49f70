"""The tutor without a course, which algorithm problems do not need."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from tests.doubles.embedder import BagOfWords
from tutor_app.conversation.respond import respond
from tutor_app.conversation.services import Services
from tutor_app.domain.errors import IndexMissing
from tutor_app.domain.values import Event, Message, Session
from tutor_app.retrieval.course_index import CourseIndex
from tutor_app.retrieval.profiles import PROFILES
from tutor_app.understanding.act_classifier import ActClassifier, TellsActs

GRAPH = "undirected graph: S-A 1, S-B 4, A-B 2, A-C 6, B-C 3"
ASK = f"Run uniform cost search from S to C on this {GRAPH}. Ties are broken alphabetically."
WRONG = f"{ASK}\nI got this:\n1 | S\n2 | B\n3 | A\n4 | C\nPath: S -> B -> C, cost 7\nIs it right?"
OTHER = WRONG.replace("A-C 6", "A-C 7")


def no_course(course_id: str) -> CourseIndex:
    raise IndexMissing("no material")


def quiet_services(
    courses: Callable[[str], CourseIndex], acts: TellsActs | None = None
) -> Services:
    """The parts that answer from a course, with the shipped classifier where no other is given."""
    return Services(
        courses=courses,
        embedder=BagOfWords(),
        profile=PROFILES["default"],
        acts=acts or ActClassifier(),
    )


TOOLS = Services(courses=no_course, embedder=BagOfWords(), profile=PROFILES["dense"])


def tutor(message: Message, session: Session, stopped: Callable[[], bool]) -> Iterator[Event]:
    return respond(message, session, TOOLS, stopped)
