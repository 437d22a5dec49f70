"""Jobs in the queue, and the progress of indexing."""

from __future__ import annotations

import json

import pytest
from redis import Redis

from tests.doubles.redis_server import RedisServer
from tutor_app.domain.errors import LiveStateLost
from tutor_app.domain.settings import Settings
from tutor_app.storage.live import JobQueue, Progress, ProgressRow, open_queue


@pytest.fixture
def queue(redis: Redis, shared_server: RedisServer) -> JobQueue:
    return open_queue(Settings(redis_url=shared_server.url))


def jobs(redis: Redis, queue: str) -> list[tuple[str, list[str]]]:
    found = [json.loads(job) for job in redis.hvals(f"elenchus-jobs:{queue}.msgs")]
    return [(job["actor_name"], job["args"]) for job in found]


def test_a_double_is_dropped_until_a_worker_has_the_job(redis: Redis, queue: JobQueue) -> None:
    assert [queue.answer("one"), queue.answer("one")] == [True, False]
    assert jobs(redis, "turns") == [("answer_turn", ["one"])]

    queue.clear_mark("answer_turn", "one")
    assert queue.answer("one") is True


def test_turns_and_courses_go_to_queues_of_their_own(redis: Redis, queue: JobQueue) -> None:
    queue.answer("one")
    queue.index("algorithms")

    assert jobs(redis, "turns") == [("answer_turn", ["one"])]
    assert jobs(redis, "index") == [("index_course", ["algorithms"])]


def test_without_redis_queueing_fails_quickly(mortal_server: RedisServer) -> None:
    mortal_server.kill()

    with pytest.raises(LiveStateLost):
        open_queue(Settings(redis_url=mortal_server.url)).answer("one")


def test_progress_is_told_per_document(redis: Redis) -> None:
    progress = Progress(redis)
    progress.set("algorithms", "a", 1, 10, "reading page 1")
    progress.set("algorithms", "a", 2, 10, "reading page 2")
    progress.set("algorithms", "b", 0, 5, "waiting")

    assert progress.read_all("algorithms") == {
        "a": ProgressRow(done=2, total=10, text="reading page 2"),
        "b": ProgressRow(done=0, total=5, text="waiting"),
    }
    assert progress.read_all("graphs") == {}


def test_a_request_to_cancel_is_for_one_course_and_ends_with_the_run(redis: Redis) -> None:
    progress = Progress(redis)
    progress.request_cancel("algorithms")

    assert progress.cancel_requested("algorithms")
    assert not progress.cancel_requested("graphs")
    progress.end("algorithms")
    assert not progress.cancel_requested("algorithms")


def test_runs_that_did_not_come_to_an_end_are_counted(redis: Redis) -> None:
    progress = Progress(redis)

    assert [progress.begin("algorithms"), progress.begin("algorithms")] == [1, 2]
    progress.end("algorithms")
    assert progress.begin("algorithms") == 1
