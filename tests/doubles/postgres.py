"""A PostgreSQL of the developer's, lent to one test at a time as an empty database.

    TEST_DATABASE_URL=postgresql://user:password@host/postgres pytest tests/records

The user may create databases; nothing in the one that is named is touched.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from uuid import uuid4

from sqlalchemy import create_engine, make_url, text

# Read at import: the tests themselves see none of this machine's configuration.
ADDRESS = os.environ.get("TEST_DATABASE_URL", "")


@contextmanager
def empty_database() -> Iterator[str]:
    """Lend the address of a new database, which is dropped afterwards."""
    server = create_engine(ADDRESS, isolation_level="AUTOCOMMIT")
    name = f"elenchus_test_{uuid4().hex[:12]}"
    with server.connect() as connection:
        connection.execute(text(f"CREATE DATABASE {name}"))
    try:
        yield make_url(ADDRESS).set(database=name).render_as_string(hide_password=False)
    finally:
        with server.connect() as connection:
            connection.execute(text(f"DROP DATABASE {name} WITH (FORCE)"))
        server.dispose()
