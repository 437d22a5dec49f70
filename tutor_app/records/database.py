"""Opening the database: migrated to the newest table layout, safe for many processes."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from filelock import FileLock
from sqlalchemy import Connection, Engine, create_engine, event, make_url
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import ArgumentError, SQLAlchemyError
from sqlalchemy.pool import ConnectionPoolEntry

from tutor_app.errors import DatabaseUnusable
from tutor_app.settings import Settings

MIGRATIONS = Path(__file__).parent / "migrations"
BUSY_MILLISECONDS = 10_000


def open_database(settings: Settings) -> Engine:
    """Return an engine on a database whose tables are those of this code.

    Raises:
        DatabaseUnusable: it cannot be opened, or a newer version of Elenchus has changed it.
    """
    try:
        settings.elenchus_home.mkdir(parents=True, exist_ok=True)
        engine = make_engine(settings.database_address)
        with FileLock(settings.elenchus_home / "db.lock"):
            _upgrade(engine)
    except ImportError as exc:
        raise DatabaseUnusable(
            f"DATABASE_URL names a database whose driver is not installed ({exc}). Nothing was "
            "opened. For PostgreSQL: pip install 'psycopg[binary]'"
        ) from exc
    except SQLAlchemyError as exc:
        raise DatabaseUnusable(
            f"The database at {_without_password(settings.database_address)} cannot be opened: "
            f"{_reason(exc)}. Nothing in it was changed. Check DATABASE_URL, the disk's free "
            "space and its permissions."
        ) from exc
    except OSError as exc:
        raise DatabaseUnusable(
            f"Nothing can be written to {settings.elenchus_home} ({exc.strerror or exc}). Nothing "
            "was started or changed. Make room there, or get the right to write, or set "
            "ELENCHUS_HOME to another folder."
        ) from exc
    return engine


def _reason(error: SQLAlchemyError) -> str:
    """Return the database's own words for it: "database or disk is full"."""
    said = str(getattr(error, "orig", None) or "").strip()
    return said.splitlines()[0].rstrip(".") if said else type(error).__name__


def _without_password(address: str) -> str:
    try:
        return make_url(address).render_as_string(hide_password=True)
    except ArgumentError:
        return "DATABASE_URL"  # it is no address, so nobody knows what in it is secret


def make_engine(address: str) -> Engine:
    """Return an engine that has not touched the database yet."""
    # Without hide_parameters an error's text, and so the log, holds what students wrote.
    engine = create_engine(
        address, pool_pre_ping=not address.startswith("sqlite"), hide_parameters=True
    )
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", _prepare_sqlite)
        event.listen(engine, "begin", _begin_sqlite)
    return engine


def writing(engine: Engine) -> Engine:
    """The same engine, whose transactions take SQLite's write lock at once.

    A transaction that reads first and writes later would fail at once, instead of waiting, when
    another process has written in between.
    """
    return engine.execution_options(elenchus_begin="BEGIN IMMEDIATE")


def _prepare_sqlite(connection: DBAPIConnection, _entry: ConnectionPoolEntry) -> None:
    assert isinstance(connection, sqlite3.Connection)
    connection.isolation_level = None  # transactions are begun by _begin_sqlite
    connection.execute(f"PRAGMA busy_timeout = {BUSY_MILLISECONDS}")
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = NORMAL")
    connection.execute("PRAGMA foreign_keys = ON")


def _begin_sqlite(connection: Connection) -> None:
    connection.exec_driver_sql(connection.get_execution_options().get("elenchus_begin", "BEGIN"))


def _upgrade(engine: Engine) -> None:
    config = Config()
    # ConfigParser reads % as the start of a variable.
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    scripts = ScriptDirectory.from_config(config)
    known = {script.revision for script in scripts.walk_revisions()}
    with writing(engine).begin() as connection:
        here = set(MigrationContext.configure(connection).get_current_heads())
        if here - known:
            raise DatabaseUnusable(
                f"The database was last used by a newer Elenchus (its tables are at "
                f"{', '.join(sorted(here - known))}, which this version does not know). It was not "
                "touched. Update Elenchus, or set ELENCHUS_HOME to another folder."
            )
        if here != set(scripts.get_heads()):
            config.attributes["connection"] = connection
            command.upgrade(config, "head")
