"""The live events of a turn: the worker appends, any number of readers follow."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import cast

from redis import Redis

from tutor_app.codec import event_from_json, event_to_json
from tutor_app.memory.connection import translated
from tutor_app.values import Event

_Entries = list[tuple[str, dict[str, str]]]  # as decode_responses gives them
_FIELD = "event"
_FORGOTTEN_AFTER = 24 * 3600  # a stream whose worker died for good
_STOP_KEPT = 3600


class TurnStreams:
    """One Redis stream and one stop key a turn. Every method raises LiveStateLost without Redis."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis

    def append(self, turn_id: str, event: Event) -> None:
        key = _stream_key(turn_id)
        with translated():
            pipe = self._redis.pipeline()
            pipe.xadd(key, {_FIELD: json.dumps(event_to_json(event), ensure_ascii=False)})
            pipe.expire(key, _FORGOTTEN_AFTER)
            pipe.execute()

    def read(self, turn_id: str, after: str = "0") -> list[tuple[str, Event]]:
        """Return the events that follow the one with id `after` ("0": all), each with its id."""
        with translated():
            entries = cast(_Entries, self._redis.xrange(_stream_key(turn_id), min=f"({after}"))
        return [(entry, event_from_json(json.loads(fields[_FIELD]))) for entry, fields in entries]

    def has_events(self, turn_id: str) -> bool:
        with translated():
            return bool(self._redis.exists(_stream_key(turn_id)))

    def expire(self, turn_id: str, seconds: int = 3600) -> None:
        """Let the stream go after so many seconds; the database has the turn."""
        with translated():
            self._redis.expire(_stream_key(turn_id), seconds)

    def clear(self, turn_ids: Iterable[str]) -> None:
        """Forget these turns at once, with their stop keys."""
        keys = [key for turn in turn_ids for key in (_stream_key(turn), _stop_key(turn))]
        if keys:
            with translated():
                self._redis.delete(*keys)

    def request_stop(self, turn_id: str) -> None:
        with translated():
            self._redis.set(_stop_key(turn_id), "1", ex=_STOP_KEPT)

    def stop_requested(self, turn_id: str) -> bool:
        with translated():
            return bool(self._redis.exists(_stop_key(turn_id)))


def _stream_key(turn_id: str) -> str:
    return f"elenchus:turn:{turn_id}:events"


def _stop_key(turn_id: str) -> str:
    return f"elenchus:turn:{turn_id}:stop"
