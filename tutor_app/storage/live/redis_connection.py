"""The connection to Redis, and the one place where its errors are translated."""

from __future__ import annotations

import logging
import time
from collections.abc import Iterator
from contextlib import contextmanager

from redis import Redis
from redis.asyncio import Redis as AsyncRedis
from redis.backoff import ConstantBackoff
from redis.exceptions import RedisError
from redis.retry import Retry

from tutor_app.domain.errors import LiveStateLost
from tutor_app.domain.settings import Settings
from tutor_app.wording.catalogue import phrase

LIVE_STATE_LOST = phrase("errors_storage.live_state_lost")

logger = logging.getLogger(__name__)


def connect(settings: Settings) -> Redis:
    """Return a client that has not connected yet; safe for many threads.

    A command on a broken connection is tried again on a new one, briefly: a page must not hang
    while Redis is away.
    """
    return Redis.from_url(
        settings.redis_address,
        decode_responses=True,
        socket_timeout=5,
        socket_connect_timeout=2,
        retry=Retry(ConstantBackoff(0.05), 2),
    )


def connect_waiting(settings: Settings) -> AsyncRedis:
    """Return a client for callers in an event loop; each one that waits holds a connection."""
    return AsyncRedis.from_url(
        settings.redis_address,
        decode_responses=True,
        socket_timeout=5,
        socket_connect_timeout=2,
        max_connections=10_000,
    )


def wait_for_redis(redis: Redis, seconds: float = 60, poll_seconds: float = 0.25) -> None:
    """Return as soon as Redis answers.

    Raises:
        LiveStateLost: it did not within `seconds`.
    """
    deadline = time.monotonic() + seconds
    said = False
    while True:
        try:
            with translate_errors():
                redis.ping()
            return
        except LiveStateLost:
            if time.monotonic() >= deadline:
                raise
        if not said:
            logger.info("Waiting for Redis, up to %.0f s.", seconds)
            said = True
        time.sleep(poll_seconds)


@contextmanager
def translate_errors() -> Iterator[None]:
    """Turn any error of Redis into LiveStateLost."""
    try:
        yield
    except RedisError as exc:
        raise LiveStateLost(LIVE_STATE_LOST()) from exc
