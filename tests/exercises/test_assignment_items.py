"""Items of assignments are found by numbering and layout, and their solutions stay apart."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.doubles.course import CourseDesk
from tests.doubles.pdf import Sheet
from tutor_app.domain.settings import Settings
from tutor_app.exercises.assignment_book import AssignmentBook, AssignmentBooks
from tutor_app.exercises.assignment_items import AssignmentItem, split_statements
from tutor_app.retrieval.index_files import LOCKED_MATERIAL, MATERIAL, current_version

SECRET = "The queue holds the nodes of one level and then all those of the next level."


@pytest.fixture
def desk(settings: Settings, tmp_path: Path) -> CourseDesk:
    desk = CourseDesk(settings)
    tasks = Sheet().heading("Assignment 2: Queues").text("Due on Friday.")
    tasks.text("1. (5 points) Why does a queue make the search go level by level?")
    tasks.text("2. (3 points) Give a graph on which a stack finds a longer path.")
    desk.add(tasks.save(tmp_path / "hw2.pdf"), "assignment")
    key = Sheet().heading("Homework 2: Solutions")
    key.heading("Problem 1", 13).text(f"{SECRET} (3 points) So no level is left early. (2 points)")
    desk.add(key.save(tmp_path / "hw2-sol.pdf"), "solution")
    other = Sheet().heading("Homework 7: Solutions").heading("Problem 1", 13)
    desk.add(
        other.text("Of another sheet, which the course does not have.").save(tmp_path / "x.pdf"),
        "solution",
    )
    desk.index()
    return desk


def book(desk: CourseDesk) -> AssignmentBook:
    return AssignmentBooks(desk.settings, desk.embedder)(desk.id, desk.loaded())


def items(desk: CourseDesk) -> tuple[AssignmentItem, ...]:
    return book(desk).items


def test_an_item_has_number_statement_points_and_page(desk: CourseDesk) -> None:
    first, second = items(desk)

    assert (first.id, first.name) == ("hw2.pdf#1", "item 1 of assignment 2")
    assert first.statement == "Why does a queue make the search go level by level?"
    assert (first.points, first.pages) == (5.0, (1,))
    assert (second.number, second.points) == ("2", 3.0)


def test_a_solution_belongs_to_its_item_without_the_remarks_for_markers(desk: CourseDesk) -> None:
    first, second = items(desk)

    assert first.solution == (SECRET, "So no level is left early.")
    assert second.solution == ()


def test_solutions_stand_in_a_file_of_their_own_and_in_no_search(desk: CourseDesk) -> None:
    version = current_version(desk.settings.course_dir(desk.id))
    assert version is not None

    assert SECRET in (version / LOCKED_MATERIAL).read_text()
    assert SECRET not in (version / MATERIAL).read_text()
    assert SECRET not in desk.text()


def test_indexing_again_keeps_the_solutions(desk: CourseDesk) -> None:
    desk.index()

    assert items(desk)[0].solution == (SECRET, "So no level is left early.")


def test_a_version_made_before_solutions_were_kept_has_items_without_them(desk: CourseDesk) -> None:
    version = current_version(desk.settings.course_dir(desk.id))
    assert version is not None
    (version / LOCKED_MATERIAL).unlink()

    assert [item.solution for item in items(desk)] == [(), ()]


def test_the_guard_of_a_course_keeps_its_solutions_in(desk: CourseDesk) -> None:
    guard = book(desk).guard

    assert guard.leaks(f"Here it is: {SECRET}")
    assert not guard.leaks("Why does a queue make the search go level by level?")


def test_a_row_of_a_table_is_a_statement_and_its_head_is_none() -> None:
    text = (
        "Edge Weight Decision\nAC 1 taken\nOne point is given for each row.\nIt costs 3. (1 point)"
    )

    assert split_statements(text) == ("AC 1 taken", "It costs 3.")
