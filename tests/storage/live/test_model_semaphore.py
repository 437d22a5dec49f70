"""The one line for the model."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from collections.abc import Iterator

import pytest
from redis import Redis

from tests.doubles.redis_server import RedisServer
from tutor_app.domain.errors import LiveStateLost
from tutor_app.domain.settings import Settings
from tutor_app.storage.live import ModelSemaphore, connect

MADE: list[ModelSemaphore] = []


def slots(redis: Redis, number: int = 2, lease_seconds: float = 10) -> ModelSemaphore:
    MADE.append(ModelSemaphore(redis, number, lease_seconds=lease_seconds, poll_seconds=0.01))
    return MADE[-1]


@pytest.fixture(autouse=True)
def _everything_is_given_back(redis: Redis) -> Iterator[None]:
    yield
    for line in MADE:
        for holder in "abcd":
            line.release(holder)
    MADE.clear()


def places(waiting: Iterator[int]) -> list[int]:
    return list(waiting)


def test_as_many_as_there_are_slots_do_not_wait(redis: Redis) -> None:
    line = slots(redis)

    assert [places(line.wait("a")), places(line.wait("b"))] == [[], []]
    assert line.holds("a") and line.holds("b")


def test_the_others_learn_how_many_are_ahead_and_come_in_the_order_of_arrival(
    redis: Redis,
) -> None:
    line = slots(redis)
    places(line.wait("a"))
    places(line.wait("b"))
    third, fourth = line.wait("c"), line.wait("d")
    assert (next(third), next(fourth)) == (1, 2)

    line.release("b")

    assert places(third) == []
    assert next(fourth) == 1
    line.release("a")
    assert places(fourth) == []


def test_a_late_comer_does_not_pass_one_who_waits(redis: Redis) -> None:
    line = slots(redis, 1)
    places(line.wait("a"))
    waiting = line.wait("b")
    next(waiting)
    line.release("a")

    late = line.wait("c")
    assert next(late) == 1
    assert places(waiting) == []


def test_stop_ends_waiting_and_gives_the_place_up(redis: Redis) -> None:
    line = slots(redis, 1)
    places(line.wait("a"))
    stopped = threading.Event()
    waiting, behind = line.wait("b", stopped.is_set), line.wait("c")
    assert (next(waiting), next(behind)) == (1, 2)

    stopped.set()

    assert places(waiting) == []
    assert not line.holds("b")
    assert next(behind) == 1


def test_a_wait_that_is_given_up_leaves_the_line(redis: Redis) -> None:
    line = slots(redis, 1)
    places(line.wait("a"))
    waiting, behind = line.wait("b"), line.wait("c")
    assert (next(waiting), next(behind)) == (1, 2)

    waiting.close()

    assert next(behind) == 1


def test_the_block_form_holds_the_slot_inside_and_gives_it_back_also_after_an_error(
    redis: Redis,
) -> None:
    line = slots(redis, 1)

    with pytest.raises(ValueError, match="broke"):
        with line.line("a") as waiting:
            assert places(waiting) == []
            assert line.holds("a")
            raise ValueError("broke")
    assert not line.holds("a")


TAKE_AND_DIE = """
import sys
from redis import Redis
from tutor_app.storage.live import ModelSemaphore
list(ModelSemaphore(Redis.from_url(sys.argv[1]), 1, lease_seconds=2).wait("a"))
"""


def test_the_slot_of_a_worker_that_died_is_free_after_its_lease(
    redis: Redis, shared_server: RedisServer
) -> None:
    subprocess.run([sys.executable, "-c", TAKE_AND_DIE, shared_server.url], check=True)
    line = slots(redis, 1, 2)
    assert line.holds("a")

    assert places(line.wait("b")) == [1]
    assert line.holds("b")


def test_one_who_waited_in_a_worker_that_died_does_not_block_the_line(redis: Redis) -> None:
    line = slots(redis, 1, 0.2)
    places(line.wait("a"))
    dead = line.wait("b")
    next(dead)
    time.sleep(0.25)  # nobody polls for it any more

    waiting = line.wait("c")
    assert next(waiting) == 1


def test_a_slot_held_longer_than_a_lease_stays_held_while_the_worker_lives(redis: Redis) -> None:
    line, other = slots(redis, 1, 0.6), slots(redis, 1, 0.6)
    places(line.wait("a"))
    waiting = other.wait("b", lambda: time.monotonic() > end)
    end = time.monotonic() + 1.5

    assert places(waiting) == [1]
    assert line.holds("a") and not other.holds("b")


def test_never_more_than_the_slots_are_held_at_once_and_all_get_their_turn(redis: Redis) -> None:
    line = slots(redis, 2)
    holding, most, done, lock = 0, 0, [], threading.Lock()

    def work(name: str) -> None:
        nonlocal holding, most
        with line.line(name) as waiting:
            places(waiting)
            with lock:
                holding += 1
                most = max(most, holding)
            time.sleep(0.01)
            with lock:
                holding -= 1
                done.append(name)

    threads = [threading.Thread(target=work, args=(f"worker {n}",)) for n in range(12)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert (most, len(done)) == (2, 12)


def test_without_redis_waiting_fails_and_giving_back_does_not(mortal_server: RedisServer) -> None:
    line = slots(connect(Settings(redis_url=mortal_server.url)), 1)
    places(line.wait("a"))
    mortal_server.kill()

    line.release("a")
    with pytest.raises(LiveStateLost):
        places(line.wait("b"))
