"""The check before a course opens: coverage, suspected solutions and questions tried out."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from pathlib import Path

from ingest.course_check_report import (
    CourseCheck,
    FileNote,
    SuspectedSolution,
    TriedQuestion,
    list_held_back,
    write_check,
)
from ingest.course_progress import Report
from ingest.ingest import IndexReport, index_course
from ingest.text_coverage import coverage_words
from tutor_app.answering.course_map.make_map import make_map
from tutor_app.answering.course_map.map_file import write_map, write_starters
from tutor_app.answering.definition_questions import definition_questions
from tutor_app.conversation.from_map.starters import starters_of
from tutor_app.conversation.respond import respond
from tutor_app.conversation.services import Services
from tutor_app.domain.errors import TutorError
from tutor_app.domain.settings import Settings
from tutor_app.domain.values import Message, Quote, Session
from tutor_app.retrieval.course_index import CourseIndex, load_index
from tutor_app.retrieval.embedder import Embedder
from tutor_app.retrieval.index_files import StoredDocument
from tutor_app.retrieval.profiles import PROFILES
from tutor_app.runtime.material_language import speak_as_material
from tutor_app.storage.records.courses import CourseRecords

logger = logging.getLogger(__name__)

PROBES = 3


def index_and_check(
    course_id: str,
    settings: Settings,
    courses: CourseRecords,
    embedder: Embedder,
    progress: Report,
) -> IndexReport:
    """Index the course and keep the report on each version beside it.

    Raises what indexing raises. Everything else works without the report. Questions are tried out
    when the last file is indexed.
    """

    def check(version: Path, documents: Sequence[StoredDocument], *, is_last: bool) -> None:
        try:
            index = load_index(version) if is_last else None
            held = list_held_back(courses.documents(course_id))
            write_check(version, check_course(documents, held, index, embedder))
            if index is not None:
                _map_course(version, documents, index, embedder)
                speak_as_material(course_id, settings, (one.document for one in documents))
        except (TutorError, OSError) as exc:
            logger.warning("The course was indexed, but not checked: %s", exc)

    return index_course(course_id, settings, courses, embedder, progress, check)


def check_course(
    documents: Sequence[StoredDocument],
    held: Sequence[SuspectedSolution],
    index: CourseIndex | None,
    embedder: Embedder,
) -> CourseCheck:
    """Return the report on what a course's index holds, and on the files `held` back from it.

    No question is tried without the index.
    """
    questions = definition_questions(index.chunks, PROBES) if index else ()
    return CourseCheck(
        files=tuple(_file_note(stored) for stored in documents),
        suspects=tuple(held),
        probes=tuple(_tried(question, index, embedder) for question in questions if index),
    )


def _map_course(
    version: Path, documents: Sequence[StoredDocument], index: CourseIndex, embedder: Embedder
) -> None:
    """Keep the course's map with the version, and the first questions, each asked before."""
    course_map = make_map(documents)
    write_map(version, course_map)
    services = Services(courses=lambda _: index, embedder=embedder, profile=PROFILES["default"])
    write_starters(version, starters_of(course_map, index, services))


def _file_note(stored: StoredDocument) -> FileNote:
    found = stored.coverage
    return FileNote(
        name=stored.document.name,
        pages=stored.document.pages,
        without_text=len(found.without_text),
        by_ocr=len(found.by_ocr),
        confidence=found.confidence,
        damaged=len(found.damaged) + len(found.doubtful),
        said=coverage_words(found, stored.document.pages),
    )


def _tried(question: str, index: CourseIndex, embedder: Embedder) -> TriedQuestion:
    """Ask the tutor, without a model, and keep the beginning of its answer."""
    services = Services(courses=lambda _: index, embedder=embedder, profile=PROFILES["default"])
    session = Session(conversation_id="check", course_id="check", course_name="")
    for event in respond(Message(text=question), session, services):
        if isinstance(event, Quote):
            return TriedQuestion(
                question=question,
                said=" ".join(marked.text for marked in event.marked),
                document_name=event.document_name,
                page=event.page,
            )
    return TriedQuestion(question=question, said="")
