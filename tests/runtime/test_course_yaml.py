"""Course settings as a file: out and in again, and a mistake in it is told and changes nothing."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from rich.console import Console

from tutor_app.domain.errors import NotFound, SettingsInvalid
from tutor_app.domain.settings import Settings
from tutor_app.domain.teaching import CourseSettings, Persona
from tutor_app.runtime.commands.course_settings_command import export_settings, import_settings
from tutor_app.runtime.course_yaml import CourseFile, merge, read_file, to_yaml
from tutor_app.storage.records import CourseRecords, CourseSettingsRecords, open_database

CHOSEN = CourseSettings(
    reveal_policy="hints",
    guidance="high",
    persona=Persona(audience="Erstsemester, 18 bis 20", level="advanced", tone="warm"),
    trace_conventions={"tie_break": "fifo", "reopen": True, "index_base": 1},
)


@pytest.mark.parametrize("settings", [CourseSettings(), CHOSEN])
def test_what_is_exported_is_read_back_the_same(settings: CourseSettings) -> None:
    assert read_file(to_yaml(settings)).settings == settings


def test_an_empty_file_is_the_defaults() -> None:
    assert read_file("").settings == CourseSettings()


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("policy: sometimes", "policy"),
        ("guidance: 3\ntone: loud", "tone"),
        ("persona: {tone: rude}", "persona.tone"),
        ("conventions: {tie_brake: fifo}", "tie_brake"),
        ("conventions: {tie_break: coin}", "alphabetical"),
        ("conventions: {index_base: yes}", "index_base cannot be 'yes'"),
        ("policy: [", "line 1"),
        ("- a\n- b", "the file"),
    ],
)
def test_a_mistake_is_named_and_nothing_is_changed(text: str, told: str) -> None:
    with pytest.raises(SettingsInvalid, match="Nothing was changed") as refused:
        read_file(text)

    assert told in str(refused.value)


def test_every_mistake_is_told_at_once() -> None:
    with pytest.raises(SettingsInvalid) as refused:
        read_file("policy: sometimes\nguidance: much\nmood: sunny")

    assert all(word in str(refused.value) for word in ("policy", "guidance", "mood"))


def test_a_language_that_the_tutor_speaks_is_kept_and_another_refused() -> None:
    settings = read_file("language: de").settings

    assert settings.language == "de"
    assert read_file(to_yaml(settings)).settings == settings
    with pytest.raises(SettingsInvalid, match="en, de"):
        read_file("language: tlh")


def test_an_audience_is_kept_as_one_line_that_hides_nothing() -> None:
    read = read_file('persona: {audience: " first-years\\n\\u202e in\\tGraz\\u200b "}').settings

    assert read.persona.audience == "first-years in Graz"


def test_an_audience_has_a_limit() -> None:
    with pytest.raises(SettingsInvalid, match="200"):
        read_file(f"persona: {{audience: {'y' * 201}}}")


def test_a_yaml_file_makes_no_python_objects() -> None:
    with pytest.raises(SettingsInvalid):
        read_file("policy: !!python/object/apply:os.getcwd []")


_BOMB = "a: &a [1, 1]\n" + "\n".join(
    f"{b}: &{b} [*{a}, *{a}]" for a, b in zip("abcdefg", "bcdefgh", strict=True)
)


@pytest.mark.parametrize(
    "text",
    [
        _BOMB,
        "x: &x {a: 1}\ny: {<<: [*x, *x]}",
        "[" * 20_000,
        "policy: 2026-99-99",
        "version: " + "9" * 5_000,
    ],
    ids=["aliases", "merged keys", "deep", "no such day", "long number"],
)
def test_a_file_made_to_harm_is_refused_in_words(text: str) -> None:
    with pytest.raises(SettingsInvalid, match="Nothing was changed"):
        read_file(text)


def test_of_a_thousand_mistakes_the_first_are_told() -> None:
    with pytest.raises(SettingsInvalid, match="Nothing was changed") as refused:
        read_file("\n".join(f"{'k' * 500}{number}: 1" for number in range(1000)))

    assert len(str(refused.value)) < 10_000
    assert "and 990 more" in str(refused.value)


def test_who_to_ask_goes_out_and_in_with_the_file() -> None:
    assert read_file(to_yaml(CHOSEN, "Ada, room 5")) == CourseFile(
        settings=CHOSEN, contact="Ada, room 5"
    )
    assert read_file(to_yaml(CHOSEN)).contact is None


def test_two_changes_of_one_state_are_put_together() -> None:
    base = CourseSettings(trace_conventions={"tie_break": "fifo", "reopen": True})
    theirs = replace(base, guidance="high", trace_conventions={"reopen": True, "index_base": 1})
    own = replace(base, reveal_policy="open", trace_conventions={"tie_break": "lifo"})

    assert merge(base, own, theirs) == CourseSettings(
        reveal_policy="open",
        guidance="high",
        trace_conventions={"tie_break": "lifo", "index_base": 1},
    )


def test_a_course_takes_over_the_settings_of_another_by_file(
    settings: Settings, tmp_path: Path
) -> None:
    engine = open_database(settings)
    for name in ("Old", "New"):
        CourseRecords(engine).create(name)
    records = CourseSettingsRecords(engine)
    records.change("old", CHOSEN)
    printed = Console(record=True, width=200)
    export_settings(settings, "old", printed)
    file = tmp_path / "course.yaml"
    file.write_text(printed.export_text(), encoding="utf-8")
    import_settings(settings, "new", file, Console(quiet=True))

    assert records.get("new") == CHOSEN
    with pytest.raises(NotFound, match="Nothing was changed"):
        import_settings(settings, "new", tmp_path / "no.yaml", Console(quiet=True))


def test_settings_of_an_older_version_still_load(settings: Settings) -> None:
    engine = open_database(settings)
    CourseRecords(engine).create("Graphs")
    with engine.begin() as connection:
        connection.exec_driver_sql(
            "INSERT INTO course_settings (course_id, version, settings, changed_at) "
            "VALUES ('graphs', 1, "
            '\'{"reveal_policy": "open", "trace_conventions": {}}\', \'2026-11-21 20:00:00\')'
        )

    assert CourseSettingsRecords(engine).get("graphs") == CourseSettings(reveal_policy="open")


def test_the_file_itself_says_what_may_be_chosen() -> None:
    text = to_yaml(CourseSettings())

    assert "#   policy: open, predict, hints" in text
    assert "#   guidance: none, low, high" in text
    assert "tone plain, warm, brief" in text
