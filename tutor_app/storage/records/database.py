"""Opening the database: migrated to the newest table layout, safe for many processes."""

from __future__ import annotations

import sqlite3
from functools import cache
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

from tutor_app.domain.errors import DatabaseUnusable
from tutor_app.domain.settings import Settings
from tutor_app.wording.catalogue import phrase

NO_DRIVER = phrase("errors_storage.no_database_driver", "reason")
NOT_OPENED = phrase("errors_storage.database_not_opened", "address", "reason")
NOT_WRITABLE = phrase("errors_storage.home_not_writable", "home", "reason")
IS_NEWER = phrase("errors_storage.database_is_newer", "revisions")

MIGRATIONS = Path(__file__).parents[1] / "migrations"
BUSY_MILLISECONDS = 10_000


def open_database(settings: Settings) -> Engine:
    """Return an engine on a database whose tables are those of this code.

    Raises:
        DatabaseUnusable: it cannot be opened, or a newer version of Elenchus has changed it.
    """
    try:
        settings.elenchus_home.mkdir(parents=True, exist_ok=True, mode=0o700)
        engine = make_engine(settings.database_address)
        with FileLock(settings.elenchus_home / "db.lock"):
            _upgrade(engine)
    except ImportError as exc:
        raise DatabaseUnusable(NO_DRIVER(reason=exc)) from exc
    except SQLAlchemyError as exc:
        address = _without_password(settings.database_address)
        raise DatabaseUnusable(NOT_OPENED(address=address, reason=_reason(exc))) from exc
    except OSError as exc:
        reason = exc.strerror or exc
        raise DatabaseUnusable(NOT_WRITABLE(home=settings.elenchus_home, reason=reason)) from exc
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
    """The same engine, but its transactions take SQLite's write lock at once.

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
    scripts = _scripts()
    known = {script.revision for script in scripts.walk_revisions()}
    with writing(engine).begin() as connection:
        here = set(MigrationContext.configure(connection).get_current_heads())
        if here - known:
            raise DatabaseUnusable(IS_NEWER(revisions=", ".join(sorted(here - known))))
        if here != set(scripts.get_heads()):
            config = _configuration()
            config.attributes["connection"] = connection
            command.upgrade(config, "head")


@cache
def _scripts() -> ScriptDirectory:
    """The migrations, each a file that is loaded."""
    return ScriptDirectory.from_config(_configuration())


def _configuration() -> Config:
    config = Config()
    # ConfigParser reads % as the start of a variable.
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    return config
