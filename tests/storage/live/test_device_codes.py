"""Codes that take a learner's conversations to another device, on a real Redis."""

from __future__ import annotations

import time

from redis import Redis

from tutor_app.storage.live import DeviceCodes

TOKEN = "0123456789abcdef" * 2


def test_a_code_gives_the_token_back_however_it_is_typed(redis: Redis) -> None:
    codes = DeviceCodes(redis)
    code = codes.make(TOKEN)
    assert codes.redeem(f" {code.lower().replace('-', ' ')} ") == TOKEN


def test_a_code_works_once(redis: Redis) -> None:
    codes = DeviceCodes(redis)
    code = codes.make(TOKEN)
    codes.redeem(code)
    assert codes.redeem(code) is None


def test_a_code_ends_by_itself(redis: Redis) -> None:
    codes = DeviceCodes(redis, lasts_seconds=1)
    code = codes.make(TOKEN)
    (key,) = redis.keys("elenchus:device:*")
    assert 0 < redis.ttl(key) <= 1
    time.sleep(1.1)
    assert codes.redeem(code) is None


def test_it_lasts_ten_minutes(redis: Redis) -> None:
    DeviceCodes(redis).make(TOKEN)
    (key,) = redis.keys("elenchus:device:*")
    assert 590 < redis.ttl(key) <= 600


def test_each_learner_gets_their_own_back(redis: Redis) -> None:
    codes = DeviceCodes(redis)
    mine, yours = codes.make(TOKEN), codes.make("f" * 32)
    assert (codes.redeem(yours), codes.redeem(mine)) == ("f" * 32, TOKEN)


def test_another_code_gives_nothing_and_ends_nothing(redis: Redis) -> None:
    codes = DeviceCodes(redis)
    code = codes.make(TOKEN)
    for wrong in ("", "AAAA-AAAA", code[:-1], code + "A", "x" * 10_000):
        assert codes.redeem(wrong) is None
    assert codes.redeem(code) == TOKEN


def test_redis_holds_neither_the_code_nor_the_token(redis: Redis) -> None:
    code = DeviceCodes(redis).make(TOKEN)
    (key,) = redis.keys("*")
    kept = repr((key, redis.get(key)))
    assert TOKEN not in kept
    assert code not in kept
    assert code.replace("-", "") not in kept
