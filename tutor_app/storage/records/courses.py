"""Courses and their documents."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Literal, cast
from uuid import uuid4

from sqlalchemy import Engine, Select, delete, func, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from tutor_app.domain.errors import NotFound
from tutor_app.domain.values import DatedFile, MaterialKind
from tutor_app.storage.records.database import writing
from tutor_app.storage.records.database_tables import CourseModel, DocumentModel
from tutor_app.storage.records.row_values import (
    LIVE,
    TO_INDEX,
    CourseRow,
    DocumentRow,
    DocumentStatus,
)
from tutor_app.wording.catalogue import phrase

NO_COURSE = phrase("errors_storage.no_course_choose_another")
NO_DOCUMENT = phrase("errors_storage.no_document")

UploadOutcome = Literal["added", "unchanged", "replaced"]
# Named here: inside the class, `list` is its method.
CourseRows = list[CourseRow]
DocumentRows = list[DocumentRow]
Ids = list[str]
_SUPERSEDED_AT_UPLOAD: tuple[DocumentStatus, ...] = ("waiting", "failed", "cancelled", "scheduled")
_TO_TRY_AGAIN: tuple[DocumentStatus, ...] = ("failed", "cancelled")
# What indexing may change: a file put off while it is read opens on its day, not at the end of it.
_READABLE: frozenset[DocumentStatus] = LIVE - {"scheduled"}
_RACES_TRIED = 20


class CourseRecords:
    """The courses of this installation."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._writing = writing(engine)

    # --- courses ---

    def list(self) -> CourseRows:
        """Return all courses by name."""
        with Session(self._engine) as session:
            found = session.scalars(select(CourseModel)).all()
            return sorted(map(_course_row, found), key=lambda row: (row.name.casefold(), row.id))

    def get(self, course_id: str) -> CourseRow:
        """Raises NotFound if there is no such course."""
        with Session(self._engine) as session:
            return _course_row(_course(session, course_id))

    def create(self, name: str, contact: str = "") -> CourseRow:
        """Make a course; a second one of the same name gets an id of its own ("algorithms-2")."""
        slug = slug_of(name)
        for number in range(1, 1000):
            course = CourseModel(
                id=slug if number == 1 else f"{slug}-{number}",
                name=name.strip(),
                contact=contact.strip(),
                created_at=datetime.now(UTC),
            )
            try:
                with Session(self._writing) as session, session.begin():
                    session.add(course)
                    session.flush()
                    return _course_row(course)
            except IntegrityError:
                continue
        raise RuntimeError(f"a thousand courses are called {slug}")

    def rename(self, course_id: str, name: str, contact: str | None = None) -> CourseRow:
        """Change the name, and the contact where one is given; the id stays."""
        with Session(self._writing) as session, session.begin():
            course = _course(session, course_id)
            course.name = name.strip()
            if contact is not None:
                course.contact = contact.strip()
            return _course_row(course)

    def delete(self, course_id: str) -> None:
        """Delete the course with its documents, conversations and turns; no file is touched."""
        with Session(self._writing) as session, session.begin():
            _course(session, course_id)
            session.execute(delete(CourseModel).where(CourseModel.id == course_id))

    # --- documents ---

    def documents(self, course_id: str, *, all_versions: bool = False) -> DocumentRows:
        """Return the course's documents by name and version."""
        query = select(DocumentModel).where(DocumentModel.course_id == course_id)
        if not all_versions:
            query = query.where(DocumentModel.status.in_(LIVE))
        with Session(self._engine) as session:
            rows = [_document_row(document) for document in session.scalars(query)]
        return sorted(rows, key=lambda row: (row.name.casefold(), row.name, row.version))

    def document(self, document_id: str) -> DocumentRow:
        """Return a document of any status, so that old citations open."""
        with Session(self._engine) as session:
            return _document_row(_document(session, document_id))

    def newer_version(self, document_id: str) -> DocumentRow | None:
        """Return the version in force of a document that was replaced, if there is one."""
        with Session(self._engine) as session:
            old = _document(session, document_id)
            if old.status != "replaced":
                return None
            newer = session.scalar(
                _versions(old.course_id, old.name)
                .where(DocumentModel.version > old.version, DocumentModel.status.in_(LIVE))
                .order_by((DocumentModel.status == "indexed").desc(), DocumentModel.version.desc())
                .limit(1)
            )
            return None if newer is None else _document_row(newer)

    def courses_to_index(self) -> Ids:
        """Return the ids of courses with a document that waits or whose indexing was cut short."""
        self._open_those_due()
        query = select(DocumentModel.course_id).where(DocumentModel.status.in_(TO_INDEX)).distinct()
        with Session(self._engine) as session:
            return [*session.scalars(query)]

    def set_dates(
        self, document_id: str, opens_at: datetime | None, due_at: datetime | None
    ) -> None:
        """Say when a file opens and when what it sets is due; None for no date.

        A file that is not open yet leaves the index at the next indexing, and comes back by itself.
        A solution stays locked in the index, and is material for students from its date on.
        """
        with Session(self._writing) as session, session.begin():
            named = _document(session, document_id)
            rows = session.scalars(_versions(named.course_id, named.name)).all()
            for row in (row for row in rows if row.status in LIVE):
                row.opens_at, row.due_at = opens_at, due_at
                _put_off(row) if _is_early(row) else _put_on(row)

    def _open_those_due(self) -> None:
        """Let files wait to be indexed whose time has come; solutions become material."""
        now = datetime.now(UTC)
        due = select(DocumentModel).where(
            DocumentModel.opens_at <= now,
            (DocumentModel.status == "scheduled")
            | ((DocumentModel.kind == "solution") & DocumentModel.status.in_(LIVE)),
        )
        with Session(self._engine) as session:
            if session.scalar(due.limit(1)) is None:
                return
        with Session(self._writing) as session, session.begin():
            for row in session.scalars(due).all():
                if row.kind == "solution":  # a new version, since somebody chose to open it
                    again = {"name": row.name, "sha256": row.sha256, "size": row.size}
                    _add(session, DocumentModel(course_id=row.course_id, kind="textbook", **again))
                    row.opens_at = None
                else:
                    _put_on(row)

    def add_document(
        self, course_id: str, name: str, kind: MaterialKind, sha256: str, size: int
    ) -> tuple[DocumentRow, UploadOutcome]:
        """Take in an uploaded file.

        The same bytes with the same kind change nothing, even under another name: they are in a
        course once. If they had failed or been cancelled, they wait again. Other bytes under a
        known name become its next version, which waits; the version in force stays so until
        `mark_indexed`.
        """
        new = {"course_id": course_id, "name": name, "kind": kind, "sha256": sha256, "size": size}
        for _ in range(_RACES_TRIED):
            try:
                with Session(self._writing) as session, session.begin():
                    _course(session, course_id)
                    return _add(session, DocumentModel(**new))
            except IntegrityError:  # another process took the version's number, or these bytes
                continue
        raise RuntimeError("the same file is being added again and again by others")

    def set_status(
        self,
        document_id: str,
        status: DocumentStatus,
        detail: str = "",
        pages: int | None = None,
        chunks: int | None = None,
    ) -> None:
        """Record the document's status.

        One that was replaced, removed or put off in the meantime stays so.
        """
        changes: dict[str, object] = {"status": status, "detail": detail}
        if pages is not None:
            changes["pages"] = pages
        if chunks is not None:
            changes["chunks"] = chunks
        with Session(self._writing) as session, session.begin():
            session.execute(
                update(DocumentModel)
                .where(DocumentModel.id == document_id, DocumentModel.status.in_(_READABLE))
                .values(**changes)
            )

    def make_solution(self, document_id: str) -> None:
        """Close the document to students, even while its index is still being written."""
        with Session(self._writing) as session, session.begin():
            session.execute(
                update(DocumentModel).where(DocumentModel.id == document_id).values(kind="solution")
            )

    def mark_indexed(self, course_id: str, counts: Mapping[str, tuple[int, int]]) -> None:
        """Put these documents (id → pages, chunks) in force, and retire their older versions.

        All in one transaction. A document removed or put off in the meantime stays so.
        """
        with Session(self._writing) as session, session.begin():
            live = select(DocumentModel).where(
                DocumentModel.course_id == course_id,
                DocumentModel.id.in_([*counts]),
                DocumentModel.status.in_(_READABLE),
            )
            for document in session.scalars(live).all():
                document.status, document.detail = "indexed", ""
                document.pages, document.chunks = counts[document.id]
                session.execute(
                    update(DocumentModel)
                    .where(
                        DocumentModel.course_id == course_id,
                        DocumentModel.name == document.name,
                        DocumentModel.version < document.version,
                        DocumentModel.status.in_(LIVE),
                    )
                    .values(status="replaced", detail="")
                )

    def remove_document(self, document_id: str) -> None:
        """Take it out of the course; its row stays, so that old citations can say what happened."""
        with Session(self._writing) as session, session.begin():
            document = _document(session, document_id)
            document.status, document.detail = "removed", ""


