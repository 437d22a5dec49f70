"""The one queue for the model: fair, with known places, and safe against workers that die."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager

from redis import Redis

from tutor_app.domain.errors import LiveStateLost
from tutor_app.storage.live.redis_connection import translate_errors

logger = logging.getLogger(__name__)

# Two sorted sets: the line (holder → order of arrival) and its leases (holder → end, ms); the same
# for those who hold a slot. Time is Redis's own, so machines need not agree on it.
_TAKE = """
local line, line_leases, held, counter = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local holder, lease, slots = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3])
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)

redis.call('ZREMRANGEBYSCORE', held, 0, now)
for _, dead in ipairs(redis.call('ZRANGEBYSCORE', line_leases, 0, now)) do
  redis.call('ZREM', line, dead)
end
redis.call('ZREMRANGEBYSCORE', line_leases, 0, now)

if redis.call('ZSCORE', held, holder) then
  redis.call('ZADD', held, now + lease, holder)
  return 0
end
if not redis.call('ZSCORE', line, holder) then
  redis.call('ZADD', line, redis.call('INCR', counter), holder)
end
redis.call('ZADD', line_leases, now + lease, holder)
local ahead = redis.call('ZRANK', line, holder) + 1 + redis.call('ZCARD', held) - slots
if ahead > 0 then
  return ahead
end
redis.call('ZREM', line, holder)
redis.call('ZREM', line_leases, holder)
redis.call('ZADD', held, now + lease, holder)
return 0
"""
_RENEW = """
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
return redis.call('ZADD', KEYS[1], 'XX', 'CH', now + tonumber(ARGV[2]), ARGV[1])
"""
_PREFIX = "elenchus:model"
_LINE, _LINE_LEASES, _HELD = f"{_PREFIX}:line", f"{_PREFIX}:line_leases", f"{_PREFIX}:held"


class ModelSemaphore:
    """At most `slots` callers use the model at once; the others wait in one line, in order.

    Holders are named by the caller, with a new name for each wait. A holder whose process has died
    loses its slot or its place after `lease_seconds`; while it lives, a thread of this object
    prolongs its lease.
    """

    def __init__(
        self,
        redis: Redis,
        slots: int = 2,
        *,
        lease_seconds: float = 10.0,
        poll_seconds: float = 0.2,
    ) -> None:
        self._redis = redis
        self._slots = slots
        self._lease_ms = int(lease_seconds * 1000)
        self._poll_seconds = poll_seconds
        self._take_script = redis.register_script(_TAKE)
        self._renew_script = redis.register_script(_RENEW)
        self._mine: set[str] = set()
        self._lock = threading.Lock()
        self._renewing = False

    def wait(
        self, holder: str, stop: Callable[[], bool] = lambda: False
    ) -> Generator[int, None, bool]:
        """Yield how many must finish before this holder's turn, whenever that changes.

        Ends, with True, when the slot is held, or, with False, when `stop()` says so; then and when
        the generator is closed the place in the line is given up.

        Raises:
            LiveStateLost: Redis does not answer.
        """
        told = 0
        holds = False
        try:
            while not stop():
                ahead = self._take(holder)
                if ahead == 0:
                    holds = True
                    self._keep(holder)
                    return True
                if ahead != told:
                    told = ahead
                    yield ahead
                time.sleep(self._poll_seconds)
            return False
        finally:
            if not holds:
                self._leave(holder)

    def holds(self, holder: str) -> bool:
        with translate_errors():
            return self._redis.zscore(_HELD, holder) is not None

    def release(self, holder: str) -> None:
        """Give the slot (or the place in the line) back; it is no error to hold none."""
        with self._lock:
            self._mine.discard(holder)
        self._leave(holder)

    @contextmanager
    def line(
        self, holder: str, stop: Callable[[], bool] = lambda: False
    ) -> Iterator[Generator[int, None, bool]]:
        """`with slots.line(turn_id) as places: for ahead in places: …` and then the slot is held,
        until the block ends."""
        try:
            yield self.wait(holder, stop)
        finally:
            self.release(holder)

    def _take(self, holder: str) -> int:
        with translate_errors():
            return int(
                self._take_script(
                    keys=[_LINE, _LINE_LEASES, _HELD, f"{_PREFIX}:arrivals"],
                    args=[holder, self._lease_ms, self._slots],
                )
            )

    def _leave(self, holder: str) -> None:
        try:
            with translate_errors():
                pipe = self._redis.pipeline()
                for key in (_LINE, _LINE_LEASES, _HELD):
                    pipe.zrem(key, holder)
                pipe.execute()
        except LiveStateLost:
            # The lease ends by itself; an answer that is otherwise whole must not fail for it.
            logger.warning("A model slot could not be given back; its lease will run out.")

    def _keep(self, holder: str) -> None:
        with self._lock:
            self._mine.add(holder)
            if self._renewing:
                return
            self._renewing = True
        threading.Thread(target=self._renew, name="model-slots", daemon=True).start()

    def _renew(self) -> None:
        while True:
            time.sleep(self._lease_ms / 3000)
            with self._lock:
                if not self._mine:
                    self._renewing = False
                    return
                mine = tuple(self._mine)
            try:
                with translate_errors():
                    gone = {
                        holder
                        for holder in mine
                        if not self._renew_script(keys=[_HELD], args=[holder, self._lease_ms])
                    }
            except LiveStateLost:
                logger.warning("Redis is away; the leases of the model slots were not prolonged.")
                continue
            with self._lock:  # run out, or lost by Redis: the slot may be another one's by now
                self._mine -= gone
