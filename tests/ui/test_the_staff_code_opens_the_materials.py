"""The door of the materials page."""

from __future__ import annotations

import pytest

from tutor_app.records import StaffCode, open_database
from tutor_app.settings import Settings
from tutor_app.ui.staff_door import STAYS_OPEN_SECONDS, TRIES, WINDOW_SECONDS, StaffDoor


class Clock:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def code_and_door(settings: Settings, clock: Clock) -> tuple[str, StaffDoor]:
    codes = StaffCode(open_database(settings))
    code = codes.ensure()
    assert code is not None
    return code, StaffDoor(codes, clock)


def test_the_code_opens_it_for_that_visit_only(code_and_door: tuple[str, StaffDoor]) -> None:
    code, door = code_and_door
    assert door.try_code(f" {code} ", visit="mine", address="a") == "open"
    assert door.is_open("mine")
    assert not door.is_open("another")
    assert not door.is_open("")


def test_it_closes_when_told_and_after_half_a_day(
    code_and_door: tuple[str, StaffDoor], clock: Clock
) -> None:
    code, door = code_and_door
    door.try_code(code, visit="v", address="a")
    clock.now += STAYS_OPEN_SECONDS + 1
    assert not door.is_open("v")
    door.try_code(code, visit="v", address="a")
    door.close("v")
    assert not door.is_open("v")


def test_a_new_code_closes_what_the_old_one_had_opened(
    code_and_door: tuple[str, StaffDoor], settings: Settings
) -> None:
    code, door = code_and_door
    door.try_code(code, visit="v", address="a")
    renewed = StaffCode(open_database(settings)).renew()
    assert not door.is_open("v")
    assert door.try_code(code, visit="v", address="a") == "wrong"
    assert door.try_code(renewed, visit="v", address="a") == "open"
    assert door.is_open("v")


def test_after_five_wrong_codes_even_the_right_one_waits(
    code_and_door: tuple[str, StaffDoor], clock: Clock
) -> None:
    code, door = code_and_door
    for _ in range(TRIES):
        assert door.try_code("wrong", visit="v", address="a") == "wrong"
    assert door.try_code(code, visit="v", address="a") == "wait"
    assert 0 < door.seconds_to_wait("a") <= WINDOW_SECONDS
    assert door.try_code(code, visit="w", address="elsewhere") == "open"

    clock.now += WINDOW_SECONDS
    assert door.try_code(code, visit="v", address="a") == "open"
