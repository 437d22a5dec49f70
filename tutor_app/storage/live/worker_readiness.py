"""Which workers are ready to take jobs: each says so, in Redis, as long as it lives."""

from __future__ import annotations

import os
import socket
import time
from contextlib import suppress
from dataclasses import dataclass
from typing import cast

from redis import Redis

from tutor_app.domain.errors import LiveStateLost
from tutor_app.storage.live.redis_connection import translate_errors

BEAT_SECONDS = 1.0
_LOOK_SECONDS = 0.2
_SILENT_SECONDS = 4.0  # after which a worker that was killed no longer counts


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadyWorker:
    """A worker that is ready. `name` is process@machine; `age` is the seconds since it said so."""

    name: str
    age: float


class ReadyWorkers:
    """The ready workers of one queue. Methods raise LiveStateLost without Redis."""

    def __init__(self, redis: Redis, queue: str) -> None:
        self._redis = redis
        self._key = f"elenchus:ready:{queue}"

    def announce(self) -> None:
        """Announce that this process is ready; repeated every BEAT_SECONDS, or it expires."""
        with translate_errors():
            now = self._now()
            pipe = self._redis.pipeline()
            pipe.zremrangebyscore(self._key, 0, now - _SILENT_SECONDS)
            pipe.zadd(self._key, {_own_name(): now})
            pipe.execute()

    def withdraw(self) -> None:
        """This process takes no more jobs."""
        with translate_errors():
            self._redis.zrem(self._key, _own_name())

    def list_ready(self) -> tuple[ReadyWorker, ...]:
        """Return the workers that are ready now; without any, a job waits until one has started."""
        with translate_errors():
            now = self._now()
            rows = self._redis.zrangebyscore(
                self._key, now - _SILENT_SECONDS, "+inf", withscores=True
            )
        return tuple(
            ReadyWorker(name=name, age=max(0.0, now - said))
            for name, said in cast(list[tuple[str, float]], rows)
        )

    def wait_for_one(self, seconds: float) -> bool:
        """Return whether a worker was ready within so many seconds; Redis may be down at first."""
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            with suppress(LiveStateLost):
                if self.list_ready():
                    return True
            time.sleep(_LOOK_SECONDS)
        return False

    def _now(self) -> float:
        """Redis's own time, so machines need not agree on it."""
        seconds, microseconds = self._redis.time()
        return seconds + microseconds / 1e6


def _own_name() -> str:
    return f"{os.getpid()}@{socket.gethostname()}"
