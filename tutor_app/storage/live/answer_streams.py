"""The live events of a turn: the worker appends, any number of readers follow."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import cast

from redis import Redis
from redis.asyncio import Redis as AsyncRedis
from redis.typing import KeyT, StreamIdT

from tutor_app.domain.codec import event_from_json, event_to_json
from tutor_app.domain.values import Event
from tutor_app.storage.live.redis_connection import translate_errors

_Entries = list[tuple[str, dict[str, str]]]  # as decode_responses gives them
_FIELD = "event"
_FORGOTTEN_AFTER = 24 * 3600  # a stream whose worker died for good
_STOP_KEPT = 3600


class TurnStreams:
    """One Redis stream and one stop key per turn.

    Every method raises LiveStateLost without Redis.
    """

    def __init__(self, redis: Redis) -> None:
        self._redis = redis

    def append(self, turn_id: str, event: Event) -> None:
        key = _stream_key(turn_id)
        with translate_errors():
            pipe = self._redis.pipeline()
            pipe.xadd(key, {_FIELD: json.dumps(event_to_json(event), ensure_ascii=False)})
            pipe.expire(key, _FORGOTTEN_AFTER)
            pipe.execute()

    def read(self, turn_id: str, after: str = "0") -> list[tuple[str, Event]]:
        """Return the events that follow the one with id `after` ("0": all), each with its id."""
        with translate_errors():
            entries = cast(_Entries, self._redis.xrange(_stream_key(turn_id), min=f"({after}"))
        return [(entry, event_from_json(json.loads(fields[_FIELD]))) for entry, fields in entries]

    def has_events(self, turn_id: str) -> bool:
        with translate_errors():
            return bool(self._redis.exists(_stream_key(turn_id)))

    def expire(self, turn_id: str, seconds: int = 3600) -> None:
        """Let the stream expire after so many seconds; the database has the turn."""
        with translate_errors():
            self._redis.expire(_stream_key(turn_id), seconds)

    def clear(self, turn_ids: Iterable[str]) -> None:
        """Forget these turns at once, with their stop keys."""
        keys = [key for turn in turn_ids for key in (_stream_key(turn), _stop_key(turn))]
        if keys:
            with translate_errors():
                self._redis.delete(*keys)

    def request_stop(self, turn_id: str) -> None:
        with translate_errors():
            self._redis.set(_stop_key(turn_id), "1", ex=_STOP_KEPT)

    def stop_requested(self, turn_id: str) -> bool:
        with translate_errors():
            return bool(self._redis.exists(_stop_key(turn_id)))


class StreamNews:
    """Waits for new events, without a thread."""

    def __init__(self, redis: AsyncRedis) -> None:
        self._redis = redis

    async def wait(self, heard: Mapping[str, str], seconds: float) -> None:
        """Return as soon as a stream has an entry after the last one heard, else after `seconds`.

        Raises:
            LiveStateLost: Redis does not answer.
        """
        places: dict[KeyT, StreamIdT] = {
            _stream_key(turn_id): entry for turn_id, entry in heard.items()
        }
        with translate_errors():
            await self._redis.xread(places, count=1, block=round(seconds * 1000))


def _stream_key(turn_id: str) -> str:
    return f"elenchus:turn:{turn_id}:events"


def _stop_key(turn_id: str) -> str:
    return f"elenchus:turn:{turn_id}:stop"
