"""A worker's desk over a real Redis and SQLite; no processes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.doubles.desk import Desk, open_desk
from tests.doubles.redis_server import RedisServer, redis_server


@pytest.fixture(scope="module")
def server() -> Iterator[RedisServer]:
    with redis_server() as running:
        yield running


@pytest.fixture
def desk(tmp_path: Path, server: RedisServer) -> Desk:
    if server.process is None:
        server.start()
    server.client().flushall()
    return open_desk(tmp_path, server)
