"""Staff set a course up from the command line; a mistake is told and changes nothing."""

from __future__ import annotations

import pytest
from rich.console import Console

from tutor_app.domain.errors import NotFound, SettingsInvalid
from tutor_app.domain.settings import Settings
from tutor_app.runtime.commands.course_settings_command import set_course
from tutor_app.storage.records import CourseRecords, CourseSettingsRecords, open_database


@pytest.fixture
def records(settings: Settings) -> CourseSettingsRecords:
    engine = open_database(settings)
    CourseRecords(engine).create("Graphs")
    return CourseSettingsRecords(engine)


def say(settings: Settings, *conventions: str, policy: str | None = None) -> str:
    console = Console(record=True, width=120)
    set_course(settings, "graphs", policy, conventions, console)  # type: ignore[arg-type]
    return console.export_text()


def test_a_policy_and_conventions_are_in_force_and_printed(
    settings: Settings, records: CourseSettingsRecords
) -> None:
    printed = say(settings, "tie_break=fifo", "reopen=yes", "index_base=1", policy="hints")

    assert records.get("graphs").reveal_policy == "hints"
    assert records.get("graphs").trace_conventions == {
        "tie_break": "fifo",
        "reopen": True,
        "index_base": 1,
    }
    assert "hints" in printed
    assert "fifo" in printed


def test_what_is_not_named_stays_and_an_empty_choice_forgets(
    settings: Settings, records: CourseSettingsRecords
) -> None:
    say(settings, "tie_break=fifo", "reopen=yes", policy="open")
    say(settings, "tie_break=")

    assert records.get("graphs").reveal_policy == "open"
    assert records.get("graphs").trace_conventions == {"reopen": True}


def test_a_wrong_convention_and_a_wrong_choice_are_both_told_and_nothing_changes(
    settings: Settings, records: CourseSettingsRecords
) -> None:
    with pytest.raises(SettingsInvalid, match=r"tiebreak(.|\n)*alphabetic(.|\n)*Nothing was"):
        say(settings, "tiebreak=fifo", "tie_break=alphabetic", policy="open")

    assert records.history("graphs") == ()


def test_looking_changes_nothing(settings: Settings, records: CourseSettingsRecords) -> None:
    assert "predict" in say(settings)
    assert records.history("graphs") == ()


def test_an_unknown_course_is_told(settings: Settings, records: CourseSettingsRecords) -> None:
    with pytest.raises(NotFound, match="graphs"):
        set_course(settings, "chemistry", None, (), Console())
