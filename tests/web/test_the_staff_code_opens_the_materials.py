"""The door of the materials page."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from tutor_app.domain.settings import Settings
from tutor_app.storage.records import StaffCode, open_database
from tutor_app.web.staff.staff_auth import (
    ADDRESS_SECONDS,
    PATIENCE_SECONDS,
    SESSION_SECONDS,
    TRIES,
    VISIT_SECONDS,
    SignInOutcome,
    StaffAuth,
)


class Clock:
    def __init__(self) -> None:
        self.now = 1000.0

        self.slept = 0.0

    def __call__(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.now += seconds
        self.slept += seconds


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def code_and_auth(settings: Settings, clock: Clock) -> tuple[str, StaffAuth]:
    codes = StaffCode(open_database(settings))
    code = codes.ensure()
    assert code is not None
    return code, StaffAuth(codes, clock, clock.sleep)


def test_the_code_opens_it_for_that_visit_only(code_and_auth: tuple[str, StaffAuth]) -> None:
    code, auth = code_and_auth
    assert auth.sign_in(f" {code} ", visit="mine", address="a") == "open"
    assert auth.is_signed_in("mine")
    assert not auth.is_signed_in("another")
    assert not auth.is_signed_in("")


def test_it_closes_when_told_and_after_half_a_day(
    code_and_auth: tuple[str, StaffAuth], clock: Clock
) -> None:
    code, auth = code_and_auth
    auth.sign_in(code, visit="v", address="a")
    clock.now += SESSION_SECONDS + 1
    assert not auth.is_signed_in("v")
    auth.sign_in(code, visit="v", address="a")
    auth.sign_out("v")
    assert not auth.is_signed_in("v")


def test_a_new_code_closes_what_the_old_one_had_opened(
    code_and_auth: tuple[str, StaffAuth], settings: Settings
) -> None:
    code, auth = code_and_auth
    auth.sign_in(code, visit="v", address="a")
    renewed = StaffCode(open_database(settings)).renew()
    assert not auth.is_signed_in("v")
    assert auth.sign_in(code, visit="v", address="a") == "wrong"
    assert auth.sign_in(renewed, visit="v", address="a") == "open"
    assert auth.is_signed_in("v")


def test_the_sixth_try_of_a_visit_is_not_checked_and_one_a_minute_later_is(
    code_and_auth: tuple[str, StaffAuth], clock: Clock
) -> None:
    code, auth = code_and_auth
    for _ in range(TRIES):
        assert auth.sign_in("wrong", visit="v", address="a") == "wrong"
    for _ in range(20):  # asking too often does not put it off
        assert auth.sign_in(code, visit="v", address="a") == "wait"
    assert auth.seconds_to_wait(visit="v", address="a") == VISIT_SECONDS

    clock.now += VISIT_SECONDS
    assert auth.sign_in(code, visit="v", address="a") == "open"


def test_who_goes_on_guessing_in_one_browser_shuts_nobody_out(
    code_and_auth: tuple[str, StaffAuth], clock: Clock
) -> None:
    """Also not behind the same router, where both have one address."""
    code, auth = code_and_auth
    for _ in range(200):
        auth.sign_in("wrong", visit="stranger", address="a")
    assert auth.sign_in(code, visit="instructor", address="a") == "open"
    assert clock.slept <= PATIENCE_SECONDS


def test_cookies_made_up_for_each_try_are_held_at_the_pace_of_their_address(
    code_and_auth: tuple[str, StaffAuth], clock: Clock
) -> None:
    code, auth = code_and_auth
    outcomes = [auth.sign_in("wrong", visit=f"v{n}", address="a") for n in range(20)]
    assert outcomes.count("wrong") == 20
    assert clock.slept == (20 - TRIES) * ADDRESS_SECONDS
    assert auth.sign_in(code, visit="instructor", address="elsewhere") == "open"
    assert clock.slept == (20 - TRIES) * ADDRESS_SECONDS


@pytest.mark.parametrize(
    ("visits", "most"),
    [
        (["v"] * 30, TRIES),
        ([f"v{n}" for n in range(30)], TRIES + PATIENCE_SECONDS / ADDRESS_SECONDS),
    ],
)
def test_tries_made_at_once_are_not_checked_at_once(
    settings: Settings, visits: list[str], most: float
) -> None:
    """Thirty threads begin together; the check of each takes long enough for all to overlap."""
    codes = StaffCode(open_database(settings))
    codes.ensure()
    began = threading.Barrier(30)
    auth = StaffAuth(codes, clock=lambda: 0.0, sleep=lambda _: None)

    def guess(visit: str) -> SignInOutcome:
        began.wait()
        return auth.sign_in("2222-2222-2222", visit=visit, address="a")

    with ThreadPoolExecutor(30) as pool:
        outcomes = list(pool.map(guess, visits))
    assert outcomes.count("wrong") == most
    assert outcomes.count("wait") == 30 - most


def test_a_right_code_uses_up_no_try(code_and_auth: tuple[str, StaffAuth]) -> None:
    code, auth = code_and_auth
    for _ in range(3 * TRIES):
        assert auth.sign_in(code, visit="v", address="a") == "open"
