"""How far indexing has come, per document, and the key that cancels it."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from typing import cast

from redis import Redis

from tutor_app.storage.live.redis_connection import translate_errors

ALL_FILES = "all"  # in place of a document's id: all files of the course together
_KEPT = 3600
_CANCEL_KEPT = 60  # seconds; one that nobody was there to see must not end a later run


@dataclass(frozen=True, slots=True, kw_only=True)
class ProgressRow:
    """`done` of `total` steps, and what is being done now in words for the instructor."""

    done: int
    total: int
    text: str


class Progress:
    """Every method raises LiveStateLost where Redis does not answer."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis

    def set(self, course_id: str, document_id: str, done: int, total: int, text: str) -> None:
        row = json.dumps(asdict(ProgressRow(done=done, total=total, text=text)))
        with translate_errors():
            pipe = self._redis.pipeline()
            pipe.hset(_key(course_id), document_id, row)
            pipe.expire(_key(course_id), _KEPT)
            pipe.execute()

    def read_all(self, course_id: str) -> dict[str, ProgressRow]:
        """Return the progress of each document that is being indexed, by its id; and ALL_FILES."""
        with translate_errors():
            rows = cast(dict[str, str], self._redis.hgetall(_key(course_id)))
        return {document: ProgressRow(**json.loads(row)) for document, row in rows.items()}

    def clear(self, course_id: str) -> None:
        """Forget the progress and the request to cancel."""
        with translate_errors():
            self._redis.delete(_key(course_id), _cancel_key(course_id))

    def begin(self, course_id: str) -> int:
        """Count a run of the indexer; return how many have begun since the last one that ended."""
        with translate_errors():
            pipe = self._redis.pipeline()
            pipe.incr(_tries_key(course_id))
            pipe.expire(_tries_key(course_id), _KEPT)
            return int(pipe.execute()[0])

    def end(self, course_id: str) -> None:
        """The run ended, well or badly; the process did not die during it."""
        with translate_errors():
            self._redis.delete(_tries_key(course_id), _key(course_id), _cancel_key(course_id))

    def request_cancel(self, course_id: str) -> None:
        with translate_errors():
            self._redis.set(_cancel_key(course_id), "1", ex=_CANCEL_KEPT)

    def cancel_requested(self, course_id: str) -> bool:
        with translate_errors():
            return bool(self._redis.exists(_cancel_key(course_id)))


def _key(course_id: str) -> str:
    return f"elenchus:course:{course_id}:progress"


def _cancel_key(course_id: str) -> str:
    return f"elenchus:course:{course_id}:cancel"


def _tries_key(course_id: str) -> str:
    return f"elenchus:course:{course_id}:tries"
