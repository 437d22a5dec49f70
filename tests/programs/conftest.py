"""The learner that most tests of replies about programs talk as."""

from __future__ import annotations

import pytest

from tests.doubles.debugging import Learner


@pytest.fixture
def learner() -> Learner:
    return Learner()
