"""A real SQLite file for each test."""

from __future__ import annotations

from pathlib import Path

import pytest
from sqlalchemy import Engine

from tutor_app.records import ConversationRecords, CourseRecords, open_database
from tutor_app.settings import Settings


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(elenchus_home=tmp_path)


@pytest.fixture
def engine(settings: Settings) -> Engine:
    return open_database(settings)


@pytest.fixture
def courses(engine: Engine) -> CourseRecords:
    return CourseRecords(engine)


@pytest.fixture
def records(engine: Engine) -> ConversationRecords:
    return ConversationRecords(engine)
