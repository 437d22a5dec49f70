"""Opening the database."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Engine, text
from sqlalchemy.exc import SQLAlchemyError

from tutor_app.domain.errors import DatabaseUnusable
from tutor_app.domain.settings import Settings
from tutor_app.storage.records import CourseRecords, open_database
from tutor_app.storage.records.database_tables import Base


def test_the_migrations_make_exactly_the_tables_of_the_models(engine: Engine) -> None:
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, Base.metadata) == []


@pytest.mark.sqlite
def test_an_opened_database_is_safe_for_many_processes(engine: Engine) -> None:
    with engine.connect() as connection:
        pragmas = {
            name: connection.execute(text(f"PRAGMA {name}")).scalar_one()
            for name in ("journal_mode", "busy_timeout", "foreign_keys")
        }
    assert pragmas == {"journal_mode": "wal", "busy_timeout": 10_000, "foreign_keys": 1}


def test_many_openings_at_once_migrate_once(settings: Settings) -> None:
    with ThreadPoolExecutor(8) as pool:
        engines = list(pool.map(lambda _: open_database(settings), range(8)))

    assert [CourseRecords(engine).list() for engine in engines] == [[]] * 8


def test_what_was_stored_is_there_after_opening_again(settings: Settings) -> None:
    CourseRecords(open_database(settings)).create("Algorithms")

    assert [c.name for c in CourseRecords(open_database(settings)).list()] == ["Algorithms"]


def test_a_database_of_a_newer_version_is_refused_untouched(settings: Settings) -> None:
    engine = open_database(settings)
    with engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))

    with pytest.raises(DatabaseUnusable, match="newer Elenchus.*9999"):
        open_database(settings)
    with engine.connect() as connection:
        assert connection.execute(text("SELECT * FROM alembic_version")).scalar_one() == "9999"


def test_a_home_that_cannot_be_written_to_is_told_in_words(settings: Settings) -> None:
    home = settings.elenchus_home / "home"
    home.write_text("a file, no folder")

    with pytest.raises(DatabaseUnusable, match="Nothing was started or changed"):
        open_database(settings.model_copy(update={"elenchus_home": home}))


@pytest.mark.sqlite
def test_what_the_database_says_itself_is_told(settings: Settings) -> None:
    (settings.elenchus_home / "db.sqlite").mkdir(parents=True)

    with pytest.raises(DatabaseUnusable, match="unable to open database file"):
        open_database(settings)


def test_a_database_that_cannot_be_opened_is_named_without_its_password(tmp_path: Path) -> None:
    address = f"sqlite:///{tmp_path}/no/such/folder/db.sqlite"

    with pytest.raises(DatabaseUnusable, match="no/such/folder"):
        open_database(Settings(elenchus_home=tmp_path, database_url=address))


@pytest.mark.parametrize(
    ("address", "says"),
    [
        ("postgresql+pg8000://user:secret@localhost/x", "pip install 'psycopg\\[binary\\]'"),
        ("postgresql+nothing://user:secret@localhost/x", "Check DATABASE_URL"),
        ("user:secret at localhost", "Check DATABASE_URL"),
    ],
)
def test_an_address_that_cannot_be_used_says_what_to_do_without_its_password(
    address: str, says: str, tmp_path: Path
) -> None:
    with pytest.raises(DatabaseUnusable, match=says) as told:
        open_database(Settings(elenchus_home=tmp_path, database_url=address))

    assert "secret" not in str(told.value)


def test_an_error_of_the_database_does_not_say_what_was_to_be_written(engine: Engine) -> None:
    with engine.connect() as connection, pytest.raises(SQLAlchemyError) as told:
        connection.execute(text("INSERT INTO no_such_table VALUES (:words)"), {"words": "secret"})
    assert "secret" not in str(told.value)
