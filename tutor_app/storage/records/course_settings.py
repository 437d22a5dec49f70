"""What staff decided for a course: every version is kept, the newest is in force."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

from pydantic import TypeAdapter
from sqlalchemy import Engine, select
from sqlalchemy.orm import Session

from tutor_app.domain.errors import NotFound
from tutor_app.domain.teaching import CourseSettings
from tutor_app.storage.records.database import writing
from tutor_app.storage.records.database_tables import CourseModel, CourseSettingsModel
from tutor_app.storage.records.row_values import SettingsRow
from tutor_app.wording.catalogue import phrase

NO_COURSE = phrase("errors_storage.no_course")

_SETTINGS: TypeAdapter[CourseSettings] = TypeAdapter(CourseSettings)


def _now() -> datetime:
    return datetime.now(UTC)


class CourseSettingsRecords:
    """The settings of courses, with their history."""

    def __init__(self, engine: Engine, now: Callable[[], datetime] = _now) -> None:
        self._engine = engine
        self._writing = writing(engine)
        self._now = now

    def get(self, course_id: str) -> CourseSettings:
        """Return the settings in force; the defaults where nothing was ever set."""
        with Session(self._engine) as session:
            return settings_of(session, course_id)

    def change(
        self, course_id: str, settings: CourseSettings, contact: str | None = None
    ) -> SettingsRow:
        """Put settings in force, with whom to ask if given; they apply from the next message on.

        Raises:
            NotFound: there is no such course.
        """
        with Session(self._writing) as session, session.begin():
            course = session.get(CourseModel, course_id)
            if course is None:
                raise NotFound(NO_COURSE())
            if contact is not None:
                course.contact = contact.strip()
            newest = _newest(session, course_id)
            row = CourseSettingsModel(
                course_id=course_id,
                version=1 if newest is None else newest.version + 1,
                settings=_SETTINGS.dump_python(settings, mode="json"),
                contact=None if contact is None else contact.strip(),
                changed_at=self._now(),
            )
            session.add(row)
            return _row(row)

    def history(self, course_id: str) -> tuple[SettingsRow, ...]:
        """Return every version, the newest first."""
        query = (
            select(CourseSettingsModel)
            .where(CourseSettingsModel.course_id == course_id)
            .order_by(CourseSettingsModel.version.desc())
        )
        with Session(self._engine) as session:
            return tuple(_row(found) for found in session.scalars(query))


def settings_of(session: Session, course_id: str) -> CourseSettings:
    """Return the settings in force, within a transaction that is already open."""
    newest = _newest(session, course_id)
    return CourseSettings() if newest is None else _SETTINGS.validate_python(newest.settings)


def _newest(session: Session, course_id: str) -> CourseSettingsModel | None:
    query = (
        select(CourseSettingsModel)
        .where(CourseSettingsModel.course_id == course_id)
        .order_by(CourseSettingsModel.version.desc())
        .limit(1)
    )
    return session.scalars(query).first()


def _row(found: CourseSettingsModel) -> SettingsRow:
    return SettingsRow(
        version=found.version,
        settings=_SETTINGS.validate_python(found.settings),
        contact=found.contact,
        changed_at=found.changed_at,
    )
