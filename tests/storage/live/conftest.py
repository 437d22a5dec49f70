"""One real Redis server for all tests here, emptied before each."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from redis import Redis

from tests.doubles.redis_server import RedisServer, redis_server


@pytest.fixture(scope="session")
def shared_server() -> Iterator[RedisServer]:
    with redis_server() as server:
        yield server


@pytest.fixture
def redis(shared_server: RedisServer) -> Redis:
    client = shared_server.client()
    client.flushall()
    return client


@pytest.fixture
def mortal_server() -> Iterator[RedisServer]:
    """A server that the test may kill."""
    with redis_server() as server:
        yield server
