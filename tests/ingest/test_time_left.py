"""Progress says how long the rest takes, from the pace so far."""

from __future__ import annotations

import pytest

from ingest.pace import Pace, words


class Clock:
    def __init__(self) -> None:
        self.seconds = 100.0

    def __call__(self) -> float:
        return self.seconds


def test_the_pace_so_far_tells_the_rest() -> None:
    clock = Clock()
    pace = Pace(clock)
    assert pace.left(0, 1000) == ""
    clock.seconds += 60

    assert pace.left(100, 1000) == ", about 9 min left"


def test_what_was_there_before_does_not_count_for_the_pace() -> None:
    clock = Clock()
    pace = Pace(clock)
    pace.left(900, 1000)  # from the cache, at once
    clock.seconds += 10

    assert pace.left(910, 1000) == ", about 2 min left"


def test_nothing_is_guessed_in_the_first_seconds_or_at_the_end() -> None:
    clock = Clock()
    pace = Pace(clock)
    pace.left(0, 10)
    clock.seconds += 1
    assert pace.left(1, 10) == ""
    clock.seconds += 10
    assert pace.left(10, 10) == ""


@pytest.mark.parametrize(
    ("seconds", "said"),
    [(2, "5 s"), (33, "35 s"), (60, "1 min"), (240, "4 min"), (4200, "1 h 10 min")],
)
def test_times_are_said_as_people_say_them(seconds: float, said: str) -> None:
    assert words(seconds) == said
