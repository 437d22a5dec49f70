"""Running a student's SQL on the tables given, on SQLite in memory, inside the boundary."""

from __future__ import annotations

from tutor_app.programs.run_values import LimitKind, Limits, SqlRun
from tutor_app.programs.run_verdicts import Message, read_limit
from tutor_app.programs.sandbox import Boundary

MOST_ROWS = 100
_CELL = 500  # characters


def run_sql(setup: str, query: str, limits: Limits | None = None) -> SqlRun:
    """Make the tables (`setup`: CREATE and INSERT statements), then ask; the last rows count.

    `error` is the database's own words, of the set-up or of the query; `our_fault` says that
    nothing was learnt of it.
    """
    limits = limits or Limits()
    if len(setup) + len(query) > limits.source:
        return SqlRun(our_fault=f"more than {limits.source} characters")
    job = {"kind": "sql", "setup": setup, "query": query, "rows": MOST_ROWS}
    boundary = Boundary(job, limits, limits.run_seconds)
    run: SqlRun | None = None
    for message in boundary:
        if message.get("is") == "rows":
            run = _read(message)
    if run is not None:
        return run
    if boundary.ending == "fault":
        return SqlRun(our_fault=boundary.why)
    limit: LimitKind = "seconds" if boundary.ending == "late" else "crash"
    return SqlRun(error="it was stopped", limit=limit)


def _read(message: Message) -> SqlRun:
    if message.get("error") is not None:
        return SqlRun(error=str(message["error"])[:_CELL], limit=read_limit(message.get("limit")))
    return SqlRun(
        columns=tuple(str(name)[:_CELL] for name in message["columns"]),
        rows=tuple(tuple(str(cell)[:_CELL] for cell in row) for row in message["rows"][:MOST_ROWS]),
        shown_all=message["shown_all"] is True,
    )
