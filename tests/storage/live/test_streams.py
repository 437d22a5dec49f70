"""The live events of a turn."""

from __future__ import annotations

import pytest
from redis import Redis

from tests.doubles.redis_server import RedisServer
from tutor_app.domain.errors import LiveStateLost
from tutor_app.domain.settings import Settings
from tutor_app.domain.values import Event, Sentence, Status
from tutor_app.storage.live import TurnStreams, connect, wait_for_redis

SEARCHING = Status(text="Searching the course")
HELLO = Sentence(text="Größe ≤ √n 🙂", role="lead_in")
BYE = Sentence(text="Bye", role="notice")


def events(read: list[tuple[str, Event]]) -> list[Event]:
    return [event for _, event in read]


def test_events_are_read_in_the_order_they_were_told(redis: Redis) -> None:
    streams = TurnStreams(redis)
    for event in (SEARCHING, HELLO, BYE):
        streams.append("turn", event)

    assert events(streams.read("turn")) == [SEARCHING, HELLO, BYE]


def test_a_reader_goes_on_where_it_was(redis: Redis) -> None:
    streams = TurnStreams(redis)
    streams.append("turn", SEARCHING)
    last, _ = streams.read("turn")[-1]
    streams.append("turn", HELLO)

    assert events(streams.read("turn", after=last)) == [HELLO]
    assert events(streams.read("turn", after="0")) == [SEARCHING, HELLO]


def test_turns_do_not_mix_and_an_unknown_one_is_empty(redis: Redis) -> None:
    streams = TurnStreams(redis)
    streams.append("one", HELLO)

    assert streams.read("two") == []
    assert (streams.has_events("one"), streams.has_events("two")) == (True, False)


def test_a_stream_never_stays_for_ever(redis: Redis) -> None:
    streams = TurnStreams(redis)
    streams.append("turn", HELLO)
    [key] = redis.keys()

    assert 0 < redis.ttl(key) <= 24 * 3600
    streams.expire("turn", 60)
    assert 0 < redis.ttl(key) <= 60


def test_stop_is_seen_for_its_turn_only_until_it_is_cleared(redis: Redis) -> None:
    streams = TurnStreams(redis)
    streams.request_stop("one")

    assert (streams.stop_requested("one"), streams.stop_requested("two")) == (True, False)
    streams.clear(["one"])
    assert not streams.stop_requested("one")


def test_a_redis_that_died_is_told_as_such_and_found_again(mortal_server: RedisServer) -> None:
    redis = connect(Settings(redis_url=mortal_server.url))
    streams = TurnStreams(redis)
    streams.append("turn", HELLO)

    mortal_server.kill()
    with pytest.raises(LiveStateLost, match="safe in the database"):
        streams.read("turn")

    mortal_server.start()
    wait_for_redis(redis, 5)
    streams.append("turn", BYE)
    assert events(streams.read("turn"))[-1] == BYE


def test_waiting_for_a_redis_that_never_comes_ends(mortal_server: RedisServer) -> None:
    mortal_server.kill()

    with pytest.raises(LiveStateLost):
        wait_for_redis(connect(Settings(redis_url=mortal_server.url)), 0.2, poll_seconds=0.05)
