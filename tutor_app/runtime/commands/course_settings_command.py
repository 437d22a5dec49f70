"""`elenchus course set`, `export`, `import`: what staff decide for a course."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from tutor_app.domain.errors import NotFound, SettingsInvalid
from tutor_app.domain.settings import Settings
from tutor_app.domain.teaching import REVEAL_POLICIES, CourseSettings, RevealPolicy
from tutor_app.domain.traces import Value
from tutor_app.runtime.commands.course_command import find_course
from tutor_app.runtime.course_yaml import (
    NO_SUCH_CHOICE,
    known_conventions,
    name_choice,
    read_file,
    to_yaml,
    wrong_conventions,
)
from tutor_app.storage.records import CourseRecords, CourseRow, CourseSettingsRecords, open_database
from tutor_app.wording.catalogue import Phrase, languages, phrase

POLICIES: Mapping[RevealPolicy, Phrase] = {
    policy: phrase(f"commands_courses.policy_{policy}") for policy in REVEAL_POLICIES
}
IN_FORCE = phrase("commands_courses.in_force")
NOTHING_WAS_CHANGED = phrase("commands_courses.nothing_was_changed")
NOT_TEXT = phrase("commands_courses.not_text", "file")
NOT_SAID = phrase("commands_courses.not_said")
OWN_DEFAULTS = phrase("commands_courses.own_defaults")
CHANGED_BEFORE = phrase("commands_courses.changed_before", "times")


def set_course(  # noqa: PLR0913  (one argument an option)
    settings: Settings,
    course: str,
    policy: RevealPolicy | None,
    conventions: Sequence[str],
    console: Console,
    language: str | None = None,
) -> None:
    """Change what was named, and print what is in force.

    Raises:
        NotFound: there is no such course.
        SettingsInvalid: a convention, a choice or a language does not exist; nothing was changed.
    """
    engine = open_database(settings)
    row = find_course(CourseRecords(engine), course)
    records = CourseSettingsRecords(engine)
    if language is not None and language not in languages():
        said = NO_SUCH_CHOICE(name="language", choice=language, choices=", ".join(languages()))
        raise SettingsInvalid(f"{said}\n{NOTHING_WAS_CHANGED()}")
    before = records.get(row.id)
    after = replace(
        before,
        reveal_policy=policy or before.reveal_policy,
        trace_conventions=read_conventions(conventions, before.trace_conventions),
        language=language or before.language,
    )
    if after != before:
        records.change(row.id, after)
        console.print(IN_FORCE())
    _print(row, after, len(records.history(row.id)), console)


def read_conventions(given: Sequence[str], before: Mapping[str, Value]) -> dict[str, Value]:
    """Return the conventions after `name=choice` (or `name=` to forget one) was said.

    Raises:
        SettingsInvalid: names what is not known and what is.
    """
    choices = {
        name: {name_choice(choice): choice for choice in known}
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
        raise SettingsInvalid("\n".join([*problems, NOTHING_WAS_CHANGED()]))
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
        raise NotFound(NOT_TEXT(file=file)) from exc
    records = CourseSettingsRecords(engine)
    read = read_file(text)
    records.change(row.id, read.settings, read.contact)
    console.print(IN_FORCE())
    _print(find_course(courses, row.id), read.settings, len(records.history(row.id)), console)


def _print(row: CourseRow, settings: CourseSettings, versions: int, console: Console) -> None:
    table = Table("setting", "in force", title=escape(row.name), title_justify="left")
    policy = settings.reveal_policy
    table.add_row("policy", f"{policy}: {POLICIES[policy]()}")
    table.add_row("guidance", settings.guidance)
    table.add_row("language", settings.language)
    table.add_row("who to ask", escape(row.contact) or NOT_SAID())
    table.add_row("audience", escape(settings.persona.audience) or NOT_SAID())
    table.add_row("level", settings.persona.level)
    table.add_row("tone", settings.persona.tone)
    for convention, choice in sorted(settings.trace_conventions.items()):
        table.add_row(convention, name_choice(choice))
    if not settings.trace_conventions:
        table.add_row("conventions", OWN_DEFAULTS())
    console.print(table)
    if versions > 1:
        console.print(CHANGED_BEFORE(times=versions - 1))
