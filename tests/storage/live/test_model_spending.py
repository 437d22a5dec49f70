"""What a model has cost today, counted in Redis by course and in all."""

from __future__ import annotations

import datetime as dt

from redis import Redis

from tutor_app.storage.live.model_spending import SpendingCounters


def test_tokens_add_up_by_course_and_in_all_and_a_new_day_begins_at_nothing(redis: Redis) -> None:
    days = [dt.date(2026, 11, 27)]
    counters = SpendingCounters(redis, today=lambda: days[-1])
    counters.add("c1", 90, 10)
    counters.add("c1", 5, 1)
    counters.add("c2", 7, 2)

    assert counters.read("c1") == (95, 11)
    assert counters.read(None) == (102, 13)
    assert counters.read("c3") == (0, 0)

    days.append(dt.date(2026, 11, 28))
    assert counters.read(None) == (0, 0)
