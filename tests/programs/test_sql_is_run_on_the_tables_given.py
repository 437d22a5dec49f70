"""SQL runs on the tables given, in memory, and reaches nothing else."""

from __future__ import annotations

import pytest

from tutor_app.programs.run_values import Limits
from tutor_app.programs.sql_queries.run_sql import MOST_ROWS, run_sql

TABLES = """CREATE TABLE pupil (name TEXT, mark INTEGER);
INSERT INTO pupil VALUES ('Ada; B', 1), ('Bob', NULL), ('Cem', 3);
"""
QUICK = Limits(case_seconds=0.3, run_seconds=60)


def test_a_query_gives_its_columns_and_rows() -> None:
    run = run_sql(TABLES, "SELECT name, mark FROM pupil WHERE mark > 0 ORDER BY mark DESC")

    assert run.columns == ("name", "mark")
    assert run.rows == (("'Cem'", "3"), ("'Ada; B'", "1"))
    assert (run.error, run.our_fault) == (None, None)


def test_the_last_statement_that_gives_rows_counts() -> None:
    run = run_sql(TABLES, "DELETE FROM pupil WHERE mark IS NULL; SELECT count(*) AS n FROM pupil;")

    assert (run.columns, run.rows) == (("n",), (("2",),))


def test_an_error_is_told_in_the_database_s_words() -> None:
    run = run_sql(TABLES, "SELECT grade FROM pupil")

    assert run.error == "no such column: grade"
    assert run.our_fault is None


def test_a_query_without_end_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    # Processor time is counted, however long a busy machine takes to give it.
    monkeypatch.setattr("tutor_app.programs.sandbox.WAIT_FACTOR", 200)
    endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n"

    assert run_sql("", endless, QUICK).limit == "seconds"


def test_many_rows_are_cut_and_told() -> None:
    many = (
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 500) SELECT * FROM n"
    )
    run = run_sql("", many)

    assert len(run.rows) == MOST_ROWS
    assert not run.shown_all


@pytest.mark.parametrize(
    "attempt",
    [
        "ATTACH DATABASE '/tmp/elenchus-escape.db' AS other",
        "PRAGMA journal_mode = WAL",
        "PRAGMA writable_schema = ON",
        "VACUUM INTO '/tmp/elenchus-escape.db'",
        "SELECT load_extension('libc.so.6')",
        "SELECT readfile('/etc/passwd')",
        "CREATE VIRTUAL TABLE files USING fts5(content)",
        "SELECT zeroblob(900000000)",
    ],
)
def test_what_reaches_out_of_the_tables_is_refused(attempt: str) -> None:
    run = run_sql(TABLES, attempt, QUICK)

    assert run.error is not None
    assert (run.rows, run.our_fault) == ((), None)
