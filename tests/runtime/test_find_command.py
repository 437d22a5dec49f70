"""`elenchus find`: which sources a question is looked up in."""

from __future__ import annotations

import pytest
from rich.console import Console

from tests.doubles.course import CourseDesk
from tests.routing.conftest import BOOK, POST, RULE, TASK, desk  # noqa: F401
from tutor_app.domain.errors import NotFound
from tutor_app.runtime.commands import find_command
from tutor_app.runtime.commands.find_command import find_sources


def test_calls_and_passages_are_printed(
    desk: CourseDesk,  # noqa: F811
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(find_command, "build_services", lambda *_: desk.services())
    console = Console(record=True, width=300)

    status = find_sources(
        desk.settings, desk.id, "Why does a queue make the search go by level?", "edison", console
    )

    said = console.export_text()
    assert status == 0
    assert "_retrieval(Why does a queue" in said
    assert any(text in said for text in (BOOK, TASK, RULE, POST))


def test_a_way_that_does_not_exist_is_told_with_those_that_do(desk: CourseDesk) -> None:  # noqa: F811
    with pytest.raises(NotFound, match="fc_multihop"):
        find_sources(desk.settings, desk.id, "Why?", "magic", Console())
