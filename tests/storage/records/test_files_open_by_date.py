"""A file with a date is in no index before it, whatever is uploaded; then it comes by itself."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from tutor_app.domain.settings import Settings
from tutor_app.storage.records import ConversationRecords, CourseRecords, open_database

NOW = datetime.now(UTC)
SOON, PAST = NOW + timedelta(days=3), NOW - timedelta(days=1)
BYTES, OTHER_BYTES = "a" * 64, "b" * 64


@pytest.fixture
def courses(settings: Settings) -> CourseRecords:
    made = CourseRecords(open_database(settings))
    made.create("Graphs")
    return made


def statuses(courses: CourseRecords) -> list[tuple[str, str, str]]:
    return [(row.name, row.kind, row.status) for row in courses.documents("graphs")]


def test_a_file_that_is_not_open_waits_for_its_day(courses: CourseRecords) -> None:
    row, _ = courses.add_document("graphs", "lecture 7.pdf", "textbook", BYTES, 10)
    courses.mark_indexed("graphs", {row.id: (3, 9)})

    courses.set_dates(row.id, SOON, None)

    assert statuses(courses) == [("lecture 7.pdf", "textbook", "scheduled")]
    assert courses.documents("graphs")[0].is_closed
    assert courses.documents("graphs")[0].chunks == 0
    assert courses.courses_to_index() == []

    courses.set_dates(row.id, PAST, None)
    assert courses.courses_to_index() == ["graphs"]
    assert statuses(courses) == [("lecture 7.pdf", "textbook", "waiting")]


def test_a_file_put_off_while_it_is_read_stays_closed(courses: CourseRecords) -> None:
    row, _ = courses.add_document("graphs", "lecture 7.pdf", "textbook", BYTES, 10)
    courses.set_status(row.id, "indexing")
    courses.set_dates(row.id, SOON, None)

    courses.mark_indexed("graphs", {row.id: (3, 9)})
    courses.set_status(row.id, "indexed", "1 page without text")

    assert statuses(courses) == [("lecture 7.pdf", "textbook", "scheduled")]


def test_a_new_version_of_a_closed_file_is_closed_too(courses: CourseRecords) -> None:
    row, _ = courses.add_document("graphs", "lecture 7.pdf", "textbook", BYTES, 10)
    courses.set_dates(row.id, SOON, SOON)

    newer, _ = courses.add_document("graphs", "lecture 7.pdf", "textbook", OTHER_BYTES, 11)

    assert (newer.status, newer.opens_at, newer.due_at) == ("scheduled", SOON, SOON)
    assert [status for _, _, status in statuses(courses)].count("scheduled") == 1, "one opens"


def test_a_solution_stays_locked_until_its_day_and_is_material_then(
    courses: CourseRecords,
) -> None:
    row, _ = courses.add_document("graphs", "solutions 1.pdf", "solution", BYTES, 10)
    courses.mark_indexed("graphs", {row.id: (1, 4)})

    courses.set_dates(row.id, SOON, None)
    assert statuses(courses) == [("solutions 1.pdf", "solution", "indexed")]

    courses.set_dates(row.id, PAST, None)
    assert courses.courses_to_index() == ["graphs"]
    assert ("solutions 1.pdf", "textbook", "waiting") in statuses(courses)


def test_a_turn_knows_the_dates_of_its_course(courses: CourseRecords, settings: Settings) -> None:
    row, _ = courses.add_document("graphs", "assignment 2.pdf", "assignment", BYTES, 10)
    courses.set_dates(row.id, None, SOON)
    records = ConversationRecords(open_database(settings))
    conversation = records.create(records.learner("token"), "graphs")
    turn = records.add_turn(conversation.id, "when is it due?")

    (dated,) = records.session_of(turn.id).dated

    assert (dated.name, dated.kind, dated.due_at) == ("assignment 2.pdf", "assignment", SOON)
