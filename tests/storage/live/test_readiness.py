"""A worker is ready while it says so; one that is killed soon counts no more."""

from __future__ import annotations

import os

import pytest
from redis import Redis

from tests.doubles.redis_server import RedisServer
from tutor_app.domain.errors import LiveStateLost
from tutor_app.storage.live.worker_readiness import ReadyWorkers


def test_a_worker_is_ready_from_its_word_to_its_end(redis: Redis) -> None:
    turns = ReadyWorkers(redis, "turns")
    assert turns.list_ready() == ()

    turns.announce()
    (worker,) = turns.list_ready()
    assert worker.name.startswith(f"{os.getpid()}@")
    assert ReadyWorkers(redis, "index").list_ready() == ()

    turns.withdraw()
    assert turns.list_ready() == ()


def test_one_that_has_fallen_silent_is_not_ready(
    redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    turns = ReadyWorkers(redis, "turns")
    turns.announce()
    monkeypatch.setattr("tutor_app.storage.live.worker_readiness._SILENT_SECONDS", -1.0)

    assert turns.list_ready() == ()


def test_without_redis_the_live_state_is_lost(mortal_server: RedisServer) -> None:
    turns = ReadyWorkers(mortal_server.client(), "turns")
    mortal_server.kill()

    with pytest.raises(LiveStateLost):
        turns.list_ready()


def test_a_spare_worker_waits_for_the_first_one_but_not_for_ever(
    redis: Redis, mortal_server: RedisServer
) -> None:
    turns = ReadyWorkers(redis, "turns")
    assert not turns.wait_for_one(0.3)

    turns.announce()
    assert turns.wait_for_one(30)

    without = ReadyWorkers(mortal_server.client(), "turns")
    mortal_server.kill()
    assert not without.wait_for_one(0.3)
