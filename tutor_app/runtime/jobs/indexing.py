"""Indexing one course: running it, and recording in each document's row how it ended."""

from __future__ import annotations

import logging
import time
import traceback
from collections.abc import Callable
from dataclasses import dataclass, field

from tutor_app.domain.errors import (
    IndexBusy,
    IndexingCancelled,
    LiveStateLost,
    NotFound,
    TutorError,
)
from tutor_app.storage.live.indexing_progress import Progress
from tutor_app.storage.live.job_queue import INDEX_ACTOR, JobQueue
from tutor_app.storage.records.courses import CourseRecords
from tutor_app.storage.records.row_values import TO_INDEX, DocumentStatus
from tutor_app.wording.catalogue import phrase

INDEXER_DIED = phrase("runtime_files.indexer_died")
BROKE = phrase("runtime_files.indexing_broke")

logger = logging.getLogger(__name__)

MAX_TRIES = 2


@dataclass(frozen=True, kw_only=True)
class IndexParts:
    """What a worker needs to index. `index` does the work for one course and sets statuses."""

    courses: CourseRecords
    progress: Progress
    queue: JobQueue
    index: Callable[[str], object]
    busy_seconds: float = 5.0
    running: set[str] = field(default_factory=set)


def run_index(course_id: str, parts: IndexParts) -> None:
    """Index the course. Any upload from now on leads to another run after this one."""
    try:
        parts.queue.clear_mark(INDEX_ACTOR, course_id)
        tries = parts.progress.begin(course_id)
    except LiveStateLost:
        return  # start_waiting_courses queues it again
    if tries > MAX_TRIES:
        _end(course_id, parts, ("indexing",), "failed", INDEXER_DIED())
    parts.running.add(course_id)
    try:
        _index(course_id, parts)
    finally:
        parts.running.discard(course_id)
    try:
        parts.progress.end(course_id)
    except LiveStateLost:
        logger.warning("Redis is away: the progress of a course was not cleared.")


def start_waiting_courses(parts: IndexParts) -> None:
    """Queue every course with files to index whose job Redis has lost."""
    for course_id in parts.courses.courses_to_index():
        if course_id not in parts.running:
            parts.queue.index(course_id)


def give_back_courses(parts: IndexParts) -> None:
    """The process is being stopped politely: its unfinished work does not count as a crash."""
    for course_id in tuple(parts.running):
        parts.progress.end(course_id)


def _index(course_id: str, parts: IndexParts) -> None:
    try:
        parts.index(course_id)
    except IndexingCancelled:
        _end(course_id, parts, TO_INDEX, "cancelled", "")
    except IndexBusy:
        time.sleep(parts.busy_seconds)
        parts.queue.index(course_id)
    except LiveStateLost:
        _end(course_id, parts, ("indexing",), "waiting", "")
    except NotFound:
        logger.info("Course %s was deleted before it was indexed.", course_id)
    except TutorError as exc:
        _end(course_id, parts, TO_INDEX, "failed", str(exc))
    except Exception as exc:  # noqa: BLE001 - whatever breaks, the page must not say "indexing"
        trace = "".join(traceback.format_tb(exc.__traceback__))
        logger.error("Indexing %s broke: %s\n%s", course_id, type(exc).__name__, trace)
        _end(course_id, parts, TO_INDEX, "failed", BROKE())


def _end(
    course_id: str,
    parts: IndexParts,
    which: tuple[DocumentStatus, ...],
    status: DocumentStatus,
    detail: str,
) -> None:
    for document in parts.courses.documents(course_id):
        if document.status in which:
            parts.courses.set_status(document.id, status, detail)
