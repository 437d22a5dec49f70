"""Staff sign-in: a browser session that has given the staff code may change the courses."""

from __future__ import annotations

import math
import threading
import time
from typing import TYPE_CHECKING, Literal

from tutor_app.web.code_tries import CodeTries

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime

    from tutor_app.storage.records import StaffCode

TRIES = 5  # at once, for a visit and for an address
VISIT_SECONDS = 60.0  # between two further tries of one visit
ADDRESS_SECONDS = 5.0  # between two further tries from one address
PATIENCE_SECONDS = 10.0  # how long a try may queue behind others from its address
SESSION_SECONDS = 12 * 3600.0

SignInOutcome = Literal["open", "wrong", "wait"]


class StaffAuth:
    """Checks the code, limits the rate of guesses, remembers which visits are signed in.

    A visit is the browser session's cookie; an address is where the tries come from. Both are kept
    in this process only: after a restart the code is asked for again. It also is once a new code
    was made, since whoever had learned the old one must not stay signed in.

    Nobody is locked out by somebody else's wrong codes. A browser that keeps guessing meets its own
    limit and soon uses no more of its address's tries; many browsers, or a new cookie for each try,
    meet the limit of the address, where a right code queues for some seconds. One code is checked
    at a time, so that all addresses together try about 20 a second (scrypt takes 50 ms): 30^12
    codes would take more than 10^8 years, on one core at most.
    """

    def __init__(
        self,
        code: StaffCode,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._code = code
        self._clock = clock
        self._sleep = sleep
        self._sessions: dict[str, tuple[float, datetime | None]] = {}
        self._visits = CodeTries(TRIES, VISIT_SECONDS, clock)
        self._addresses = CodeTries(TRIES, ADDRESS_SECONDS, clock)
        self._lock = threading.Lock()
        self._checking = threading.Lock()

    def is_signed_in(self, visit: str) -> bool:
        until, made_at = self._sessions.get(visit, (0.0, None))
        return bool(visit) and until > self._clock() and made_at == self._code.made_at()

    def seconds_to_wait(self, *, visit: str, address: str) -> int:
        """Return the seconds until this visit may try again; 0: now."""
        visit_waits = self._visits.seconds_to_wait(visit)
        return math.ceil(max(visit_waits, self._addresses.seconds_to_wait(address)))

    def sign_in(self, code: str, *, visit: str, address: str) -> SignInOutcome:
        """Sign the visit in if the code is right; a try beyond the limit is not checked."""
        if self._visits.take(visit) is None:
            return "wait"
        wait = self._addresses.take(address, PATIENCE_SECONDS)
        if wait is None:
            self._visits.refund(visit)
            return "wait"
        if wait:
            self._sleep(wait)
        made_at = self._code.made_at()  # before the check: a code renewed meanwhile opens nothing
        with self._checking:
            right = self._code.check(code.strip())
        if not right:
            return "wrong"
        self._visits.refund(visit)
        self._addresses.refund(address)
        with self._lock:
            self._sessions[visit] = (self._clock() + SESSION_SECONDS, made_at)
        return "open"

    def sign_out(self, visit: str) -> None:
        self._sessions.pop(visit, None)
