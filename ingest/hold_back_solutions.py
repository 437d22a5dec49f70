"""Files that look like solutions are kept from students until staff choose their kind again."""

from __future__ import annotations

from collections.abc import Sequence

from ingest.course_check_report import HELD_BACK
from ingest.solution_detection import find_solutions
from tutor_app.retrieval.index_files import StoredDocument
from tutor_app.storage.records.courses import CourseRecords
from tutor_app.storage.records.row_values import DocumentRow


def hold_back(
    documents: Sequence[StoredDocument], courses: CourseRecords, course_id: str
) -> dict[str, str]:
    """Turn documents that look like solutions into some; return what to say of each, by its id.

    One to which staff have since given another kind stays open.
    """
    rows = courses.documents(course_id, all_versions=True)
    opened = {row.id for row in rows if _is_opened_by_staff(row, rows)}
    shown = [one for one in documents if one.document.kind != "solution"]
    why = {suspect.name: suspect.why for suspect in find_solutions(shown)}
    held = {
        one.document.id: HELD_BACK(why=why[one.document.name])
        for one in shown
        if one.document.name in why and one.document.id not in opened
    }
    for document_id in held:
        courses.make_solution(document_id)
    return held


def _is_opened_by_staff(row: DocumentRow, rows: Sequence[DocumentRow]) -> bool:
    """Whether the same bytes were a solution in an earlier version: somebody chose anew."""
    return any(
        other.kind == "solution"
        and (other.name, other.sha256) == (row.name, row.sha256)
        and other.version < row.version
        for other in rows
    )
