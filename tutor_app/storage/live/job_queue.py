"""Handing work to the workers, without importing them: a message on a dramatiq queue."""

from __future__ import annotations

from dramatiq import Consumer, Message
from dramatiq.brokers.redis import RedisBroker
from redis import Redis

from tutor_app.domain.settings import Settings
from tutor_app.storage.live.redis_connection import connect, translate_errors

TURNS_QUEUE, TURNS_ACTOR = "turns", "answer_turn"
INDEX_QUEUE, INDEX_ACTOR = "index", "index_course"
# Seconds for which a job counts as being in the queue. It ends by itself, so that a job which Redis
# lost together with its mark's removal is queued again; a double is harmless, only wasteful.
_TURN_MARK, _INDEX_MARK = 60, 600


_LOOK_AT_LEAST_EVERY = 80  # milliseconds


class PromptBroker(RedisBroker):
    """A broker whose idle workers look for jobs often.

    dramatiq lets them sleep for up to a second, which was 0.7 of the 1.5 s until the first quote.
    """

    def consume(self, queue_name: str, prefetch: int = 1, timeout: int = 5000) -> Consumer:
        return super().consume(queue_name, prefetch, min(timeout, _LOOK_AT_LEAST_EVERY))


def make_broker(settings: Settings) -> RedisBroker:
    """Return the broker; it has not connected yet.

    Maintenance with every command and a short heartbeat: the jobs of a worker that was killed are
    handed to another one after 5 s (with the defaults, minutes).
    """
    broker: RedisBroker = PromptBroker(  # type: ignore[no-untyped-call]  # it has no types
        url=settings.redis_address,
        middleware=[],
        namespace="elenchus-jobs",
        maintenance_chance=1_000_000,
        heartbeat_timeout=5_000,
    )
    return broker


def open_queue(settings: Settings) -> JobQueue:
    """Return the queue as pages, the API and the command line use it."""
    return JobQueue(connect(settings), make_broker(settings))


class JobQueue:
    """Queues jobs, each at most once at a time. Raises LiveStateLost without Redis."""

    def __init__(self, redis: Redis, broker: RedisBroker) -> None:
        self._redis = redis
        self._broker = broker

    def answer(self, turn_id: str) -> bool:
        """Queue a turn; return False if it is in the queue already."""
        return self._enqueue(TURNS_QUEUE, TURNS_ACTOR, turn_id, _TURN_MARK)

    def index(self, course_id: str) -> bool:
        """Queue the indexing of a course; False if a run that has not begun is queued already.

        While one runs, another can be queued, which takes up what was uploaded in the meantime.
        """
        return self._enqueue(INDEX_QUEUE, INDEX_ACTOR, course_id, _INDEX_MARK)

    def clear_mark(self, actor: str, argument: str) -> None:
        """A worker has the job in hand: from now on another one may be queued."""
        with translate_errors():
            self._redis.delete(_mark(actor, argument))

    def _enqueue(self, queue: str, actor: str, argument: str, seconds: int) -> bool:
        mark = _mark(actor, argument)
        with translate_errors():
            if not self._redis.set(mark, "1", nx=True, ex=seconds):
                return False
            job: Message[None] = Message(
                queue_name=queue, actor_name=actor, args=(argument,), kwargs={}, options={}
            )
            self._broker.enqueue(job)
            return True


def _mark(actor: str, argument: str) -> str:
    return f"elenchus:queued:{actor}:{argument}"
