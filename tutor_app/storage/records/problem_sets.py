"""Problems for a class, saved under a name and opened by a link."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from dataclasses import asdict
from datetime import UTC, datetime

from sqlalchemy import Engine, select
from sqlalchemy.orm import Session

from tutor_app.domain.errors import NotFound
from tutor_app.storage.records.database import writing
from tutor_app.storage.records.database_tables import ProblemSetModel
from tutor_app.storage.records.row_values import ProblemSetRow, SetProblem
from tutor_app.wording.catalogue import phrase

NO_PROBLEM_SET = phrase("errors_storage.no_problem_set")


def _now() -> datetime:
    return datetime.now(UTC)


class ProblemSetRecords:
    """The sets of all who teach here. Whoever has a set's link may open it."""

    def __init__(self, engine: Engine, now: Callable[[], datetime] = _now) -> None:
        self._engine = engine
        self._writing = writing(engine)
        self._now = now

    def list(self) -> tuple[ProblemSetRow, ...]:
        """Return all sets, by name."""
        query = select(ProblemSetModel).order_by(ProblemSetModel.name, ProblemSetModel.id)
        with Session(self._engine) as session:
            return tuple(_row(found) for found in session.scalars(query))

    def get(self, set_id: str) -> ProblemSetRow:
        """Raises NotFound."""
        with Session(self._engine) as session:
            return _row(_set(session, set_id))

    def create(self, name: str) -> ProblemSetRow:
        """Make an empty set. Its id cannot be guessed, as it opens the set to everybody."""
        with Session(self._writing) as session, session.begin():
            made = ProblemSetModel(
                id=secrets.token_urlsafe(8),
                name=" ".join(name.split()),
                problems=[],
                changed_at=self._now(),
            )
            session.add(made)
            return _row(made)

    def change(
        self, set_id: str, problems: Sequence[SetProblem], name: str | None = None
    ) -> ProblemSetRow:
        """Put these problems in place of those of the set.

        Raises:
            NotFound: somebody has deleted it.
        """
        with Session(self._writing) as session, session.begin():
            found = _set(session, set_id)
            found.problems = [asdict(problem) for problem in problems]
            if name is not None:
                found.name = " ".join(name.split())
            found.changed_at = self._now()
            return _row(found)

    def delete(self, set_id: str) -> None:
        with Session(self._writing) as session, session.begin():
            found = session.get(ProblemSetModel, set_id)
            if found is not None:
                session.delete(found)


def _set(session: Session, set_id: str) -> ProblemSetModel:
    found = session.get(ProblemSetModel, set_id)
    if found is None:
        raise NotFound(NO_PROBLEM_SET())
    return found


def _row(found: ProblemSetModel) -> ProblemSetRow:
    return ProblemSetRow(
        id=found.id,
        name=found.name,
        problems=tuple(SetProblem(**problem) for problem in found.problems),
        changed_at=found.changed_at,
    )