def dated_files(session: Session, course_id: str) -> tuple[DatedFile, ...]:
    """Return the files of the course that have a date, by name."""
    query = select(DocumentModel).where(
        DocumentModel.course_id == course_id,
        DocumentModel.status.in_(LIVE),
        DocumentModel.kind != "solution",
        DocumentModel.opens_at.is_not(None) | DocumentModel.due_at.is_not(None),
    )
    rows = {row.name: row for row in session.scalars(query.order_by(DocumentModel.version))}
    return tuple(
        DatedFile(
            name=row.name,
            kind=cast(MaterialKind, row.kind),
            opens_at=row.opens_at,
            due_at=row.due_at,
        )
        for _, row in sorted(rows.items())
    )


def count_unindexed(session: Session, course_id: str) -> int:
    """Return how many files of the course are still to be read, not counting solutions."""
    query = (
        select(func.count())
        .select_from(DocumentModel)
        .where(
            DocumentModel.course_id == course_id,
            DocumentModel.status.in_(TO_INDEX),
            DocumentModel.kind != "solution",
        )
    )
    return session.scalars(query).one()


def slug_of(name: str) -> str:
    """Return the name in lower-case letters, digits and single hyphens; never empty."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9]+", "-", plain.lower()).strip("-")[:60].strip("-") or "course"


def _add(session: Session, new: DocumentModel) -> tuple[DocumentRow, UploadOutcome]:
    versions = session.scalars(_versions(new.course_id, new.name)).all()
    same = session.scalar(
        select(DocumentModel).where(
            DocumentModel.course_id == new.course_id,
            DocumentModel.sha256 == new.sha256,
            # A solution that comes again by another name must not be open to students by it.
            (DocumentModel.kind == new.kind) | (DocumentModel.name != new.name),
            DocumentModel.status.in_(LIVE),
        )
    )
    older = [v for v in versions if v is not same and v.status in _SUPERSEDED_AT_UPLOAD]
    for document in older:  # it never came into force, and what was uploaded last counts
        document.status, document.detail = "replaced", ""
    if same is not None and same.status not in _TO_TRY_AGAIN:
        return _document_row(same), "unchanged"
    if same is not None:
        same.status, same.detail = "waiting", ""
        return _document_row(same), "added"
    new.id = uuid4().hex
    new.version = 1 + max((v.version for v in versions), default=0)
    new.status, new.uploaded_at = "waiting", datetime.now(UTC)
    new.pages, new.chunks, new.detail = 0, 0, ""
    before = max(versions, key=lambda version: version.version, default=None)
    if before is not None:
        new.opens_at, new.due_at = before.opens_at, before.due_at
        if _is_early(new):  # what was not open is not open in its next version either
            _put_off(new)
    session.add(new)
    session.flush()
    replaces = older or any(v.status in LIVE for v in versions)
    return _document_row(new), "replaced" if replaces else "added"


def _is_early(row: DocumentModel) -> bool:
    opens_at = row.opens_at
    return row.kind != "solution" and opens_at is not None and opens_at > datetime.now(UTC)


def _put_off(row: DocumentModel) -> None:
    row.status, row.detail, row.pages, row.chunks = "scheduled", "", 0, 0


def _put_on(row: DocumentModel) -> None:
    if row.status == "scheduled":
        row.status, row.detail = "waiting", ""


def _versions(course_id: str, name: str) -> Select[DocumentModel]:
    return select(DocumentModel).where(
        DocumentModel.course_id == course_id, DocumentModel.name == name
    )


def _course(session: Session, course_id: str) -> CourseModel:
    course = session.get(CourseModel, course_id)
    if course is None:
        raise NotFound(NO_COURSE())
    return course


def _document(session: Session, document_id: str) -> DocumentModel:
    document = session.get(DocumentModel, document_id)
    if document is None:
        raise NotFound(NO_DOCUMENT())
    return document


def _course_row(course: CourseModel) -> CourseRow:
    return CourseRow(
        id=course.id, name=course.name, contact=course.contact, created_at=course.created_at
    )


def _document_row(document: DocumentModel) -> DocumentRow:
    return DocumentRow(
        id=document.id,
        course_id=document.course_id,
        name=document.name,
        kind=cast(MaterialKind, document.kind),
        sha256=document.sha256,
        size=document.size,
        pages=document.pages,
        chunks=document.chunks,
        status=cast(DocumentStatus, document.status),
        detail=document.detail,
        version=document.version,
        uploaded_at=document.uploaded_at,
        opens_at=document.opens_at,
        due_at=document.due_at,
    )
