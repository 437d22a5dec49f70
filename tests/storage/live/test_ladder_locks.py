"""Live hint ladders: one turn holds a problem, others wait, and nobody waits for ever."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest
from redis import Redis

from tests.doubles.redis_server import RedisServer
from tutor_app.domain.teaching import LadderEvent, LadderSeen, ListedLadders
from tutor_app.domain.values import Session
from tutor_app.storage.live import LiveLadders
from tutor_app.storage.live.ladder_locks import TurnLadders, TurnRun

FIRST = LadderEvent(problem_key="k", level=1, cause="attempt", place=2)
STUCK = LadderEvent(problem_key="k", level=2, cause="stuck", place=2)
RECORDED = ListedLadders((FIRST,))
HOUR = 3600.0


@pytest.fixture
def live(redis: Redis) -> LiveLadders:
    return LiveLadders(redis, held_seconds=HOUR, poll_seconds=0.005)


def session(learner: str = "ada", recorded: ListedLadders = RECORDED) -> Session:
    return Session(
        conversation_id="c", course_id="g", course_name="", learner_id=learner, ladder=recorded
    )


def run(
    turn_id: str = "t1", tries: int = 1, stopped: Callable[[], bool] = lambda: False
) -> TurnRun:
    return TurnRun(
        turn_id=turn_id,
        tries=tries,
        is_over=lambda turn_id: turn_id == "over",
        stopped=stopped,
        waiting=lambda: None,
    )


def is_free(live: LiveLadders, key: str = "k", learner: str = "ada") -> bool:
    """Whether another turn could hold this problem without waiting."""
    waited: list[bool] = []

    def stop() -> bool:
        waited.append(True)
        return True

    with live.open(session(learner), run("another", stopped=stop)) as ladders:
        ladders.hold(key)
    return not waited


def test_what_redis_does_not_have_is_read_from_the_database(live: LiveLadders) -> None:
    with live.open(session(), run()) as ladders:
        assert ladders.of("k") == ladders.hold("k") == (FIRST,)
        assert ladders.of("other") == ()
        assert ladders.seen == LadderSeen(problem_key="k", events=1)


def test_what_was_stored_is_read_from_redis_by_the_next_turn(
    live: LiveLadders, redis: Redis
) -> None:
    with live.open(session(), run()) as ladders:
        ladders.hold("k")
        ladders.store([STUCK])

    nothing = session(recorded=ListedLadders())
    with live.open(nothing, run("t2")) as ladders:
        assert ladders.of("k") == ladders.hold("k") == (FIRST, STUCK)
        ladders.store([])
    assert all(0 < redis.ttl(key) <= 24 * HOUR for key in redis.keys("elenchus:ladder:*"))
    with live.open(nothing, run("t3")) as ladders:
        assert ladders.of("k") == (FIRST, STUCK)


def test_what_a_turn_held_that_was_not_stored_is_read_from_the_database_again(
    live: LiveLadders,
) -> None:
    with live.open(session(), run()) as ladders:
        ladders.hold("k")
        ladders.store([STUCK])
    with live.open(session(), run("t2")) as ladders:
        ladders.hold("k")  # and its process dies, perhaps after the database has its hint

    later = session(recorded=ListedLadders((FIRST, STUCK, STUCK)))
    with live.open(later, run("t3")) as ladders:
        assert ladders.hold("k") == (FIRST, STUCK, STUCK)


def test_a_problem_is_held_until_the_turn_ends(live: LiveLadders) -> None:
    with live.open(session(), run()) as ladders:
        ladders.hold("k")
        assert not is_free(live)
        assert is_free(live, key="other")
        assert is_free(live, learner="grace")
    assert is_free(live)


def test_a_turn_that_only_looks_holds_nothing(live: LiveLadders) -> None:
    with live.open(session(), run()) as ladders:
        ladders.of("k")
        assert is_free(live)


def test_a_turn_that_asks_for_another_problem_lets_the_first_one_go(live: LiveLadders) -> None:
    with live.open(session(), run()) as ladders:
        ladders.hold("k")
        ladders.hold("other")
        assert is_free(live)
        assert not is_free(live, key="other")


def test_turns_that_ask_for_two_problems_crosswise_all_come_to_an_end(live: LiveLadders) -> None:
    def cross(number: int) -> int:
        keys = ["k", "other"] if number % 2 else ["other", "k"]
        for again in range(20):
            with live.open(session(), run(f"{number}-{again}")) as ladders:
                for key in keys:
                    ladders.hold(key)
        return number

    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(cross, range(4))) == [0, 1, 2, 3]


def test_a_turn_whose_process_died_gets_its_problem_back_at_once(live: LiveLadders) -> None:
    died = TurnLadders(live, session(), run("t1", tries=1))
    died.hold("k")

    with live.open(session(), run("t1", tries=2)) as ladders:
        ladders.hold("k")
        died.let_go()  # it was only asleep: it must not free what is no longer its own
        assert not is_free(live)


def test_what_a_turn_that_is_over_left_behind_is_free(live: LiveLadders) -> None:
    TurnLadders(live, session(), run("over")).hold("k")

    assert is_free(live)


def test_a_hold_runs_out_unless_it_is_prolonged(live: LiveLadders, redis: Redis) -> None:
    now = 0.0
    ladders = TurnLadders(replace(live, clock=lambda: now), session(), run())
    ladders.hold("k")
    [lock] = redis.keys("*:held")
    redis.pexpire(lock, 60_000)
    ladders.keep()
    assert redis.ttl(lock) <= 60

    now = HOUR / 2
    ladders.keep()
    assert redis.ttl(lock) > HOUR / 2

    redis.delete(lock)
    assert is_free(live)


def test_a_hold_that_ran_out_puts_nothing_back(live: LiveLadders, redis: Redis) -> None:
    slow = TurnLadders(live, session(), run())
    slow.hold("k")
    redis.flushall()
    slow.store([STUCK])
    slow.let_go()

    with live.open(session(), run("t2")) as ladders:
        assert ladders.of("k") == (FIRST,)


def test_without_redis_nobody_waits_and_the_database_is_read(mortal_server: RedisServer) -> None:
    live = LiveLadders(mortal_server.client())
    ladders = TurnLadders(live, session(), run())
    mortal_server.kill()

    assert ladders.of("k") == ladders.hold("k") == (FIRST,)
    ladders.keep()
    ladders.store([STUCK])
    ladders.let_go()


def test_a_redis_that_dies_while_a_problem_is_held_fails_no_turn(
    mortal_server: RedisServer,
) -> None:
    now = 0.0
    live = LiveLadders(mortal_server.client(), clock=lambda: now)
    with live.open(session(), run()) as ladders:
        ladders.hold("k")
        mortal_server.kill()
        now = HOUR
        ladders.keep()
        ladders.store([STUCK])
