"""What a worker does with one course whose files are to be indexed."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.doubles.desk import Desk
from tutor_app.domain.errors import IndexBusy, IndexingCancelled, IndexMissing
from tutor_app.runtime.jobs.indexing import (
    IndexParts,
    give_back_courses,
    run_index,
    start_waiting_courses,
)


@pytest.fixture
def document_id(desk: Desk) -> str:
    return desk.courses.add_document(desk.course_id, "a.pdf", "textbook", "a", 1)[0].id


def index_parts(desk: Desk, index: Callable[[str], object]) -> IndexParts:
    return IndexParts(
        courses=desk.courses,
        progress=desk.progress,
        queue=desk.queue,
        index=index,
        busy_seconds=0,
    )


def raising(error: Exception) -> Callable[[str], object]:
    def index(course_id: str) -> object:
        raise error

    return index


@pytest.mark.parametrize(
    ("error", "status", "detail"),
    [
        (IndexingCancelled("cancelled"), "cancelled", ""),
        (IndexMissing("The disk is full."), "failed", "The disk is full."),
        (ValueError("a bug"), "failed", "Something broke"),
    ],
)
def test_however_indexing_ends_no_file_is_left_waiting(
    desk: Desk, document_id: str, error: Exception, status: str, detail: str
) -> None:
    run_index(desk.course_id, index_parts(desk, raising(error)))

    row = desk.courses.document(document_id)
    assert row.status == status
    assert row.detail.startswith(detail)


def test_an_upload_during_indexing_leads_to_one_more_run(desk: Desk) -> None:
    later: list[bool] = []

    def index(course_id: str) -> None:
        later.extend(desk.queue.index(course_id) for _ in range(3))

    desk.queue.index(desk.course_id)
    run_index(desk.course_id, index_parts(desk, index))

    assert later == [True, False, False]


def test_a_course_that_another_process_indexes_is_tried_again(desk: Desk, document_id: str) -> None:
    run_index(desk.course_id, index_parts(desk, raising(IndexBusy("busy"))))

    assert desk.courses.document(document_id).status == "waiting"
    assert desk.queue.index(desk.course_id) is False


def test_a_file_that_kills_the_indexer_twice_is_given_up_and_the_others_go_on(
    desk: Desk, document_id: str
) -> None:
    healthy = desk.courses.add_document(desk.course_id, "b.pdf", "textbook", "b", 1)[0].id
    desk.courses.set_status(document_id, "indexing")
    for _ in range(2):
        desk.progress.begin(desk.course_id)
    seen: list[str] = []

    def index(course_id: str) -> None:
        seen.extend(d.id for d in desk.courses.documents(course_id) if d.status == "waiting")

    run_index(desk.course_id, index_parts(desk, index))

    assert seen == [healthy]
    assert "ended unexpectedly" in desk.courses.document(document_id).detail


def test_stopping_the_indexer_politely_is_not_counted_as_a_death(desk: Desk) -> None:
    def index(course_id: str) -> None:
        give_back_courses(parts)
        later.append(desk.progress.begin(course_id))

    later: list[int] = []
    parts = index_parts(desk, index)
    run_index(desk.course_id, parts)

    assert later == [1]


def test_files_whose_job_redis_lost_are_queued_again_unless_they_are_in_hand(
    desk: Desk, document_id: str
) -> None:
    parts = index_parts(desk, raising(ValueError()))
    parts.running.add(desk.course_id)
    start_waiting_courses(parts)
    parts.running.clear()
    start_waiting_courses(parts)

    assert desk.queue.index(desk.course_id) is False
