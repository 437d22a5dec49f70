"""What a model has cost today, in Redis: a counter for each course and one for all."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from typing import cast

from redis import Redis

from tutor_app.storage.live.redis_connection import translate_errors

KEPT_SECONDS = 3 * 24 * 3600


class SpendingCounters:
    """Counts tokens sent and received by day (UTC). Methods raise LiveStateLost without Redis."""

    def __init__(
        self,
        redis: Redis,
        today: Callable[[], dt.date] = lambda: dt.datetime.now(dt.UTC).date(),
    ) -> None:
        self._redis = redis
        self._today = today

    def read(self, course_id: str | None) -> tuple[int, int]:
        """Return the tokens sent and received today, by a course or by all of them."""
        with translate_errors():
            row = self._redis.hmget(self._key(course_id), "sent", "received")
        sent, received = cast(list[str | None], row)
        return int(sent or 0), int(received or 0)

    def add(self, course_id: str, sent: int, received: int) -> None:
        """Add the tokens of one reply."""
        with translate_errors():
            pipe = self._redis.pipeline()
            for key in (self._key(course_id), self._key(None)):
                pipe.hincrby(key, "sent", sent)
                pipe.hincrby(key, "received", received)
                pipe.expire(key, KEPT_SECONDS)
            pipe.execute()

    def _key(self, course_id: str | None) -> str:
        whose = "all" if course_id is None else f"course:{course_id}"
        return f"elenchus:spent:{self._today().isoformat()}:{whose}"
