"""A real database for each test: a SQLite file, and a PostgreSQL where one is lent.

See tests/doubles/postgres.py; a test that is about SQLite itself is marked `sqlite`.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import Engine

from tests.doubles import postgres
from tutor_app.domain.settings import Settings
from tutor_app.storage.records import ConversationRecords, CourseRecords, open_database


@pytest.fixture
def _migrated() -> None:
    """Here each database is migrated by the product."""


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run each test on every database there is."""
    if "settings" not in metafunc.fixturenames:
        return
    about_sqlite = any(metafunc.definition.iter_markers("sqlite"))
    kinds = ["sqlite", "postgres"] if postgres.ADDRESS and not about_sqlite else ["sqlite"]
    metafunc.parametrize("settings", kinds, indirect=True)


@pytest.fixture
def settings(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Settings]:
    if request.param == "sqlite":
        yield Settings(elenchus_home=tmp_path)
        return
    with postgres.empty_database() as address:
        yield Settings(elenchus_home=tmp_path, database_url=address)


@pytest.fixture
def engine(settings: Settings) -> Engine:
    return open_database(settings)


@pytest.fixture
def courses(engine: Engine) -> CourseRecords:
    return CourseRecords(engine)


@pytest.fixture
def records(engine: Engine) -> ConversationRecords:
    return ConversationRecords(engine)
