"""What is built once, and made ready before the first student asks."""

from __future__ import annotations

from tests.doubles.embedder import BagOfWords
from tests.doubles.index import small_index
from tutor_app.conversation.services import Services
from tutor_app.domain.errors import IndexMissing
from tutor_app.retrieval.course_index import CourseIndex
from tutor_app.retrieval.profiles import profile_named
from tutor_app.runtime.composition import warm


def test_every_course_is_loaded_at_the_start_and_one_without_an_index_holds_up_none() -> None:
    loaded: list[str] = []

    def courses(course_id: str) -> CourseIndex:
        if course_id == "empty":
            raise IndexMissing("This course has no material yet.")
        loaded.append(course_id)
        return small_index("Queues are first in, first out.")

    services = Services(courses=courses, embedder=BagOfWords(), profile=profile_named("default"))

    warm(services, ["first", "empty", "last"])

    assert loaded == ["first", "last"]
