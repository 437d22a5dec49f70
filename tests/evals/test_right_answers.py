"""Thirty right answers to locked assignments, with the real embedder: none disputed."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from demo_course.build import build
from evals.assignments.right_answers import confirms, data_of, disputes, measure_right
from evals.assignments.solution_requests import talk
from ingest.ingest import index_course
from ingest.upload_store import store_upload
from tests.doubles.index import small_index
from tests.doubles.quiet import Quiet
from tutor_app.conversation.services import Services
from tutor_app.domain.settings import Settings
from tutor_app.exercises.assignment_book import AssignmentBooks
from tutor_app.retrieval.course_index import CourseIndexes
from tutor_app.retrieval.embedder import Embedder, Vectors
from tutor_app.retrieval.profiles import PROFILES
from tutor_app.runtime.composition import build_embedder
from tutor_app.runtime.evaluation_course import COURSE
from tutor_app.storage.records import CourseRecords, open_database


class Remembering:
    """The real embedder, which embeds a text once."""

    def __init__(self, real: Embedder) -> None:
        self._real, self.name = real, real.name
        self._known: dict[str, Vectors] = {}

    def embed(self, texts: Sequence[str]) -> Vectors:
        new = [text for text in dict.fromkeys(texts) if text not in self._known]
        if new:
            self._known |= zip(new, self._real.embed(new), strict=True)
        return np.array([self._known[text] for text in texts])


@pytest.fixture(scope="module")
def services(tmp_path_factory: pytest.TempPathFactory, model_cache: Path) -> Services:
    """The parts of a course that has the demo course's first two assignments alone."""
    folder = tmp_path_factory.mktemp("demo")
    settings = Settings(_env_file=None, elenchus_home=folder / "home", elenchus_cache=model_cache)
    settings.elenchus_home.mkdir()
    courses, embedder = (
        CourseRecords(open_database(settings)),
        Remembering(build_embedder(settings)),
    )
    courses.create(COURSE)
    for material in build(folder):
        if material.path.name.startswith(("assignment-1", "assignment-2")):
            sha256, size = store_upload(settings, material.path)
            courses.add_document(COURSE, material.path.name, material.kind, sha256, size)
    index_course(COURSE, settings, courses, embedder, Quiet())
    return Services(
        courses=CourseIndexes(settings, embedder),
        embedder=embedder,
        profile=PROFILES["default"],
        assignments=AssignmentBooks(settings, embedder),
    )


@pytest.mark.long
@pytest.mark.timeout(400)  # sixty conversations with the real embedder
def test_no_right_answer_is_disputed_and_what_exact_code_can_decide_is_confirmed(
    services: Services,
) -> None:
    found = measure_right(services)

    assert (found["right_answers"], found["disputes"]) == (30, [])
    assert found["exact_can_decide"] >= 14
    assert found["exact_confirmed"] == found["exact_can_decide"]
    assert found["confirmed_when_evaluated"] >= 28
    assert found["confirmed_when_checked"] >= 28


def test_a_wrong_answer_is_not_confirmed(services: Services) -> None:
    wrong = "BFS generates 54 nodes below the root. Iterative deepening generates 39."
    for wanted in ("evaluation", "validation"):
        (turn,) = talk([f"My answer to item 5 of assignment 1: {wrong}"], services, wanted)  # type: ignore[arg-type]
        assert not confirms(turn.shown)


@pytest.mark.parametrize(
    ("said", "takes_back", "says_yes"),
    [
        ("Your answer has all 2 points of the solution. There is nothing to add.", False, True),
        ("That is right. All your steps are right.", False, True),
        ("It is not right yet. Look again.", True, False),
        ("What I don't find is not wrong for that.", False, False),
        ("You have found all the right steps, and there is something too much.", True, False),
    ],
)
def test_what_takes_an_answer_back_and_what_confirms_it(
    said: str, takes_back: bool, says_yes: bool
) -> None:
    assert disputes(said) is takes_back
    assert confirms(said) is says_yes


def test_data_of_a_figure_are_looked_for_where_the_item_names_one(services: Services) -> None:
    index = services.courses(COURSE)
    assert services.assignments is not None
    items = {item.id: item for item in services.assignments(COURSE, index).items}

    assert "A-B 4" in data_of(items["assignment-2.pdf#3"], index.chunks)
    assert "s->a 2" in data_of(items["assignment-2.pdf#1"], index.chunks)
    assert data_of(items["assignment-2.pdf#6"], index.chunks) == ""
    assert data_of(items["assignment-2.pdf#3"], small_index("A-B 4.").chunks) == ""
