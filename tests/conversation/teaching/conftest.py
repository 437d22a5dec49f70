"""One course for all tests of the tables; each test has a student of its own."""

from __future__ import annotations

import pytest

from tests.conversation.teaching.course import Classroom


@pytest.fixture(scope="package")
def room(tmp_path_factory: pytest.TempPathFactory) -> Classroom:
    return Classroom(tmp_path_factory.mktemp("course"))
