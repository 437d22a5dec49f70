"""`elenchus course set`, `export`, `import`: what staff decide for a course."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from tutor_app.commands.materials import find_course
from tutor_app.course_setup import (
    known_conventions,
    read_file,
    to_yaml,
    written,
    wrong_conventions,
)
from tutor_app.errors import NotFound, SettingsInvalid
from tutor_app.records import CourseRecords, CourseRow, CourseSettingsRecords, open_database
from tutor_app.settings import Settings
from tutor_app.teaching import CourseSettings, RevealPolicy
from tutor_app.tracing.values import Value

POLICIES: Mapping[RevealPolicy, str] = {
    "open": "whole tables at once, when they are asked for",
    "predict": "the student foretells a row, then it is shown; all of them after three",
    "hints": "never the table: hints only, as for assignments",
}


def set_course(
    settings: Settings,
    course: str,
    policy: RevealPolicy | None,
    conventions: Sequence[str],
    console: Console,
) -> None:
    """Change what was named, and print what is in force.

    Raises:
        NotFound: there is no such course.
        SettingsInvalid: a convention, or its choice, does not exist; nothing was changed.
    """
    engine = open_database(settings)
    row = find_course(CourseRecords(engine), course)
    records = CourseSettingsRecords(engine)
    before = records.get(row.id)
    after = replace(
        before,
        reveal_policy=policy or before.reveal_policy,
        trace_conventions=read_conventions(conventions, before.trace_conventions),
    )
    if after != before:
        records.change(row.id, after)
        console.print("In force from the next message on.")
    _print(row, after, len(records.history(row.id)), console)


def read_conventions(given: Sequence[str], before: Mapping[str, Value]) -> dict[str, Value]:
    """Return the conventions after `name=choice` (or `name=` to forget one) was said.

    Raises:
        SettingsInvalid: names what is not known and what is.
    """
    choices = {
        name: {written(choice): choice for choice in known}
        for name, known in known_conventions().items()
    }
    after = dict(before)
    problems: list[str] = []
    for said in given:
        name, _, choice = (part.strip() for part in said.partition("="))
        if not choice and name in choices:
            after.pop(name, None)
        elif choice in choices.get(name, {}):
            after[name] = choices[name][choice]
        else:
            problems += wrong_conventions({name: choice})
    if problems:
        raise SettingsInvalid("\n".join([*problems, "Nothing was changed."]))
    return after


def export_settings(settings: Settings, course: str, console: Console) -> None:
    """Print the course's settings as course.yaml.

    Raises:
        NotFound: there is no such course.
    """
    engine = open_database(settings)
    row = find_course(CourseRecords(engine), course)
    said = to_yaml(CourseSettingsRecords(engine).get(row.id), row.contact)
    console.out(said, end="", highlight=False)


def import_settings(settings: Settings, course: str, file: Path, console: Console) -> None:
    """Put the settings of a file in force.

    Raises:
        NotFound: there is no such course, or no such file.
        SettingsInvalid: the file's settings cannot be used; nothing was changed.
    """
    engine = open_database(settings)
    courses = CourseRecords(engine)
    row = find_course(courses, course)
    try:
        text = file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as exc:
        raise NotFound(f"{file} cannot be read as text. Nothing was changed.") from exc
    records = CourseSettingsRecords(engine)
    read = read_file(text)
    records.change(row.id, read.settings, read.contact)
    console.print("In force from the next message on.")
    _print(find_course(courses, row.id), read.settings, len(records.history(row.id)), console)


def _print(row: CourseRow, settings: CourseSettings, versions: int, console: Console) -> None:
    table = Table("setting", "in force", title=escape(row.name), title_justify="left")
    policy = settings.reveal_policy
    table.add_row("policy", f"{policy}: {POLICIES[policy]}")
    table.add_row("guidance", settings.guidance)
    table.add_row("who to ask", escape(row.contact) or "not said")
    table.add_row("audience", escape(settings.persona.audience) or "not said")
    table.add_row("level", settings.persona.level)
    table.add_row("tone", settings.persona.tone)
    for convention, choice in sorted(settings.trace_conventions.items()):
        table.add_row(convention, written(choice))
    if not settings.trace_conventions:
        table.add_row("conventions", "each algorithm's own defaults")
    console.print(table)
    if versions > 1:
        console.print(f"Changed {versions - 1} times before; every version is kept.")
