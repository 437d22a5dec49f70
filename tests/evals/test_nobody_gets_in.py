"""The attacks on a running page, but for those on counters, which have tests of their own."""

from __future__ import annotations

import pytest

from evals.attack import inside
from evals.attack.attack_command import ATTACKS, attack_all

SLOW = (inside.race_the_staff_code, inside.lock_the_instructor_out)


@pytest.mark.long
@pytest.mark.processes
@pytest.mark.timeout(300)
def test_nothing_that_was_ever_found_gets_in() -> None:
    results = attack_all([attack for attack in ATTACKS if attack not in SLOW])
    assert all(one["tried"] for one in results)
    assert [one for one in results if one["got_in"]] == []
