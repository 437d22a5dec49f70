"""Indexing one course: running it, and saying in each document's row how it ended."""

from __future__ import annotations

import logging
import time
import traceback
from collections.abc import Callable
from dataclasses import dataclass, field

from tutor_app.errors import IndexBusy, IndexingCancelled, LiveStateLost, NotFound, TutorError
from tutor_app.memory.progress import Progress
from tutor_app.memory.queue import INDEX_ACTOR, JobQueue
from tutor_app.records.courses import CourseRecords
from tutor_app.records.rows import DocumentStatus

logger = logging.getLogger(__name__)

MAX_TRIES = 2
KILLED = (
    "The indexer ended unexpectedly, twice, while this file was being read. Index it again, or "
    "upload it in another form (printed to PDF anew, or in parts)."
)
BROKE = (
    "Something broke while the course was being indexed. The index is as it was before. Index the "
    "file again; `elenchus doctor` says whether a part is missing."
)


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
    """Index the course. An upload from now on leads to another run after this one."""
    try:
        parts.queue.taken(INDEX_ACTOR, course_id)
        tries = parts.progress.begin(course_id)
    except LiveStateLost:
        return  # start_waiting_courses queues it again
    if tries > MAX_TRIES:
        _end(course_id, parts, ("indexing",), "failed", KILLED)
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
    """The process is being stopped politely: what it has in hand does not count as a death."""
    for course_id in tuple(parts.running):
        parts.progress.end(course_id)


def _index(course_id: str, parts: IndexParts) -> None:
    unfinished: tuple[DocumentStatus, ...] = ("waiting", "indexing")
    try:
        parts.index(course_id)
    except IndexingCancelled:
        _end(course_id, parts, unfinished, "cancelled", "")
    except IndexBusy:
        time.sleep(parts.busy_seconds)
        parts.queue.index(course_id)
    except LiveStateLost:
        _end(course_id, parts, ("indexing",), "waiting", "")
    except NotFound:
        logger.info("Course %s was deleted before it was indexed.", course_id)
    except TutorError as exc:
        _end(course_id, parts, unfinished, "failed", str(exc))
    except Exception as exc:  # noqa: BLE001 - whatever breaks, the page must not say "indexing"
        trace = "".join(traceback.format_tb(exc.__traceback__))
        logger.error("Indexing %s broke: %s\n%s", course_id, type(exc).__name__, trace)
        _end(course_id, parts, unfinished, "failed", BROKE)


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
