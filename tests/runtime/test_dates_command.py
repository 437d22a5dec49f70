"""`elenchus course dates`: when files open and are due, from the command line."""

from __future__ import annotations

import pytest
from rich.console import Console

from tests.doubles.course import CourseDesk
from tests.routing.conftest import desk  # noqa: F401
from tutor_app.domain.errors import NotFound, SettingsInvalid
from tutor_app.runtime.commands.dates_command import set_file_dates


def test_dates_of_a_file_are_set_and_printed_and_taken_away_again(desk: CourseDesk) -> None:  # noqa: F811
    console = Console(record=True, width=200)

    def dates(opens: str | None = None, due: str | None = None) -> list[str | None]:
        taken = set_file_dates(desk.settings, desk.id, "hw1.md", opens, due, console)
        assert taken.waiting
        (row,) = [each for each in desk.courses.documents(desk.id) if each.name == "hw1.md"]
        local = (when and when.astimezone() for when in (row.opens_at, row.due_at))
        return [when and f"{when:%Y-%m-%d %H:%M}" for when in local]

    assert dates("2099-03-21", "2099-04-01") == ["2099-03-21 00:00", "2099-04-01 23:59"]
    assert "March 21, 2099" in console.export_text()
    assert desk.statuses()["hw1.md"] == "scheduled"
    assert dates(due="2099-04-01T12:00") == ["2099-03-21 00:00", "2099-04-01 12:00"]
    assert dates(opens="") == [None, "2099-04-01 12:00"]
    with pytest.raises(SettingsInvalid, match="21.3."):
        dates("21.3.2099")
    with pytest.raises(NotFound, match="syllabus.md"):
        set_file_dates(desk.settings, desk.id, "hw9.md", None, "2099-01-01", console)
    without = set_file_dates(desk.settings, desk.id, None, None, None, console)
    assert not without.waiting
