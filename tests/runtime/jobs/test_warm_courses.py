"""A course is in memory before its first question, and again once its index was switched."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.doubles.course import CourseDesk
from tests.ingest.small_files import HEAPS, QUEUES, pdf
from tutor_app.conversation.services import Services
from tutor_app.domain.settings import Settings
from tutor_app.exercises.assignment_book import AssignmentBooks
from tutor_app.exercises.item_facts import ItemFacts, attach_facts
from tutor_app.exercises.task_problems import problem_of_item, read_task_problem
from tutor_app.runtime.jobs.warm_answer import WarmCourses


@pytest.fixture
def desk(settings: Settings) -> CourseDesk:
    return CourseDesk(settings)


@pytest.fixture
def services(desk: CourseDesk) -> Services:
    return desk.services()


def test_a_home_without_a_course_has_nothing_to_load(
    settings: Settings, services: Services
) -> None:
    assert not WarmCourses(settings, services).load_next()


def test_a_course_is_loaded_once(desk: CourseDesk, services: Services, tmp_path: Path) -> None:
    desk.add(pdf(tmp_path / "queues.pdf", QUEUES))
    desk.index()
    courses = WarmCourses(desk.settings, services)

    assert courses.load_next()
    assert not courses.load_next()


def test_a_switched_index_is_loaded_again_and_answers(
    desk: CourseDesk, services: Services, tmp_path: Path
) -> None:
    desk.add(pdf(tmp_path / "queues.pdf", QUEUES))
    desk.index()
    courses = WarmCourses(desk.settings, services)
    courses.load_next()

    desk.add(pdf(tmp_path / "heaps.pdf", HEAPS))
    desk.index()

    assert courses.load_next()
    assert any(HEAPS in chunk.text for chunk in services.courses(desk.id).chunks)
    assert not courses.load_next()


def test_a_course_that_cannot_be_loaded_is_tried_again_with_its_next_index(
    desk: CourseDesk, services: Services, tmp_path: Path
) -> None:
    desk.add(pdf(tmp_path / "queues.pdf", QUEUES))
    desk.index()
    index = desk.settings.course_dir(desk.id) / "index"
    whole = (index / "CURRENT").read_text()
    (index / "broken").mkdir()
    (index / "CURRENT").write_text("broken")
    courses = WarmCourses(desk.settings, services)
    courses.load_next()
    assert not courses.load_next()

    (index / "CURRENT").write_text(whole)

    assert courses.load_next()
    assert services.courses(desk.id).chunks


def test_the_problems_of_assignments_are_read_before_a_message_is_about_one(
    desk: CourseDesk, services: Services, tmp_path: Path
) -> None:
    text = "Run breadth-first search from K to M on the undirected graph K-L, L-M, K-M."
    desk.add(pdf(tmp_path / "assignment-1.pdf", f"1. {text}"), "assignment")
    desk.index()
    books = AssignmentBooks(desk.settings, desk.embedder)
    courses = WarmCourses(desk.settings, replace(services, assignments=books))
    while courses.load_next():
        pass
    read = read_task_problem.cache_info().misses

    index = services.courses(desk.id)
    (item,) = books(desk.id, index).items
    assert problem_of_item(item, index.chunks) is not None
    assert read_task_problem.cache_info().misses == read


def test_what_staff_attach_to_items_is_read_before_the_next_message(
    desk: CourseDesk, services: Services, tmp_path: Path
) -> None:
    desk.add(pdf(tmp_path / "assignment-1.pdf", "1. Name the queue of a search."), "assignment")
    desk.index()
    books = AssignmentBooks(desk.settings, desk.embedder)
    courses = WarmCourses(desk.settings, replace(services, assignments=books))
    while courses.load_next():
        pass
    index = services.courses(desk.id)
    (item,) = books(desk.id, index).items

    facts = ItemFacts(accepted=("frontier",))
    attach_facts(desk.settings.course_dir(desk.id), item.id, facts)

    assert courses.load_next()
    assert books(desk.id, index).items[0].attached == facts
    assert not courses.load_next()
