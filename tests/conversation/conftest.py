"""The demo courses as they are shipped, each indexed once for all tests that talk in it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from demo_course.build import ALGEBRA, build
from evals.hint_ladder.recorded_learner import Classroom, Learner
from tutor_app.runtime.evaluation_course import index_folder


@pytest.hookimpl(tryfirst=True)  # before xdist reads the groups
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """One process indexes them: their tests are a group, not those of a file."""
    for item in items:
        if {"demo_room", "algebra_room"}.intersection(getattr(item, "fixturenames", ())):
            item.add_marker(pytest.mark.xdist_group("demo_room"), append=False)


@pytest.fixture(scope="session")
def demo_room(tmp_path_factory: pytest.TempPathFactory) -> Classroom:
    """Each learner of it is new."""
    folder = tmp_path_factory.mktemp("course")
    build(folder)
    return Classroom(index_folder(folder))


@pytest.fixture(scope="session")
def algebra_room(tmp_path_factory: pytest.TempPathFactory) -> Classroom:
    """The demo course of algebra and chances."""
    folder = tmp_path_factory.mktemp("algebra")
    build(folder, ALGEBRA)
    return Classroom(index_folder(folder))


@pytest.fixture
def learner(demo_room: Classroom) -> Iterator[Learner]:
    with demo_room.learner() as learner:
        yield learner
