"""Running SQL on SQLite in memory, inside the boundary."""

from __future__ import annotations

import sqlite3
import time
from typing import Any

from tutor_app.programs.sandboxed_child.plain_values import show

_EVERY = 1_000  # operations of SQLite's machine between two looks at the clock
_FORBIDDEN = frozenset(
    (
        sqlite3.SQLITE_ATTACH,
        sqlite3.SQLITE_DETACH,
        sqlite3.SQLITE_PRAGMA,
        sqlite3.SQLITE_CREATE_VTABLE,
        sqlite3.SQLITE_DROP_VTABLE,
    )
)
_FORBIDDEN_FUNCTIONS = frozenset(("load_extension", "readfile", "writefile", "edit"))
_CELL = 500  # characters of one value


def run_query(job: dict[str, Any]) -> dict[str, Any]:
    """Return the rows of the last statement that gives any, or the error; it never raises.

    `{"columns": […], "rows": [[…], …], "shown_all": true}`, each cell as text, or `{"error": "…",
    "limit": "seconds" | "memory" | null}`. The job has `setup`, `query`, `rows` and `limits`.
    """
    database = sqlite3.connect(":memory:", isolation_level=None)
    database.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, 10_000_000)
    database.execute("PRAGMA temp_store = MEMORY")
    database.set_authorizer(_authorize)
    limits = job["limits"]
    end = time.process_time() + limits["case_seconds"]
    stopped = False

    def look_at_the_clock() -> int:
        nonlocal stopped
        stopped = time.process_time() > end
        return int(stopped)

    database.set_progress_handler(look_at_the_clock, _EVERY)
    try:
        database.executescript(job["setup"])
        return _ask(database, job["query"], job["rows"])
    except sqlite3.Error as exc:
        limit = "seconds" if stopped else "memory" if _is_out_of_memory(exc) else None
        return {"error": str(exc), "limit": limit}
    except MemoryError:
        return {"error": "out of memory", "limit": "memory"}


def _ask(database: sqlite3.Connection, query: str, most: int) -> dict[str, Any]:
    found: dict[str, Any] = {"columns": [], "rows": [], "shown_all": True}
    for statement in _statements(query):
        cursor = database.execute(statement)
        if cursor.description is None:
            continue
        rows = cursor.fetchmany(most + 1)
        found = {
            "columns": [str(column[0]) for column in cursor.description],
            "rows": [[show(value, _CELL) for value in row] for row in rows[:most]],
            "shown_all": len(rows) <= most,
        }
    return found


def _statements(script: str) -> list[str]:
    """The statements of a script: cut at each semicolon that ends one."""
    statements, start = [], 0
    for place, sign in enumerate(script):
        if sign == ";" and sqlite3.complete_statement(script[start : place + 1]):
            statements.append(script[start : place + 1])
            start = place + 1
    return [each for each in [*statements, script[start:]] if each.strip()]


def _authorize(action: int, first: str | None, second: str | None, *_: str | None) -> int:
    """Refuse other databases, settings and functions that reach out."""
    if action in _FORBIDDEN:
        return sqlite3.SQLITE_DENY
    if action == sqlite3.SQLITE_FUNCTION and (second or "").lower() in _FORBIDDEN_FUNCTIONS:
        return sqlite3.SQLITE_DENY
    return sqlite3.SQLITE_OK


def _is_out_of_memory(exc: sqlite3.Error) -> bool:
    return getattr(exc, "sqlite_errorcode", None) == sqlite3.SQLITE_NOMEM
